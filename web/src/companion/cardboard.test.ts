import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../http";
import { percent } from "../numbers";
import type { Companion, Odds } from "../wire";
import { speak } from "../words";
import { andThen, cutAfter, fitting, laidBy, readGame, reason, renamed, seated, seatingOf, toRoll } from "./cardboard";
import { oddsTold } from "./chances";

const seating = { names: ["Ana", "Bo"], die: "Die", edition: "modern", start: 1 };
const game = andThen(seated(seating), { round: "tumi" }, { card: "fire" }, { card: "treasure 11" });

describe("a game of cardboard", () => {
  it("is a record in JSON, seated as it was agreed", () => {
    expect(game.players).toEqual([
      { name: "Ana", bot: null },
      { name: "Bo", bot: null },
      { name: "Die", bot: "die" },
    ]);
    expect(seatingOf(game)).toEqual(seating);
    expect(readGame(JSON.stringify(game))).toEqual(game);
  });

  it("is cut and renamed without touching what was told before", () => {
    expect(cutAfter(game, 1).acts).toEqual([{ round: "tumi" }]);
    expect(renamed(game, ["Ania"]).players[0]).toEqual({ name: "Ania", bot: null });
    expect(game.acts).toHaveLength(3);
  });

  it("is not made of anything else that a device may have kept", () => {
    for (const text of ["", "{", "null", "[]", '"game"', '{"acts": []}', '{"acts": [], "players": [5]}']) {
      expect(readGame(text)).toBeNull();
    }
  });
});

describe("what is laid", () => {
  const lies = {
    position: { leaders: [0, 1, 2], in_temple: [0, 2], dice: [2] },
    dice: [{ seat: 2, fear: 2, lays: ["camp", "camp", "torch", "torch", "torch", "torch"] }],
  } as unknown as Companion;

  it("is Camp for those who leave, Torch for the others inside, and what the house says for a die", () => {
    expect(laidBy(lies, [0], { 2: 2 })).toEqual({ laid: ["camp", null, "camp"], rolls: [2] });
    expect(laidBy(lies, [], { 2: 3 })).toEqual({ laid: ["torch", null, "torch"], rolls: [3] });
  });

  it("waits for a die that fears something", () => {
    expect(toRoll(lies, {})).toEqual([2]);
    expect(toRoll(lies, { 2: 6 })).toEqual([]);
    const calm = { ...lies, dice: [{ seat: 2, fear: 0, lays: [] }] };
    expect(toRoll(calm, {})).toEqual([]);
    expect(laidBy(calm, [], {})).toEqual({ laid: ["torch", null, "torch"], rolls: [null] });
  });
});

describe("a refusal", () => {
  const why = { key: "refusal.card_not_in_deck", facts: { card: "x" } };

  it("says how much could have happened, and why no more", () => {
    const refusal = new Refusal("refusal.bad_json", { where: "acts[12]", why });
    expect([fitting(refusal), reason(refusal).key]).toEqual([12, "refusal.card_not_in_deck"]);
    expect(fitting(new Refusal("refusal.bad_json", { where: "players", why }))).toBeNull();
    expect(reason(new Refusal("web.no_answer")).key).toBe("web.no_answer");
  });
});

describe("the odds", () => {
  const odds: Odds = {
    inside: 3,
    driven_out: [1 / 13, 0.25],
    deadly: [
      { card: "snakes", left: 2, chance: 1 / 13 },
      { card: "fire", left: 0, chance: 0 },
    ],
    treasure: 0.5,
    hazard: 0.5,
    artifact: 0,
    share: 1.5,
    remainder: 0.25,
    takes: [6, 3, 2],
  };

  beforeEach(() => speak("pl"));

  it("are written as the reader's language writes numbers", async () => {
    expect(percent(1 / 8)).toBe("12,5\u00a0%");
    await speak("en");
    expect(percent(1 / 8)).toBe("12.5\u00a0%");
  });

  it("tell of every hazard on the path, also of one that is harmless now", async () => {
    await speak("en");
    expect(oddsTold(odds)).toEqual([
      "snakes: 2 in the deck, 7.7\u00a0%",
      "fire: 0 in the deck, can drive nobody out any more",
      "Brings 1.50 on average to each of 3 inside; 0.25 stays on the path",
      "Treasure 50.0\u00a0%, hazard 50.0\u00a0%, artifact 0.0\u00a0%",
      "Driven out within so many cards – 2:\u00a025.0\u00a0%",
      "From the path for each, if so many leave – 1:\u00a06, 2:\u00a03, 3:\u00a02",
    ]);
  });
});
