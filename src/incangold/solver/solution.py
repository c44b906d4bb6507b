"""A round solved: what it brings to each adventurer, and the chance to leave in every position."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incangold.errors import PositionNotSolved
from incangold.solver.one_round import OneRound
from incangold.solver.positions import Holdings, Position, key_of, set_of, sign_of

Numbers = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The symmetric equilibrium of one round. Numbers are kept by treasures turned, then signs, then holdings."""

    round: OneRound
    equilibrium: str  # which one is taken where there are several
    several: int  # positions where there are several that bring different amounts
    held: Holdings
    values: Numbers
    chances: Numbers

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return len(self.values)

    @property
    def bytes(self) -> int:
        """How much room the numbers take, in memory and in a file."""
        return sum(array.nbytes for array in (*self.held, self.values, self.chances))

    @property
    def worth(self) -> float:
        """What the round brings home to each adventurer on average, from the first card on."""
        return self.value(Position(self.round.adventurers, 0, (), ()))

    def value(self, position: Position) -> float:
        """What this position brings home on average to each inside, what lies beside the tent included."""
        return float(self.values[self._place(position)])

    def chance_to_leave(self, position: Position) -> float:
        """The chance with which everybody inside leaves now."""
        return float(self.chances[self._place(position)])

    def begin(self, treasures: int, sign: int) -> int:
        """Where the numbers of one set of treasures with these hazards and artifacts begin."""
        first, last = int(self.held.first[treasures]), int(self.held.first[treasures + 1])
        return first * self.round.signs + sign * (last - first)

    def _place(self, position: Position) -> int:
        treasures, sign = set_of(position, self.round), sign_of(position, self.round)
        if treasures is None or sign is None:
            raise PositionNotSolved()
        keys = self.held.keys[self.held.first[treasures] : self.held.first[treasures + 1]]
        key = key_of(position, self.round.path_share)
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key:
            raise PositionNotSolved()
        return self.begin(treasures, sign) + at
