import { expect, test } from "vitest";
import { artifactsIn, copiesOf, treasuresIn } from "./deck";
import type { Position } from "./wire";

const spot = (card: string) => ({ card, treasure: 0, worth: null });

test("every copy of a hazard is counted once: in the deck, on the path, gone", () => {
  const position = {
    quest_deck: ["snakes", "fire"],
    path: [spot("snakes")],
    removed: [{ card: "snakes", round: 1 }],
  } as unknown as Position;
  expect(copiesOf(position)).toEqual([
    { hazard: "fire", inDeck: 1, onPath: 0, gone: 0 },
    { hazard: "snakes", inDeck: 1, onPath: 1, gone: 1 },
  ]);
});

test("the hazard that has just driven all out is still seen on the path", () => {
  const position = {
    quest_deck: ["snakes"],
    path: [spot("snakes"), spot("snakes")],
    removed: [{ card: "snakes", round: 3 }],
  } as unknown as Position;
  expect(copiesOf(position)).toEqual([{ hazard: "snakes", inDeck: 1, onPath: 2, gone: 0 }]);
});

test("treasures by value, artifacts by name", () => {
  const deck = ["treasure 2", "treasure 11", "fire", "mask"];
  expect([treasuresIn(deck), artifactsIn(deck)]).toEqual([[2, 11], ["mask"]]);
});
