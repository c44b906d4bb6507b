import { expect, test } from "vitest";
import { cardComesFirst, sharePath } from "./path";
import type { OnPath, Position } from "./wire";

const path: OnPath[] = [
  { card: "treasure 5", treasure: 1, worth: null },
  { card: "treasure 7", treasure: 1, worth: null },
  { card: "fire", treasure: 0, worth: null },
];

test("two leavers, 1 on each of two cards: pooled 1 each, by card nothing", () => {
  expect(sharePath(path, 2, false)).toMatchObject({
    each: 1,
    path: [{ treasure: 0 }, { treasure: 0 }, { treasure: 0 }],
  });
  expect(sharePath(path, 2, true)).toMatchObject({
    each: 0,
    path: [{ treasure: 1 }, { treasure: 1 }, { treasure: 0 }],
  });
});

test("what does not divide stays on the newest treasure", () => {
  expect(sharePath(path, 3, false)).toMatchObject({
    each: 0,
    path: [{ treasure: 0 }, { treasure: 2 }, { treasure: 0 }],
  });
});

test.each([
  ["literal", true],
  ["incan-gold", false],
  ["bga turn_order=card_first", true],
])("in %s the card comes first: %s", (edition, first) => {
  expect(cardComesFirst({ edition } as Position)).toBe(first);
});
