"""Over the whole tree of tiny boxes: information states forget nothing, and positions in words leave nothing out."""

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest

from incangold.game import Game
from tests.envs.spiel import BOXES, children, load_box

every_box = pytest.mark.parametrize(("players", "box"), BOXES, ids=str)


@every_box
def test_an_information_state_recalls_everything(players: int, box: str) -> None:
    """Whoever is in one information state has been in the same ones before and did the same there; as numbers too."""
    pasts: list[dict[str, Any]] = [{} for _ in range(players)]
    numbers: list[dict[bytes, str]] = [{} for _ in range(players)]
    observer = load_box(players, box).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))

    def visit(state: Any, past: tuple[tuple[Any, ...], ...]) -> None:
        told = [state.information_state_string(player) for player in range(players)]
        for player in range(players):
            assert pasts[player].setdefault(told[player], past[player]) == past[player]
            observer.set_from(state, player)
            assert numbers[player].setdefault(observer.tensor.tobytes(), told[player]) == told[player]
        if not state.is_terminal():
            for child, _ in children(state):
                done = child.history()[-players:] if state.is_simultaneous_node() else [None] * players
                visit(child, tuple((*past[p], (told[p], done[p])) for p in range(players)))

    visit(load_box(players, box).new_initial_state(), ((),) * players)
    assert [len(each) for each in pasts] == [len(each) for each in numbers]


@every_box
def test_a_position_in_words_is_the_whole_position(players: int, box: str) -> None:
    """But for the number of the turn, when cards left the game and what is remembered, which decide nothing."""
    positions: dict[str, Game] = {}

    def visit(state: Any) -> None:
        game = state.moment.game
        bare = game._replace(
            turn=0, walked_past=(), scavenging=(), removed=tuple(sorted((gone.card, 0) for gone in game.removed))
        )
        assert positions.setdefault(str(state), bare) == bare
        if not state.is_terminal():
            for child, _ in children(state):
                visit(child)

    visit(load_box(players, box).new_initial_state())


@every_box
def test_an_observation_is_all_that_matters_to_those_who_choose(players: int, box: str) -> None:
    """Where the same is seen, the same is to be expected, whatever happened before."""
    expected: dict[bytes, Any] = {}
    observer = load_box(players, box).make_py_observer()

    def mean(state: Any) -> Any:
        if state.is_terminal():
            return np.array(state.returns())
        value = sum(chance * mean(child) for child, chance in children(state))
        if state.is_simultaneous_node():
            observer.set_from(state, 1)
            assert expected.setdefault(observer.tensor.tobytes(), value) == pytest.approx(value)
        return value

    mean(load_box(players, box, "score").new_initial_state())
