import { beforeEach, describe, expect, it } from "vitest";
import type { Advice, Decision, Position, Weighed } from "../wire";
import { speak } from "../words";
import { apart, line, stepAt, topFor, xOf, yOf, type Plot } from "./plot";
import { cardsNamed, costliest, costNamed, inHandOrder, leavingTold, oddsTold } from "./telling";

const weighed = (cards: Weighed["cards"], likely: number, cost: number): Weighed => ({ cards, likely, cost, share: 0.3 });

const advice: Advice = {
  driven_out: 1 / 14,
  next_card: 0.625,
  leaving_alone: 5,
  leaving_together: 2,
  artifacts: 0,
  share: 0.3,
  choices: [weighed(["camp"], 0.25, 0), weighed(["torch"], 0.75, 0.012)],
  exact: false,
};
const position = { in_temple: [0, 1, 2], edition: "incan-gold" } as unknown as Position;

describe("what the coach says", () => {
  beforeEach(() => speak("en"));

  it("has Torch before Camp, whichever is best", () => {
    expect(inHandOrder(advice).map(({ cards }) => cards[0])).toEqual(["torch", "camp"]);
    expect(inHandOrder(advice).map(({ cost }) => costNamed(cost))).toEqual(["1.2", "best"]);
  });

  it("tells of two adventurers how many leave, not which", () => {
    const choices = [
      weighed(["torch", "camp"], 0.2, 0),
      weighed(["camp", "torch"], 0.2, 0),
      weighed(["camp", "camp"], 0.5, 0.1),
      weighed(["torch", "torch"], 0.1, 0.2),
    ];
    const told = inHandOrder({ ...advice, choices });
    expect(told.map(({ cards }) => cardsNamed(cards))).toEqual(["both Torch", "one of each", "both Camp"]);
    expect(told.map(({ likely }) => likely)).toEqual([0.1, 0.4, 0.5]);
  });

  it("is short, in both languages", async () => {
    expect([...oddsTold(advice, position), ...leavingTold(advice, position)]).toEqual([
      "Driven out by the next card: 7.1\u00a0%.",
      "The next card brings each of the 3 inside 0.63 on average.",
      "Home now: 5 as the only one, 2 if all leave.",
      "Best choice: about 30.0\u00a0% to win.",
    ]);
    await speak("pl");
    expect(oddsTold({ ...advice, driven_out: 0 }, position)[0]).toBe("Teraz żadna karta cię nie wypędzi.");
    expect(costNamed(0.012)).toBe("1,2");
  });

  it("names the costliest choice of a step, and none where all were good", () => {
    const decisions = [0.001, 0.04, 0].map((cost, player) => ({ cost, player }) as Decision);
    expect(costliest(decisions)?.player).toBe(1);
    expect(costliest(decisions.slice(2))).toBeUndefined();
  });
});

describe("the curve", () => {
  const plot: Plot = { width: 200, height: 100, last: 9, top: 0.4 };

  it("begins before the first step and ends at the last", () => {
    expect([xOf(plot, -1), xOf(plot, 9)]).toEqual([0, 200]);
    expect([yOf(plot, 0), yOf(plot, 0.4)]).toEqual([100, 0]);
    expect(line(plot, [{ act: -1, shares: [0.2] }, { act: 4, shares: [0.4] }], 0)).toBe("0.0,50.0 100.0,0.0");
  });

  it("finds the step under a finger, and none outside the game", () => {
    expect([-20, 0, 99, 200, 260].map((x) => stepAt(plot, x))).toEqual([0, 0, 4, 9, 9]);
  });

  it("has room for all that is shown", () => {
    expect([0.25, 0.33, 0.9, 1].map((share) => topFor([{ act: 0, shares: [share, 0.1] }]))).toEqual([0.3, 0.4, 1, 1]);
  });

  it("keeps the signs at its end apart and inside", () => {
    expect(apart([50, 50, 52], 10, 0, 100)).toEqual([50, 60, 70]);
    expect(apart([98, 99, 2], 10, 0, 100)).toEqual([90, 100, 2]);
  });
});
