/** What the house offers and where friends can open it; asked once. */
import { house } from "./http";
import type { HouseFacts } from "./wire";

let asked: Promise<HouseFacts> | null = null;

export function houseFacts(): Promise<HouseFacts> {
  asked ??= house().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

/** Where friends can open this page: here, or at an address of the house; nowhere when only this computer can. */
export function openAddress(facts: HouseFacts, here: Location): string | null {
  return LOOPBACK.test(here.hostname) ? (facts.addresses[0]?.replace(/\/$/, "") ?? null) : here.origin;
}
