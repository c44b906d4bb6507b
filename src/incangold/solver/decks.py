"""Which round is to be solved: the deck of an edition, or the deck that a table's round began with."""

from collections import Counter
from collections.abc import Iterable

from incangold.cards import ArtifactCard, Card, Hazard, HazardCard, TreasureCard
from incangold.editions import ArtifactOrder, Artifacts, Edition, TurnOrder
from incangold.errors import ArtifactNotSaid, CardNotInDeck, OnlyLeaversFirst
from incangold.events import ArtifactClaimed, RoundOpened
from incangold.solver.one_round import Load, OneRound
from incangold.view import Public


def round_of(
    edition: Edition, adventurers: int, *, without: Iterable[Hazard] = (), artifacts: tuple[Load, ...] | None = None
) -> OneRound:
    """A round of this edition with these hazard cards out of the game; round 1's artifact, unless others are named."""
    deck = Counter(edition.quest_cards)
    deck.subtract(map(HazardCard, without))
    for card, copies in deck.items():
        if copies < 0:
            raise CardNotInDeck(card=card)
    return _round(edition, adventurers, deck.elements(), _of_round_1(edition) if artifacts is None else artifacts)


def round_in(public: Public) -> OneRound:
    """The round that this table is playing, as it began: what was turned since is back in the deck."""
    cards = (*public.quest_deck, *(spot.card for spot in public.path))
    begun = max(place for place, event in enumerate(public.story) if isinstance(event, RoundOpened))
    carried = [event.artifact for event in public.story[begun:] if isinstance(event, ArtifactClaimed)]
    in_deck = [card.artifact for card in cards if isinstance(card, ArtifactCard)] + carried
    claimed = sum(map(len, public.artifacts)) - len(carried)
    worths = [public.edition.worth(artifact, claimed=claimed + nth) for nth, artifact in enumerate(in_deck)]
    return _round(public.edition, len(public.leaders), cards, _loads(public.edition, worths))


def _loads(edition: Edition, worths: list[int]) -> tuple[Load, ...]:
    """Printed artifacts are told apart; others count by the order in which they are carried out."""
    if edition.artifacts is Artifacts.PRINTED:
        return tuple((worth,) for worth in sorted(worths))
    return (tuple(worths),) if worths else ()


def _of_round_1(edition: Edition) -> tuple[Load, ...]:
    """The one artifact that round 1 shows; which it is must be known."""
    if not edition.artifacts_in_box:
        return ()
    if edition.artifacts is Artifacts.PRINTED and edition.artifact_order is ArtifactOrder.SHUFFLED:
        raise ArtifactNotSaid()
    return ((edition.worth(edition.artifacts_in_box[0], claimed=0),),)


def _round(edition: Edition, adventurers: int, cards: Iterable[Card], artifacts: tuple[Load, ...]) -> OneRound:
    if edition.turn_order is not TurnOrder.LEAVERS_FIRST:
        raise OnlyLeaversFirst()
    cards = list(cards)
    hazards = Counter(card for card in cards if isinstance(card, HazardCard))
    return OneRound(
        adventurers=adventurers,
        treasures=tuple(sorted(card.value for card in cards if isinstance(card, TreasureCard))),
        hazards=tuple(sorted(hazards.values(), reverse=True)),
        artifacts=artifacts,
        first_hazard=edition.first_hazard,
        path_share=edition.path_share,
    )
