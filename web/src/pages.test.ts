import { describe, expect, it } from "vitest";
import { codeIn } from "./code";
import {
  aidLink,
  artifactsOf,
  hasOpenTents,
  hazardsOf,
  renamed,
  rulesOf,
  treasuresOf,
  withOpenTents,
} from "./edition";
import { openAddress } from "./house";
import { routeOf } from "./route";
import { standing } from "./standing";
import type { GameEnded, HouseFacts, Position } from "./wire";

describe("an address", () => {
  it("means a page", () => {
    expect(routeOf("/")).toEqual({ page: "home" });
    expect(routeOf("/", "#join")).toEqual({ page: "join" });
    expect(routeOf("/t/LLAMA")).toEqual({ page: "table", code: "LLAMA" });
    expect(routeOf("/t/LLAMA/games/2")).toEqual({ page: "replay", code: "LLAMA", game: 2 });
    expect(routeOf("/aid")).toEqual({ page: "aid" });
    expect(routeOf("/companion")).toEqual({ page: "companion" });
    expect(routeOf("/t/%C5%81AMA/")).toEqual({ page: "table", code: "ŁAMA" });
  });

  it("may lead nowhere", () => {
    for (const path of ["/nope", "/t", "/t/LLAMA/games", "/t/LLAMA/games/x", "/t/%E0%A4%A", "/aid/2"])
      expect(routeOf(path, "#join")).toEqual({ page: "nowhere" });
  });
});

describe("a code", () => {
  it("may be typed in any case, with spaces, or as a link", () => {
    expect(codeIn(" llama 42 ")).toBe("LLAMA42");
    expect(codeIn("http://192.168.1.5:8000/t/ZPJYVF#seat=x")).toBe("ZPJYVF");
  });
});

describe("an edition", () => {
  it("opens and closes its tents and keeps its other fields", () => {
    const open = withOpenTents("bga rounds=3", true);
    expect(open).toBe("bga rounds=3 open_tents=yes");
    expect(hasOpenTents(open)).toBe(true);
    expect(withOpenTents(open, false)).toBe("bga rounds=3");
    expect(renamed(open, "modern")).toBe("modern rounds=3 open_tents=yes");
  });

  it("has the rules of its name, and those of its fields over them", () => {
    const bga = rulesOf("bga rounds=3 hazard_copies=0");
    expect(bga).toMatchObject({ first_hazard: "choose", artifacts: "printed", turn_order: "leavers_first", rounds: "3" });
    expect(treasuresOf(bga)).not.toContain("17");
    expect(artifactsOf(bga)).toEqual(["tumi", "llama", "quipu"]);
    expect(hazardsOf(bga)).toEqual([]);
    expect(artifactsOf(rulesOf("diamant"))).toEqual([]);
    expect(rulesOf("")).toEqual(rulesOf("incan-gold"));
  });

  it("is named in the link to its player aid", () => {
    expect(aidLink("bga rounds=3")).toBe("/aid?edition=bga%20rounds%3D3");
  });
});

describe("where friends can open the house", () => {
  const facts = { addresses: ["http://192.168.1.5:8000/"] } as unknown as HouseFacts;
  const at = (address: string) => new URL(address) as unknown as Location;

  it("is here, unless here is only this computer", () => {
    expect(openAddress(facts, at("https://gold.example.org/"))).toBe("https://gold.example.org");
    expect(openAddress(facts, at("http://localhost:8000/"))).toBe("http://192.168.1.5:8000");
    expect(openAddress({ ...facts, addresses: [] }, at("http://127.0.0.1:8000/"))).toBeNull();
  });
});

describe("the standing", () => {
  const end: GameEnded = { event: "GameEnded", scores: [20, 31, 31], artifacts: [0, 0, 1], winners: [2] };
  const position = {
    leaders: [0, 1, 2],
    in_tent: [20, 31, 26],
    artifacts: [[], [], [{ artifact: "mask", worth: 5 }]],
  } as unknown as Position;

  it("puts the winner first and shares ranks only where nothing decides", () => {
    expect(standing(end, position).map(({ player, rank }) => [player, rank])).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
    ]);
    const shared = { ...end, artifacts: [0, 0, 0], winners: [1, 2] };
    const bare = { ...position, artifacts: [[], [], []] };
    expect(standing(shared, bare).map(({ player, rank }) => [player, rank])).toEqual([
      [1, 1],
      [2, 1],
      [0, 3],
    ]);
  });

  it("adds up both adventurers of one player", () => {
    const two = {
      leaders: [0, 0, 1, 1],
      in_tent: [4, 5, 1, 2],
      artifacts: [[], [{ artifact: "tumi", worth: 5 }], [], []],
    } as unknown as Position;
    const [first] = standing({ event: "GameEnded", scores: [14, 3], artifacts: [1, 0], winners: [0] }, two);
    expect([first?.treasure, first?.artifacts.length]).toEqual([9, 1]);
  });
});
