"""What OpenSpiel demands of every game: its own simulations and checks, chance nodes, simultaneous nodes."""

from typing import Any

import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python import rl_environment  # type: ignore[import-untyped]
from open_spiel.python.tests import games_sim_test  # type: ignore[import-untyped]

from incangold.editions import EDITIONS
from incangold.envs.refusals import ActionRefused
from incangold.errors import CardNotInDeck
from incangold.game import Phase
from tests.envs.spiel import TINY, load, played_out, turned

every_edition = pytest.mark.parametrize("name", EDITIONS)


@every_edition
@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 2), (5, 1), (8, 1)])
def test_the_simulations_of_openspiel(name: str, players: int, games: int) -> None:
    pyspiel.random_sim_test(load(f"edition={name},players={players}"), num_sims=games, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "box", ["", TINY, "edition=bga path_share:by_card turn_order:card_first", "edition=diamant treasures:"]
)
@pytest.mark.parametrize("reward", ["win", "score", "margin"])
@pytest.mark.parametrize("players", [2, 4])
def test_its_generic_checks_as_it_is_and_turn_by_turn(box: str, reward: str, players: int) -> None:
    game = load(",".join(filter(None, [box, f"reward={reward}", f"players={players}"])))
    checks = games_sim_test.GamesSimTest()
    checks.sim_game(game)
    checks.sim_game(pyspiel.convert_to_turn_based(game))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_its_environment_for_learners_plays_a_game() -> None:
    table = rl_environment.Environment(load("edition=diamant hazards:,treasures=5/7,rounds=1"))
    step = table.reset()
    while not step.last():
        step = table.step([legal[0] for legal in step.observations["legal_actions"]])
    assert step.rewards == [0, 0, 0]  # all always carry a torch, so all tents hold the same


def test_what_kind_of_game_it_is() -> None:
    kind = load().get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert [load(f"reward={reward}").get_type().utility for reward in ("win", "margin", "score")] == [
        pyspiel.GameType.Utility.ZERO_SUM,
        pyspiel.GameType.Utility.ZERO_SUM,
        pyspiel.GameType.Utility.GENERAL_SUM,
    ]


def test_first_an_artifact_is_shown_then_cards_are_as_likely_as_they_are_many() -> None:
    state = load().new_initial_state()
    assert chances(state) == dict.fromkeys(["Tumi", "Llama", "Quipu", "Condor", "Sun Mask"], 1 / 5)
    cards = chances(turned(state, "Llama"))
    assert len(cards) == 12 + 5 + 1
    assert (cards["treasure 5"], cards["treasure 17"], cards["snakes"], cards["Llama"]) == (
        2 / 31,
        1 / 31,
        3 / 31,
        1 / 31,
    )
    assert chances(turned(state, "snakes"))["snakes"] == 2 / 30


def chances(state: Any) -> dict[str, float]:
    """What may come, by name."""
    return {state.action_to_string(outcome): chance for outcome, chance in state.chance_outcomes()}


@pytest.mark.parametrize("name", ["modern", "bga", "diamant"])
def test_what_can_only_be_one_way_is_no_luck(name: str) -> None:
    state = load(f"edition={name}").new_initial_state()
    assert state.moment.game.phase is Phase.CARD
    assert "treasure 1" in chances(state)


def test_the_last_artifact_is_no_luck_either() -> None:
    state = load("edition=incan-gold hazards:,treasures=7/,rounds=2").new_initial_state()
    assert chances(state) == {"Tumi": 1 / 2, "Llama": 1 / 2}
    turned(state, "Llama", "Llama").apply_actions([1, 1, 1])
    assert state.moment.game.round == 2
    assert chances(state) == {"Tumi": 1 / 2, "treasure 7": 1 / 2}


def test_one_adventurer_carries_a_torch_or_goes_to_camp_and_then_waits() -> None:
    state = turned(load(TINY).new_initial_state(), "treasure 5")
    assert [actions_told(state, player) for player in range(3)] == [["torch", "camp"]] * 3
    state.apply_actions([0, 1, 0])
    turned(state, "treasure 7")
    assert [actions_told(state, player) for player in range(3)] == [["torch", "camp"], ["waits"], ["torch", "camp"]]
    assert state.moment.game.in_tent == (0, 3, 0)


def test_actions_have_their_names_before_anybody_has_entered() -> None:
    state = load().new_initial_state()
    assert [state.action_to_string(0, action) for action in (0, 1)] == ["torch", "camp"]


def test_two_adventurers_have_a_bit_each() -> None:
    state = turned(load(f"players=2,{TINY}").new_initial_state(), "treasure 5")
    both = ["torch", "first to camp", "second to camp", "both to camp"]
    assert [actions_told(state, player) for player in range(2)] == [both, both]
    state.apply_actions([1, 2])
    turned(state, "treasure 7")
    assert state.moment.game.in_temple == (1, 2)
    assert [state.legal_actions(player) for player in range(2)] == [[0, 2], [0, 1]]
    assert [actions_told(state, player) for player in range(2)] == [
        ["torch", "second to camp"],
        ["torch", "first to camp"],
    ]


def actions_told(state: Any, player: int) -> list[str]:
    """A player's actions by name."""
    return [state.action_to_string(player, action) for action in state.legal_actions(player)]


@pytest.mark.parametrize("actions", [[0, 2, 0], [0, 1, 4], [0, -1, 0]])
def test_what_is_no_action_is_refused(actions: list[int]) -> None:
    state = turned(load(TINY).new_initial_state(), "treasure 5")
    with pytest.raises(ActionRefused, match="cannot take action"):
        state.apply_actions(actions)
    assert state.moment.game.turn == 0


@pytest.mark.parametrize("actions", [[], [0, 0], [0, 0, 0, 0]])
def test_everybody_acts_and_nobody_else(actions: list[int]) -> None:
    state = turned(load(TINY).new_initial_state(), "treasure 5")
    with pytest.raises(ActionRefused, match=f"each of 3 players takes one, and {len(actions)} were given"):
        state.apply_actions(actions)
    assert state.moment.game.turn == 0


@pytest.mark.parametrize("outcome", [-5, 3, 99])
def test_an_outcome_that_there_is_not_is_refused(outcome: int) -> None:
    state = load(TINY).new_initial_state()
    for ask in (state.apply_action, state.action_to_string):
        with pytest.raises(ActionRefused, match=f"chance cannot take action {outcome}: .* from 0 to 2"):
            ask(outcome)
    assert state.moment.game.path == ()


def test_a_card_that_has_left_the_deck_is_refused() -> None:
    state = turned(load(TINY).new_initial_state(), "treasure 5")
    state.apply_actions([0, 0, 0])
    with pytest.raises(CardNotInDeck):
        state.apply_action(0)


def test_where_luck_has_no_say_it_has_no_outcomes() -> None:
    state = turned(load(TINY).new_initial_state(), "treasure 5")
    assert state.chance_outcomes() == []
    assert played_out(state).chance_outcomes() == []
