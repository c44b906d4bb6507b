"""What one player may know, in numbers: what a network reads, array policies are asked with and researchers observe.

Here it is told from a View, in plain numbers; the kernel tells the same of its own positions (`kernel.view`).
"""

from collections import Counter
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import Edition, PathShare
from incangold.errors import UnknownPlayer
from incangold.game import Seats
from incangold.path import Path, treasure_on
from incangold.view import Public, View, counted_tents

WHOLE_WIN = lcm(*range(1, 9))  # a win shared by any number of players is a whole number of these
Array = Any  # a jax.Array inside the compiled loop, outside it a number, a tuple or a numpy.ndarray


class Seen(NamedTuple):
    """One player's knowledge. Adventurers are counted from one's own leftwards, so `in_tent[0]` is always mine.

    S adventurers (4 with two players), V different treasure values, K kinds of hazard, A artifacts in the box.
    """

    round: Array  # []
    turn: Array  # [] choices turned over so far, in the whole game
    start_player: Array  # [] so many players to the left of me
    in_temple: Array  # [S] 0 or 1
    beside_tent: Array  # [S] won this round, at risk
    in_tent: Array  # [S] safe; counted by one who forgets nothing
    artifacts: Array  # [S] how many each has carried out
    worth: Array  # [S] and what they count
    dice: Array  # [S] 1 where a die plays
    walked_past: Array  # [S] the most treasure each has left lying on the path to go on, in the whole game
    scavenging: Array  # [S] 1 for who has gone home whenever a scavenger would, and never else
    deck_treasures: Array  # [V] copies left in the deck, by value rising
    deck_hazards: Array  # [K]
    deck_artifacts: Array  # [A] 0 or 1
    path_cards: Array  # [] how many cards lie on the path
    path_treasure: Array  # [1] all treasure on it; where leavers divide card by card [S - 1]: cards with 1, 2 … left
    path_hazards: Array  # [K] 0 or 1
    path_artifacts: Array  # [A] 0 or 1
    under_temples: Array  # [A] 1 while not shown yet


def adventurers(players: int) -> int:
    """How many adventurers so many players lead."""
    return 4 if players == 2 else players


def different_treasures(edition: Edition) -> tuple[int, ...]:
    """The different values of the treasure cards, rising."""
    return tuple(sorted(set(edition.treasures)))


def path_numbers(edition: Edition, seats: int) -> int:
    """How many numbers say what lies on the path: one for all of it, or one for each remainder that a card may have."""
    return seats - 1 if edition.path_share is PathShare.BY_CARD else 1


def shapes(edition: Edition, players: int) -> Seen:
    """How long each part is; 1 for a single number."""
    seats = adventurers(players)
    values, kinds, artifacts = len(different_treasures(edition)), len(edition.hazards), len(edition.artifacts_in_box)
    return Seen(
        round=1,
        turn=1,
        start_player=1,
        in_temple=seats,
        beside_tent=seats,
        in_tent=seats,
        artifacts=seats,
        worth=seats,
        dice=seats,
        walked_past=seats,
        scavenging=seats,
        deck_treasures=values,
        deck_hazards=kinds,
        deck_artifacts=artifacts,
        path_cards=1,
        path_treasure=path_numbers(edition, seats),
        path_hazards=kinds,
        path_artifacts=artifacts,
        under_temples=artifacts,
    )


def seen_by(view: View, tents: tuple[int, ...] | None = None) -> Seen:
    """What this player knows; whoever counts the tents along saves counting the whole story again."""
    public, player = view.public, view.player
    if player is None:
        raise UnknownPlayer(player="–", players=public.leaders[-1] + 1)
    order = leftwards(public.leaders, player)
    tents = counted_tents(public) if tents is None else tents
    box, deck = _box(public.edition), Counter(public.quest_deck)
    lying = {spot.card for spot in public.path}
    held = [public.artifacts[seat] for seat in order]
    return Seen(
        round=public.round,
        turn=public.turn,
        start_player=(public.start_player - player) % (public.leaders[-1] + 1),
        in_temple=tuple([int(seat in public.in_temple) for seat in order]),
        beside_tent=tuple([public.beside_tent[seat] for seat in order]),
        in_tent=tuple([tents[seat] for seat in order]),
        artifacts=tuple([len(has) for has in held]),
        worth=tuple([sum([one.worth for one in has]) for has in held]),
        dice=tuple([int(seat in public.dice) for seat in order]),
        walked_past=tuple([public.walked_past[seat] for seat in order]),
        scavenging=tuple([int(seat in public.scavenging) for seat in order]),
        deck_treasures=tuple([deck[card] for card in box.treasures]),
        deck_hazards=tuple([deck[card] for card in box.hazards]),
        deck_artifacts=tuple([deck[card] for card in box.artifacts]),
        path_cards=len(public.path),
        path_treasure=_treasure_seen(public),
        path_hazards=tuple([int(card in lying) for card in box.hazards]),
        path_artifacts=tuple([int(card in lying) for card in box.artifacts]),
        under_temples=tuple([int(card.artifact in public.under_temples) for card in box.artifacts]),
    )


def leftwards(leaders: tuple[int, ...], player: int) -> Seats:
    """All adventurers, from one player's own around the table to the left."""
    first = leaders.index(player)
    return (*range(first, len(leaders)), *range(first))


class _Box(NamedTuple):
    """The different cards of an edition, in box order."""

    treasures: tuple[Card, ...]
    hazards: tuple[Card, ...]
    artifacts: tuple[ArtifactCard, ...]


@lru_cache(maxsize=64)
def _box(edition: Edition) -> _Box:
    treasures = tuple(map(TreasureCard, different_treasures(edition)))
    artifacts = tuple(map(ArtifactCard, edition.artifacts_in_box))
    return _Box(treasures, tuple(map(HazardCard, edition.hazards)), artifacts)


def _treasure_seen(public: Public) -> tuple[int, ...]:
    """What leavers would divide: one heap, or the cards with 1, 2 … on them."""
    if public.edition.path_share is PathShare.POOLED:
        return (treasure_on(public.path),)
    return _cards_with(public.path, most=len(public.leaders) - 1)


def _cards_with(path: Path, *, most: int) -> tuple[int, ...]:
    left = Counter(spot.treasure for spot in path)
    return tuple([left[treasure] for treasure in range(1, most + 1)])
