"""Positions of a round as numbers: what each inside holds and what lies on the path, and where a table keeps them."""

from typing import NamedTuple

from incangold.cards import ArtifactCard, HazardCard, TreasureCard
from incangold.editions import PRINTED_WORTH, Artifacts, PathShare
from incangold.solver.one_round import Load, OneRound, Whole
from incangold.view import Public

ON_PATH = 44  # bits for what lies on the path, below those for what lies beside a tent
BESIDE = 14
BITS = 6  # for the number of cards with one remainder, where each card is divided by itself


class Holdings(NamedTuple):
    """Every holding that can come with every set of turned treasures, each as one number.

    Everybody inside holds the same. The number is made of how many are inside, what lies beside each tent, and the
    treasure on the path: its sum where it is pooled, the number of cards by remainder where each is divided by itself.
    """

    first: Whole  # [S + 1] where the holdings of each set begin
    keys: Whole  # rising within each set


class Position(NamedTuple):
    """What everybody inside knows when choosing."""

    inside: int
    beside_tent: int
    on_path: tuple[int, ...]  # treasure left on cards
    treasures: tuple[int, ...]  # turned so far
    hazards: tuple[int, ...] = ()  # of each kind on the path: how many cards the round began with
    artifacts: tuple[tuple[int, int], ...] = ()  # of each load: how many were turned, how many of these carried out


def key_of(position: Position, how: PathShare) -> int:
    """The holding as a number; one who is alone counts all that lies on the path as held."""
    beside, left = position.beside_tent, sum(position.on_path)
    if position.inside == 1:
        beside, left = beside + left, 0
    elif how is PathShare.BY_CARD:
        left = sum(1 << (BITS * (remainder - 1)) for remainder in position.on_path if remainder)
    return (position.inside << (BESIDE + ON_PATH)) | (beside << ON_PATH) | left


def set_of(position: Position, one: OneRound) -> int | None:
    """The number of the set of treasures turned; None if this deck cannot show it."""
    sets = one.treasure_sets
    turned = [position.treasures.count(int(value)) for value in sets.values]
    if sum(turned) != len(position.treasures) or any(turned > sets.copies):
        return None
    return int(sets.step @ turned)


def sign_of(position: Position, one: OneRound) -> int | None:
    """The number of the hazards on the path and of where the artifacts are; None if this deck cannot show it."""
    groups = sorted({cards for cards in one.hazards if cards})
    lying = [position.hazards.count(cards) for cards in groups]
    possible = all(number <= one.hazards.count(cards) for number, cards in zip(lying, groups, strict=True))
    where = position.artifacts or ((0, 0),) * len(one.artifacts)
    if not possible or sum(lying) != len(position.hazards) or len(where) != len(one.artifacts):
        return None
    number = int(one.hazard_sets.step @ lying)
    for (turned, carried), load in zip(where, one.artifacts, strict=True):
        if not 0 <= carried <= turned <= len(load):
            return None
        number = number * ((len(load) + 1) * (len(load) + 2) // 2) + turned * (turned + 1) // 2 + carried
    return number


def position_in(public: Public, one: OneRound) -> Position:
    """What this table shows to those inside, for the deck that its round began with."""
    spots = public.path
    kinds = [spot.card for spot in spots if isinstance(spot.card, HazardCard)]
    return Position(
        inside=len(public.in_temple),
        beside_tent=public.beside_tent[public.in_temple[0]],
        on_path=tuple(spot.treasure for spot in spots if spot.treasure),
        treasures=tuple(spot.card.value for spot in spots if isinstance(spot.card, TreasureCard)),
        hazards=tuple(public.quest_deck.count(card) + 1 for card in kinds),
        artifacts=tuple(_whereabouts(public, load) for load in one.artifacts),
    )


def _whereabouts(public: Public, load: Load) -> tuple[int, int]:
    """How many of a load were turned, and how many of these are in tents."""
    printed = public.edition.artifacts is Artifacts.PRINTED
    mine = {artifact for artifact, worth in PRINTED_WORTH.items() if not printed or worth in load}
    in_deck = sum(isinstance(card, ArtifactCard) and card.artifact in mine for card in public.quest_deck)
    lying = sum(isinstance(spot.card, ArtifactCard) and spot.card.artifact in mine for spot in public.path)
    turned = len(load) - in_deck
    return turned, turned - lying
