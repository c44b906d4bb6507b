import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetCardboard, keepCardboard, keptCardboard, onOtherCardboard } from "../keep";
import { andThen, cutAfter, readGame, renamed, seated, type Act, type ByHand } from "./cardboard";
import { Companion } from "./companion.svelte";

const start = seated({ names: ["Ana", "Bo", "Cy"], die: null, edition: "incan-gold", start: 0 });
const opened: Act = { round: "tumi" };
const turned: Act = { card: "treasure 11" };
const advice = { choice: "torch" };

/** A house that answers when the test says so. */
class FakeHouse {
  asked: { record: string; seat: number | null }[] = [];
  private waiting: ((said: Response) => void)[] = [];

  fetch = (_: string, { body }: { body: string }): Promise<Response> => {
    this.asked.push(JSON.parse(body) as { record: string; seat: number | null });
    return new Promise((answer) => this.waiting.push(answer));
  };

  get told(): ByHand {
    return readGame(this.asked.at(-1)!.record)!;
  }

  async answers(): Promise<void> {
    const isCoachAsked = this.asked.at(-1)!.seat !== null;
    const lies = { position: { phase: "card", dice: [] }, story: [], told: [], record: "" };
    await this.says(200, { ...lies, advice: isCoachAsked ? advice : null });
  }

  /** Only the acts before this one could have happened. */
  async refuses(act: number): Promise<void> {
    const why = { key: "refusal.card_not_in_deck", facts: {} };
    await this.says(400, { key: "refusal.bad_json", facts: { where: `acts[${act}]`, why } });
  }

  async breaks(): Promise<void> {
    await this.says(502, null);
  }

  private async says(status: number, said: unknown): Promise<void> {
    this.waiting.shift()!(new Response(JSON.stringify(said), { status }));
    await vi.advanceTimersByTimeAsync(1);
  }
}

let house: FakeHouse;
let stopListening = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  house = new FakeHouse();
  vi.stubGlobal("fetch", house.fetch);
  forgetCardboard();
});

afterEach(() => {
  stopListening();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A window that has gone on with what was kept. */
async function telling(game: ByHand): Promise<Companion> {
  keepCardboard(JSON.stringify(game));
  const companion = new Companion();
  stopListening = onOtherCardboard(() => void companion.resume());
  await house.answers();
  return companion;
}

const heard = () => dispatchEvent(new StorageEvent("storage", { key: "incangold.cardboard" }));

/** Another window of this device keeps a game, or forgets it. */
function otherKeeps(game: ByHand | null): void {
  if (game) keepCardboard(JSON.stringify(game));
  else forgetCardboard();
  heard();
}

const kept = (): ByHand | null => readGame(keptCardboard() ?? "");

describe("two windows of one device", () => {
  const theirs = andThen(start, opened, turned);

  it("tell one game, also when one tells while the other asks the coach", async () => {
    const companion = await telling(start);
    const advised = companion.ask(0);
    otherKeeps(theirs);
    await house.answers();
    expect(house.told).toEqual(theirs);
    await house.answers();
    expect([await advised, companion.game, companion.waits, companion.advised]).toEqual([null, theirs, null, null]);
    const entered = companion.enter({ card: "fire" });
    await house.answers();
    expect([await entered, kept()]).toEqual([true, andThen(theirs, { card: "fire" })]);
  });

  it("tell one game, also when both tell at once: what was kept first stays", async () => {
    const companion = await telling(start);
    const entered = companion.enter({ round: "llama" });
    otherKeeps(theirs);
    await house.answers();
    expect(kept()).toEqual(theirs);
    await house.answers();
    expect([await entered, companion.game, companion.isAsking]).toEqual([false, theirs, false]);
  });

  it("lose nothing when one did not hear of the other", async () => {
    const companion = await telling(start);
    keepCardboard(JSON.stringify(theirs));
    const entered = companion.enter({ round: "llama" });
    await house.answers();
    await house.answers();
    expect([await entered, companion.game, kept()]).toEqual([false, theirs, theirs]);
  });

  it("lose nothing when the house did not say how the other's game lies", async () => {
    const companion = await telling(start);
    otherKeeps(theirs);
    await house.breaks();
    expect([companion.game, companion.waits]).toEqual([start, theirs]);
    const entered = companion.enter({ round: "llama" });
    await house.answers();
    await house.answers();
    expect([await entered, companion.game, companion.waits, kept()]).toEqual([false, theirs, null, theirs]);
  });

  it("ask once more, not for ever, when the house breaks down meanwhile", async () => {
    const companion = await telling(start);
    const entered = companion.enter(opened);
    otherKeeps(theirs);
    await house.breaks();
    await house.breaks();
    expect([await entered, companion.refusal?.key, companion.isAsking]).toEqual([false, "web.no_answer", false]);
    expect([house.asked.length, kept()]).toEqual([3, theirs]);
  });

  it("ask once when nothing else was told meanwhile", async () => {
    const companion = await telling(start);
    const entered = companion.enter(opened);
    heard();
    await house.answers();
    expect([await entered, kept(), house.asked.length]).toEqual([true, andThen(start, opened), 2]);
  });

  it("do not bring back a game that one of them forgot", async () => {
    const companion = await telling(start);
    const entered = companion.enter(opened);
    otherKeeps(null);
    await house.answers();
    expect([await entered, companion.game, keptCardboard()]).toEqual([false, null, null]);
    const begun = companion.begin({ names: ["Ana", "Bo"], die: null, edition: "modern", start: 0 });
    await house.answers();
    expect([await begun, kept()?.edition]).toEqual([true, "modern"]);
  });

  it("do not bring back a game that was forgotten here while the house was asked", async () => {
    const companion = await telling(start);
    const entered = companion.enter(opened);
    companion.forget();
    await house.answers();
    expect([await entered, companion.game, keptCardboard()]).toEqual([false, null, null]);
  });

  it("keep the sound part of a spoilt game, unless the other has gone on", async () => {
    keepCardboard(JSON.stringify(theirs));
    const companion = new Companion();
    await house.refuses(1);
    expect(companion.spoilt?.sound).toEqual(cutAfter(theirs, 1));
    const mended = andThen(start, opened, { card: "fire" });
    keepCardboard(JSON.stringify(mended));
    void companion.keepSound();
    await house.answers();
    await house.answers();
    expect([companion.spoilt, companion.game, kept()]).toEqual([null, mended, mended]);
  });

  it("have the sound part of a spoilt game when no other went on", async () => {
    keepCardboard(JSON.stringify(theirs));
    const companion = new Companion();
    await house.refuses(1);
    void companion.keepSound();
    await house.answers();
    expect([companion.spoilt, kept()]).toEqual([null, cutAfter(theirs, 1)]);
  });
});

describe("who is marked to leave", () => {
  const choosing = andThen(start, opened, turned);
  const nobodyLeft: Act = { laid: ["torch", "torch", "torch"] };

  it("is forgotten when another window has gone on, or has taken something back", async () => {
    for (const theirs of [andThen(choosing, nobodyLeft, { card: "fire" }), cutAfter(choosing, 1)]) {
      const companion = await telling(choosing);
      companion.mark(1);
      companion.rolls = { 2: 3 };
      otherKeeps(theirs);
      await house.answers();
      expect([companion.game, companion.leaving, companion.rolls]).toEqual([theirs, [], {}]);
      stopListening();
    }
  });

  it("is forgotten when another window told first", async () => {
    const companion = await telling(choosing);
    companion.mark(1);
    keepCardboard(JSON.stringify(andThen(choosing, nobodyLeft)));
    const entered = companion.enter({ laid: ["torch", "camp", "torch"] });
    await house.answers();
    await house.answers();
    expect([await entered, companion.leaving]).toEqual([false, []]);
  });

  it("stays in the same turn: another tells only other names, the coach is asked, the house does not answer", async () => {
    const companion = await telling(choosing);
    companion.mark(0);
    companion.mark(1);
    companion.mark(0);
    otherKeeps(renamed(choosing, ["Ana", "Bob", "Cy"]));
    await house.answers();
    void companion.ask(1);
    await house.answers();
    void companion.enter(nobodyLeft);
    await house.breaks();
    expect([companion.game?.players[1]?.name, companion.leaving]).toEqual(["Bob", [1]]);
  });

  it("is marked still after a reload, but not in another game or turn", async () => {
    const before = await telling(choosing);
    before.mark(1);
    before.roll(2, 3);
    const reloaded = new Companion();
    await house.answers();
    expect([reloaded.leaving, reloaded.rolls]).toEqual([[1], { 2: 3 }]);
    keepCardboard(JSON.stringify(andThen(choosing, nobodyLeft)));
    const later = new Companion();
    await house.answers();
    expect([later.leaving, later.rolls]).toEqual([[], {}]);
  });

  it("is told once, and marked again when that is taken back", async () => {
    const companion = await telling(choosing);
    companion.mark(1);
    void companion.enter({ laid: ["torch", "camp", "torch"] });
    await house.answers();
    expect(companion.leaving).toEqual([]);
    const undone = companion.undo();
    await house.answers();
    expect([await undone, companion.game, companion.leaving]).toEqual([true, choosing, [1]]);
  });
});

describe("a house that does not answer in time", () => {
  it("lets the table tell again, and its late answer changes nothing", async () => {
    const companion = await telling(start);
    const entered = companion.enter({ round: "llama" });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(companion.isAsking).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await entered, companion.refusal?.key, companion.isAsking]).toEqual([false, "web.no_answer", false]);
    await house.answers();
    expect([companion.game, kept()]).toEqual([start, start]);
    const again = companion.enter(opened);
    await house.answers();
    expect([await again, companion.refusal, kept()]).toEqual([true, null, andThen(start, opened)]);
  });

  it("lets the table tell on without the coach", async () => {
    const companion = await telling(start);
    const advised = companion.ask(0);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([(await advised)?.key, companion.isAsking]).toEqual(["web.no_answer", false]);
    await house.answers();
    expect(companion.advised).toBeNull();
  });
});
