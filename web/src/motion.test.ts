import { afterEach, expect, test, vi } from "vitest";
import { Air } from "./air";
import { paceOf } from "./motion";
import type { Happening } from "./wire";

const events = (...names: Happening["event"][]): Happening[] => names.map((event) => ({ event }) as Happening);

afterEach(() => void vi.useRealTimers());

test("an ordinary turn is played as written, a full one faster, so that none takes two seconds", () => {
  expect(paceOf(events("ChoicesRevealed", "CardTurned", "TreasureShared"), 0)).toBe(1);
  expect(
    paceOf(events("ChoicesRevealed", "ReturnedToCamp", "ArtifactClaimed", "CardTurned", "TreasureShared"), 0),
  ).toBeGreaterThan(1.2);
});

test("the longer the queue, the faster", () => {
  const turn = events("CardTurned");
  expect(paceOf(turn, 3)).toBeGreaterThan(paceOf(turn, 1));
});

test("a tap ends what is being looked at", async () => {
  vi.useFakeTimers();
  const air = new Air(() => undefined);
  air.begin(1);
  const looked = vi.fn();
  void air.hold(4000).then(looked);
  air.skip();
  await vi.advanceTimersByTimeAsync(1);
  expect(looked).toHaveBeenCalled();
});

test("what was skipped stays skipped until the next thing begins", async () => {
  vi.useFakeTimers();
  const air = new Air(() => undefined);
  air.skip();
  await air.hold(4000);
  air.begin(1);
  const looked = vi.fn();
  void air.hold(4000).then(looked);
  await vi.advanceTimersByTimeAsync(3000);
  expect(looked).not.toHaveBeenCalled();
});
