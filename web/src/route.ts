/** Which page the address means, and how to go to another. */
import { createSubscriber } from "svelte/reactivity";

export type Route =
  | { page: "home" }
  | { page: "join" }
  | { page: "table"; code: string }
  | { page: "replay"; code: string; game: number }
  | { page: "aid" }
  | { page: "companion" };

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
  const replay = /^\/t\/([^/]+)\/games\/(\d+)\/?$/.exec(path);
  if (replay) return { page: "replay", code: decodeURIComponent(replay[1]!), game: Number(replay[2]) };
  const table = /^\/t\/([^/]+)\/?$/.exec(path);
  if (table) return { page: "table", code: decodeURIComponent(table[1]!) };
  if (/^\/aid\/?$/.test(path)) return { page: "aid" };
  if (/^\/companion\/?$/.test(path)) return { page: "companion" };
  return hash === "#join" ? { page: "join" } : { page: "home" };
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
