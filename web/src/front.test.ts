import { expect, test } from "vitest";
import { Front } from "./front.svelte";
import type { TableClient } from "./table.svelte";
import type { Yours } from "./wire";

type Cards = Record<number, "torch" | "camp">;

const person = (place: number, ...seats: number[]): Yours => ({
  place,
  player: place,
  seats,
  to_choose: seats,
  in_tent: seats.map(() => 0),
  cards: seats.map(() => null),
  revisions: seats.map(() => 0),
});

/** A device with these people before it, and the cards they have laid. */
function device(yours: Yours[], cards: Cards = {}): Front {
  return new Front({ yours, cardOf: (seat: number) => cards[seat] ?? null } as unknown as TableClient);
}

test("one person alone never passes the device", () => {
  const front = device([person(1, 0, 1)], { 0: "camp" });
  expect([front.isShared, front.isPassing]).toEqual([false, false]);
  expect([front.seats, front.toChoose]).toEqual([[0, 1], [1]]);
});

test("one who watches has no seats", () => {
  expect(device([]).seats).toEqual([]);
});

test("several people: the device goes to the next one without a card", () => {
  const cards: Cards = {};
  const front = device([person(1, 0), person(2, 1)], cards);
  expect([front.isPassing, front.seats, front.next?.place]).toEqual([true, [], 1]);
  front.take();
  expect([front.isPassing, front.seats]).toEqual([false, [0]]);
  cards[0] = "torch";
  expect([front.isPassing, front.next?.place]).toEqual([true, 2]);
});

test("the last one to lay may take it back and think again", () => {
  const cards: Cards = {};
  const front = device([person(1, 0), person(2, 1)], cards);
  front.take();
  expect(front.canGoBack).toBe(false);
  cards[0] = "torch";
  expect(front.canGoBack).toBe(true);
  front.isBack = true;
  expect([front.isPassing, front.seats]).toEqual([false, [0]]);
  front.take();
  expect(front.seats).toEqual([1]);
});

test("when all here have laid, nobody takes it", () => {
  const front = device([person(1, 0), person(2, 1)], { 0: "torch", 1: "camp" });
  expect(front.isPassing).toBe(false);
});
