/** SHA-256, for pages without `crypto.subtle` (plain http on a local network), and bytes as people write them. */

const PRIMES = firstPrimes(64);
const ROUND_KEYS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const padded = pad(message);
  for (let at = 0; at < padded.byteLength; at += 64) mix(state, new DataView(padded.buffer, at, 64));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => hash.setUint32(4 * place, word));
  return new Uint8Array(hash.buffer);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The message, a one bit, zeros, and its length in bits. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, message.length * 8);
  return padded;
}

function mix(state: Uint32Array, block: DataView): void {
  const words = schedule(block);
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND_KEYS[round]! + words[round]!) >>> 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place]! += word));
}

function schedule(block: DataView): Uint32Array {
  const words = new Uint32Array(64);
  for (let place = 0; place < 16; place++) words[place] = block.getUint32(4 * place);
  for (let place = 16; place < 64; place++) {
    const [early, late] = [words[place - 15]!, words[place - 2]!];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16]! + small + words[place - 7]! + large;
  }
  return words;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}
