"""Several adventurers, one round, exactly: the published figures, and an exact best response that gains nothing."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from incangold.cards import Hazard
from incangold.editions import EDITIONS, TREASURES, PathShare, edition
from incangold.errors import (
    ArtifactNotSaid,
    CardNotInDeck,
    OnlyLeaversFirst,
    PositionNotSolved,
    SolutionIncomplete,
    TooLargeToSolve,
)
from incangold.solver import best_response as checking
from incangold.solver import compiled
from incangold.solver.alone_from_here import Here, best_from
from incangold.solver.best_response import best_response
from incangold.solver.decks import round_of
from incangold.solver.finding import divided
from incangold.solver.one_round import OneRound
from incangold.solver.positions import Position
from incangold.solver.solution import Solution
from incangold.solver.solving import Equilibrium, solve

NOTHING = 1e-9
SMALL = OneRound(adventurers=4, treasures=(5, 7, 11), hazards=(2, 2), artifacts=((5,),))


@pytest.fixture(scope="module")
def two() -> Solution:
    """Round 1 of Incan Gold for two adventurers."""
    return solve(round_of(EDITIONS["incan-gold"], 2))


@pytest.mark.parametrize(("name", "worth"), [("diamant", 17.340), ("incan-gold", 17.92)])
def test_one_alone(name: str, worth: float) -> None:
    assert solve(round_of(EDITIONS[name], 1)).worth == pytest.approx(worth, abs=5e-3 if worth == 17.92 else 5e-4)


def test_two_adventurers_bring_home_9_251_each(two: Solution) -> None:
    assert two.worth == pytest.approx(9.251, abs=5e-4)
    response = best_response(two)
    assert response.same == pytest.approx(two.worth, abs=NOTHING)
    assert abs(response.gain) < NOTHING


def test_three_adventurers_bring_home_6_549_each() -> None:
    three = solve(round_of(EDITIONS["incan-gold"], 3))
    assert three.worth == pytest.approx(6.549, abs=5e-4)
    assert three.several == 0
    response = best_response(three)
    assert response.same == pytest.approx(three.worth, abs=NOTHING)
    assert abs(response.gain) < NOTHING


def test_by_hand_one_treasure_and_a_pair_of_snakes() -> None:
    """Treasure 2 lies first (one time in three): 1 each; the next card is a snake, and then 1 more may bring nothing.

    Leaving at once is best, since no treasure is left to gain. A snake first: the next is 2 or the other snake, half
    and half. So 1/3 · 1 + 2/3 · 1/2 · 1 = 2/3.
    """
    solution = solve(OneRound(adventurers=2, treasures=(2,), hazards=(2,)))
    assert solution.worth == pytest.approx(2 / 3)
    assert solution.chance_to_leave(Position(2, 1, (), (2,), (2,))) == 1


def test_by_hand_who_takes_the_odd_stone() -> None:
    """A treasure of 3 and nothing but a kind that drives out: 1 each, 1 on the path, and the pair of snakes to come.

    After 3 and a snake the last card drives out: leave. Alone one takes 2, together 1 each; who stays loses 1.
    So both leave at once and get 1, whenever 3 comes in time.
    """
    solution = solve(OneRound(adventurers=2, treasures=(3,), hazards=(2,)))
    assert solution.chance_to_leave(Position(2, 1, (1,), (3,), (2,))) == 1
    assert solution.value(Position(2, 1, (1,), (3,), (2,))) == 1
    assert solution.worth == pytest.approx(2 / 3)


def many_rounds() -> list[OneRound]:
    """Decks of all kinds: hazards removed, several artifacts, up to eight adventurers, both ways of sharing."""
    luck = np.random.default_rng(11)
    rounds = []
    for number in range(24):
        shares, loads = list(PathShare), [(), ((5,),), ((5, 10),), ((7,), (12,))]
        rounds.append(
            OneRound(
                adventurers=2 + number % 7,
                treasures=tuple(sorted(luck.integers(1, 18, 3).tolist())),
                hazards=tuple(sorted(luck.integers(1, 4, luck.integers(1, 4)).tolist(), reverse=True)),
                artifacts=loads[number % 4],
                path_share=shares[number // 4 % 2],
            )
        )
    return rounds


def test_nobody_gains_whatever_the_deck() -> None:
    for one in many_rounds():
        solution = solve(one, cores=1)
        response = best_response(solution)
        assert response.same == pytest.approx(solution.worth, abs=NOTHING), one
        assert abs(response.gain) < NOTHING, one


def test_who_leaves_a_little_too_often_or_too_rarely_can_be_beaten() -> None:
    solution = solve(SMALL)
    mixed = np.flatnonzero((solution.chances > 0.2) & (solution.chances < 0.8))
    for shift in (0.05, -0.05):
        chances = solution.chances.copy()
        chances[mixed] += shift
        assert best_response(replace(solution, chances=chances)).gain > 1e-5


@pytest.mark.parametrize(
    "claimed",
    [
        {"artifacts": ((8,),)},
        {"hazards": (3, 3)},
        {"path_share": PathShare.BY_CARD},
    ],
    ids=str,
)
def test_the_solution_of_another_round_is_found_out(claimed: dict[str, Any]) -> None:
    """Two adventurers: the positions are numbered alike, only what happens in them differs."""
    solution = solve(replace(SMALL, adventurers=2))
    response = best_response(replace(solution, round=replace(solution.round, **claimed)))
    assert max(response.gain, abs(response.same - solution.worth)) > 1e-3


@pytest.mark.parametrize("claimed", [{"hazards": (2, 1)}, {"treasures": (5, 7, 12)}, {"adventurers": 4}], ids=str)
def test_a_solution_with_other_positions_is_refused(claimed: dict[str, Any]) -> None:
    solution = solve(replace(SMALL, adventurers=2))
    with pytest.raises(SolutionIncomplete):
        best_response(replace(solution, round=replace(solution.round, **claimed)))


def test_a_remainder_lost_on_one_side_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(SMALL)
    honest = best_response(solution)
    monkeypatch.setattr(checking, "divided", lambda path, among, how: (divided(path, among, how)[0], 0 * path))
    assert abs(best_response(solution).same - honest.same) > 1e-4


def test_where_there_are_several_equilibria_one_is_taken_by_rule() -> None:
    """Rare: here two positions have more than one. The lowest chance to leave is also the one that brings most."""
    one = OneRound(adventurers=3, treasures=(1, 3, 4, 8), hazards=(3, 2, 2), artifacts=((5,), (50, 7)))
    solved = {taken: solve(one, equilibrium=taken, cores=1) for taken in Equilibrium}
    worth = {taken: solution.worth for taken, solution in solved.items()}
    assert worth[Equilibrium.LOWEST] == worth[Equilibrium.BEST] > worth[Equilibrium.HIGHEST] + 1e-3
    assert worth[Equilibrium.HIGHEST] == worth[Equilibrium.WORST]
    for solution in solved.values():
        assert solution.several == 2
        assert abs(best_response(solution).gain) < NOTHING


def test_everybody_alone_is_better_off_than_in_company(two: Solution) -> None:
    """Where all but one have left, the table for two holds the best play for one."""
    deck = list(EDITIONS["incan-gold"].box[:31])
    for card in deck[14], deck[15]:
        deck.remove(card)
    best = best_from(Here(tuple(deck), {Hazard.SPIDERS}, 17), lambda treasure, found: treasure + 5 * len(found))
    here = Position(1, 17, (), (17,), (3,), ((0, 0),))
    assert two.value(here) == pytest.approx(max(best))


def test_positions_that_cannot_be_are_refused(two: Solution) -> None:
    for position in (
        Position(2, 1, (), ()),
        Position(3, 0, (), ()),
        Position(2, 8, (), (16,)),
        Position(2, 0, (), (), (2,)),
        Position(2, 0, (), (), (), ((2, 0),)),
    ):
        with pytest.raises(PositionNotSolved):
            two.value(position)


def test_a_deck_too_large_is_refused_before_memory_runs_out() -> None:
    with pytest.raises(TooLargeToSolve, match="--memory"):
        solve(replace(SMALL, adventurers=8, treasures=TREASURES), memory=0.01)
    with pytest.raises(TooLargeToSolve):
        solve(replace(SMALL, treasures=tuple(range(1, 61))))


def test_rounds_that_cannot_be_solved_are_refused() -> None:
    with pytest.raises(OnlyLeaversFirst):
        round_of(EDITIONS["literal"], 3)
    with pytest.raises(ArtifactNotSaid):
        round_of(edition("modern artifact_order=shuffled"), 3)
    with pytest.raises(CardNotInDeck):
        round_of(EDITIONS["diamant"], 3, without=[Hazard.FIRE] * 4)


def test_removed_hazards_and_named_artifacts() -> None:
    one = round_of(EDITIONS["modern"], 5, without=[Hazard.FIRE, Hazard.FIRE, Hazard.ROCKS], artifacts=((7,), (12,)))
    assert (one.hazards, one.cards, one.artifacts) == ((3, 3, 3, 2, 1), 29, ((7,), (12,)))


def test_whatever_is_compiled_is_compiled_anew_when_a_part_of_it_changes() -> None:
    """Numba keeps machine code by the file of each function alone; the folder must change with all of them."""
    room = Path(compiled.__file__).parent
    sources = {path.stem: path.read_text("utf-8") for path in room.glob("*.py")}
    made = {name for name, source in sources.items() if "@compiled" in source} | {"compiled"}
    parts = {part for name in made for part in re.findall(r"from incangold\.solver\.(\w+) import", sources[name])}
    assert set(compiled.SOURCES) == made | parts
