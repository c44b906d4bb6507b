/** Day or dusk: what the reader chose, otherwise what the system prefers. */
import type { Theme } from "./keep";

export function showTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
}

/** The theme that is seen now. */
export function seenTheme(theme: Theme | null): Theme {
  return theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
}
