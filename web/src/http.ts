/** What is asked over HTTP: the house, a table, a place at it, a finished game, a game of cardboard. */
import type { Companion, HouseFacts, MakeTable, Replay, Review, Seated, TakePlace } from "./wire";
import type { Facts } from "./words";

/** Something could not be; said in the reader's language by its key. */
export class Refusal extends Error {
  constructor(
    readonly key: string,
    readonly facts: Facts = {},
  ) {
    super(key);
  }
}

export function house(): Promise<HouseFacts> {
  return ask("/api/house");
}

export function makeTable(asked: MakeTable): Promise<Seated> {
  return ask("/api/tables", asked);
}

export function takePlace(table: string, asked: TakePlace): Promise<Seated> {
  return ask(`/api/tables/${encodeURIComponent(table)}/places`, asked);
}

export function replayOf(table: string, game: number): Promise<Replay> {
  return ask(`/api/tables/${encodeURIComponent(table)}/games/${game}`);
}

/** What the coach says of a finished game. */
export function reviewOf(table: string, game: number): Promise<Review> {
  return ask(`/api/tables/${encodeURIComponent(table)}/games/${game}/review`);
}

/** Where the record of a finished game lies as text. */
export function recordOf(table: string, game: number): string {
  return `/api/tables/${encodeURIComponent(table)}/games/${game}/record`;
}

/** How a game of cardboard lies that is told as a record; with advice for the seat that asks the coach. */
export function companionTo(record: string, seat: number | null = null): Promise<Companion> {
  return ask("/api/companion", { record, seat });
}

/** What a caught error says, as a refusal. */
export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("web.no_answer");
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(path, body === undefined ? {} : posted(body)).catch(() => null);
  const said: unknown = await answer?.json().catch(() => null);
  if (answer?.ok && said !== null) return said as Answer;
  throw refusalIn(said);
}

function posted(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function refusalIn(said: unknown): Refusal {
  const { key, facts } = (said ?? {}) as { key?: string; facts?: Facts };
  return key ? new Refusal(key, facts) : new Refusal("web.no_answer");
}
