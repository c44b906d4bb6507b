/** What tells adventurers apart, and who begins. */

import type { Position } from "./wire";

const WOVEN = ["sun", "stair", "hook", "cross", "diamond", "wave", "moon", "peaks"] as const;

/** Every adventurer's woven sign. */
export const signOf = (seat: number): string => `seat-${WOVEN[seat % WOVEN.length]}`;

/** The class that gives an adventurer's things their colour. */
export const colourOf = (seat: number): string => `s${(seat % WOVEN.length) + 1}`;

/** Whether the start player's mark lies here: with two adventurers each, at the first of the two. */
export function hasStartMark(position: Position, seat: number): boolean {
  return position.round > 0 && position.leaders.indexOf(position.start_player) === seat;
}
