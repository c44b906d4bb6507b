/** R17. The shuffled order, worked out again in the page; RULES.md tells how. */
import { hex, joined, sha256, utf8 } from "./sha256";

export const VERSION = "incangold-dealer-1";

/** What is published first: it fixes a secret and does not give it away. */
export function commitmentTo(secret: Uint8Array): string {
  return hex(sha256(joined(utf8(VERSION), secret)));
}

/** The seed that nobody could choose alone: the server's secret, then the nonces in the order of players. */
export function jointSeed(secret: Uint8Array, nonces: Uint8Array[]): Uint8Array {
  return sha256(joined(secret, ...nonces));
}

/** 32 random bytes: what this device adds to the luck. */
export function newNonce(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** Lots, cards and rolls of one game. */
export class Dealer {
  constructor(private readonly seed: Uint8Array) {}

  startPlayer(players: number): number {
    return new Numbers(this.seed, "start").below(players);
  }

  artifacts(inBox: readonly string[]): string[] {
    return new Numbers(this.seed, "artifacts").shuffled(inBox);
  }

  /** The order of one round's deck, which is given in box order. */
  cards(round: number, deck: readonly string[]): string[] {
    return new Numbers(this.seed, `round/${round}`).shuffled(deck);
  }

  roll(turn: number, seat: number): number {
    return 1 + new Numbers(this.seed, `roll/${turn}/${seat}`).below(6);
  }
}

/** Unbiased whole numbers from one label of one seed: SHA-256 in counter mode, read as words of 32 bits. */
class Numbers {
  private readonly key: Uint8Array;
  private words: number[] = [];
  private block = 0;

  constructor(seed: Uint8Array, label: string) {
    this.key = sha256(joined(seed, utf8(label)));
  }

  /** 0 … limit-1, all equally likely: words that would favour some are thrown away. */
  below(limit: number): number {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    let word = this.next();
    while (word >= fair) word = this.next();
    return word % limit;
  }

  /** Fisher and Yates, from the front. */
  shuffled<Thing>(things: readonly Thing[]): Thing[] {
    const order = [...things];
    for (let place = 0; place < order.length; place++) {
      const chosen = place + this.below(order.length - place);
      [order[place], order[chosen]] = [order[chosen]!, order[place]!];
    }
    return order;
  }

  private next(): number {
    if (!this.words.length) this.words = this.nextBlock();
    return this.words.shift()!;
  }

  private nextBlock(): number[] {
    const number = new DataView(new ArrayBuffer(8));
    number.setUint32(4, this.block++);
    const hash = new DataView(sha256(joined(this.key, new Uint8Array(number.buffer))).buffer);
    return Array.from({ length: 8 }, (_, place) => hash.getUint32(4 * place));
  }
}
