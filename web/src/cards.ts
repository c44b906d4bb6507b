/** Cards as records and the wire write them (`treasure 11`, `snakes`, `mask`), and stones. */

export const HAZARDS = ["spiders", "mummies", "fire", "snakes", "rocks"] as const;
export const ARTIFACTS = ["tumi", "llama", "quipu", "condor", "mask"] as const;

export type Hazard = (typeof HAZARDS)[number];
export type Artifact = (typeof ARTIFACTS)[number];
export type Choice = "torch" | "camp";
export type Stone = "gold" | "obsidian" | "turquoise";

export const isHazard = (card: string): card is Hazard => (HAZARDS as readonly string[]).includes(card);
export const isArtifact = (card: string): card is Artifact => (ARTIFACTS as readonly string[]).includes(card);
export const isTreasure = (card: string): boolean => card.startsWith("treasure ");

/** What a treasure card is worth; nothing for any other card. */
export const valueOf = (card: string): number => (isTreasure(card) ? Number(card.slice("treasure ".length)) : 0);

/** R0. A pile drawn with the fewest stones: gold 10, obsidian 5, turquoise 1. */
export function stones(value: number): Stone[] {
  const pile = (stone: Stone, count: number): Stone[] => Array<Stone>(count).fill(stone);
  return [
    ...pile("gold", Math.floor(value / 10)),
    ...pile("obsidian", Math.floor((value % 10) / 5)),
    ...pile("turquoise", value % 5),
  ];
}

/** Treasures rising, then hazards, then artifacts: a deck in this order tells no order of its own. */
export function inBoxOrder(cards: readonly string[]): string[] {
  return [...cards].sort((one, other) => placeInBox(one) - placeInBox(other));
}

const named: readonly string[] = [...HAZARDS, ...ARTIFACTS];

function placeInBox(card: string): number {
  return isTreasure(card) ? valueOf(card) : 100 + named.indexOf(card);
}

/** The same cards without one of this kind. */
export function without(cards: readonly string[], card: string): string[] {
  const place = cards.indexOf(card);
  return place < 0 ? [...cards] : [...cards.slice(0, place), ...cards.slice(place + 1)];
}
