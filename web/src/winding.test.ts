import { describe, expect, test } from "vitest";
import { boxOf, winding, type Spot } from "./winding";

const HALLS = {
  phone: { width: 328, height: 250 },
  tablet: { width: 740, height: 480 },
  wide: { width: 830, height: 330 },
};
const EVENING = [
  "treasure 11", "snakes", "treasure 14", "treasure 7", "mask", "treasure 15", "spiders", "treasure 1",
  "fire", "treasure 17", "treasure 5", "mummies", "llama", "treasure 13", "treasure 2", "rocks", "treasure 9",
]; // prettier-ignore

const overlap = (one: Spot, a: string, other: Spot, b: string): boolean => {
  const [p, q] = [boxOf(a, one.w), boxOf(b, other.w)];
  return (
    one.x + p.width > other.x + 0.5 &&
    other.x + q.width > one.x + 0.5 &&
    one.y + p.height > other.y + 0.5 &&
    other.y + q.height > one.y + 0.5
  );
};

describe.each(Object.entries(HALLS))("in a hall of a %s", (_, hall) => {
  test.each([1, 2, 5, 9, 13, 15, 17])("%i cards lie side by side, all inside", (count) => {
    const cards = EVENING.slice(0, count);
    const { spots } = winding(cards, hall);
    expect(spots).toHaveLength(count);
    spots.forEach((spot, place) => {
      const { width, height } = boxOf(cards[place]!, spot.w);
      expect(spot.x).toBeGreaterThanOrEqual(-0.5);
      expect(spot.x + width).toBeLessThanOrEqual(hall.width + 0.5);
      expect(spot.y + height).toBeLessThanOrEqual(hall.height + 12);
      spots
        .slice(0, place)
        .forEach((other, earlier) => expect(overlap(spot, cards[place]!, other, cards[earlier]!)).toBe(false));
    });
  });

  test("the newest card is the largest", () => {
    const { spots } = winding(EVENING, hall);
    const newest = spots.at(-1)!;
    expect(spots.slice(0, -1).every((spot) => spot.w < newest.w)).toBe(true);
  });
});

test("fifteen cards on a phone can still be told apart", () => {
  const { spots } = winding(EVENING.slice(0, 15), HALLS.phone);
  expect(Math.min(...spots.map((spot) => spot.w))).toBeGreaterThanOrEqual(34);
});

test("the second row turns back", () => {
  const { spots } = winding(EVENING.slice(0, 9), HALLS.wide);
  const turn = spots.findIndex((spot, place) => place > 0 && spot.y > spots[place - 1]!.y + spot.w);
  expect(spots[turn + 1]!.x).toBeLessThan(spots[turn]!.x);
});

test("an empty path needs no room", () => {
  expect(winding([], HALLS.phone)).toEqual({ spots: [], steps: [] });
});
