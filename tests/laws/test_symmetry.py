"""Where somebody sits changes nothing: seats permuted, results permuted."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from incangold.events import GameEnded, Step
from incangold.game import Act, Choices, Game
from incangold.rules import new_game, play
from tests.expeditions import Expedition, expeditions

Thing = TypeVar("Thing")
Move = tuple[int, ...]  # old seat → new seat


def moved(things: Sequence[Thing], move: Move) -> tuple[Thing, ...]:
    """What lay at each old seat, by new seat."""
    return tuple(things[move.index(seat)] for seat in range(len(things)))


@st.composite
def moves(draw: st.DrawFn, players: int) -> tuple[Move, Move]:
    """How players change places, and with them the adventurers they lead."""
    places = tuple(draw(st.permutations(range(players))))
    if players != 2:
        return places, places
    swaps = [draw(st.permutations([0, 1])) for _ in range(2)]
    return places, tuple(2 * places[owner] + swaps[owner][own] for owner in range(2) for own in range(2))


def act_moved(act: Act, before: Game, after: Game, seats: Move) -> Act:
    """The same act, laid by the same people in their new places."""
    if not isinstance(act, Choices):
        return act
    rolls = {seats[seat]: roll for seat, roll in zip(before.dice, act.rolls, strict=True)}
    return Choices(moved(act.laid, seats), tuple(rolls[seat] for seat in after.dice))


def in_old_places(step: Step, players: Move, seats: Move) -> tuple[object, ...]:
    """All that matters of a step, by old seat; the start player's honour matters to nobody."""
    game, events = step
    back = tuple(seats.index(seat) for seat in range(len(seats)))
    home = tuple(players.index(player) for player in range(len(players)))
    ended = [
        (moved(event.scores, home), moved(event.artifacts, home), sorted(home[one] for one in event.winners))
        for event in events
        if isinstance(event, GameEnded)
    ]
    return (
        game.phase,
        game.quest_deck,
        game.path,
        game.removed,
        sorted(back[seat] for seat in game.in_temple),
        sorted(back[seat] for seat in game.leaving),
        *(moved(by_seat, back) for by_seat in (game.beside_tent, game.in_tent, game.artifacts)),
        ended,
    )


@given(st.data(), expeditions())
def test_players_who_change_places_change_nothing_else(data: st.DataObject, game: Expedition) -> None:
    first = game.opening
    players, seats = data.draw(moves(first.players))
    dice = [player for player in range(first.players) if game.players[player].bot]
    now = new_game(first.edition, players=first.players, dice=[players[player] for player in dice])
    same_places = tuple(range(first.players)), tuple(range(len(first.leaders)))
    for act, step in zip(game.acts, game.steps, strict=True):
        here = play(now, act_moved(act, first, now, seats))
        assert in_old_places(here, players, seats) == in_old_places(step, *same_places)
        now = here.game
