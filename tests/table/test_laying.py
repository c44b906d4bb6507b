"""What a table takes and what it tells, beyond the rulebook's own words (tests/rules/test_r04_choices.py)."""

import pytest

from incangold.editions import EDITIONS
from incangold.errors import (
    BadAnswer,
    DieLaysItself,
    UnknownPlayer,
    UnknownSeat,
)
from incangold.events import Event, Step
from incangold.game import Act, Choice, Game
from incangold.record import Player, Practice
from incangold.rules import play
from incangold.table.table import Table
from tests.tables import NAMES, at_the_first_choice, everybody, table_of

TORCH, CAMP = Choice.TORCH, Choice.CAMP


def test_revisions_begin_anew_every_turn() -> None:
    table = at_the_first_choice(3)
    for seat in range(3):
        table.lay(seat, TORCH, turn=0, revision=5)
    table.proceed()
    assert table.lay(0, CAMP, turn=1, revision=0) is CAMP


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_are_only_so_many_adventurers(seat: int) -> None:
    with pytest.raises(UnknownSeat):
        at_the_first_choice(3).lay(seat, TORCH)
    with pytest.raises(UnknownPlayer):
        at_the_first_choice(3).view(seat)


@pytest.mark.parametrize("answer", ["camp", None, 1, (CAMP, CAMP), (), ("camp",), [CAMP]])
def test_an_answer_that_is_no_choice_is_refused_and_nothing_lies(answer: object) -> None:
    table = at_the_first_choice(3)
    with pytest.raises(BadAnswer, match="Ana must answer"):
        table.lay_for(0, answer)  # type: ignore[arg-type]
    assert table.laid == ()


def die_table() -> Table:
    """Ana, Bo and a die that has something to fear."""
    for seed in range(50):
        table = table_of(3, seed=str(seed), bots=(None, None, "die"))
        table.proceed()
        if table.view(2).rolls != (None,):
            return table
    raise AssertionError("in fifty games no first card frightened the die")


def test_nobody_chooses_for_the_die() -> None:
    table = die_table()
    view = table.view(2)
    (roll,) = view.rolls
    right = CAMP if roll is not None and roll <= 1 else TORCH
    wrong = TORCH if right is CAMP else CAMP
    with pytest.raises(DieLaysItself):
        table.lay(2, wrong)
    assert table.lay(2, right) is right


def test_a_named_start_player_begins() -> None:
    assert table_of(4, start=2).view(None).public.start_player == 2
    assert table_of(4, start=2).record().start_named


def test_watching_act_by_act_gives_the_same_game() -> None:
    one, other = at_the_first_choice(4), table_of(4)
    while other.proceed_one_act():
        pass
    assert one.view(0) == other.view(0)


def test_listeners_hear_every_act_and_what_came_of_it() -> None:
    acts: list[Act] = []
    events: list[Event] = []

    def listen(before: Game, act: Act, step: Step) -> None:
        assert play(before, act) == step
        acts.append(act)
        events.extend(step.events)

    players = tuple(map(Player, NAMES[:3]))
    table = Table(EDITIONS["incan-gold"], players, Practice("7"), listeners=(listen,))
    table.proceed()
    everybody(table, TORCH)
    assert tuple(acts) == table.record().acts
    assert tuple(events) == table.view(None).public.story
