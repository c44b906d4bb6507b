"""Leaving and staying weighed in one position: equal where the solution mixes, and never worse than what it says."""

from dataclasses import replace
from typing import Any

import pytest

from incangold.editions import PathShare
from incangold.game import CHOICES
from incangold.solver.choices import weigh
from incangold.solver.decks import round_in
from incangold.solver.positions import position_in
from incangold.solver.solving import solve
from incangold.view import Public, public_part
from tests.envs.spiel import load_box, moments

BOX = "incan-gold treasures=5,7,11 hazards=snakes,rocks hazard_copies=2 rounds=1"


def choices_of(start: Any, seed: int) -> list[Public]:
    """What everybody saw at every choice of a random game."""
    all_moments = [state.moment for state in moments(start, seed)]
    return [public_part(moment.game, moment.story) for moment in all_moments if moment.game.phase is CHOICES]


@pytest.mark.parametrize("how", PathShare)
def test_what_is_chosen_is_never_worse_and_what_is_mixed_is_even(how: PathShare) -> None:
    starts = [load_box(4, f"{BOX} path_share={how}").new_initial_state() for _ in range(40)]
    seen = [public for seed, start in enumerate(starts) for public in choices_of(start, seed)]
    solution = solve(round_in(seen[0]), cores=1)
    mixed = 0
    for public in seen:
        position = position_in(public, solution.round)
        leave, stay, chance = weigh(solution, position)
        assert chance * leave + (1 - chance) * stay == pytest.approx(solution.value(position))
        assert (stay - leave) * (1 - 2 * chance) > -1e-9 or 0 < chance < 1
        mixed += 0 < chance < 1
        assert not 0 < chance < 1 or leave == pytest.approx(stay)
    assert mixed > 5


def test_a_solution_of_another_round_weighs_otherwise() -> None:
    public = choices_of(load_box(4, BOX).new_initial_state(), 7)[0]
    one = round_in(public)
    richer = solve(replace(one, artifacts=((50,),)), cores=1)
    position = position_in(public, one)
    assert weigh(richer, position).stay > weigh(solve(one, cores=1), position).stay + 0.5
