"""Backward induction: from the last card to the first, what every position is worth, and the chance to leave there."""

from typing import NamedTuple

import numpy as np

from incangold.solver.compiled import compiled
from incangold.solver.equilibrium import Numbers, chosen
from incangold.solver.holdings import after_leaving, opened, shared, with_treasure
from incangold.solver.one_round import ArtifactSets, HazardSets, TreasureSets, Whole
from incangold.solver.positions import Holdings

MOST = 8  # adventurers
DIFFERENT = 1e-9  # equilibria that bring less than this more or less bring the same


class Rules(NamedTuple):
    """The round as numbers."""

    treasures: TreasureSets
    hazards: HazardSets
    artifacts: ArtifactSets
    adventurers: int
    cards: int
    by_card: bool
    turn_another: bool
    wanted: int  # which equilibrium is taken where there are several


class Numbered(NamedTuple):
    """What is found for every position: by the set of treasures, then hazards and artifacts, then the holding."""

    values: Numbers  # what it brings home on average to each inside
    chances: Numbers  # to leave
    several: Whole  # [S] positions with equilibria that bring different amounts


class Work(NamedTuple):
    """What all parts of the work share."""

    rules: Rules
    held: Holdings
    found: Numbered


class Lying(NamedTuple):
    """What lies open: a set of treasures, a set of hazards, where the artifacts are."""

    treasures: int
    hazards: int
    artifacts: int


class Ways(NamedTuple):
    """Where each of the n holdings of one set of treasures may lead, whatever the hazards and artifacts."""

    treasure: Whole  # [V, n] the holding after a treasure, among those of the greater set
    stay: Whole  # [n, N] the holding of those who stay when so many leave
    take: Whole  # [n, N + 1] what each takes from the path when so many leave


class Choice(NamedTuple):
    """Room for one choice after the other."""

    going_on: Numbers  # [A, n] what one more card brings to every holding, by where the artifacts are
    leave: Numbers  # by how many of the others leave: what leaving brings
    gains: Numbers  # the same: how much more it is to stay
    chances: Numbers  # the equilibria


@compiled
def _ways(number: int, work: Work) -> Ways:
    """Look all of them up once."""
    rules, held, _ = work
    keys = held.keys[held.first[number] : held.first[number + 1]]
    treasure = np.zeros((len(rules.treasures.values), len(keys)), np.int64)
    stay = np.zeros((len(keys), rules.adventurers), np.int64)
    take = np.zeros((len(keys), rules.adventurers + 1), np.int64)
    for which in range(len(treasure)):
        if rules.treasures.turned[number, which] < rules.treasures.copies[which]:
            _after_treasure(number, which, work, treasure[which])
    for at in range(len(keys)):
        inside, _, path = opened(keys[at])
        for leavers in range(inside):
            stay[at, leavers] = np.searchsorted(keys, after_leaving(keys[at], leavers, rules.by_card))
            take[at, leavers + 1] = shared(path, leavers + 1, rules.by_card)[0]
    return Ways(treasure, stay, take)


@compiled
def _after_treasure(number: int, which: int, work: Work, places: Whole) -> None:
    """Where every holding is found once one more treasure of this value was turned."""
    rules, held, _ = work
    after, begin = number + rules.treasures.step[which], held.first[number]
    greater = held.keys[held.first[after] : held.first[after + 1]]
    for at in range(len(places)):
        key = with_treasure(held.keys[begin + at], rules.treasures.values[which], rules.by_card)
        places[at] = np.searchsorted(greater, key)


@compiled
def _begin(lying: Lying, work: Work) -> int:
    """Where the numbers of the holdings with these cards lying open begin."""
    number, kinds = lying.treasures, len(work.rules.artifacts.turned)
    first, last = work.held.first[number], work.held.first[number + 1]
    signs = len(work.rules.hazards.deadly) * kinds
    return int(first * signs + (lying.hazards * kinds + lying.artifacts) * (last - first))


@compiled
def _cards_lying(lying: Lying, rules: Rules) -> int:
    """How many cards were turned."""
    quest = rules.treasures.size[lying.treasures] + rules.hazards.size[lying.hazards]
    return int(quest + rules.artifacts.turned[lying.artifacts])


@compiled
def _add(worth: Numbers, cards: int, lying: Lying, work: Work) -> None:
    """So many cards of the deck lead here, and leave what is held as it is."""
    if cards:
        base = _begin(lying, work)
        for at in range(len(worth)):
            worth[at] += cards * work.found.values[base + at]


@compiled
def _one_more_card(lying: Lying, work: Work, ways: Ways, worth: Numbers) -> None:
    """What the next card makes of every holding, on average; a card that drives out is worth nothing."""
    number, hazards, artifacts = lying
    sets, kinds, loads = work.rules.treasures, work.rules.hazards, work.rules.artifacts
    worth[:] = 0.0
    for which in range(len(sets.values)):
        cards = sets.copies[which] - sets.turned[number, which]
        if cards:
            base = _begin(Lying(number + sets.step[which], hazards, artifacts), work)
            for at in range(len(worth)):
                worth[at] += cards * work.found.values[base + ways.treasure[which, at]]
    for group in range(len(kinds.step)):
        _add(worth, kinds.fresh[hazards, group], Lying(number, hazards + kinds.step[group], artifacts), work)
    for load in range(loads.left.shape[1]):
        _add(worth, loads.left[artifacts, load], Lying(number, hazards, loads.found[artifacts, load]), work)
    worth /= work.rules.cards - _cards_lying(lying, work.rules)


@compiled
def _all_leave(lying: Lying, work: Work, ways: Ways) -> None:
    """R12. No card is left: all inside leave together, and one who is alone takes the artifacts."""
    begin, base = work.held.first[lying.treasures], _begin(lying, work)
    for at in range(len(ways.stay)):
        inside, beside, _ = opened(work.held.keys[begin + at])
        lone = work.rules.artifacts.worth[lying.artifacts] if inside == 1 else 0
        work.found.values[base + at] = beside + ways.take[at, inside] + lone


@compiled
def _nobody_chooses(lying: Lying, rules: Rules) -> bool:
    """R3. Before the first card, and after it if it is a hazard and asks for another."""
    without_choice = 1 if rules.turn_another and rules.hazards.size[lying.hazards] == 1 else 0
    return _cards_lying(lying, rules) <= without_choice


@compiled
def _choose(lying: Lying, work: Work, ways: Ways, choice: Choice) -> None:
    """All holdings with the same cards lying open."""
    begin, base, wanted = work.held.first[lying.treasures], _begin(lying, work), work.rules.wanted
    keys, values, chances = work.held.keys[begin:], work.found.values[base:], work.found.chances[base:]
    worth = work.rules.artifacts.worth[lying.artifacts]
    going_on = choice.going_on[lying.artifacts]
    after_one = choice.going_on[work.rules.artifacts.carried[lying.artifacts]]
    waiting = work.rules.adventurers if _nobody_chooses(lying, work.rules) else 0
    several = 0
    for at in range(len(ways.stay)):
        inside, beside, _ = opened(keys[at])
        if inside == waiting:
            values[at] = going_on[at]
            continue
        for leavers in range(inside):
            stay = (after_one if leavers == 1 else going_on)[ways.stay[at, leavers]]
            choice.leave[leavers] = beside + ways.take[at, leavers + 1] + (0 if leavers else worth)
            choice.gains[leavers] = stay - choice.leave[leavers]
        chances[at], values[at], spread = chosen(wanted, choice.gains, choice.leave, inside - 1, choice.chances)
        several += spread > DIFFERENT
    work.found.several[lying.treasures] += several


@compiled
def _settle_set(number: int, work: Work) -> None:
    """All positions with one set of treasures turned, those with more hazards and artifacts first."""
    ways = _ways(number, work)
    going_on = np.zeros((len(work.rules.artifacts.turned), len(ways.stay)))
    choice = Choice(going_on, np.zeros(MOST), np.zeros(MOST), np.zeros(MOST + 2))
    for hazards in range(len(work.rules.hazards.deadly) - 1, -1, -1):
        for artifacts in work.rules.artifacts.order:
            lying = Lying(number, hazards, artifacts)
            if _cards_lying(lying, work.rules) == work.rules.cards:
                _all_leave(lying, work, ways)
            else:
                _one_more_card(lying, work, ways, going_on[artifacts])
                _choose(lying, work, ways, choice)


@compiled
def settle(numbers: Whole, work: Work) -> None:
    """Sets of as many treasures each, once all greater sets are settled."""
    for number in numbers:
        _settle_set(number, work)
