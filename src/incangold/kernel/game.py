"""The position as arrays. The rules are written for one game; with an axis over lanes in every number, for many."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from incangold.cards import Artifact
from incangold.editions import Edition
from incangold.game import Phase
from incangold.kernel.box import Box, box_of
from incangold.kernel.machine import plus
from incangold.kernel.row import Row, row_of
from incangold.seen import adventurers

ROUND, CARD, CHOICES, OVER = range(len(Phase))  # the reference's phases, in their order

STATIC = {"static": True}  # known when a program is compiled


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Game:
    """One position. Sets are bits (`sets.py`): cards by place in the box, adventurers by seat.

    S adventurers, W words for a set of cards (the last one for the artifacts, if there are any). Counts are int32,
    sets uint32. No rule asks in which order the cards of the path were turned or on which of them a remainder lies, so
    the kernel does not remember it.
    """

    edition: Edition = field(metadata=STATIC)
    players: int = field(metadata=STATIC)
    dice: tuple[int, ...] = field(metadata=STATIC)  # adventurers whose cards a die lays
    first_player: Array  # [] the start player of the first round; the role passes to the left with every round
    phase: Array  # []
    round: Array  # [] 0 before the first is opened
    turn: Array  # [] choices turned over so far, in the whole game
    quest_deck: Row  # [W] set of cards
    path: Row  # [W] set of cards
    path_treasure: Row  # [1] all that lies on it; divided by card [S - 1]: how many cards have 1, 2 … S - 1 left
    in_temple: Array  # [] set of seats
    leaving: Array  # [] set of seats; card_first: still in the temple, on their way out while the card is turned
    beside_tent: Array  # [] won this round by each in the temple, at risk: all have won the same
    tents: Row  # [S] what lies in the tent and the artifacts beside it, in one number: see `Haul`
    under_temples: Array  # [] set of artifacts, not shown yet
    removed: Row  # [W] set of cards, out of the game for good
    walked_past: Row  # [S] the most treasure each left lying on the path to go on
    scavenging: Array  # [] set of seats: have gone home whenever a scavenger would, and never else

    @property
    def box(self) -> Box:
        """Where the cards of this edition lie."""
        return box_of(self.edition)

    @property
    def seats(self) -> int:
        """How many adventurers there are."""
        return adventurers(self.players)

    @property
    def start_player(self) -> Array:
        """R1. Who is start player now."""
        passed = self.round - (self.round > 0)
        return (self.first_player + passed) % self.players

    def in_last_word(self, artifacts: Array) -> Row:
        """A set of artifacts as a set of cards."""
        if not self.edition.artifacts_in_box:
            return row_of(np.uint32(0), self.box.words)
        return Row([np.uint32(0)] * (self.box.words - 1) + [artifacts])

    def with_(self, **changed: Any) -> "Game":
        """The same position, but for these fields."""
        return replace(self, **changed)


class Haul(NamedTuple):
    """What an adventurer brings home, or has brought: as one number, so that coming home is one addition."""

    treasure: Array
    artifacts: Array  # set
    late: Array  # how many of them were at least the fourth artifact of the game to leave the temple

    def number(self) -> Array:
        """The treasure in the lowest bits, then the set, then how many are late."""
        artifacts, late = self.artifacts.astype(jnp.int32), self.late.astype(jnp.int32)
        return plus(self.treasure, plus(artifacts << TREASURE_BITS, late << (TREASURE_BITS + MOST_ARTIFACTS)))


TREASURE_BITS, MOST_ARTIFACTS = 20, len(Artifact)


def haul(number: Array) -> Haul:
    """A number taken apart again."""
    artifacts = (number >> TREASURE_BITS) & ((1 << MOST_ARTIFACTS) - 1)
    return Haul(number & ((1 << TREASURE_BITS) - 1), artifacts, number >> (TREASURE_BITS + MOST_ARTIFACTS))


def either(truth: Array, this: Game, that: Game) -> Game:
    """One of two positions; what they have in common is left alone."""
    return jax.tree.map(lambda a, b: a if a is b else jnp.where(truth, a, b), this, that)
