"""One adventurer alone in the temple for one round: what a way of playing brings, and the best one, exactly.

Alone there are no remainders and nobody to share with, so a position is what lies on the path: which treasures,
how many kinds of hazard. Every kind has the same number of copies, so which kinds they are makes no difference.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from incangold.editions import Edition, FirstHazard

Counts = tuple[int, ...]


class Alone(NamedTuple):
    """What one who is alone knows when choosing."""

    beside_tent: int
    cards: int  # on the path
    hazards: int  # kinds on the path


Policy = Callable[[Alone], bool]


def expectation(edition: Edition, leaves: Policy) -> float:
    """The treasure that leaving by this rule brings home on average, without artifacts."""
    return _value(edition, lambda alone, going_on: alone.beside_tent if leaves(alone) else going_on())


def best_expectation(edition: Edition) -> float:
    """The treasure that the best way of playing brings home on average, without artifacts."""
    return _value(edition, lambda alone, going_on: max(alone.beside_tent, going_on()))


def _value(edition: Edition, choose: Callable[[Alone, Callable[[], float]], float]) -> float:
    copies = Counter(edition.treasures)
    values, counts = tuple(copies), tuple(copies.values())
    kinds, per_kind = len(edition.hazards), edition.hazard_copies

    def lying(left: Counts, hazards: int) -> Alone:
        treasure = sum(value * (full - now) for value, full, now in zip(values, counts, left, strict=True))
        return Alone(treasure, sum(counts) - sum(left) + hazards, hazards)

    @cache
    def at_choice(left: Counts, hazards: int) -> float:
        return choose(lying(left, hazards), lambda: next_card(left, hazards))

    @cache
    def next_card(left: Counts, hazards: int) -> float:
        deck = sum(left) + kinds * per_kind - hazards
        if not deck:
            return lying(left, hazards).beside_tent
        total = 0.0
        for place, number in enumerate(left):
            if number:
                total += number * at_choice((*left[:place], number - 1, *left[place + 1 :]), hazards)
        new_kinds = (kinds - hazards) * per_kind
        if new_kinds:
            total += new_kinds * after_fright(left, hazards + 1)
        return total / deck

    def after_fright(left: Counts, hazards: int) -> float:
        first_card = left == counts and hazards == 1
        if first_card and edition.first_hazard is FirstHazard.TURN_ANOTHER:
            return next_card(left, hazards)
        return at_choice(left, hazards)

    return next_card(counts, 0)
