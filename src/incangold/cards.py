"""The box: Treasure, Hazard and Artifact cards; nothing happens here."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Hazard(StrEnum):
    """What frightens adventurers once and drives them out the second time."""

    SPIDERS = "spiders"
    MUMMIES = "mummies"
    FIRE = "fire"
    SNAKES = "snakes"
    ROCKS = "rocks"


class Artifact(StrEnum):
    """The five treasures that one adventurer alone can carry out, in the order of their printed values."""

    TUMI = "tumi"
    LLAMA = "llama"
    QUIPU = "quipu"
    CONDOR = "condor"
    MASK = "mask"


class TreasureCard(NamedTuple):
    """So many turquoise's worth of stones, divided among those in the temple."""

    value: int


class HazardCard(NamedTuple):
    """One of the copies of a hazard."""

    hazard: Hazard


class ArtifactCard(NamedTuple):
    """Lies on the path until somebody leaves alone."""

    artifact: Artifact


# Plain tuples compare by content alone, so no two kinds of card may share a content:
# a number, a hazard's name and an artifact's name never do.
Card = TreasureCard | HazardCard | ArtifactCard

HAZARDS = tuple(Hazard)
ARTIFACTS = tuple(Artifact)
MOST_VALUABLE = 99  # no treasure card of any box is worth more

_BOX = (
    *map(TreasureCard, range(1, MOST_VALUABLE + 1)),
    *map(HazardCard, HAZARDS),
    *map(ArtifactCard, ARTIFACTS),
)
# Where a card lies in a sorted box: treasures rising, then hazards, then artifacts.
place_in_box = {card: place for place, card in enumerate(_BOX)}.__getitem__


def stones(value: int) -> tuple[int, int, int]:
    """R0. So many gold (10), obsidian (5) and turquoise (1) stones make a pile, with the fewest of them."""
    gold, rest = divmod(value, 10)
    return gold, *divmod(rest, 5)


def in_box_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The same cards, sorted; a deck in this order is a multiset and hides no order of its own."""
    return tuple(sorted(cards, key=place_in_box))
