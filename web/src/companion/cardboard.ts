/** A game of cardboard as people tell it: a record in JSON (docs/records.md). It has no rules; the house has them. */

import type { Choice } from "../cards";
import { Refusal } from "../http";
import type { Companion } from "../wire";
import type { Fact, Phrase } from "../words";

/** A Temple card with its artifact, a Quest card, or everybody's choices by seat with what each die showed. */
export type Act =
  | { round: string | null }
  | { card: string }
  | { laid: (Choice | null)[]; rolls?: (number | null)[] };

export interface ByHand {
  "incangold-record": number;
  rules: number;
  edition: string;
  players: { name: string; bot: string | null }[];
  start_player: number;
  start_named: boolean;
  luck: { "by-hand": true };
  acts: Act[];
}

/** What is agreed before the first card. */
export interface Seating {
  names: readonly string[];
  die: string | null; // the name of the die, when it plays
  edition: string;
  start: number;
}

export function seated({ names, die, edition, start }: Seating): ByHand {
  const people = names.map((name) => ({ name, bot: null }));
  return {
    "incangold-record": 1,
    rules: 1,
    edition,
    players: die === null ? people : [...people, { name: die, bot: "die" }],
    start_player: start,
    start_named: true,
    luck: { "by-hand": true },
    acts: [],
  };
}

/** How a kept game was seated, to sit down so again. */
export function seatingOf({ players, edition, start_player }: ByHand): Seating {
  const names = players.filter(({ bot }) => bot === null).map(({ name }) => name);
  return { names, die: players.find(({ bot }) => bot === "die")?.name ?? null, edition, start: start_player };
}

export const namesIn = ({ players }: ByHand): string[] => players.map(({ name }) => name);

export const andThen = (game: ByHand, ...acts: Act[]): ByHand => ({ ...game, acts: [...game.acts, ...acts] });

export const cutAfter = (game: ByHand, acts: number): ByHand => ({ ...game, acts: game.acts.slice(0, acts) });

export function renamed(game: ByHand, names: readonly string[]): ByHand {
  return { ...game, players: game.players.map((player, at) => ({ ...player, name: names[at] ?? player.name })) };
}

/** Whether two games have come equally far; what people are called does not matter. */
export const isSameTurn = (one: ByHand, other: ByHand): boolean => JSON.stringify(one.acts) === JSON.stringify(other.acts);

/** The seats that laid this card. */
export function seatsOf(act: Act, choice: Choice): number[] {
  return "laid" in act ? act.laid.flatMap((laid, seat) => (laid === choice ? [seat] : [])) : [];
}

/** What a device has kept, if it is a game at all; whether it could have happened, the house will say. */
export function readGame(text: string): ByHand | null {
  try {
    const game = JSON.parse(text) as Partial<ByHand> | null;
    const isGame = Array.isArray(game?.acts) && Array.isArray(game.players) && game.players.every(hasName);
    return isGame ? (game as ByHand) : null;
  } catch {
    return null;
  }
}

const hasName = (player: unknown): boolean => typeof (player as { name?: unknown } | null)?.name === "string";

/** Whoever leaves lays Camp, all others inside lay Torch; a die lays what the house says of its roll. */
export function laidBy({ position, dice }: Companion, leaving: readonly number[], rolls: Rolls): Act {
  const laid = position.leaders.map((_, seat): Choice | null => {
    const die = dice.find((one) => one.seat === seat);
    if (die) return die.lays[(rolls[seat] ?? 0) - 1] ?? "torch";
    if (!position.in_temple.includes(seat)) return null;
    return leaving.includes(seat) ? "camp" : "torch";
  });
  if (!position.dice.length) return { laid };
  return { laid, rolls: position.dice.map((seat) => rolls[seat] ?? null) };
}

/** What each die showed, by seat. */
export type Rolls = Readonly<Record<number, number>>;

/** Which dice have something to fear and have not been rolled. */
export const toRoll = ({ dice }: Companion, rolls: Rolls): number[] =>
  dice.filter(({ seat, fear }) => fear > 0 && rolls[seat] === undefined).map(({ seat }) => seat);

/** How many acts could have happened before the one that is refused; null when it is refused for another reason. */
export function fitting({ facts }: Refusal): number | null {
  const place = /^acts\[(\d+)\]$/.exec(String(facts["where"] ?? ""));
  return place ? Number(place[1]) : null;
}

/** What is wrong, without the place in the record where it is wrong. */
export function reason(refusal: Refusal): Refusal {
  const why = refusal.facts["why"];
  return refusal.key === "refusal.bad_json" && isPhrase(why) ? new Refusal(why.key, why.facts) : refusal;
}

const isPhrase = (fact: Fact | undefined): fact is Phrase => typeof fact === "object" && fact !== null;
