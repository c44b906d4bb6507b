/** The lays that nobody has answered yet: shown at once, and said again after a lost connection. */
import type { Lay } from "./wire";

export class Lays {
  private unanswered = $state.raw<readonly Lay[]>([]);

  /** A lay takes the place of the one before it for the same adventurer. */
  add(lay: Lay): void {
    this.unanswered = [...this.unanswered.filter(({ seat }) => seat !== lay.seat), lay];
  }

  of(seat: number): Lay | undefined {
    return this.unanswered.find((lay) => lay.seat === seat);
  }

  /** The table has answered this revision; an older answer says nothing about a newer lay. */
  answered(seat: number, revision: number): void {
    this.keepOnly((lay) => lay.seat !== seat || lay.revision > revision);
  }

  refused(id: number): void {
    this.keepOnly((lay) => lay.id !== id);
  }

  /** What is still to be said in this turn; lays for any other turn came too late. */
  stillFor(turn: number | undefined): readonly Lay[] {
    this.keepOnly((lay) => lay.turn === turn);
    return this.unanswered;
  }

  clear(): void {
    this.unanswered = [];
  }

  private keepOnly(stays: (lay: Lay) => boolean): void {
    this.unanswered = this.unanswered.filter(stays);
  }
}
