import { beforeAll, expect, test } from "vitest";
import { spoken } from "./spoken";
import type { Happening, Position } from "./wire";
import { speak } from "./words";

const players = ["Ana", "Bo", "Cy"];
const position = { phase: "choices", in_temple: [0, 2], beside_tent: [7, 0, 7] } as unknown as Position;
const events: Happening[] = [
  { event: "ChoicesRevealed", laid: ["torch", "camp", "torch"] },
  { event: "ReturnedToCamp", seats: [1], each: 2, brought: [5], left: 0 },
  { event: "CardTurned", card: "treasure 9" },
  { event: "TreasureShared", seats: [0, 2], each: 4, left: 1 },
];

beforeAll(() => speak("en"));

test("what happened, and what one carries now", () => {
  expect(spoken({ events, position }, players, [0])).toBe(
    "Bo returns to camp with 5. Treasure 9: 4 each, 1 stays on the path. You carry 7; 2 are inside.",
  );
});

test("from camp, or watching: how many are inside", () => {
  expect(spoken({ events, position }, players, [1])).toMatch(/path\. 2 are still inside\.$/);
});

test("nobody's choice is told by itself, for what follows tells it", () => {
  expect(spoken({ events, position }, players, [])).not.toContain("goes on");
});
