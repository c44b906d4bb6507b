/** Where the lines of the curve run: shares of the win over the steps of a game, in pixels. */

import type { Chances } from "../wire";

export interface Plot {
  width: number;
  height: number;
  last: number; // the last step of the game
  top: number; // the share at the upper edge
}

/** Every player's line has a pattern of its own, so that none depends on its colour. */
export const DASHES = ["none", "9 4", "2 4", "12 4 2 4", "5 3", "14 3 3 3 3 3", "1 5", "18 5"] as const;

const TOPS = [0.3, 0.4, 0.6, 0.8, 1] as const;

/** The curve begins one step before the first: when everybody had the same chance. */
export const xOf = ({ width, last }: Plot, step: number): number => ((step + 1) / (last + 1)) * width;

export const yOf = ({ height, top }: Plot, share: number): number => height * (1 - share / top);

/** The step nearest to a place on the plot. */
export function stepAt({ width, last }: Plot, x: number): number {
  const step = Math.round((x / Math.max(1, width)) * (last + 1)) - 1;
  return Math.min(Math.max(step, 0), last);
}

/** The lowest upper edge that has room for all that is shown. */
export function topFor(curve: readonly Chances[]): number {
  const highest = Math.max(0, ...curve.flatMap(({ shares }) => shares));
  return TOPS.find((top) => highest <= top * 0.96) ?? 1;
}

export function line(plot: Plot, curve: readonly Chances[], player: number): string {
  const spots = curve.map(({ act, shares }) => `${xOf(plot, act).toFixed(1)},${yOf(plot, shares[player] ?? 0).toFixed(1)}`);
  return spots.join(" ");
}

/** Heights for marks that belong at these heights but may not cover each other. */
export function apart(heights: readonly number[], room: number, least: number, most: number): number[] {
  const order = heights.map((_, which) => which).sort((one, other) => heights[one]! - heights[other]!);
  const placed = [...heights];
  let above = least - room;
  for (const which of order) above = placed[which] = Math.max(heights[which]!, above + room);
  let below = most + room;
  for (const which of order.reverse()) below = placed[which] = Math.min(placed[which]!, below - room);
  return placed;
}
