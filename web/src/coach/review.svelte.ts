/** What the coach says of a finished game, told no further than the reader has come. */

import { asRefusal, reviewOf, type Refusal } from "../http";
import type { Account, Chances, Decision, Review, TurningPoint } from "../wire";

export class GameReview {
  said = $state.raw<Review | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The reader wants to see all of it at once, the end included. */
  showsAll = $state(false);
  /** The furthest step that was looked at. */
  private reached = $state(0);

  constructor(code: string, game: number) {
    reviewOf(code, game).then(
      (said) => (this.said = said),
      (error: unknown) => (this.refusal = asRefusal(error)),
    );
  }

  /** The reader is at this step now. */
  reach(step: number): void {
    this.reached = Math.max(this.reached, step);
  }

  get last(): number {
    return this.said?.curve.at(-1)?.act ?? 0;
  }

  /** How far the curve is drawn. */
  get upTo(): number {
    return this.showsAll ? this.last : Math.min(this.reached, this.last);
  }

  get isWhole(): boolean {
    return this.said !== null && this.upTo >= this.last;
  }

  get curve(): readonly Chances[] {
    return this.said?.curve.filter(({ act }) => act <= this.upTo) ?? [];
  }

  get turningPoints(): readonly TurningPoint[] {
    return this.said?.turning_points.filter(({ act }) => act <= this.upTo) ?? [];
  }

  /** By player; null as long as it would tell who won. */
  get accounts(): readonly Account[] | null {
    return this.isWhole ? this.said!.accounts : null;
  }

  /** Everybody's chance to win after a step, by player. */
  chancesAt(step: number): readonly number[] {
    return this.said?.curve.findLast(({ act }) => act <= step)?.shares ?? [];
  }

  decisionsAt(step: number): readonly Decision[] {
    return this.said?.decisions.filter(({ act }) => act === step) ?? [];
  }
}
