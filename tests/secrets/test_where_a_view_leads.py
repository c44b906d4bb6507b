"""R14, R17: no path leads from a View to a secret, and no unfinished record holds one."""

import gc
from collections.abc import Iterator

import pytest

from incangold.cards import ArtifactCard
from incangold.editions import edition
from incangold.game import Choice, Game
from incangold.record import Player, Practice, Proven, to_json, write
from incangold.table.dealer import Dealer, commitment_to
from incangold.table.table import Table
from incangold.view import View, counted_tents

SECRET = bytes(range(32))
PROVEN = Proven(commitment_to(SECRET), ("aa" * 32, "", "bb" * 32), SECRET.hex())
PLAYERS = (Player("Ana"), Player("Bo", "brave"), Player("Cy"))
DATA = {"builtins", "incangold.cards", "incangold.editions", "incangold.events", "incangold.game", "incangold.view"}


def reachable(thing: object) -> Iterator[object]:
    """Everything that can be reached from this, by whatever attribute; classes belong to the program."""
    seen: set[int] = set()
    left = [thing]
    while left:
        one = left.pop()
        if id(one) not in seen and not isinstance(one, type):
            seen.add(id(one))
            yield one
            left += gc.get_referents(one)


def numbers(view: View) -> set[int]:
    """Every number that a view states."""
    return {one for one in reachable(view) if type(one) is int}


def turn(table: Table, leaves: set[int]) -> None:
    """One turn in which these leave."""
    for seat in table.waiting_for:
        table.lay(seat, Choice.CAMP if seat in leaves else Choice.TORCH)
    table.proceed()


def a_table(box: str = "incan-gold", rounds: int = 0) -> Table:
    """A table after some rounds of which each lasted a turn."""
    table = Table(edition(box), PLAYERS, PROVEN)
    table.proceed()
    for _ in range(rounds):
        turn(table, {0, 1, 2})
    return table


@pytest.mark.parametrize("rounds", [0, 2, 5])
@pytest.mark.parametrize("player", [None, 0, 1, 2])
def test_no_path_leads_from_a_view_to_a_game_a_table_or_a_dealer(rounds: int, player: int | None) -> None:
    found = list(reachable(a_table(rounds=rounds).view(player)))
    assert len(found) > 40
    assert not [one for one in found if isinstance(one, Game | Table | Dealer) or callable(one)]
    assert {type(one).__module__ for one in found} <= DATA


def test_the_walk_would_find_a_table() -> None:
    table = a_table()
    assert any(isinstance(one, Dealer) for one in reachable(table))
    assert any(isinstance(one, Game) for one in reachable((1, [table.view])))


@pytest.mark.parametrize("player", [None, 0, 1, 2])
def test_no_view_holds_seed_secret_nonce_or_commitment(player: int | None) -> None:
    words = {one for one in reachable(a_table(rounds=5).view(player)) if isinstance(one, str | bytes)}
    assert not words & {*PROVEN.nonces[::2], PROVEN.commitment, SECRET.hex(), SECRET}


BIG = "diamant treasures=71,85 hazards= rounds=3"


def test_the_total_of_anothers_tent_is_no_number_in_a_view() -> None:
    table = a_table(BIG, rounds=2)
    (total,) = set(counted_tents(table.view(None).public))
    assert total in (23 + 23, 23 + 28, 28 + 28)  # a sum that no event says
    assert total not in numbers(table.view(None))
    assert table.view(None).public.in_tent is None
    for player in range(3):
        own = table.view(player)
        assert own.in_tent == (total,)
        assert total not in numbers(own._replace(in_tent=()))


def test_open_tents_and_the_end_open_them() -> None:
    open_table = a_table(f"{BIG} open_tents=yes", rounds=2)
    assert open_table.view(None).public.in_tent == counted_tents(open_table.view(None).public)
    over = a_table(BIG, rounds=3)
    assert over.is_over
    assert over.view(None).public.in_tent == counted_tents(over.view(None).public)


def test_the_record_of_an_unfinished_game_holds_no_secret() -> None:
    table = a_table(rounds=4)
    record = table.record()
    assert record.luck == PROVEN._replace(secret=None)
    assert SECRET.hex() not in write(record) + str(to_json(record))
    turn(table, {0, 1, 2})
    assert table.record().luck == PROVEN
    assert f"secret {SECRET.hex()}" in write(table.record())


def test_the_record_of_an_unfinished_game_tells_no_artifact_before_it_is_shown() -> None:
    table = a_table(rounds=1)  # the second round is open
    artifacts = [str(card.artifact) for card in edition("incan-gold").box if isinstance(card, ArtifactCard)]
    hidden = set(table.view(None).public.under_temples)
    assert len(hidden) == 3
    told = write(table.record()) + str(to_json(table.record()))
    assert {name for name in artifacts if name not in told} == hidden


def test_the_record_of_an_unfinished_game_tells_no_card_that_lies_face_down() -> None:
    tables = [a_table(), a_table()]
    for table, choice in zip(tables, Choice, strict=True):
        table.lay(0, choice)
        table.lay(1, choice)
    assert tables[0].record() == tables[1].record()


def test_a_practice_game_publishes_no_hash() -> None:
    table = Table(edition("incan-gold"), PLAYERS, Practice("7"))
    table.proceed()
    assert "commitment" not in write(table.record())
