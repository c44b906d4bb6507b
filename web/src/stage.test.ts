import { describe, expect, test } from "vitest";
import { after, emptyTable, frames, still, type Picture } from "./stage";
import type { Happening, Position } from "./wire";

/** Three in the temple: an 11 with 2 left on it, snakes, and the mask. */
const inside: Position = {
  edition: "incan-gold",
  rounds: 5,
  leaders: [0, 1, 2],
  dice: [],
  start_player: 1,
  phase: "choices",
  round: 2,
  turn: 4,
  quest_deck: ["treasure 5", "treasure 7", "snakes", "snakes", "rocks", "llama"],
  path: [
    { card: "treasure 11", treasure: 2, worth: null },
    { card: "snakes", treasure: 0, worth: null },
    { card: "mask", treasure: 0, worth: 5 },
  ],
  in_temple: [0, 1, 2],
  leaving: [],
  beside_tent: [3, 3, 3],
  in_tent: null,
  artifacts: [[], [], []],
  under_temples: ["tumi"],
  removed: [],
};

/** The picture after some events, as if the server had sent nothing but them. */
function played(position: Position, ...events: Happening[]): Picture {
  return events.reduce(
    (picture, event) => after(picture, event, { events, position }),
    still(position, [], [20, null, null]),
  );
}

const revealed: Happening = { event: "ChoicesRevealed", laid: ["camp", "torch", "torch"] };
const home: Happening = { event: "ReturnedToCamp", seats: [0], each: 2, brought: [5], left: 0 };

test("cards turned over are shown, and those who laid Camp are on their way", () => {
  const { shown, position } = played(inside, revealed);
  expect(shown).toEqual(["camp", "torch", "torch"]);
  expect(position).toMatchObject({ leaving: [0], turn: 5 });
});

test("a leaver takes the path and all that lay beside the tent", () => {
  const { position, home: brought, tents } = played(inside, revealed, home);
  expect(position).toMatchObject({ in_temple: [1, 2], leaving: [], beside_tent: [0, 3, 3] });
  expect(position.path.map((spot) => spot.treasure)).toEqual([0, 0, 0]);
  expect(brought).toEqual([5, null, null]);
  expect(tents).toEqual([25, null, null]);
});

test("what does not divide stays on the newest treasure, or card by card where the edition says so", () => {
  const lying = {
    ...inside,
    path: [
      { card: "treasure 11", treasure: 1, worth: null },
      { card: "treasure 5", treasure: 2, worth: null },
    ],
  };
  const both: Happening = { event: "ReturnedToCamp", seats: [0, 1], each: 1, brought: [4, 4], left: 1 };
  expect(played(lying, both).position.path.map((spot) => spot.treasure)).toEqual([0, 1]);
  const byCard = { ...lying, edition: "incan-gold path_share=by_card" };
  expect(played(byCard, both).position.path.map((spot) => spot.treasure)).toEqual([1, 0]);
});

test("an artifact carried out alone lies beside its tent", () => {
  const { position } = played(inside, revealed, home, {
    event: "ArtifactClaimed",
    seat: 0,
    artifact: "mask",
    worth: 5,
  });
  expect(position.path.map((spot) => spot.card)).toEqual(["treasure 11", "snakes"]);
  expect(position.artifacts).toEqual([[{ artifact: "mask", worth: 5 }], [], []]);
});

test("a treasure lies whole on its card, then it is shared", () => {
  const turned: Happening = { event: "CardTurned", card: "treasure 7" };
  const lying = played(inside, revealed, turned);
  expect(lying.position.path.at(-1)).toEqual({ card: "treasure 7", treasure: 7, worth: null });
  expect(lying.shown).toEqual([null, null, null]);
  const shared = played(inside, revealed, turned, { event: "TreasureShared", seats: [1, 2], each: 3, left: 1 });
  expect(shared.position.path.at(-1)?.treasure).toBe(1);
  expect(shared.position.beside_tent).toEqual([3, 6, 6]);
  expect(shared.position.quest_deck).not.toContain("treasure 7");
});

describe("driven out", () => {
  const out: Happening[] = [
    { event: "CardTurned", card: "snakes" },
    { event: "DrivenOut", hazard: "snakes", seats: [0, 1, 2], lost: [3, 3, 3] },
  ];

  test("everything beside the tents falls, and the twin still lies there", () => {
    const { position } = played(inside, ...out);
    expect(position).toMatchObject({ in_temple: [], beside_tent: [0, 0, 0], removed: [{ card: "snakes", round: 2 }] });
    expect(position.path.filter(({ card }) => card === "snakes")).toHaveLength(2);
  });

  test("the round's end sweeps the path: one snakes goes back, the other and the mask are gone", () => {
    const { position } = played(inside, ...out, { event: "RoundEnded", round: 2, given_back: 2, lost: ["mask"] });
    expect(position.path).toEqual([]);
    expect(position.quest_deck).toEqual([
      "treasure 5",
      "treasure 7",
      "treasure 11",
      "snakes",
      "snakes",
      "rocks",
      "llama",
    ]);
    expect(position.removed).toEqual([
      { card: "snakes", round: 2 },
      { card: "mask", round: 2 },
    ]);
  });
});

test("a new round: all enter, and the artifact is shuffled in", () => {
  const { position, home: brought } = played(inside, {
    event: "RoundOpened",
    round: 3,
    start_player: 2,
    artifact: "tumi",
  });
  expect(position).toMatchObject({ round: 3, start_player: 2, in_temple: [0, 1, 2], path: [], under_temples: [] });
  expect(position.quest_deck.slice(-2)).toEqual(["tumi", "llama"]);
  expect(brought).toEqual([null, null, null]);
});

test("a die remembers what it rolled", () => {
  const roll: Happening = { event: "DieRolled", seat: 2, fear: 3, roll: 2 };
  expect(played(inside, roll).rolled).toEqual([null, null, roll]);
});

test("with open tents everybody sees what is safe", () => {
  const open = { ...inside, in_tent: [20, 7, 0] };
  expect(played(open, revealed, home).position.in_tent).toEqual([25, 7, 0]);
});

test("the last frame is exactly what the server sent", () => {
  const sent = { ...inside, turn: 5, beside_tent: [9, 9, 9] };
  const last = frames(still(inside, [], []), { events: [revealed, home], position: sent }).at(-1);
  expect(last?.picture.position).toBe(sent);
});

test("a table that lies still knows from the story who came home this round", () => {
  const story: Happening[] = [
    home,
    { event: "RoundOpened", round: 2, start_player: 1, artifact: null },
    { ...home, seats: [2], brought: [8] },
  ];
  expect(still(inside, story, []).home).toEqual([null, null, 8]);
});

test("before the first card everything lies in the box", () => {
  const opening: Happening[] = [{ event: "RoundOpened", round: 1, start_player: 0, artifact: "mask" }];
  const table = emptyTable({ events: opening, position: { ...inside, round: 1, turn: 0 } });
  expect(table).toMatchObject({
    round: 0,
    path: [],
    in_temple: [],
    beside_tent: [0, 0, 0],
    under_temples: ["tumi", "mask"],
  });
  expect(table.quest_deck).toContain("treasure 11");
});
