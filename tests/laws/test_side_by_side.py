"""Two tables side by side play as each would alone, and a table plays as the rules say."""

from collections.abc import Iterator
from itertools import zip_longest

from hypothesis import given
from hypothesis import strategies as st

from incangold.die import fear
from incangold.editions import Edition
from incangold.events import Event
from incangold.game import Choice
from incangold.record import Player, Practice, Record, replay
from incangold.table.proof import verify
from incangold.table.table import Table
from incangold.view import View
from tests.expeditions import boxes, companies

Turn = tuple[Table, tuple[Event, ...]]


def card_for(view: View, seat: int, habit: int) -> Choice:
    """A habit: some leave early, some late; a die looks under its cup."""
    if seat in view.public.dice:
        roll = view.rolls[view.seats.index(seat)]
        return Choice.CAMP if roll and roll <= fear(view.path, view.beside_tent(seat)) else Choice.TORCH
    return Choice.CAMP if len(view.path) > (habit + seat * 3) % 7 else Choice.TORCH


Seated = tuple[Edition, tuple[Player, ...], str, int]
TABLES = st.tuples(boxes(), companies(), st.sampled_from(["7", "8", "nine"]), st.integers(0, 6))


def playing(box: Edition, players: tuple[Player, ...], seed: str, habit: int) -> Iterator[Turn]:
    """A table that stops after every turn and tells what happened in it."""
    table = Table(box, players, Practice(seed))
    yield table, table.proceed()
    while not table.is_over:
        for player in range(len(players)):
            view = table.view(player)
            if view.to_choose:
                table.lay_for(player, tuple(card_for(view, seat, habit) for seat in view.to_choose))
        yield table, table.proceed()


def alone(seated: Seated) -> Record:
    """One game from its first card to its last."""
    *_, (table, _) = playing(*seated)
    return table.record()


@given(TABLES, TABLES)
def test_two_tables_side_by_side_play_as_each_alone(one: Seated, other: Seated) -> None:
    turns = list(zip_longest(playing(*one), playing(*other)))
    records = [table.record() for table, _ in turns[0]]
    assert records == [alone(one), alone(other)]


@given(TABLES)
def test_a_table_tells_what_the_rules_tell_and_its_luck_can_be_checked(seated: Seated) -> None:
    turns = list(playing(*seated))
    table, told = turns[0][0], [event for _, story in turns for event in story]
    assert [event for step in replay(table.record()) for event in step.events] == told
    assert list(table.view(None).public.story) == told
    assert not verify(table.record()).proven
