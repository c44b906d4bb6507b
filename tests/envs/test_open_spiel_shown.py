"""What OpenSpiel's players are shown, as numbers and in words."""

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest

from incangold.editions import EDITIONS
from incangold.envs.observation import flat, seen_by
from incangold.seen import Seen
from incangold.view import public_part, spectator_view
from tests.envs.spiel import TINY, load, moments, turned

every_edition = pytest.mark.parametrize("name", EDITIONS)


@every_edition
@pytest.mark.parametrize("players", [2, 4])
def test_an_observation_is_what_all_environments_show(name: str, players: int) -> None:
    game = load(f"edition={name},players={players}")
    observer = game.make_py_observer()
    for state in moments(game.new_initial_state()):
        public = public_part(state.moment.game, state.moment.story)
        for player in range(players):
            expected = flat(seen_by(spectator_view(public, ())._replace(player=player)))
            observer.set_from(state, player)
            assert np.array_equal(observer.tensor, expected)
            assert np.array_equal(state.observation_tensor(player), expected)


def test_the_parts_of_an_observation_have_names() -> None:
    observer = load("players=2").make_py_observer()
    state = turned(load("players=2").new_initial_state(), "Llama", "treasure 11")
    observer.set_from(state, 1)
    assert list(observer.dict) == list(Seen._fields)
    assert observer.dict["beside_tent"].tolist() == [2, 2, 2, 2]
    assert observer.dict["path_treasure"].tolist() == [3]
    assert observer.dict["deck_artifacts"].tolist() == [0, 1, 0, 0, 0]


def test_positions_in_words() -> None:
    state = turned(
        load("edition=literal").new_initial_state(),
        "Llama",
        "treasure 11",
    )
    state.apply_actions([0, 1, 0])
    assert state.observation_string(1).splitlines() == [
        "player 1",
        "round 1 of 5: a card is to be turned",
        "path: treasure 11 (2)",
        "player 0 in the temple: 3 beside the tent, 0 in it, artifacts –",
        "player 1 on the way out: 3 beside the tent, 0 in it, artifacts –",
        "player 2 in the temple: 3 beside the tent, 0 in it, artifacts –",
        "out of the game: –",
        "under Temple cards: Tumi, Quipu, Condor, Sun Mask",
    ]
    turned(state, "Llama")
    assert "player 1 in camp: 0 beside the tent, 5 in it, artifacts Llama (5)" in str(state).splitlines()
    assert state.information_state_string(2) == "player 2; round 1 shows Llama; treasure 11; torch camp torch; Llama"


def test_an_information_state_tells_every_act() -> None:
    game = load(f"players=2,{TINY}")
    state = turned(game.new_initial_state(), "treasure 5")
    state.apply_actions([1, 2])
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(turned(state, "snakes"), 1)
    assert observer.dict["player"].tolist() == [0, 1]
    opened, first, laid, second, *rest = observer.dict["acts"].astype(int).tolist()
    assert opened == [1, 0, 0, 0] + [0] * 8
    assert first == [0, 1, 0, 0] + [0] * 8
    assert laid == [0] * 4 + [1, 0, 0, 1, 0, 1, 1, 0]  # my own two first, Torch before Camp
    assert second == [0, 0, 0, 1] + [0] * 8
    assert not np.any(rest)


def test_nothing_is_private() -> None:
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=True)
    observer = load().make_py_observer(private)
    observer.set_from(load().new_initial_state(), 0)
    assert (observer.tensor, observer.dict, observer.string_from(load().new_initial_state(), 0)) == (None, {}, "")


def test_observers_have_no_parameters() -> None:
    with pytest.raises(pyspiel.SpielError, match="no parameters"):
        load().make_py_observer(None, {"colour": "red"})


def test_nobody_sees_what_another_is_about_to_do() -> None:
    shown = []
    for choice in (0, 1):
        state = turned(pyspiel.convert_to_turn_based(load(TINY)).new_initial_state(), "treasure 5")
        state.apply_action(choice)
        shown.append(
            (state.information_state_string(1), state.information_state_tensor(1), state.observation_tensor(2))
        )
    assert shown[0] == shown[1]
