"""On tiny boxes OpenSpiel's exact tools agree with an enumeration of the rules that knows nothing of OpenSpiel."""

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python import policy  # type: ignore[import-untyped]
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # type: ignore[import-untyped]

from tests.envs.by_the_rules import Payoff, all_ends, best_reply, scores, won
from tests.envs.spiel import BOXES, SNAKES, leaves, load_box

SMALL = [BOXES[0], (3, f"diamant treasures=5,7 {SNAKES}"), BOXES[2]]
every_box = pytest.mark.parametrize(("players", "box"), BOXES, ids=str)
every_small_box = pytest.mark.parametrize(("players", "box"), SMALL, ids=str)


@every_box
def test_the_tree_has_as_many_ends_and_they_bring_as_much(players: int, box: str) -> None:
    expected = all_ends(players, box, scores)
    ends = list(leaves(load_box(players, box, "score").new_initial_state()))
    assert len({end.history_str() for end, _ in ends}) == len(ends) == expected.lines
    assert sum(likely for _, likely in ends) == pytest.approx(1)
    mean = np.sum([np.multiply(end.returns(), likely) for end, likely in ends], axis=0)
    assert mean == pytest.approx(expected.mean)


def test_by_hand_one_treasure_and_nothing_else() -> None:
    """5 is turned, 1 each and 2 on the path. All leave, whoever wanted to: the deck has run out. Eight lines."""
    ends = list(leaves(load_box(3, "diamant treasures=5 hazards= rounds=1", "score").new_initial_state()))
    assert [(end.returns(), likely) for end, likely in ends] == [([1, 1, 1], 1 / 8)] * 8


@every_small_box
@pytest.mark.parametrize(("reward", "payoff"), [("win", won), ("score", scores)])
def test_nash_conv_is_what_best_replies_gain(players: int, box: str, reward: str, payoff: Payoff) -> None:
    game = load_box(players, box, reward)
    by_lot = all_ends(players, box, payoff).mean
    gains = [best_reply(players, box, player, payoff) - by_lot[player] for player in range(players)]
    found = exploitability.nash_conv(game, policy.UniformRandomPolicy(game), return_only_nash_conv=False)
    assert found.player_improvements == pytest.approx(gains)
    assert min(gains) > 0.01


def test_the_same_turn_by_turn() -> None:
    players, box = SMALL[1]
    game = pyspiel.convert_to_turn_based(load_box(players, box))
    by_lot = all_ends(players, box, won).mean
    gains = [best_reply(players, box, player, won) - by_lot[player] for player in range(players)]
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game), use_cpp_br=True) == pytest.approx(
        sum(gains)
    )


@every_small_box
def test_expected_scores_by_openspiel(players: int, box: str) -> None:
    game = load_box(players, box, "score")
    found = expected_game_score.policy_value(game.new_initial_state(), policy.UniformRandomPolicy(game))
    assert found == pytest.approx(all_ends(players, box, scores).mean)


def test_regret_minimisation_finds_an_equilibrium() -> None:
    game = pyspiel.convert_to_turn_based(load_box(2, f"diamant treasures=5 {SNAKES}"))
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 10
