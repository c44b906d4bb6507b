/** What the coach says, in short sentences. */

import { decimal, percent } from "../numbers";
import { cardComesFirst } from "../path";
import type { Advice, Decision, Position, Weighed } from "../wire";
import { say } from "../words";

/** Less than this is lost in the rounding: a choice that costs no more is as good as the best. */
const NOTHING = 0.0005;

export const costsNothing = (cost: number): boolean => cost < NOTHING;

/** Hundredths of the win, as the coach counts them. */
export const points = (share: number): string => decimal(100 * share, 1);

/** The best choice is called so; another may be as good to the last digit. */
export const costNamed = (cost: number): string => (cost === 0 ? say("web.coach.nothing") : points(cost));

/** Torch; for two adventurers: both Torch, one of each, both Camp. */
export function cardsNamed(cards: Weighed["cards"]): string {
  const [first, ...others] = new Set(cards);
  if (others.length || !first) return say("web.coach.one_each");
  return cards.length > 1 ? say("web.coach.both", { choice: say(`choice.${first}`) }) : say(`choice.${first}`);
}

const leavers = ({ cards }: Weighed): number => cards.filter((card) => card === "camp").length;

/** Torch before Camp, wherever the best stands; which of two adventurers leaves is all the same, and told as one. */
export function inHandOrder({ choices }: Advice): readonly Weighed[] {
  return [0, 1, 2].flatMap((leaving) => {
    const [first, ...others] = choices.filter((one) => leavers(one) === leaving);
    return first ? [{ ...first, likely: others.reduce((sum, { likely }) => sum + likely, first.likely) }] : [];
  });
}

/** The next card: the danger, and what it brings. */
export function oddsTold({ driven_out, next_card }: Advice, { in_temple }: Position): string[] {
  const isCertain = driven_out === 0 ? "coach.safe" : "coach.certain";
  return [
    driven_out % 1 === 0 ? say(isCertain) : say("web.coach.driven_out", { chance: percent(driven_out) }),
    say("coach.next_card", { n: in_temple.length, share: decimal(next_card, 2) }),
  ];
}

/** What leaving now brings, and the chance to win with the best choice. */
export function leavingTold(advice: Advice, position: Position): string[] {
  const { leaving_alone: alone, leaving_together: together, artifacts, share, exact } = advice;
  const leave = position.in_temple.length > 1 ? "coach.leave" : "coach.leave_alone";
  return [
    cardComesFirst(position) ? say("hand.home_later") : say(leave, { alone, together }),
    ...(artifacts && !cardComesFirst(position) ? [say("coach.leave_artifacts", { worth: artifacts })] : []),
    say(exact ? "web.coach.share_exact" : "web.coach.share", { share: percent(share) }),
  ];
}

/** The choice of a step that cost most, if any did. */
export function costliest(decisions: readonly Decision[]): Decision | undefined {
  return decisions.filter(({ cost }) => !costsNothing(cost)).sort((one, other) => other.cost - one.cost)[0];
}

export function costTold({ cards, cost }: Decision, who: string): string {
  return say("web.review.costly", { who, cards: cardsNamed(cards), points: points(cost) });
}
