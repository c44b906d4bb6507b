/** An edition as it is typed: a name, then the fields that differ (`incan-gold open_tents=yes`). */

import { ARTIFACTS, HAZARDS, type Artifact, type Hazard } from "./cards";
import named from "./editions.json";

/** Every field of an edition, as it is typed. */
export type Rules = (typeof named)["incan-gold"];

export interface Edition {
  name: string;
  fields: Record<string, string>;
}

export function readEdition(text: string): Edition {
  const [name = "incan-gold", ...changes] = text.split(" ").filter(Boolean);
  return { name, fields: Object.fromEntries(changes.map((change) => change.split("=") as [string, string])) };
}

export function writeEdition({ name, fields }: Edition): string {
  return [name, ...Object.entries(fields).map(([field, value]) => `${field}=${value}`)].join(" ");
}

export function hasOpenTents(text: string): boolean {
  return readEdition(text).fields["open_tents"] === "yes";
}

/** The same edition with its tents open or closed. */
export function withOpenTents(text: string, open: boolean): string {
  const { name, fields } = readEdition(text);
  const { open_tents: _, ...others } = fields;
  return writeEdition({ name, fields: open ? { ...others, open_tents: "yes" } : others });
}

/** Another edition, the fields of the old one kept. */
export function renamed(text: string, name: string): string {
  return writeEdition({ ...readEdition(text), name });
}

/** All the rules of an edition: those of its name, then the fields that differ. */
export function rulesOf(text: string): Rules {
  const { name, fields } = readEdition(text);
  const base = name in named ? named[name as keyof typeof named] : named["incan-gold"];
  return { ...base, ...fields };
}

export const treasuresOf = ({ treasures }: Rules): string[] => treasures.split(",").filter(Boolean);

export function hazardsOf({ hazards, hazard_copies }: Rules): readonly Hazard[] {
  return Number(hazard_copies) ? HAZARDS.filter((hazard) => hazards.split(",").includes(hazard)) : [];
}

/** One for each round, as long as there are any. */
export function artifactsOf({ artifacts, rounds }: Rules): readonly Artifact[] {
  return artifacts === "none" ? [] : ARTIFACTS.slice(0, Number(rounds));
}

/** The player aid for a table of this edition. */
export function aidLink(edition: string): string {
  return `/aid?edition=${encodeURIComponent(edition)}`;
}
