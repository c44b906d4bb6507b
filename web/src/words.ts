/** Every sentence on the screen, in the reader's language: from the house's catalogue, and from the page's own. */
import { createSubscriber } from "svelte/reactivity";
import { keep, kept } from "./keep";

export type Language = "en" | "pl";
export type Fact = string | number | Phrase;
export type Facts = Record<string, Fact>;

/** A fact that is itself to be said in the reader's language. */
export interface Phrase {
  key: string;
  facts: Facts;
}

type Sentence = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Book = Record<string, Sentence>;

export const LANGUAGES: readonly { language: Language; name: string }[] = [
  { language: "en", name: "English" },
  { language: "pl", name: "Polski" },
];

const SHELF: Record<Language, () => Promise<{ default: Book }[]>> = {
  en: () => Promise.all([import("../../src/incangold/words/en.json"), import("../words/en.json")]),
  pl: () => Promise.all([import("../../src/incangold/words/pl.json"), import("../words/pl.json")]),
};

let spoken: Language = "en";
let book: Book = {};
let plural = new Intl.PluralRules(spoken);

let turnPage = () => {};
const reading = createSubscriber((update) => {
  turnPage = update;
});

/** What the reader chose before, otherwise what the browser asks for. */
export function readersLanguage(): Language {
  return kept("language") ?? (navigator.languages.some(isPolish) ? "pl" : "en");
}

/** Go over to a language: its book is fetched, and everything said so far is said anew. */
export async function speak(language: Language): Promise<void> {
  const pages = await SHELF[language]();
  book = Object.assign({}, ...pages.map((page) => page.default)) as Book;
  plural = new Intl.PluralRules(language);
  spoken = language;
  document.documentElement.lang = language;
  turnPage();
}

/** The reader chooses, and is remembered. */
export async function choose(language: Language): Promise<void> {
  keep("language", language);
  await speak(language);
}

/** The language spoken now. */
export function language(): Language {
  reading();
  return spoken;
}

/** Whether there is a sentence under this key. */
export function canSay(key: string): boolean {
  reading();
  return key in book;
}

/** The sentence under this key, with the facts put in; `n` decides its plural. */
export function say(key: string, facts: Facts = {}): string {
  reading();
  const sentence = book[key];
  if (sentence === undefined) return key;
  const text =
    typeof sentence === "string" ? sentence : (sentence[pluralOf(facts["n"])] ?? sentence.other ?? sentence.many);
  return (text ?? key).replace(/\{(\w+)\}/g, (gap, name: string) => (name in facts ? told(facts[name]!) : gap));
}

/** Ana; Ana and Bo; Ana, Bo and Cy; nobody. */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1);
  if (last === undefined) return say("list.nobody");
  return parts.length === 1 ? last : say("list.last", { others: parts.slice(0, -1).join(", "), last });
}

/** A card by its name: `treasure 11`, `snakes`, `mask`. */
export function cardName(card: string): string {
  const [kind, value] = card.split(" ");
  if (kind === "treasure") return say("card.treasure", { value: value ?? "" });
  return say(canSay(`hazard.${card}`) ? `hazard.${card}` : `artifact.${card}`);
}

/** With a capital letter, as a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function told(fact: Fact): string {
  return typeof fact === "object" && fact !== null ? say(fact.key, fact.facts) : String(fact);
}

function pluralOf(n: Fact | undefined): Intl.LDMLPluralRule {
  return plural.select(Number(n));
}

/** Whoever reads Polish at all, and not English before it. */
function isPolish(tag: string, place: number, tags: readonly string[]): boolean {
  return tag.startsWith("pl") && !tags.slice(0, place).some((earlier) => earlier.startsWith("en"));
}
