/** Focus follows the scene: its heading is focused when it appears, so that keys and voices begin there. */

/** For `<h1 tabindex="-1" {@attach focused}>`; the first page of a visit is left as the browser opens it. */
export function focused(heading: HTMLElement): void {
  if (arrived) heading.focus({ preventScroll: true });
  arrived = true;
}

let arrived = false;
