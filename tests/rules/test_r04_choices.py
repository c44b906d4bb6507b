"""R4: Torch or Camp, in secret, shown all at once."""

import pytest

from incangold.cards import TreasureCard
from incangold.editions import edition
from incangold.errors import (
    AllCardsLaid,
    BadAnswer,
    CardsAlreadyTurned,
    ChoiceMissing,
    GameIsOver,
    IncanGoldError,
    NotInTemple,
    NotTimeToChoose,
    Seat,
    TurnNotReached,
    UnknownSeat,
    WrongNumberLaid,
)
from incangold.events import CardTurned, ChoicesRevealed
from incangold.game import Choice, Choices
from incangold.record import Player, Practice
from incangold.rules import reveal_choices
from incangold.table.table import Table
from tests.situations import after

TORCH, CAMP = Choice.TORCH, Choice.CAMP
SEVENS = "diamant treasures=7,7,7,7,7,7 hazards= rounds=1"


def table_of_three(box: str = "diamant hazards= rounds=1") -> Table:
    """Three at a table without a hazard, ready to choose."""
    table = Table(edition(box), (Player("Ana"), Player("Bo"), Player("Cy")), Practice("7"))
    table.proceed()
    return table


def who(refusal: IncanGoldError) -> int:
    """The seat that a refusal speaks of."""
    seat = refusal.facts["who"]
    assert isinstance(seat, Seat)
    return seat.seat


def test_r4_all_are_shown_at_once() -> None:
    shown = after("11, Bo leaves")
    assert shown.last[0] == ChoicesRevealed((TORCH, CAMP, TORCH))


def test_r4_whoever_goes_on_is_remembered_for_what_was_left_lying() -> None:
    """Two of 11 lie there when Bo goes home with them; then 1 of 5; being driven out forgets nothing."""
    past = after("11, Bo leaves, 5, all stay, spiders, all stay, spiders").game.walked_past
    assert past == (2, 0, 2)


def test_r4_only_the_most_that_was_left_lying_is_remembered() -> None:
    assert after("11, all stay, 5, all stay, 7, all stay, 1").game.walked_past == (5, 5, 5)


def test_r4_thirty_one_stands_for_more() -> None:
    """Eight cannot divide a 7: after five of them 35 lie there."""
    sevens = after("7, all stay, 7, all stay, 7, all stay, 7, all stay, 7", players=8, edition=SEVENS)
    assert sevens.game.walked_past == (28,) * 8
    assert sevens.then("Bo leaves").game.walked_past == (31, 28, *(31,) * 6)


def test_r4_whoever_goes_home_for_a_heap_beside_a_hazard_may_be_a_scavenger() -> None:
    """Beside the snakes a scavenger goes home for five, and so does Bo alone."""
    heap = after("11, all stay, 13, all stay, 5", players=4)
    assert heap.path == "11(3) 13(1) 5(1)"
    assert heap.then("all stay").game.scavenging == (0, 1, 2, 3)
    assert heap.then("all stay, snakes, Bo leaves").game.scavenging == (1,)


def test_r4_no_scavenger_walks_past_nine_or_goes_home_for_nothing() -> None:
    nine = after("11, all stay, 7, all stay, 3", players=4)
    assert nine.path == "11(3) 7(3) 3(3)"
    assert nine.then("Bo leaves").game.scavenging == (1,)
    assert after("11, Bo leaves").game.scavenging == (0, 2)


def test_r4_a_scavenger_goes_home_when_one_more_card_may_cost_what_it_brings() -> None:
    """Four lie there, but 14 are at risk for each of three; who goes on all the same is none ever after."""
    risky = after("17, all stay, 15, all stay, 14, all stay, snakes")
    gone = risky.then("Ana leaves")
    assert gone.game.scavenging == (0,)
    assert gone.then("snakes").game.scavenging == (0,)


def test_r4_everybody_in_the_temple_must_lay_a_card() -> None:
    with pytest.raises(ChoiceMissing) as refused:
        reveal_choices(after("11").game, Choices((TORCH, None, TORCH)))
    assert who(refused.value) == 1


def test_r4_nobody_in_camp_lays_a_card() -> None:
    with pytest.raises(NotInTemple) as refused:
        reveal_choices(after("11, Cy leaves, 5").game, Choices((TORCH, TORCH, CAMP)))
    assert who(refused.value) == 2


@pytest.mark.parametrize("laid", [(), (TORCH, TORCH), (TORCH,) * 4])
def test_r4_as_many_cards_as_adventurers(laid: tuple[Choice, ...]) -> None:
    with pytest.raises(WrongNumberLaid):
        reveal_choices(after("11").game, Choices(laid))


def test_r4_the_cards_are_turned_when_the_last_one_lies() -> None:
    table = table_of_three()
    table.lay(0, TORCH)
    table.lay(2, TORCH)
    assert table.proceed() == ()
    assert (table.laid, table.waiting_for) == ((0, 2), (1,))
    table.lay(1, TORCH)
    revealed, turned, *_ = table.proceed()
    assert revealed == ChoicesRevealed((TORCH, TORCH, TORCH))
    assert isinstance(turned, CardTurned)
    assert (table.laid, table.waiting_for) == ((), (0, 1, 2))


def test_r4_a_mind_may_be_changed_until_the_last_card_lies() -> None:
    table = table_of_three()
    table.lay(0, CAMP)
    assert table.lay(0, TORCH) is TORCH
    table.lay(1, TORCH)
    table.lay(2, TORCH)
    with pytest.raises(AllCardsLaid):
        table.lay(0, CAMP)
    assert table.proceed()[0] == ChoicesRevealed((TORCH, TORCH, TORCH))


def test_r4_a_change_of_mind_that_comes_late_by_post_changes_nothing() -> None:
    table = table_of_three()
    table.lay(0, CAMP, revision=2)
    assert table.lay(0, TORCH, revision=1) is CAMP
    assert table.lay(0, TORCH, revision=2) is CAMP
    assert table.lay(0, TORCH, revision=3) is TORCH


@pytest.mark.parametrize("revision", [-1, -5])
def test_r4_the_first_card_to_come_lies_whatever_number_its_revision_has(revision: int) -> None:
    assert table_of_three().lay(0, CAMP, revision=revision) is CAMP


def test_r4_a_card_laid_for_another_turn_is_refused() -> None:
    table = table_of_three()
    with pytest.raises(TurnNotReached):
        table.lay(0, TORCH, turn=1)
    for seat in range(3):
        table.lay(seat, TORCH, turn=0)
    table.proceed()
    with pytest.raises(CardsAlreadyTurned):
        table.lay(0, TORCH, turn=0)


def test_r4_the_table_refuses_those_in_camp_strangers_and_anything_but_a_card() -> None:
    table = table_of_three()
    with pytest.raises(UnknownSeat):
        table.lay(3, TORCH)
    with pytest.raises(BadAnswer):
        table.lay(0, "torch")  # type: ignore[arg-type]
    table.lay_for(0, CAMP)
    table.lay_for(1, (TORCH,))
    table.lay_for(2, TORCH)
    table.proceed()
    with pytest.raises(NotInTemple):
        table.lay(0, TORCH)
    with pytest.raises(NotInTemple):
        table.lay_for(0, (TORCH,))
    with pytest.raises(BadAnswer):
        table.lay_for(1, (TORCH, TORCH))


def test_r4_nobody_lays_before_the_round_or_after_the_game() -> None:
    box = edition("diamant treasures=5 hazards= rounds=1")
    table = Table(box, (Player("Ana"), Player("Bo"), Player("Cy")), Practice("7"))
    with pytest.raises(NotTimeToChoose):
        table.lay(0, TORCH)
    assert table.proceed()[1] == CardTurned(TreasureCard(5))
    for seat in range(3):
        table.lay(seat, CAMP)
    table.proceed()
    assert table.is_over
    with pytest.raises(GameIsOver):
        table.lay(0, TORCH)


def test_r4_one_who_leads_two_lays_both_cards_or_none() -> None:
    table = Table(edition("diamant hazards="), (Player("Ana"), Player("Bo")), Practice("7"))
    table.proceed()
    with pytest.raises(BadAnswer):
        table.lay_for(0, (CAMP, "torch"))  # type: ignore[arg-type]
    assert table.laid == ()


def test_r4_one_who_leads_two_lays_a_card_for_each() -> None:
    table = Table(edition("diamant hazards="), (Player("Ana"), Player("Bo")), Practice("7"))
    table.proceed()
    table.lay_for(0, (CAMP, TORCH))
    table.lay_for(1, TORCH)
    assert table.proceed()[0] == ChoicesRevealed((CAMP, TORCH, TORCH, TORCH))
    assert table.view(0).to_choose == (1,)
