/** The front door: hangs the drawings, opens the reader's book of words, and shows the page. */
import { mount } from "svelte";
import App from "./App.svelte";
import { hangArt } from "./art";
import { loadAnew } from "./build";
import { kept } from "./keep";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/kit.css";
import "./styles/table.css";
import "./styles/pages.css";
import "./styles/global.css";
import { showTheme } from "./theme";
import { readersLanguage, speak } from "./words";

addEventListener("vite:preloadError", loadAnew);
showTheme(kept("theme"));
void hangArt();
void speak(readersLanguage()).then(() => mount(App, { target: document.getElementById("page")! }));
