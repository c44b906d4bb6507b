/** What this device remembers: how its reader likes things, the seats it holds at each table, a game of cardboard. */
import { createSubscriber } from "svelte/reactivity";
import type { Company } from "./bots";

export type Theme = "dark" | "light";

export interface Settings {
  nickname: string;
  language: "en" | "pl" | null;
  theme: Theme | null;
  sound: boolean;
  confirm: boolean; // lay only after a second tap
  keys: boolean; // T, C, K and M
  chat: boolean; // false: muted
  company: Company; // whom one likes to play with at once
}

/** A seat at a table: its token is the right to it; its nonces are what this device adds to the luck (R17). */
export interface KeptSeat {
  token: string;
  nonces: string[];
}

const UNTOUCHED: Settings = {
  nickname: "",
  language: null,
  theme: null,
  sound: true,
  confirm: false,
  keys: true,
  chat: true,
  company: "mixed",
};
const TABLES_KEPT = 20;
const NONCES_KEPT = 4;
const CARDBOARD = "incangold.cardboard";
const MARKS = "incangold.cardboard.marks";

let changed = () => {};
const watching = createSubscriber((update) => {
  changed = update;
  addEventListener("storage", update);
  return () => removeEventListener("storage", update);
});

/** One setting; components that read it follow its changes. */
export function kept<Key extends keyof Settings>(what: Key): Settings[Key] {
  watching();
  return read<Settings[Key]>(`incangold.${what}`) ?? UNTOUCHED[what];
}

export function keep<Key extends keyof Settings>(what: Key, value: Settings[Key]): void {
  write(`incangold.${what}`, value);
  changed();
}

/** The seats this device holds at a table. */
export function seatsAt(table: string): KeptSeat[] {
  return tables()[table] ?? [];
}

/** Remember a seat, or what changed about it; the tables longest unused are forgotten. */
export function keepSeat(table: string, seat: KeptSeat): void {
  const others = seatsAt(table).filter((one) => one.token !== seat.token);
  writeSeats(table, [...others, seat]);
}

export function dropSeat(table: string, token: string): void {
  writeSeats(
    table,
    seatsAt(table).filter((seat) => seat.token !== token),
  );
}

/** Remember one more nonce of a seat: two windows may each have drawn one, and only one was taken. */
export function keepNonce(table: string, token: string, nonce: string): void {
  const seats = seatsAt(table).map((seat) =>
    seat.token === token ? { token, nonces: [...seat.nonces, nonce].slice(-NONCES_KEPT) } : seat,
  );
  writeSeats(table, seats);
}

/** The last table where this device holds a seat, to go back to. */
export function lastTable(): string | null {
  return Object.keys(tables()).at(-1) ?? null;
}

/** A game of cardboard as it was told here: the text itself, for it may have been spoilt. */
export function keptCardboard(): string | null {
  return readText(CARDBOARD);
}

export function keepCardboard(game: string): void {
  writeText(CARDBOARD, game);
}

/** Who was tapped to leave and what dice showed: this window's alone, as long as the game stands where it stood then. */
export function keptMarks<Marks>(game: string): Marks | null {
  const kept = read<{ game: string; marks: Marks }>(MARKS, ofThisWindow);
  return kept?.game === game ? kept.marks : null;
}

export function keepMarks(game: string | null, marks: unknown): void {
  writeText(MARKS, JSON.stringify({ game, marks }), ofThisWindow);
}

/** Told when another window of this device keeps another game; answers how to stop listening. */
export function onOtherCardboard(changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => key === CARDBOARD && changed();
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

export function forgetCardboard(): void {
  unwritten.delete(CARDBOARD);
  try {
    localStorage.removeItem(CARDBOARD);
  } catch {
    // storage is forbidden: there was nothing in it
  }
}

function tables(): Record<string, KeptSeat[]> {
  return read("incangold.seats") ?? {};
}

function writeSeats(table: string, seats: KeptSeat[]): void {
  const { [table]: _, ...others } = tables();
  const all = seats.length ? { ...others, [table]: seats } : others;
  write("incangold.seats", Object.fromEntries(Object.entries(all).slice(-TABLES_KEPT)));
}

/** Storage may be forbidden or full; then the device simply remembers for as long as the page is open. */
const unwritten = new Map<string, string>();
const ofThisDevice = () => localStorage;
const ofThisWindow = () => sessionStorage;

function read<Value>(key: string, storage = ofThisDevice): Value | null {
  try {
    const text = readText(key, storage);
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}

function readText(key: string, storage = ofThisDevice): string | null {
  try {
    return unwritten.get(key) ?? storage().getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

function writeText(key: string, text: string, storage = ofThisDevice): void {
  try {
    storage().setItem(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}
