import { describe, expect, it } from "vitest";
import dealt from "./fixtures/dealt.json";
import { luckIn, opens, redeal } from "./proof";
import type { Replay } from "./wire";

const [shuffled, withDie] = dealt as unknown as [Replay, Replay];

describe("the proof of the shuffle", () => {
  it("reads the luck from the record", () => {
    const luck = luckIn(shuffled.record)!;
    expect(luck.nonces).toHaveLength(2);
    expect(opens(luck.secret, luck.commitment)).toBe(true);
    expect(opens(luck.nonces[0]!, luck.commitment)).toBe(false);
    expect(luckIn("incangold-record 1\npractice 12\n")).toBeNull();
  });

  it("derives the start player, every artifact and every card", () => {
    const { lots, cards, rolls, difference } = redeal(luckIn(shuffled.record)!, shuffled);
    expect(difference).toBeNull();
    expect(lots).toBe(6);
    expect(cards).toBeGreaterThan(20);
    expect(rolls).toBe(0);
  });

  it("derives a die's rolls, and knows that rising artifacts are not shuffled", () => {
    const { lots, rolls, difference } = redeal(luckIn(withDie.record)!, withDie);
    expect(difference).toBeNull();
    expect(lots).toBe(6);
    expect(rolls).toBeGreaterThan(3);
  });

  it("notices another secret", () => {
    const luck = { ...luckIn(shuffled.record)!, secret: "00".repeat(32) };
    expect(redeal(luck, shuffled).difference).not.toBeNull();
  });

  it("notices a single card that was exchanged", () => {
    const forged = structuredClone(shuffled);
    const card = forged.steps.flatMap((step) => step.events).findLast((event) => event.event === "CardTurned")!;
    card.card = card.card === "treasure 17" ? "treasure 15" : "treasure 17";
    expect(redeal(luckIn(shuffled.record)!, forged).difference?.found).toBe(card.card);
  });
});
