/** Which places of a table this device's tokens are good for. */
import { dropSeat, seatsAt } from "./keep";

export class Tokens {
  private shown: string[] = [];
  private byPlace: ReadonlyMap<number, string> = new Map();

  constructor(private readonly table: string) {}

  /** All that are kept, as they are shown at the door. */
  show(): string[] {
    this.shown = seatsAt(this.table).map((seat) => seat.token);
    return this.shown;
  }

  /** What the table said of each token shown; one that is good for nothing is forgotten. Answers the places. */
  told(places: readonly (number | null)[]): number[] {
    const pairs = this.shown.map((token, at) => ({ token, place: places[at] ?? null }));
    pairs.filter(({ place }) => place === null).forEach(({ token }) => dropSeat(this.table, token));
    this.byPlace = new Map(pairs.flatMap(({ token, place }) => (place === null ? [] : [[place, token] as const])));
    return [...this.byPlace.keys()];
  }

  of(place: number): string | null {
    return this.byPlace.get(place) ?? null;
  }

  /** Somebody stood up, or was asked to. */
  forget(place: number): void {
    const token = this.of(place);
    if (token) dropSeat(this.table, token);
  }
}
