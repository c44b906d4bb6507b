"""An edition's box as bits: where every card lies, which cards are alike, what they are worth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import Edition

WORD = 32
CardSet = NDArray[np.uint32]  # [W]: the bit of every card's place


@dataclass(frozen=True, eq=False)
class Box:
    """The places of all cards. Equal cards have places of their own; those of a hazard lie side by side in one word."""

    edition: Edition
    places: dict[int, Card]

    @cached_property
    def words(self) -> int:
        """How many words a set of cards takes."""
        return max(self.places, default=0) // WORD + 1

    def set_of(self, places: Iterable[int]) -> CardSet:
        """These places as a set."""
        bits = [0] * self.words
        for place in places:
            bits[place // WORD] |= 1 << place % WORD
        return np.array(bits, np.uint32)

    def of_kind(self, kind: type[Card]) -> CardSet:
        """All Treasure cards, or all Hazard cards, or all Artifact cards."""
        return self.set_of(place for place, card in self.places.items() if isinstance(card, kind))

    def copies(self, card: Card) -> list[int]:
        """The places of all cards that look like this one, rising."""
        return [place for place, other in self.places.items() if other == card]

    @cached_property
    def treasures(self) -> CardSet:
        """All Treasure cards."""
        return self.of_kind(TreasureCard)

    @cached_property
    def hazards(self) -> CardSet:
        """All Hazard cards."""
        return self.of_kind(HazardCard)

    @cached_property
    def artifacts(self) -> CardSet:
        """All Artifact cards."""
        return self.of_kind(ArtifactCard)

    @cached_property
    def first_of_hazards(self) -> CardSet:
        """The first copy of every hazard."""
        return self.set_of(self.copies(HazardCard(hazard))[0] for hazard in self.edition.hazards if self.hazards.any())

    @cached_property
    def values(self) -> list[int]:
        """What every place up to the last treasure is worth; the treasures come first."""
        return [card.value for card in self.places.values() if isinstance(card, TreasureCard)]


@cache
def box_of(edition: Edition) -> Box:
    """Treasures rising, then hazards kind by kind, then the artifacts in a word of their own."""
    places: dict[int, Card] = {}
    free = 0
    for group in _side_by_side(edition):
        room = WORD - free % WORD
        if len(group) > room or (isinstance(group[0], ArtifactCard) and room < WORD):
            free += room
        places.update(enumerate(group, start=free))
        free += len(group)
    return Box(edition, places)


def _side_by_side(edition: Edition) -> Iterator[list[Card]]:
    """Cards that must not be torn apart by the end of a word: the copies of a hazard, all artifacts."""
    for card, copies in groupby(edition.quest_cards):
        if isinstance(card, HazardCard):
            yield list(copies)
        else:
            yield from ([one] for one in copies)
    if edition.artifacts_in_box:
        yield [ArtifactCard(artifact) for artifact in edition.artifacts_in_box]
