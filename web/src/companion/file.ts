/** Text as something to save: an address that holds all of it. */
export function asFile(text: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
}
