/** What players and their adventurers are called. */

/** Letters in a name; the house refuses a longer one. */
export const LONGEST_NAME = 24;

/** By seat: with two players each name stands twice, as Ana/1 and Ana/2. */
export function adventurerNames(players: readonly string[]): string[] {
  return players.length === 2 ? players.flatMap((name) => [`${name}/1`, `${name}/2`]) : [...players];
}

/** An adventurer's name without its number, and the number: only the first may be cut. */
export function numbered(adventurer: string): { name: string; number: string } {
  const [number] = /\/[12]$/.exec(adventurer) ?? [""];
  return { name: adventurer.slice(0, adventurer.length - number.length), number };
}
