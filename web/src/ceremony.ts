/** R17. This device's part in fixing the luck: it commits to a nonce before the game and reveals it at the start. */
import { commitmentTo, newNonce } from "./dealer";
import { keepNonce, seatsAt } from "./keep";
import { hex, unhex } from "./sha256";
import type { Commit, Place, Reveal, Room } from "./wire";

export class Ceremony {
  /** What has been said for the room as it is now, so that it is said once. */
  private said = new Set<string>();
  private readonly revealed = new Map<number, string>();

  constructor(
    private readonly table: string,
    private readonly send: (message: Commit | Reveal) => void,
  ) {}

  /** A nonce to keep and the commitment to send, for one who sits down. */
  begin(): { nonce: string; commitment: string } {
    const nonce = newNonce();
    return { nonce: hex(nonce), commitment: commitmentTo(nonce) };
  }

  /** What this page added to the luck of the game. */
  get added(): string[] {
    return [...this.revealed.values()];
  }

  /** After a lost connection nobody knows what arrived: say it again. */
  beginAnew(): void {
    this.said.clear();
  }

  /** Commit and reveal whatever the room waits for, for the places this device has tokens of. */
  follow(room: Room, tokenOf: (place: number) => string | null): void {
    if (room.phase !== "lobby" && room.phase !== "starting") return;
    for (const place of room.places) {
      const token = tokenOf(place.id);
      if (!token || place.nonce) continue;
      const nonce = this.nonceFor(place.commitment, token);
      if (!place.commitment || (!nonce && room.phase === "lobby")) this.commit(room, place, token);
      else this.said.add(this.step(room, place));
      if (nonce && room.phase === "starting") this.reveal(place, nonce);
    }
  }

  /** A commitment is given once for each seal of the server's: of two devices, the one that came last gives it. */
  private step(room: Room, place: Place): string {
    return `${room.commitment} ${place.id}`;
  }

  private commit(room: Room, place: Place, token: string): void {
    const step = this.step(room, place);
    if (this.said.has(step)) return;
    this.said.add(step);
    this.revealed.delete(place.id);
    const { nonce, commitment } = this.begin();
    keepNonce(this.table, token, nonce);
    this.send({ type: "commit", place: place.id, commitment });
  }

  /** Said again each time the room changes, until the room shows the nonce: the others may not have committed yet. */
  private reveal(place: Place, nonce: string): void {
    this.revealed.set(place.id, nonce);
    this.send({ type: "reveal", place: place.id, nonce });
  }

  /** The nonce behind a commitment, where this device has it. */
  nonceFor(commitment: string, token: string): string | undefined {
    const nonces = seatsAt(this.table).find((seat) => seat.token === token)?.nonces ?? [];
    return nonces.find((nonce) => commitmentTo(unhex(nonce)) === commitment);
  }
}
