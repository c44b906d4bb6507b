"""Two tables side by side play as each would alone, and a table plays as the rules say."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from incangold.editions import Edition
from incangold.events import Event
from incangold.game import Choice
from incangold.record import Player, Practice, Record, replay
from incangold.rules import fear
from incangold.table.proof import verify
from incangold.table.table import Table
from incangold.view import View
from tests.expeditions import boxes, companies


def card_for(view: View, seat: int, habit: int) -> Choice:
    """A habit: some leave early, some late; a die looks under its cup."""
    if seat in view.public.dice:
        roll = view.rolls[view.seats.index(seat)]
        return Choice.CAMP if roll and roll <= fear(view.path, view.beside_tent(seat)) else Choice.TORCH
    return Choice.CAMP if len(view.path) > (habit + seat * 3) % 7 else Choice.TORCH


def playing(box: Edition, players: tuple[Player, ...], seed: str, habit: int) -> Iterator[tuple[Table, list[Event]]]:
    """A table that stops after every turn; the story so far is that of its own acts."""
    table = Table(box, players, Practice(seed))
    story = list(table.proceed())
    while not table.is_over:
        yield table, story
        for player in range(len(players)):
            view = table.view(player)
            table.lay_for(player, tuple(card_for(view, seat, habit) for seat in view.to_choose))
        story += table.proceed()
    yield table, story


def to_the_end(box: Edition, players: tuple[Player, ...], seed: str, habit: int) -> Record:
    """One game, alone."""
    *_, (table, _) = playing(box, players, seed, habit)
    return table.record()


TABLE = st.tuples(boxes(), companies(), st.sampled_from(["7", "8", "nine"]), st.integers(0, 6))
Seated = tuple[Edition, tuple[Player, ...], str, int]


@given(TABLE, TABLE)
def test_two_tables_side_by_side_play_as_each_alone(one: Seated, other: Seated) -> None:
    running = [playing(*one), playing(*other)]
    tables: list[Table] = []
    while running:
        for game in list(running):
            try:
                table, _ = next(game)
            except StopIteration:
                running.remove(game)
            else:
                tables = [table] if table not in tables and not tables else [*dict.fromkeys([*tables, table])]
    assert [table.record() for table in tables] == [to_the_end(*one), to_the_end(*other)]


@given(TABLE)
def test_a_table_tells_what_the_rules_tell_and_its_luck_can_be_checked(seated: Seated) -> None:
    *_, (table, story) = playing(*seated)
    record = table.record()
    assert [event for step in replay(record) for event in step.events] == story
    assert table.view(None).public.story == tuple(story)
    assert not verify(record).proven
