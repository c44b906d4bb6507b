import { describe, expect, it } from "vitest";
import stories from "./fixtures/story.json";
import { sentence, told, winners } from "./story";
import type { GameEnded, Happening } from "./wire";
import { speak, type Language } from "./words";

interface Told {
  players: string[];
  told: { event: Happening; en: string; pl: string }[];
}

const games = stories as unknown as Told[];

describe.each<Language>(["en", "pl"])("the story in %s", (language) => {
  it("is told as in the terminal, event by event", async () => {
    await speak(language);
    for (const { players, told } of games) {
      for (const one of told) expect(sentence(one.event, players)).toBe(one[language]);
    }
  });
});

describe("the story", () => {
  it("leaves out what the next event says better", async () => {
    await speak("en");
    const events: Happening[] = [
      { event: "CardTurned", card: "snakes" },
      { event: "Frightened", hazard: "snakes" },
    ];
    expect(told(events, ["Ana", "Bo", "Cy"])).toEqual(["Snakes! Only a fright."]);
  });

  it("tells how a tie was broken", async () => {
    await speak("en");
    const tie: GameEnded = { event: "GameEnded", scores: [20, 20, 7], artifacts: [0, 1, 0], winners: [1] };
    expect(winners(tie, ["Ana", "Bo", "Cy"])).toBe("Bo wins the tie by artifacts.");
    expect(winners({ ...tie, winners: [0, 1] }, ["Ana", "Bo", "Cy"])).toBe("Ana and Bo share the win.");
  });
});
