"""Exact chances from deck and path: the next card, driven out, share, remainder; all of it public."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import Edition
from incangold.game import PathCard
from incangold.path import artifacts_on, hazards_on, treasure_on


class NextCard(NamedTuple):
    """What the next card may be, and what it would bring to those who stay for it."""

    cards: dict[Card, Fraction]  # every card that may come, with its chance, in box order
    driven_out: Fraction
    deadly: dict[HazardCard, Fraction]  # the part of it that each hazard on the path has
    share: Fraction  # expected for each who stays; a card that drives out brings nothing
    remainder: Fraction  # expected to stay on the path


def next_card(deck: tuple[Card, ...], path: tuple[PathCard, ...], *, inside: int) -> NextCard:
    """The exact odds of the next card for so many in the temple."""
    chances = {card: Fraction(copies, len(deck)) for card, copies in Counter(deck).items()}
    deadly = {card: chances.get(card, Fraction(0)) for card in hazards_on(path)}
    treasures = [(card.value, chance) for card, chance in chances.items() if isinstance(card, TreasureCard)]
    return NextCard(
        cards=chances,
        driven_out=sum(deadly.values(), Fraction(0)),
        deadly=deadly,
        share=sum((chance * (value // inside) for value, chance in treasures), Fraction(0)),
        remainder=sum((chance * (value % inside) for value, chance in treasures), Fraction(0)),
    )


def driven_out_within(deck: tuple[Card, ...], path: tuple[PathCard, ...], *, cards: int) -> Fraction:
    """The chance that one of the next so many cards drives out whoever stays for all of them."""
    cards = min(cards, len(deck))
    return 1 - Fraction(_safe_ways(deck, path)[cards], comb(len(deck), cards))


def mean_card_that_drives_out(deck: tuple[Card, ...]) -> Fraction:
    """On average, the number of the card that drives out those who never leave (from an empty path)."""
    survived = [1 - driven_out_within(deck, (), cards=cards) for cards in range(len(deck) + 1)]
    return sum(survived[:-1], Fraction(0))


def _safe_ways(deck: tuple[Card, ...], path: tuple[PathCard, ...]) -> list[int]:
    """By how many cards: the sets of that size in which no hazard comes that the path or the set has already."""
    copies = Counter(card for card in deck if isinstance(card, HazardCard))
    deadly = set(hazards_on(path))
    others = len(deck) - sum(copies.values())
    ways = [comb(others, size) for size in range(len(deck) + 1)]
    for kind, number in copies.items():
        if kind not in deadly:
            ways = [ways[size] + number * (ways[size - 1] if size else 0) for size in range(len(ways))]
    return ways


class OneMoreCard(NamedTuple):
    """What staying for one more card may bring and cost, both in treasure times `scale`."""

    gain: int
    loss: int
    scale: int


def one_more_card(
    edition: Edition,
    deck: tuple[Card, ...],
    path: tuple[PathCard, ...],
    *,
    inside: int,
    beside_tent: int,
    claimed: int,
) -> OneMoreCard:
    """Expected gain and loss of one more card, counting an even part of remainders and artifacts as one's own.

    Everybody inside can hope for the same part of what lies on the path, so a treasure of v brings v / inside,
    remainder included, and an artifact its worth / inside. Whole numbers: all is times inside × cards in the deck.
    """
    found = artifacts_on(path)
    lying = treasure_on(path) + sum(edition.worth(one, claimed=claimed + nth) for nth, one in enumerate(found))
    coming = [card.artifact for card in deck if isinstance(card, ArtifactCard)]
    gain = sum([card.value for card in deck if isinstance(card, TreasureCard)])
    gain += sum([edition.worth(one, claimed=claimed + len(found)) for one in coming])
    deadly = sum(map(deck.count, hazards_on(path)))
    loss = deadly * (beside_tent * inside + lying)
    return OneMoreCard(gain, loss, inside * len(deck))
