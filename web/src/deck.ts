/** What is left in the deck, for anyone who counts. */

import { HAZARDS, isArtifact, isTreasure, valueOf, type Artifact, type Hazard } from "./cards";
import { hazardsOn } from "./path";
import type { Position } from "./wire";

/** Where the copies of one hazard are. */
export interface Copies {
  hazard: Hazard;
  inDeck: number;
  onPath: number;
  gone: number;
}

/** Every kind of hazard in the box, with where its copies are. */
export function copiesOf(position: Position): Copies[] {
  const gone = position.removed.map(({ card }) => card);
  const path = hazardsOn(position.path);
  const count = (cards: readonly string[], hazard: Hazard): number => cards.filter((card) => card === hazard).length;
  // A hazard that has just driven all out lies on the path and is gone already: it is counted once.
  return HAZARDS.map((hazard) => {
    const onPath = count(path, hazard);
    const justGone = onPath > 1 ? onPath - 1 : 0;
    return { hazard, inDeck: count(position.quest_deck, hazard), onPath, gone: count(gone, hazard) - justGone };
  }).filter(({ inDeck, onPath, gone }) => inDeck + onPath + gone > 0);
}

export const treasuresIn = (deck: readonly string[]): number[] => deck.filter(isTreasure).map(valueOf);

export const artifactsIn = (deck: readonly string[]): Artifact[] => deck.filter(isArtifact);
