/** A page of an older build than the server's is loaded anew, at most once a minute. */

const MINUTE = 60_000;
const KEY = "incangold.reloaded";

/** What this page was made from; "dev" while it is being written. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "dev";
}

export function followBuild(serverBuild: string): void {
  const own = ownBuild();
  if (own !== "dev" && serverBuild !== "dev" && own !== serverBuild) loadAnew();
}

/** Also when a part of the page is no longer where this build expects it. */
export function loadAnew(): void {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < MINUTE) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
