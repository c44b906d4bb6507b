import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Air } from "./air";
import { Show } from "./show.svelte";
import { Sounds } from "./sound";
import { still } from "./stage";
import type { Happening, Position, Turned } from "./wire";

const before = {
  edition: "incan-gold",
  rounds: 5,
  leaders: [0, 1, 2],
  dice: [],
  start_player: 0,
  phase: "choices",
  round: 1,
  turn: 1,
  quest_deck: ["treasure 7", "snakes"],
  path: [{ card: "treasure 3", treasure: 0, worth: null }],
  in_temple: [0, 1, 2],
  leaving: [],
  beside_tent: [1, 1, 1],
  in_tent: null,
  artifacts: [[], [], []],
  under_temples: [],
  removed: [],
} as Position;

function turned(events: Happening[], position: Partial<Position>): Turned {
  return { type: "turned", version: 2, events, position: { ...before, ...position }, at: 0, ends: null };
}

const goOn: Happening[] = [
  { event: "ChoicesRevealed", laid: ["torch", "torch", "torch"] },
  { event: "CardTurned", card: "treasure 7" },
  { event: "TreasureShared", seats: [0, 1, 2], each: 2, left: 1 },
];
const shared = turned(goOn, { turn: 2, beside_tent: [3, 3, 3] });

describe("what is turned over", () => {
  let air: Air;
  let show: Show;
  const finished = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    finished.mockClear();
    air = new Air(() => undefined);
    show = new Show(air, new Sounds(), finished);
    show.lie(still(before, [], []));
  });
  afterEach(() => void vi.useRealTimers());

  test("is shown step by step, and ends exactly at what the server sent", async () => {
    show.play(shared);
    await vi.advanceTimersByTimeAsync(100);
    expect(show.picture?.shown).toEqual(["torch", "torch", "torch"]);
    expect(show.isMoving).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(show.isMoving).toBe(false);
    expect(show.picture?.position).toBe(shared.position);
  });

  test("the hand is shut meanwhile, and opens a little after the card", async () => {
    expect(show.isOpen).toBe(true);
    show.play(shared);
    expect(show.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    show.skip();
    await vi.advanceTimersByTimeAsync(150);
    expect([show.isMoving, show.isOpen]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect(show.isOpen).toBe(true);
  });

  test("several messages are played one after the other", async () => {
    const later = turned(goOn, { turn: 3, beside_tent: [9, 9, 9] });
    show.play(shared);
    show.play(later);
    expect(show.untold).toBe(6);
    await vi.advanceTimersByTimeAsync(5000);
    expect(show.untold).toBe(0);
    expect(show.picture?.position).toBe(later.position);
  });

  test("being driven out is looked at, and skipping the turn before it does not skip it", async () => {
    const out: Happening[] = [
      { event: "CardTurned", card: "snakes" },
      { event: "DrivenOut", hazard: "snakes", seats: [0, 1, 2], lost: [1, 1, 1] },
      { event: "RoundEnded", round: 1, given_back: 0, lost: [] },
    ];
    show.play(turned([goOn[0]!, ...out], { phase: "round", path: [], in_temple: [] }));
    await vi.advanceTimersByTimeAsync(50);
    show.skip();
    await vi.advanceTimersByTimeAsync(100);
    expect(show.moment?.happening.event).toBe("DrivenOut");
    show.skip();
    await vi.advanceTimersByTimeAsync(100);
    expect(show.moment).toBeNull();
  });

  test("the end is told once it has been seen", async () => {
    const end: Happening = { event: "GameEnded", scores: [5, 3, 1], artifacts: [0, 0, 0], winners: [0] };
    show.play(turned([end], { phase: "over", in_tent: [5, 3, 1] }));
    expect(finished).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3000);
    expect(finished).toHaveBeenCalledOnce();
  });
});
