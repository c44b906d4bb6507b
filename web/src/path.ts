/** What lies on the path, and what leavers would take from it. */

import { isArtifact, isHazard, isTreasure, type Artifact, type Hazard } from "./cards";
import type { OnPath, Position } from "./wire";

export type Path = readonly OnPath[];

export const treasureOn = (path: Path): number => path.reduce((sum, spot) => sum + spot.treasure, 0);

export const hazardsOn = (path: Path): Hazard[] => path.map((spot) => spot.card).filter(isHazard);

export const artifactsOn = (path: Path): Artifact[] => path.map((spot) => spot.card).filter(isArtifact);

/** Whether the edition, as it is typed, has this field. */
const plays = (position: Position, field: string): boolean => position.edition.split(" ").includes(field);

export const isSharedByCard = (position: Position): boolean => plays(position, "path_share=by_card");

/** R5. The literal edition, or any other told so, settles the leavers after the card. */
export function cardComesFirst(position: Position): boolean {
  return (
    plays(position, "turn_order=card_first") ||
    (plays(position, "literal") && !plays(position, "turn_order=leavers_first"))
  );
}

/** R9. What each of so many leavers takes, and the path they leave behind. */
export function sharePath(path: Path, among: number, byCard: boolean): { each: number; path: OnPath[] } {
  if (byCard) {
    return {
      each: path.reduce((sum, spot) => sum + Math.floor(spot.treasure / among), 0),
      path: path.map((spot) => ({ ...spot, treasure: spot.treasure % among })),
    };
  }
  const lying = treasureOn(path);
  const newestTreasure = path.findLastIndex((spot) => isTreasure(spot.card));
  return {
    each: Math.floor(lying / among),
    path: path.map((spot, place) => ({ ...spot, treasure: place === newestTreasure ? lying % among : 0 })),
  };
}
