"""R14: a secret is tested by changing it and seeing no difference."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.situations import after

from incangold.cards import in_box_order
from incangold.die import fear
from incangold.editions import edition
from incangold.errors import UnknownPlayer
from incangold.game import Choice
from incangold.record import Player, Practice
from incangold.table.table import Table
from incangold.view import View, counted_tents, public_part

TORCH, CAMP = Choice.TORCH, Choice.CAMP
ANA, BO, CY = Player("Ana"), Player("Bo"), Player("Cy")
EVERYBODY = (None, 0, 1, 2)

choices = st.sampled_from(Choice)


def table_of(*players: Player, box: str = "incan-gold", seed: str = "7") -> Table:
    """A table where the first card lies open."""
    table = Table(edition(box), players, Practice(seed), start_player=0)
    table.proceed()
    return table


def all_lay(table: Table, choice: Choice) -> None:
    """Everybody in the temple lays the same card, and it is turned over; a die lays what it rolled."""
    for player in range(len(table.players)):
        view = table.view(player)
        for seat in view.to_choose:
            roll = view.rolls[view.seats.index(seat)]
            afraid = roll is not None and roll <= fear(view.path, view.beside_tent(seat))
            rolled = CAMP if afraid else TORCH
            table.lay(seat, rolled if seat in view.public.dice else choice)
    table.proceed()


@given(choices, choices)
def test_r14_a_view_is_blind_to_what_lies_face_down(this: Choice, that: Choice) -> None:
    one, other = table_of(ANA, BO, CY), table_of(ANA, BO, CY)
    one.lay(0, this)
    other.lay(0, that)
    for player in (None, 1, 2):
        assert one.view(player) == other.view(player)
    assert (one.view(0) == other.view(0)) is (this is that)
    assert one.record() == other.record()


@given(st.tuples(choices, choices), st.tuples(choices, choices))
def test_r14_one_who_leads_two_sees_both_own_cards_and_no_others(
    this: tuple[Choice, Choice], that: tuple[Choice, Choice]
) -> None:
    one, other = table_of(ANA, BO), table_of(ANA, BO)
    one.lay_for(0, this)
    other.lay_for(0, that)
    assert one.view(0).cards == this
    assert one.view(1) == other.view(1)
    assert one.view(1).cards == (None, None)


def test_r14_who_has_laid_is_open_to_all_which_card_is_not() -> None:
    table = table_of(ANA, BO, CY)
    table.lay(2, CAMP)
    assert [table.view(player).laid for player in EVERYBODY] == [(2,)] * 4
    assert [table.view(player).cards for player in EVERYBODY] == [(), (None,), (None,), (CAMP,)]


def twins(secret: Callable[[Table], object], *players: Player, box: str, turns: int = 0) -> tuple[Table, Table]:
    """Two tables with the same open past, which is the acts so far, and a different secret."""
    found: dict[object, dict[object, Table]] = {}
    for seed in map(str, range(2000)):
        table, looked_into = (after_turns(turns, *players, box=box, seed=seed) for _ in range(2))
        alike = found.setdefault(table.record().acts, {})
        alike.setdefault(secret(looked_into), table)
        if len(alike) == 2:
            one, other = alike.values()
            return one, other
    raise AssertionError("no two seeds alike")


def after_turns(turns: int, *players: Player, box: str, seed: str) -> Table:
    """A table where everybody has gone on so many times."""
    table = table_of(*players, box=box, seed=seed)
    for _ in range(turns):
        all_lay(table, TORCH)
    return table


def next_card(table: Table) -> object:
    """What comes if everybody goes on."""
    cards = len(table.record().acts)
    all_lay(table, TORCH)
    return table.record().acts[cards:]


def next_artifact(table: Table) -> object:
    """What the next round would show."""
    left = table.view(None).public.under_temples
    all_lay(table, CAMP)
    return frozenset(left) - set(table.view(None).public.under_temples)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_r14_a_view_does_not_know_the_order_of_the_deck(turns: int) -> None:
    box = "diamant treasures=1,5,9 hazards=snakes first_hazard=choose rounds=2"
    one, other = twins(next_card, ANA, BO, CY, box=box, turns=turns)
    assert [one.view(player) for player in EVERYBODY] == [other.view(player) for player in EVERYBODY]
    assert next_card(one) != next_card(other)


def test_r14_a_view_does_not_know_which_artifact_lies_under_which_temple() -> None:
    one, other = twins(next_artifact, ANA, BO, CY, box="incan-gold treasures=1,2,3 hazards= rounds=4")
    assert [one.view(player) for player in EVERYBODY] == [other.view(player) for player in EVERYBODY]
    assert next_artifact(one) != next_artifact(other)


def test_r14_only_the_die_looks_under_its_cup() -> None:
    box = "incan-gold treasures=5 hazards=snakes,rocks hazard_copies=1 rounds=1"
    one, other = twins(rolled, ANA, BO, Player("Cy", "die"), box=box, turns=1)
    assert rolled(one) != rolled(other)
    assert [one.view(player) for player in (None, 0, 1)] == [other.view(player) for player in (None, 0, 1)]
    assert one.view(0).rolls == (None,)


def rolled(table: Table) -> object:
    """What lies under Cy's cup."""
    return table.view(2).rolls


def test_r14_a_closed_tent_does_not_show_through_the_public_part() -> None:
    game = after("11, Bo leaves, 5").game
    fuller = game._replace(in_tent=(0, 40, 0))
    assert public_part(game, ()) == public_part(fuller, ())
    open_box = edition("incan-gold open_tents=yes")
    assert public_part(game._replace(edition=open_box), ()) != public_part(fuller._replace(edition=open_box), ())


def test_r14_everybody_sees_the_own_tents_and_a_spectator_none() -> None:
    table = table_of(ANA, BO, box="diamant treasures=9,40 hazards=")
    table.lay_for(0, (CAMP, TORCH))
    table.lay_for(1, TORCH)
    table.proceed()
    counted = counted_tents(table.view(None).public)
    assert counted[0] > 0
    assert table.view(0).in_tent == counted[:2]
    assert table.view(1).in_tent == (0, 0)
    watching = table.view(None)
    assert (watching.in_tent, watching.cards, watching.seats) == ((), (), ())


def test_r14_the_deck_tells_what_is_in_it_and_no_order() -> None:
    table = table_of(ANA, BO, CY, box="diamant")
    deck, path = table.view(0).public.quest_deck, table.view(0).path
    assert in_box_order([*deck, *(spot.card for spot in path)]) == edition("diamant").box
    assert deck == in_box_order(deck)


@pytest.mark.parametrize("player", [-1, 3, 99])
def test_r14_there_is_no_view_for_a_stranger(player: int) -> None:
    with pytest.raises(UnknownPlayer):
        table_of(ANA, BO, CY).view(player)


def test_r14_the_public_part_is_one_and_the_same_for_all() -> None:
    table = table_of(ANA, BO, CY)
    views: list[View] = [table.view(player) for player in EVERYBODY]
    assert len({id(view.public) for view in views}) == 1
