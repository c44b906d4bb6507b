"""Advice in a few short sentences, in the player's language."""

from incangold.coach.advice import Advice
from incangold.coach.likely import Cards
from incangold.coach.weighing import Weighed
from incangold.editions import TurnOrder
from incangold.game import CAMP, TORCH
from incangold.view import View
from incangold.words.catalogue import Catalogue

NOTHING = 0.0005  # of the win: what a tenth of a point rounds away costs nothing


def advice_told(words: Catalogue, view: View, advice: Advice) -> list[str]:
    """The next card, going home, and what to lay."""
    return [_danger(words, advice), *_going_on_and_home(words, view, advice), *_what_to_lay(words, advice)]


def _danger(words: Catalogue, advice: Advice) -> str:
    chance = advice.driven_out
    if chance in (0, 1):
        return words.say("coach.certain" if chance else "coach.safe")
    return words.say("coach.driven_out", n=chance.numerator, of=chance.denominator, chance=words.percent(chance))


def _going_on_and_home(words: Catalogue, view: View, advice: Advice) -> list[str]:
    lines = [words.say("coach.next_card", n=view.inside, share=words.decimal(advice.next_card, 2))]
    if view.public.edition.turn_order is TurnOrder.CARD_FIRST:
        return [*lines, words.say("hand.home_later")]
    key = "coach.leave" if view.inside > 1 else "coach.leave_alone"
    lines.append(words.say(key, alone=advice.leaving_alone, together=advice.leaving_together))
    return [*lines, words.say("coach.leave_artifacts", worth=advice.artifacts)] if advice.artifacts else lines


def _what_to_lay(words: Catalogue, advice: Advice) -> list[str]:
    best, *others = _apart(advice.choices)
    verdict = [words.say("coach.best", best=cards_told(words, best.cards)), *(_beside(words, one) for one in others)]
    likely = (f"{cards_told(words, one.cards)} {words.percent(one.likely)}" for one in (best, *others))
    share = words.say("coach.share_exact" if advice.exact else "coach.share", share=words.percent(advice.share))
    return [" ".join(verdict), share, words.say("coach.strongest", likely=", ".join(likely))]


def _beside(words: Catalogue, one: Weighed) -> str:
    """What a choice has less than the best one."""
    if one.cost < NOTHING:
        return words.say("coach.as_good", cards=cards_told(words, one.cards))
    return words.say("coach.costs", cards=cards_told(words, one.cards), points=points(words, one.cost))


def _apart(choices: tuple[Weighed, ...]) -> list[Weighed]:
    """Choices that differ: which of one's two adventurers leaves makes no difference, and both ways are told as one."""
    found: dict[int, Weighed] = {}
    for one in choices:
        before = found.get(one.cards.count(CAMP))
        found[one.cards.count(CAMP)] = before._replace(likely=before.likely + one.likely) if before else one
    return list(found.values())


def cards_told(words: Catalogue, cards: Cards) -> str:
    """Camp; or for two adventurers: Camp for both, Torch for one and Camp for the other."""
    if len(cards) == 1:
        return words.name(cards[0])
    if len(set(cards)) == 1:
        return words.say("coach.both", card=cards[0])
    return words.say("coach.one_each", torch=TORCH, camp=CAMP)


def points(words: Catalogue, share: float) -> str:
    """A share of the win in points: a whole win is 100 of them."""
    return words.decimal(100 * share, 1)
