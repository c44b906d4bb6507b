"""Solve a round: find every position, then go back from the last card to the first, on all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum

import numpy as np

from incangold.editions import FirstHazard, PathShare
from incangold.solver.holdings import all_holdings
from incangold.solver.induction import Numbered, Rules, Work, settle
from incangold.solver.one_round import OneRound, Whole
from incangold.solver.solution import Solution

BYTES = 16  # for the value of a position and its chance to leave
AT_ONCE = 64  # sets of treasures settled between two looks at the clock


class Equilibrium(StrEnum):
    """Which equilibrium is taken in a position that has several: by its chance to leave, or by what it brings."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    BEST = "best"
    WORST = "worst"


def solve(
    one: OneRound,
    *,
    equilibrium: Equilibrium = Equilibrium.LOWEST,
    memory: float = 6.0,
    cores: int | None = None,
    progress: Callable[[int], None] = lambda sets: None,
) -> Solution:
    """The symmetric equilibrium of one round, in at most so many GB; progress is told in sets of treasures."""
    held = all_holdings(one, most=int(memory * 1e9 / BYTES / one.signs))
    size = len(held.keys) * one.signs
    found = Numbered(np.zeros(size), np.zeros(size), np.zeros(len(one.treasure_sets.size), np.int64))
    rules = _rules(one, list(Equilibrium).index(equilibrium))
    _settle_all(one.treasure_sets.size, Work(rules, held, found), cores, progress)
    return Solution(
        round=one,
        equilibrium=equilibrium,
        several=int(found.several.sum()),
        held=held,
        values=found.values,
        chances=found.chances,
    )


def _settle_all(sizes: Whole, work: Work, cores: int | None, progress: Callable[[int], None]) -> None:
    """Sets with the most treasures first; sets of as many are settled side by side."""

    def portion(numbers: Whole) -> None:
        settle(numbers, work)
        progress(len(numbers))

    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        for size in range(sizes.max(), -1, -1):
            numbers = np.flatnonzero(sizes == size)
            list(pool.map(portion, np.array_split(numbers, -(-len(numbers) // AT_ONCE))))


def _rules(one: OneRound, wanted: int) -> Rules:
    return Rules(
        one.treasure_sets,
        one.hazard_sets,
        one.artifact_sets,
        one.adventurers,
        one.cards,
        one.path_share is PathShare.BY_CARD,
        one.first_hazard is FirstHazard.TURN_ANOTHER,
        wanted,
    )
