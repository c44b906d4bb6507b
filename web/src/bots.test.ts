import { describe, expect, it } from "vitest";
import roster from "../../src/incangold/words/en.json";
import { companions, COMPANY_KINDS, faceOf, facesFirst } from "./bots";

describe("companions", () => {
  it.each(COMPANY_KINDS)("of a %s company are all different, and known to the house", (company) => {
    for (const count of [1, 2, 4, 7]) {
      const bots = companions(count, company);
      expect(new Set(bots).size).toBe(count);
      expect(bots.filter((bot) => !(`bot.${bot}.name` in roster))).toEqual([]);
    }
  });

  it("are never the strongest for a newcomer, and always among them in a hard company", () => {
    for (let time = 0; time < 50; time++) {
      const [gentle, mixed, hard] = [companions(4, "gentle"), companions(4, "mixed"), companions(4, "hard")];
      expect([...gentle, ...mixed]).not.toContain("amauta");
      expect(gentle).toContain("warma");
      expect(mixed).toContain("willaq");
      expect(hard).toContain("amauta");
    }
  });

  it("sit in another order at another table", () => {
    const tables = Array.from({ length: 50 }, () => companions(4, "mixed").join());
    expect(new Set(tables).size).toBeGreaterThan(1);
  });
});

describe("faces", () => {
  it("are one's own along the line, the die's, or a traveller's", () => {
    expect(["warma", "amauta", "die", "timid", "turn:6"].map(faceOf)).toEqual([
      "face-warma",
      "face-amauta",
      "die-5",
      "face-other",
      "face-other",
    ]);
  });

  it("come first where bots are chosen, the weakest before the strongest", () => {
    const bots = ["die", "warma", "qhatuq", "amauta", "turn"].map((bot) => ({ bot }));
    expect(facesFirst(bots).map((one) => one.bot)).toEqual(["warma", "qhatuq", "amauta", "die", "turn"]);
  });
});
