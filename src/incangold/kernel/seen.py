"""What one player may know, as arrays: the argument of every array policy and the source of every observation.

No JAX here: the kernel fills it with traced arrays (`kernel.view`), the environments with NumPy ones.
"""

from math import lcm
from typing import Any, NamedTuple

from incangold.editions import Edition, PathShare

WHOLE_WIN = lcm(*range(1, 9))  # a win shared by any number of players is a whole number of these
Array = Any  # jax.Array inside the compiled loop, numpy.ndarray outside


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
        deck_treasures=values,
        deck_hazards=kinds,
        deck_artifacts=artifacts,
        path_cards=1,
        path_treasure=path_numbers(edition, seats),
        path_hazards=kinds,
        path_artifacts=artifacts,
        under_temples=artifacts,
    )
