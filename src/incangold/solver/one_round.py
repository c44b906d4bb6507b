"""What is solved: one round of so many adventurers with this deck, and what may lie on its path, as numbers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incangold.editions import FirstHazard, PathShare
from incangold.errors import TooLargeToSolve

Whole = NDArray[np.int64]
MOST_SETS = 1 << 20  # of treasures; the printed cards have 13,824
Load = tuple[int, ...]  # artifacts that nobody tells apart: what the first carried out is worth, the second …


@dataclass(frozen=True, kw_only=True)
class OneRound:
    """One round: who enters, what is in the deck, which rulings apply. Leavers are settled before the card."""

    adventurers: int
    treasures: tuple[int, ...]
    hazards: tuple[int, ...]  # cards of each kind, most first
    artifacts: tuple[Load, ...] = ()
    first_hazard: FirstHazard = FirstHazard.TURN_ANOTHER
    path_share: PathShare = PathShare.POOLED

    @property
    def cards(self) -> int:
        """How many cards are in the deck when the round begins."""
        return len(self.treasures) + sum(self.hazards) + sum(map(len, self.artifacts))

    @cached_property
    def treasure_sets(self) -> "TreasureSets":
        """Every set of treasures that may have been turned."""
        return treasure_sets(self.treasures)

    @cached_property
    def hazard_sets(self) -> "HazardSets":
        """Every set of hazards that may lie on the path."""
        return _hazard_sets(self.hazards)

    @cached_property
    def artifact_sets(self) -> "ArtifactSets":
        """Every way in which artifacts may lie in the deck, on the path or in tents."""
        return _artifact_sets(self.artifacts)

    @property
    def signs(self) -> int:
        """Ways in which hazards and artifacts may lie, beside any set of treasures."""
        return len(self.hazard_sets.deadly) * len(self.artifact_sets.turned)


class TreasureSets(NamedTuple):
    """Sets of turned treasures, numbered so that one more of value v is `step[v]` further on."""

    values: Whole  # [V] each value once
    copies: Whole  # [V] so many cards of it
    step: Whole  # [V]
    turned: Whole  # [S, V] cards of each value in each set
    size: Whole  # [S] cards in each set


class HazardSets(NamedTuple):
    """Sets of hazards on the path; kinds with as many cards are not told apart."""

    deadly: Whole  # [H] cards left that would drive out
    fresh: Whole  # [H, G] cards left of kinds not on the path, by their number of cards
    step: Whole  # [G] how much further on the set with one more of them is
    size: Whole  # [H] kinds on the path


class ArtifactSets(NamedTuple):
    """Where the artifacts are: still in the deck, on the path, or carried out."""

    turned: Whole  # [A] out of the deck
    worth: Whole  # [A] what lies on the path, for one who leaves alone
    carried: Whole  # [A] the same, after somebody left alone
    left: Whole  # [A, L] of each load, still in the deck
    found: Whole  # [A, L] after one more of that load was turned
    order: Whole  # [A] whatever may come later first


def _strides(radices: Iterable[int]) -> list[int]:
    steps = [1]
    for radix in radices:
        steps.append(steps[-1] * radix)
    return steps


def treasure_sets(treasures: tuple[int, ...]) -> TreasureSets:
    """Every set of these treasures."""
    counted = sorted(Counter(treasures).items())
    values, copies = np.array([v for v, _ in counted], np.int64), np.array([c for _, c in counted], np.int64)
    *step, sets = _strides(int(number) + 1 for number in copies)
    if sets > MOST_SETS:
        raise TooLargeToSolve(positions=sets, share="0%")
    turned = np.arange(sets)[:, None] // np.array(step, np.int64)[None, :] % (copies + 1)
    return TreasureSets(values, copies, np.array(step, np.int64), turned, turned.sum(1))


def _hazard_sets(hazards: tuple[int, ...]) -> HazardSets:
    counted = sorted(Counter(number for number in hazards if number).items())
    *step, sets = _strides(kinds + 1 for _, kinds in counted)
    kinds, copies = np.array([k for _, k in counted], np.int64), np.array([c for c, _ in counted], np.int64)
    on_path = np.arange(sets)[:, None] // np.array(step, np.int64)[None, :] % (kinds + 1)
    return HazardSets(
        (on_path * (copies - 1)).sum(1), (kinds - on_path) * copies, np.array(step, np.int64), on_path.sum(1)
    )


def _artifact_sets(loads: tuple[Load, ...]) -> ArtifactSets:
    """Of each load some were turned, and of these the first few carried out."""
    each = [[(out, gone) for out in range(len(load) + 1) for gone in range(out + 1)] for load in loads]
    sets = list(product(*each))
    place = {where: number for number, where in enumerate(sets)}
    left = [[len(load) - out for load, (out, _) in zip(loads, where, strict=True)] for where in sets]
    worth = [sum(sum(load[gone:out]) for load, (out, gone) in zip(loads, where, strict=True)) for where in sets]
    carried = [place[tuple((out, out) for out, _ in where)] for where in sets]
    found = [[place.get(_one_more(where, load), -1) for load in range(len(loads))] for where in sets]
    order = sorted(range(len(sets)), key=lambda number: [-sum(side) for side in zip(*sets[number], strict=True)])
    shape = (len(sets), len(loads))
    return ArtifactSets(
        np.array([sum(out for out, _ in where) for where in sets], np.int64),
        np.array(worth, np.int64),
        np.array(carried, np.int64),
        np.array(left, np.int64).reshape(shape),
        np.array(found, np.int64).reshape(shape),
        np.array(order, np.int64),
    )


def _one_more(where: tuple[tuple[int, int], ...], load: int) -> tuple[tuple[int, int], ...]:
    out, gone = where[load]
    return (*where[:load], (out + 1, gone), *where[load + 1 :])
