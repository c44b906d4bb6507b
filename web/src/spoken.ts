/** The spoken twin of the table: what was turned over, in one polite breath. */

import { told } from "./story";
import type { Position, Turned } from "./wire";
import { say } from "./words";

/** What happened, and then what matters for the next choice. */
export function spoken(
  { events, position }: Pick<Turned, "events" | "position">,
  players: readonly string[],
  own: readonly number[],
): string {
  const happened = told(
    events.filter(({ event }) => event !== "ChoicesRevealed"),
    players,
  );
  return [...happened, ...next(position, own)].join(" ");
}

function next(position: Position, own: readonly number[]): string[] {
  if (position.phase !== "choices") return [];
  const inside = own.filter((seat) => position.in_temple.includes(seat));
  const carried = inside.map((seat) => position.beside_tent[seat] ?? 0);
  if (!inside.length) return [say("web.spoken.inside", { n: position.in_temple.length })];
  return [say("web.spoken.carry", { carried: carried.join(" + "), n: position.in_temple.length })];
}
