"""One adventurer alone in the temple, in the middle of a round: what leaving now and going on are worth, exactly.

Whatever is brought home may be worth anything: treasure, or the chance to win the game with it. Alone there is
nobody to share with, so a position is which of the cards still in the deck have been turned since.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

import numpy as np

from incangold.cards import Artifact, ArtifactCard, Card, Hazard, HazardCard, TreasureCard
from incangold.solver.one_round import TreasureSets, treasure_sets
from incangold.solver.solution import Numbers

Found = tuple[Artifact, ...]
Utility = Callable[[int, Found], float]  # of the treasure brought home and the artifacts carried out
DrivenOut = Callable[[Hazard, Found], float]  # by this hazard, with these artifacts lost on the path
# Chances to leave of one who does not choose: by hazards and artifacts on the path, and the treasures turned since.
Habit = Callable[[int, int, Numbers], Numbers]
Step = tuple[int, int]  # so many cards of the deck lead to this other state


class Best(NamedTuple):
    """What each choice is worth to one who then plays as well as possible, or by habit."""

    leave: float
    go_on: float


class Here(NamedTuple):
    """What one who is alone in the temple sees."""

    deck: Sequence[Card]
    hazards: Collection[Hazard]  # on the path
    held: int  # beside the tent and on the path: alone, both are one's own
    artifacts: Found = ()  # on the path


def nothing(_hazard: Hazard, _lost: Found) -> float:
    """Driven out, one brings nothing home."""
    return 0.0


def positions_from(here: Here, *, alike: bool = False) -> int:
    """How many positions the worth of going on is counted back from, where every hazard costs the same."""
    treasures = Counter(card for card in here.deck if isinstance(card, TreasureCard))
    artifacts = sum(isinstance(card, ArtifactCard) for card in here.deck)
    copies = Counter(
        card.hazard for card in here.deck if isinstance(card, HazardCard) and card.hazard not in here.hazards
    )
    frights = prod(kinds + 1 for kinds in Counter(copies.values()).values())
    return prod(number + 1 for number in treasures.values()) * frights * (artifacts + 1 if alike else 1 << artifacts)


def best_from(
    here: Here, utility: Utility, driven_out: DrivenOut = nothing, *, alike: bool = False, habit: Habit | None = None
) -> Best:
    """The exact worth of leaving now and of going on; `alike` says that only the number of artifacts matters."""
    sets = treasure_sets(tuple(card.value for card in here.deck if isinstance(card, TreasureCard)))
    loads = _loads(here, alike)
    frights = _frights(here, [load.found for load in loads], driven_out)
    leave = _leaving(here, sets, [load.found for load in loads], utility)
    ways = _Ways(len(here.deck), sets, loads, frights)
    go_on = leave[0, 0] if not here.deck else _back_to_here(ways, leave, _by(habit, here, ways) if habit else _well)
    return Best(float(leave[0, 0]), float(go_on))


class _Load(NamedTuple):
    """Artifacts on the path, and which may join them."""

    found: Found
    turned: int
    more: tuple[Step, ...]


class _Fright(NamedTuple):
    """Hazards on the path, and which may join them."""

    turned: int
    lost: Numbers  # [A] what the cards that drive out are worth, added up
    more: tuple[Step, ...]


def _loads(here: Here, alike: bool) -> list[_Load]:
    """Every set of artifacts that may come to lie on the path, the smallest first."""
    inside = tuple(card.artifact for card in here.deck if isinstance(card, ArtifactCard))
    sizes = range(len(inside) + 1)
    sets = (
        [inside[:size] for size in sizes]
        if alike
        else [found for size in sizes for found in combinations(inside, size)]
    )
    return [_Load(here.artifacts + found, len(found), _one_more(found, sets, len(inside), alike)) for found in sets]


def _one_more(found: Found, sets: list[Found], most: int, alike: bool) -> tuple[Step, ...]:
    """Which sets follow when one more artifact is turned, and by how many cards."""
    greater = [place for place, other in enumerate(sets) if len(other) == len(found) + 1 and {*found} <= {*other}]
    return tuple((most - len(found) if alike else 1, place) for place in greater)


def _frights(here: Here, found: list[Found], driven_out: DrivenOut) -> list[_Fright]:
    """Every set of hazards that may come to lie on the path; kinds that cost the same are not told apart."""
    copies = Counter(card.hazard for card in here.deck if isinstance(card, HazardCard))
    costs = {kind: tuple(driven_out(kind, lost) for lost in found) for kind in copies}
    deadly = [copies[kind] * np.array(costs[kind]) for kind in copies if kind in here.hazards]
    already = sum(deadly, np.zeros(len(found)))
    alike = Counter((copies[kind], costs[kind]) for kind in copies if kind not in here.hazards)
    frights, groups = [_Fright(0, already, ())], list(alike.items())
    for (cards, cost), kinds in groups:
        frights = _with_kinds(frights, cards, (cards - 1) * np.array(cost), kinds)
    return frights


def _with_kinds(frights: list[_Fright], cards: int, cost: Numbers, kinds: int) -> list[_Fright]:
    """The same sets with none, one, … of these kinds, each with so many cards."""
    number = len(frights)
    return [
        _Fright(
            fright.turned + lying,
            fright.lost + lying * cost,
            (
                *((step, other + lying * number) for step, other in fright.more),
                *([((kinds - lying) * cards, at + (lying + 1) * number)] if lying < kinds else []),
            ),
        )
        for lying in range(kinds + 1)
        for at, fright in enumerate(frights)
    ]


def _leaving(here: Here, sets: TreasureSets, found: list[Found], utility: Utility) -> Numbers:
    """[S, A] what leaving is worth, by the treasures turned and the artifacts on the path."""
    brought = here.held + sets.turned @ sets.values
    different, where = np.unique(brought, return_inverse=True)
    worth = [[utility(int(treasure), load) for load in found] for treasure in different]
    return np.array(worth, np.float64)[where]


class _Ways(NamedTuple):
    """All that may come of a deck: sets of treasures, artifacts and hazards."""

    cards: int
    sets: TreasureSets
    loads: list[_Load]
    frights: list[_Fright]


Rows = np.ndarray[tuple[int], np.dtype[np.int64]]  # which sets of treasures
Place = tuple[Rows, int, int]  # these, a fright and a load
Choosing = Callable[[Place, Numbers, Numbers], Numbers]  # the worth of a place, from those of leaving and going on


def _well(_place: Place, leave: Numbers, going_on: Numbers) -> Numbers:
    return np.maximum(leave, going_on)


def _by(habit: Habit, here: Here, ways: _Ways) -> Choosing:
    """As one chooses who leaves by habit."""
    treasure = (ways.sets.turned @ ways.sets.values).astype(np.float64)

    def choosing(place: Place, leave: Numbers, going_on: Numbers) -> Numbers:
        rows, fright, load = place
        hazards, artifacts = len(here.hazards) + ways.frights[fright].turned, len(ways.loads[load].found)
        leaves = habit(hazards, artifacts, treasure[rows])
        return leaves * leave + (1 - leaves) * going_on

    return choosing


def _back_to_here(ways: _Ways, leave: Numbers, choosing: Choosing) -> float:
    """From the last card back to this position: what going on is worth here."""
    cards, sets, loads, frights = ways
    worth = np.zeros((len(sets.size), len(frights), len(loads)))
    going_on = np.zeros(())
    for size in range(int(sets.size.max()), -1, -1):
        rows = np.flatnonzero(sets.size == size)
        treasures = _next_treasures(rows, sets, worth)
        for hazards in reversed(range(len(frights))):
            for artifacts in reversed(range(len(loads))):
                left = cards - size - frights[hazards].turned - loads[artifacts].turned
                total = treasures[:, hazards, artifacts] + frights[hazards].lost[artifacts]
                for number, other in frights[hazards].more:
                    total += number * worth[rows, other, artifacts]
                for number, other in loads[artifacts].more:
                    total += number * worth[rows, hazards, other]
                going_on = total / left if left else leave[rows, artifacts]
                place = (rows, hazards, artifacts)
                worth[place] = choosing(place, leave[rows, artifacts], going_on)
    return float(going_on[0])


def _next_treasures(rows: Rows, sets: TreasureSets, worth: Numbers) -> Numbers:
    """[rows, H, A] what all treasure cards still in the deck lead to, added up."""
    total = np.zeros((len(rows), *worth.shape[1:]))
    for which, step in enumerate(sets.step.tolist()):
        left = sets.copies[which] - sets.turned[rows, which]
        able = np.flatnonzero(left)
        total[able] += left[able, None, None] * worth[rows[able] + step]
    return total
