/** A table's code as people type it: in any case, with spaces, or inside a link. */

export function codeIn(typed: string): string {
  const code = /\/t\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;
  return code.replace(/\s+/g, "").toUpperCase().slice(0, 16);
}
