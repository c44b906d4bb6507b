/** An edition as it is typed: a name, then the fields that differ (`incan-gold open_tents=yes`). */

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
