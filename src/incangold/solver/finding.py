"""Where the positions of a solution are, and how leavers divide the path, a second time and all at once, in NumPy."""

import numpy as np

from incangold.editions import PathShare
from incangold.errors import SolutionIncomplete
from incangold.solver.one_round import Whole
from incangold.solver.positions import BESIDE, BITS, ON_PATH
from incangold.solver.solution import Solution


class Finder:
    """Finds any number of holdings in one search: sets and their holdings, taken together, rise."""

    def __init__(self, solution: Solution) -> None:
        self.first = solution.held.first
        sizes = len(solution.round.treasure_sets.size) + 1, self.first[-1] * solution.round.signs
        if (len(self.first), len(solution.chances)) != sizes:
            raise SolutionIncomplete()
        self.known = np.unique(solution.held.keys)
        sets = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))
        self.all = sets * len(self.known) + np.searchsorted(self.known, solution.held.keys)

    def at(self, sets: Whole, keys: Whole) -> Whole:
        """The place of each holding among those of its set."""
        known = np.minimum(np.searchsorted(self.known, keys), len(self.known) - 1)
        wanted = sets * len(self.known) + known
        places = np.minimum(np.searchsorted(self.all, wanted), len(self.all) - 1)
        if not (np.array_equal(self.known[known], keys) and np.array_equal(self.all[places], wanted)):
            raise SolutionIncomplete()
        return places - self.first[sets]


def written(inside: Whole | int, beside: Whole | int, path: Whole | int) -> Whole:
    """Holdings as numbers."""
    return np.asarray(inside * (1 << (BESIDE + ON_PATH)) + beside * (1 << ON_PATH) + path)


def unwritten(keys: Whole) -> tuple[Whole, Whole, Whole]:
    """How many are inside, what lies beside each tent, what lies on the path."""
    return keys // 2 ** (BESIDE + ON_PATH), keys // 2**ON_PATH % 2**BESIDE, keys % 2**ON_PATH


def divided(path: Whole, among: int, how: PathShare) -> tuple[Whole, Whole]:
    """R9. What each of so many leavers takes, and what stays on the path."""
    if how is PathShare.POOLED:
        return path // among, path - path // among * among
    each, left = np.zeros_like(path), np.zeros_like(path)
    for remainder in range(7, 0, -1):
        cards = path // 2 ** (BITS * (remainder - 1)) % 2**BITS
        each += cards * (remainder // among)
        left += cards * (2 ** (BITS * (remainder % among)) // 2**BITS)
    return each, left


def laid(left: Whole, how: PathShare) -> Whole:
    """R6. What a card with so much left on it adds to the path."""
    return left if how is PathShare.POOLED else 2 ** (BITS * left) // 2**BITS
