"""What one adventurer could gain by playing otherwise than the solution while all others play it: exactly nothing.

Nothing here comes from the solver but its chances to leave: the path is divided, the cards are turned and the others'
choices counted a second time, in NumPy, so that a mistake there shows up here as a gain.
"""

from collections.abc import Callable
from math import comb
from typing import NamedTuple

import numpy as np

from incangold.editions import FirstHazard
from incangold.solver.finding import Finder, divided, laid, unwritten, written
from incangold.solver.one_round import Whole
from incangold.solver.solution import Numbers, Solution

AT_ONCE = 256  # sets of treasures looked at together


class Response(NamedTuple):
    """What the round brings home to one adventurer among others who play the solution."""

    best: float  # choosing best everywhere
    same: float  # playing the solution too

    @property
    def gain(self) -> float:
        """What is gained by playing otherwise."""
        return self.best - self.same


class Layer(NamedTuple):
    """All holdings with as many treasures turned, set after set."""

    sets: Whole
    begin: Whole  # where each set's holdings begin in this layer, by the set's number
    worth: Numbers  # [2, H, A, n] choosing best; playing the solution


def best_response(solution: Solution, progress: Callable[[int], None] = lambda sets: None) -> Response:
    """The best that one can do against the solution, and what it brings to play it too."""
    finder = Finder(solution)
    above = layer = _empty_layer(solution, len(solution.round.treasures))
    for size in range(len(solution.round.treasures), -1, -1):
        above, layer = layer, _empty_layer(solution, size)
        for sets in np.array_split(layer.sets, -(-len(layer.sets) // AT_ONCE)):
            _Part(solution, finder, above, layer, sets).settle()
            progress(len(sets))
    begin = finder.at(np.array([0]), written(np.array([solution.round.adventurers]), 0, 0))
    best, same = layer.worth[:, 0, 0, begin[0]]
    return Response(float(best), float(same))


def _empty_layer(solution: Solution, size: int) -> Layer:
    one, first = solution.round, solution.held.first
    sets = np.flatnonzero(one.treasure_sets.size == size)
    lengths = first[sets + 1] - first[sets]
    begin = np.zeros(len(one.treasure_sets.size), np.int64)
    begin[sets] = np.cumsum(lengths) - lengths
    shape = (2, len(one.hazard_sets.deadly), len(one.artifact_sets.turned), int(lengths.sum()))
    return Layer(sets, begin, np.zeros(shape))


class _Part:
    """Some sets of a layer, looked at together; n holdings in all."""

    def __init__(self, solution: Solution, finder: Finder, above: Layer, layer: Layer, sets: Whole) -> None:
        self.solution, self.one, self.finder, self.above = solution, solution.round, finder, above
        self.size = int(self.one.treasure_sets.size[sets[0]])
        lengths = np.diff(finder.first)[sets]
        self.sets, self.length = np.repeat(sets, lengths), np.repeat(lengths, lengths)
        self.within = np.arange(len(self.sets)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        keys = solution.held.keys[finder.first[self.sets] + self.within]
        self.inside, self.beside, self.path = unwritten(keys)
        begin = int(layer.begin[sets[0]])
        self.worth = layer.worth[..., begin : begin + len(keys)]  # [2, H, A, n]
        self.leave = [self._leaving(leavers) for leavers in range(1, self.one.adventurers + 1)]

    def settle(self) -> None:
        """From more hazards and artifacts to fewer."""
        treasures, turned = self._after_treasures(), self.one.artifact_sets.turned
        for hazards in reversed(range(len(self.one.hazard_sets.deadly))):
            going_on = np.zeros((len(turned), 2, len(self.sets)))
            for number in sorted(set(turned.tolist()), reverse=True):
                alike = np.flatnonzero(turned == number).tolist()
                for artifacts in alike:
                    going_on[artifacts] = self._going_on(hazards, artifacts, treasures)
                for artifacts in alike:
                    self.worth[:, hazards, artifacts] = self._worth(hazards, artifacts, going_on)

    def _after_treasures(self) -> Numbers:
        """[2, H, A, n] what all treasure cards still in the deck would bring, added up."""
        total = np.zeros_like(self.worth)
        turned = self.one.treasure_sets.turned[self.sets].T
        for value, copies, step, out in zip(*self.one.treasure_sets[:3], turned, strict=True):
            able = np.flatnonzero(out < copies)
            each, left = np.divmod(value, self.inside[able])
            path = self.path[able] + laid(left, self.one.path_share)
            keys, greater = written(self.inside[able], self.beside[able] + each, path), self.sets[able] + step
            places = self.above.begin[greater] + self.finder.at(greater, keys)
            total[..., able] += (copies - out[able]) * self.above.worth[..., places]
        return total

    def _leaving(self, leavers: int) -> tuple[Whole, Whole, Whole]:
        """Who may see so many leave at once: their places, what each leaver takes, the places of those who stay."""
        able, how = np.flatnonzero(self.inside >= leavers), self.one.path_share
        each, left = divided(self.path[able], leavers, how)
        staying, beside = self.inside[able] - leavers, self.beside[able]
        last, some = staying == 1, staying > 0
        beside = beside + np.where(last, divided(left, 1, how)[0], 0)  # one who is alone counts all as held
        keys = written(staying, beside, np.where(last, 0, left))
        stay, first = np.zeros_like(able), able - self.within[able]
        stay[some] = first[some] + self.finder.at(self.sets[able][some], keys[some])
        return able, each, stay

    def _in_deck(self, hazards: int, artifacts: int) -> int:
        lying = self.one.hazard_sets.size[hazards] + self.one.artifact_sets.turned[artifacts]
        return int(self.one.cards - self.size - lying)

    def _going_on(self, hazards: int, artifacts: int, treasures: Numbers) -> Numbers:
        """[2, n] what one more card brings on average to one who is inside after this turn's leavers left."""
        total = treasures[:, hazards, artifacts].copy()
        kinds, loads = self.one.hazard_sets, self.one.artifact_sets
        for fresh, step in zip(kinds.fresh[hazards].tolist(), kinds.step.tolist(), strict=True):
            if fresh:
                total += fresh * self.worth[:, hazards + step, artifacts]
        for left, found in zip(loads.left[artifacts].tolist(), loads.found[artifacts].tolist(), strict=True):
            if left:
                total += left * self.worth[:, hazards, found]
        return np.asarray(total / max(self._in_deck(hazards, artifacts), 1))

    def _worth(self, hazards: int, artifacts: int, going_on: Numbers) -> Numbers:
        """[2, n] what a choice is worth: the better of the two; or leaving as often as the others."""
        if not self._in_deck(hazards, artifacts):
            return self._together(artifacts)
        chance = self._chances(hazards, artifacts)
        likely = _likely(self.inside - 1, chance, self.one.adventurers)
        leave, stay = np.zeros_like(chance), np.zeros((2, len(chance)))
        for others, (able, each, _) in enumerate(self.leave):
            alone = self.one.artifact_sets.worth[artifacts] if others == 0 else 0
            leave[able] += likely[others, able] * (self.beside[able] + each + alone)
            self._add_staying(others, artifacts, likely[others], going_on, stay)
        both = np.stack([np.maximum(leave, stay[0]), chance * leave + (1 - chance) * stay[1]])
        return np.where(self._no_choice(hazards, artifacts), going_on[artifacts], both)

    def _add_staying(self, leavers: int, artifacts: int, likely: Numbers, going_on: Numbers, stay: Numbers) -> None:
        """What staying brings when so many of the others leave, times how likely that is."""
        if leavers == 0:
            stay += likely * going_on[artifacts]
            return
        able, _, after = self.leave[leavers - 1]
        able, after = able[self.inside[able] > leavers], after[self.inside[able] > leavers]
        left = self.one.artifact_sets.carried[artifacts] if leavers == 1 else artifacts
        stay[:, able] += likely[able] * going_on[left][:, after]

    def _chances(self, hazards: int, artifacts: int) -> Numbers:
        """[n] the solution's chance to leave."""
        sign = hazards * len(self.one.artifact_sets.turned) + artifacts
        begin = self.finder.first[self.sets] * self.one.signs + sign * self.length
        chances: Numbers = self.solution.chances[begin + self.within]
        return chances

    def _together(self, artifacts: int) -> Numbers:
        """R12. [2, n] no card is left: all inside leave together."""
        take = np.zeros_like(self.path)
        for among, (able, each, _) in enumerate(self.leave, start=1):
            take[able] = np.where(self.inside[able] == among, each, take[able])
        lone = np.where(self.inside == 1, self.one.artifact_sets.worth[artifacts], 0)
        return np.tile((self.beside + take + lone).astype(np.float64), (2, 1))

    def _no_choice(self, hazards: int, artifacts: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """R3. [n] before the first card, and after a hazard that asks for another."""
        lying = self.one.cards - self._in_deck(hazards, artifacts)
        another = self.one.first_hazard is FirstHazard.TURN_ANOTHER and self.one.hazard_sets.size[hazards] == 1
        return np.asarray((self.inside == self.one.adventurers) & (lying <= int(another)))


def _likely(others: Whole, chance: Numbers, most: int) -> Numbers:
    """[most, n] how likely it is that none, one, … of so many others leave."""
    ways = np.array([[comb(number, leavers) for number in range(most)] for leavers in range(most)], np.float64)
    leave, stay = np.ones((most, len(chance))), np.ones((most, len(chance)))
    for leavers in range(1, most):
        leave[leavers], stay[leavers] = leave[leavers - 1] * chance, stay[leavers - 1] * (1 - chance)
    staying = np.maximum(others - np.arange(most)[:, None], 0)
    return ways[:, others] * leave * np.take_along_axis(stay, staying, 0)
