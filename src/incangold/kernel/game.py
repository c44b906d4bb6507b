"""The position as arrays. Every function of the kernel is for one game; batches are made by `vmap` at the edge."""

from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from incangold.editions import Edition
from incangold.game import Phase
from incangold.kernel.box import Box, box_of
from incangold.kernel.row import Row, row_of
from incangold.kernel.seen import adventurers

ROUND, CARD, CHOICES, OVER = range(len(Phase))  # the reference's phases, in their order


def _static() -> Any:
    return field(metadata={"static": True})


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Game:
    """One position. Sets are bits (`sets.py`): cards by place in the box, adventurers by seat.

    S adventurers, W words for a set of cards (the last one for the artifacts, if there are any), A artifacts.
    Counts are int32, sets uint32. Edition and seats are
    static: known when a program is compiled. No rule asks in which order the cards of the path were turned or
    on which of them a remainder lies, so the kernel does not remember it.
    """

    edition: Edition = _static()
    players: int = _static()
    dice: tuple[int, ...] = _static()  # adventurers whose cards a die lays
    start_player: Array  # []
    phase: Array  # []
    round: Array  # [] 0 before the first is opened
    turn: Array  # [] choices turned over so far, in the whole game
    quest_deck: Row  # [W] set of cards
    path: Row  # [W] set of cards
    path_treasure: Row  # [1] all that lies on it; divided by card [S - 1]: how many cards have 1, 2 … S - 1 left
    in_temple: Array  # [] set of seats
    leaving: Array  # [] set of seats; card_first: still in the temple, on their way out while the card is turned
    beside_tent: Array  # [] won this round by each in the temple, at risk: all have won the same
    in_tent: Row  # [S] safe, and nobody else may count it
    held_by: Row  # [A] whose an artifact is: seat + 1, or 0
    late: Array  # [] set of artifacts claimed after three others
    under_temples: Array  # [] set of artifacts, not shown yet
    removed: Row  # [W] set of cards, out of the game for good

    @property
    def box(self) -> Box:
        """Where the cards of this edition lie."""
        return box_of(self.edition)

    @property
    def seats(self) -> int:
        """How many adventurers there are."""
        return adventurers(self.players)

    def in_last_word(self, artifacts: Array) -> Row:
        """A set of artifacts as a set of cards."""
        if not self.edition.artifacts_in_box:
            return row_of(jnp.uint32(0), self.box.words)
        return Row([jnp.uint32(0)] * (self.box.words - 1) + [artifacts])

    def with_(self, **changed: Array | Row) -> "Game":
        """The same position, but for these fields."""
        return replace(self, **changed)


def either(truth: Array, this: Game, that: Game) -> Game:
    """One of two positions; what they have in common is left alone."""
    return jax.tree.map(lambda a, b: a if a is b else jnp.where(truth, a, b), this, that)
