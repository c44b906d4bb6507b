/** Which page the address means, and how to go to another. */
import { createSubscriber } from "svelte/reactivity";

export type Route =
  | { page: "home" }
  | { page: "join" }
  | { page: "table"; code: string }
  | { page: "replay"; code: string; game: number }
  | { page: "aid" }
  | { page: "companion" }
  | { page: "nowhere" };

let moved = () => {};
const travelling = createSubscriber((update) => {
  moved = update;
  addEventListener("popstate", update);
  return () => removeEventListener("popstate", update);
});

/** The page that is asked for; components that read it follow. */
export function route(): Route {
  travelling();
  return routeOf(location.pathname, location.hash);
}

export function routeOf(path: string, hash = ""): Route {
  const [, written, game] = /^\/t\/([^/]+)(?:\/games\/(\d+))?\/?$/.exec(path) ?? [];
  const code = decoded(written);
  if (code && game) return { page: "replay", code, game: Number(game) };
  if (code) return { page: "table", code };
  if (/^\/aid\/?$/.test(path)) return { page: "aid" };
  if (/^\/companion\/?$/.test(path)) return { page: "companion" };
  if (path !== "/") return { page: "nowhere" };
  return hash === "#join" ? { page: "join" } : { page: "home" };
}

/** A part of an address as it was meant; nothing if it cannot be read. */
function decoded(written: string | undefined): string | undefined {
  try {
    return written && decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

export function go(path: string): void {
  history.pushState(null, "", path);
  moved();
}

/** Follow links within the house without loading the page anew. */
export function followLinks(click: MouseEvent): void {
  const link = (click.target as Element).closest("a");
  const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
  if (!link || !plain || click.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  click.preventDefault();
  if (link.href !== location.href) go(link.href);
}
