/** How a game ended, player by player, the winner first. */
import type { GameEnded, Happening, Held, Position } from "./wire";

export interface Result {
  player: number;
  seat: number; // the player's first adventurer, whose sign stands for both
  rank: number; // the same for those who share it
  wins: boolean;
  score: number;
  treasure: number;
  artifacts: Held[];
}

export function endOf(story: readonly Happening[]): GameEnded | null {
  const last = story.findLast((event) => event.event === "GameEnded");
  return last ?? null;
}

export function standing(end: GameEnded, position: Position): Result[] {
  const results = end.scores.map((score, player) => ({
    ...tentsOf(player, position),
    player,
    score,
    wins: end.winners.includes(player),
  }));
  const better = (one: (typeof results)[number], other: (typeof results)[number]) =>
    Number(other.wins) - Number(one.wins) ||
    other.score - one.score ||
    other.artifacts.length - one.artifacts.length ||
    one.player - other.player;
  const isAbove = (one: (typeof results)[number], other: (typeof results)[number]) =>
    one.score > other.score || (one.score === other.score && one.artifacts.length > other.artifacts.length);
  return results
    .toSorted(better)
    .map((one) => ({ ...one, rank: 1 + results.filter((other) => isAbove(other, one)).length }));
}

/** What lies in and beside the tents of one player's adventurers. */
function tentsOf(
  player: number,
  { leaders, in_tent, artifacts }: Position,
): Pick<Result, "seat" | "treasure" | "artifacts"> {
  const seats = leaders.flatMap((leader, seat) => (leader === player ? [seat] : []));
  return {
    seat: leaders.indexOf(player),
    treasure: seats.reduce((sum, seat) => sum + (in_tent?.[seat] ?? 0), 0),
    artifacts: seats.flatMap((seat) => artifacts[seat] ?? []),
  };
}
