"""On boxes small enough for it, OpenSpiel's own tools agree: the same worth, and nobody gains by playing otherwise."""

from typing import Any

import pytest
from open_spiel.python import policy  # type: ignore[import-untyped]
from open_spiel.python.algorithms import expected_game_score, exploitability  # type: ignore[import-untyped]

from incangold.editions import edition
from incangold.game import CHOICES
from incangold.solver.decks import round_in, round_of
from incangold.solver.positions import position_in
from incangold.solver.solution import Solution
from incangold.solver.solving import solve
from incangold.view import public_part
from tests.envs.spiel import SNAKES, load_box, moments

BOXES = [
    (3, f"diamant treasures=5,7 {SNAKES}"),
    (3, f"incan-gold treasures=7 {SNAKES}"),
    (3, f"bga path_share=by_card treasures=5 {SNAKES}"),
    (3, "modern treasures=4 hazards=fire hazard_copies=3 rounds=1"),
    (4, f"diamant path_share=by_card treasures=7,11 {SNAKES}"),
    (3, "incan-gold treasures=5 hazards= rounds=1"),  # the deck runs out
]
every_box = pytest.mark.parametrize(("players", "box"), BOXES, ids=str)


class AsSolved(policy.Policy):  # type: ignore[misc]
    """Everybody leaves with the chance that the solution has for the position."""

    def __init__(self, game: Any, solution: Solution) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.solution = solution

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        game = state.moment.game
        if player_id not in game.in_temple:
            return {0: 1.0}
        assert game.phase is CHOICES
        leave = self.solution.chance_to_leave(position_in(public_part(game, state.moment.story), self.solution.round))
        return {0: 1 - leave, 1: leave}


@every_box
def test_openspiel_finds_nobody_who_gains(players: int, box: str) -> None:
    solution = solve(round_of(edition(box), players), cores=1)
    game = load_box(players, box, "score")
    as_solved = AsSolved(game, solution)
    worth = expected_game_score.policy_value(game.new_initial_state(), as_solved)
    assert worth == pytest.approx([solution.worth] * players, abs=1e-9)
    assert exploitability.nash_conv(game, as_solved) == pytest.approx(0, abs=1e-9)


def test_openspiel_sees_a_planted_mistake() -> None:
    players, box = BOXES[0]
    solution = solve(round_of(edition(box), players), cores=1)
    solution.chances[:] = 1 - solution.chances
    game = load_box(players, box, "score")
    assert exploitability.nash_conv(game, AsSolved(game, solution)) > 0.1


def test_the_round_of_a_table_is_the_one_that_it_began_with() -> None:
    """Whatever was turned or carried out since: every position of a random game belongs to the same solved round."""
    box = "incan-gold treasures=5,7 hazards=snakes,rocks hazard_copies=2 rounds=1"
    wanted = round_of(edition(box), 3)
    for seed in range(20):
        for state in moments(load_box(3, box).new_initial_state(), seed):
            if not state.is_terminal():
                assert round_in(public_part(state.moment.game, state.moment.story)) == wanted
