"""What the players get at the end, by the rules alone, and what they can never get."""

from typing import Any

import numpy as np
import pytest

from incangold.cards import ArtifactCard, Card
from incangold.editions import EDITIONS, Edition, edition
from incangold.events import Event, GameEnded
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound, Phase
from incangold.rules import new_game, play
from tests.envs.spiel import load, played_out, turned

every_edition = pytest.mark.parametrize("name", EDITIONS)
REWARDS = ("win", "score", "margin")


@every_edition
@pytest.mark.parametrize("players", [2, 3, 6])
def test_returns_are_what_the_opened_tents_say(name: str, players: int) -> None:
    for seed in range(3):
        ends = {
            r: played_out(load(f"edition={name},players={players},reward={r}").new_initial_state(), seed)
            for r in REWARDS
        }
        scores, _, winners = replayed(ends["win"], edition(name), players)
        others = [[score for other, score in enumerate(scores) if other != player] for player in range(players)]
        assert ends["score"].returns() == list(scores)
        assert ends["margin"].returns() == [
            pytest.approx(scores[player] - np.mean(others[player])) for player in range(players)
        ]
        assert [round(won + 1 / players, 9) for won in ends["win"].returns()] == [
            round(1 / len(winners), 9) if player in winners else 0 for player in range(players)
        ]


def replayed(state: Any, box: Edition, players: int) -> GameEnded:
    """How the same game ends when its history is given to the rules, act by act."""
    game, history = new_game(box, players=players), [past.action for past in state.full_history()]
    cards, events = list(dict.fromkeys(box.box)), tuple[Event, ...]()
    while game.phase is not Phase.OVER:
        game, events = play(game, next_act(game, cards, history))
    assert not history
    assert isinstance(events[-1], GameEnded)
    return events[-1]


def next_act(game: Game, cards: list[Card], history: list[int]) -> Act:
    """The act that the next numbers of a history mean."""
    if game.phase is Phase.CHOICES:
        leaving = [history.pop(0) for _ in range(game.players)]
        bits = [leaving[player] >> game.leaders[:seat].count(player) & 1 for seat, player in enumerate(game.leaders)]
        laid = [list(Choice)[bit] if seat in game.in_temple else None for seat, bit in enumerate(bits)]
        return Choices(tuple(laid))
    if game.phase is Phase.CARD:
        return Draw(cards[history.pop(0)])
    if game.edition.artifact_order == "rising" or len(game.under_temples) < 2:
        return OpenRound(game.under_temples[0] if game.under_temples else None)
    shown = cards[history.pop(0)]
    assert isinstance(shown, ArtifactCard)
    return OpenRound(shown.artifact)


def test_a_shared_win_is_shared() -> None:
    state = turned(load("edition=diamant,treasures=7/,rounds=1,hazards=fire").new_initial_state(), "treasure 7")
    state.apply_actions([1, 1, 0])  # two take 2 each; the third loses or goes home with as much
    while not state.is_terminal():
        turned(state, "fire") if state.is_chance_node() else state.apply_actions([0, 0, 0])
    assert state.returns() == pytest.approx([1 / 6, 1 / 6, -1 / 3])


def test_one_who_takes_all_is_within_the_bounds() -> None:
    """A lone adventurer inside gets every treasure but what the first card gave to the others."""
    game = load("edition=incan-gold hazards: rounds:1,treasures=1/50,reward=score")
    state = turned(game.new_initial_state(), "treasure 1")
    state.apply_actions([0, 1, 1])
    turned(state, "treasure 50").apply_actions([0, 0, 0])
    turned(state, "Tumi").apply_actions([1, 0, 0])
    assert state.returns() == [56, 0, 0]
    assert (game.min_utility(), game.max_utility()) == (0, 56)
    assert load("edition=incan-gold hazards: rounds:1,treasures=1/50,reward=margin").min_utility() == -56 / 2


def test_no_game_is_longer_than_it_says() -> None:
    """Nobody ever leaves and no hazard is left: every card of the box is turned, and choices follow each."""
    game = load("edition=incan-gold hazard_copies:1 rounds:2,treasures=1/2/3")
    state, turns, luck = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
            luck += 1
        else:
            state.apply_actions([0, 0, 0])
            turns += 1
    assert turns == game.max_game_length() == 2 * (3 + 5) + 2
    assert luck == 1 + turns  # the second artifact is no luck, and no card drives anybody out
    assert game.max_chance_nodes_in_history() == 2 + turns + 2
