import { beforeEach, describe, expect, it } from "vitest";
import { cardName, choose, language, listed, readersLanguage, say, speak } from "./words";

beforeEach(() => localStorage.clear());

describe("English", () => {
  beforeEach(() => speak("en"));

  it("puts facts into sentences", () => {
    expect(say("event.won", { who: "Ana" })).toBe("Ana wins.");
  });

  it("chooses between one and many", () => {
    expect(say("deck.cards", { n: 1 })).toBe("1 card left");
    expect(say("deck.cards", { n: 2 })).toBe("2 cards left");
  });

  it("says a fact that is itself a phrase", () => {
    const phase = { key: "phase.over", facts: {} };
    expect(say("refusal.not_time_to_turn", { phase })).toBe("No card can be turned now: the game is over.");
  });

  it("never takes a fact for a gap", () => {
    expect(say("event.won", { who: "{who} $& Bo" })).toBe("{who} $& Bo wins.");
  });

  it("names cards and lists people", () => {
    expect([cardName("treasure 11"), cardName("snakes"), cardName("mask")]).toEqual([
      "treasure 11",
      "snakes",
      "Sun Mask",
    ]);
    expect([listed([]), listed(["Ana"]), listed(["Ana", "Bo", "Cy"])]).toEqual(["nobody", "Ana", "Ana, Bo and Cy"]);
  });
});

describe("Polish", () => {
  beforeEach(() => speak("pl"));

  it("has three plurals", () => {
    const left = [1, 3, 5, 12, 22].map((n) => say("deck.cards", { n }));
    expect(left).toEqual([
      "została 1 karta",
      "zostały 3 karty",
      "zostało 5 kart",
      "zostało 12 kart",
      "zostały 22 karty",
    ]);
  });

  it("tells the page its language", () => {
    expect(document.documentElement.lang).toBe("pl");
  });
});

describe("the reader's language", () => {
  it("is the one chosen before", async () => {
    await choose("pl");
    expect(language()).toBe("pl");
    expect(readersLanguage()).toBe("pl");
  });
});

describe("the page's own words", () => {
  const books = import.meta.glob<Record<string, unknown>>("../words/*.json", { eager: true, import: "default" });
  const [english, polish] = [books["../words/en.json"]!, books["../words/pl.json"]!];
  const sources = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const written = Object.values(sources).join("\n");
  const gaps = (sentence: unknown) => [...new Set(JSON.stringify(sentence).match(/\{\w+\}/g))].sort();

  it("are the same sentences with the same gaps in both languages", () => {
    expect(Object.keys(polish)).toEqual(Object.keys(english));
    for (const key of Object.keys(english)) expect([key, gaps(polish[key])]).toEqual([key, gaps(english[key])]);
  });

  it("count as each language does", () => {
    const forms = (book: Record<string, unknown>) =>
      Object.values(book).filter((sentence) => typeof sentence === "object").map((sentence) => Object.keys(sentence!));
    expect(new Set(forms(english).map(String))).toEqual(new Set(["one,other"]));
    expect(new Set(forms(polish).map(String))).toEqual(new Set(["one,few,many"]));
  });

  it("lack none that is asked for", () => {
    const asked = [...written.matchAll(/"(web\.[a-z0-9_.]+[a-z0-9_])"/g)].map((match) => match[1]!);
    expect(asked.filter((key) => !(key in english))).toEqual([]);
  });

  it("have none that nobody says", () => {
    const stems = [...written.matchAll(/`(web\.[a-z0-9_.]*)\$\{/g)].map((match) => match[1]!);
    const said = (key: string) => written.includes(`"${key}"`) || stems.some((stem) => key.startsWith(stem));
    expect(Object.keys(english).filter((key) => !said(key))).toEqual([]);
  });
});
