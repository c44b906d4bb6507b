import { expect, test } from "vitest";
import { inBoxOrder, stones, valueOf, without } from "./cards";

test.each([
  [0, []],
  [4, ["turquoise", "turquoise", "turquoise", "turquoise"]],
  [17, ["gold", "obsidian", "turquoise", "turquoise"]],
  [30, ["gold", "gold", "gold"]],
])("%i lies there with the fewest stones", (value, pile) => {
  expect(stones(value)).toEqual(pile);
});

test("a box is sorted: treasures rising, hazards, artifacts", () => {
  expect(inBoxOrder(["mask", "rocks", "treasure 11", "spiders", "treasure 2", "tumi"])).toEqual([
    "treasure 2",
    "treasure 11",
    "spiders",
    "rocks",
    "tumi",
    "mask",
  ]);
});

test("one card is taken, not all of its kind", () => {
  expect(without(["snakes", "snakes", "fire"], "snakes")).toEqual(["snakes", "fire"]);
  expect(without(["fire"], "snakes")).toEqual(["fire"]);
});

test("only treasures have a value", () => {
  expect([valueOf("treasure 11"), valueOf("snakes")]).toEqual([11, 0]);
});
