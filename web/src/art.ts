/** The drawings: one sheet of symbols that every page may <use>, and the temple at dusk. */
import artSheet from "./art/art.svg?url";
import duskScene from "./art/scene.svg?url";

/** Hang the sheet in the page, so that `<use href="#torch">` finds its drawing and takes the page's colours. */
export async function hangArt(): Promise<void> {
  const sheet = document.createElement("div");
  sheet.hidden = true;
  sheet.innerHTML = await drawing(artSheet);
  document.body.prepend(sheet);
}

/** The temple at dusk (by day, in the light theme), as markup. */
export function templeScene(): Promise<string> {
  return drawing(duskScene);
}

async function drawing(address: string): Promise<string> {
  return (await fetch(address)).text();
}
