"""R4 at the table: cards lie face down until the last one, minds may change, late ones are refused."""

import pytest

from incangold.editions import EDITIONS
from incangold.errors import (
    AllCardsLaid,
    BadAnswer,
    CardsAlreadyTurned,
    DieLaysItself,
    GameIsOver,
    NotInTemple,
    NotTimeToChoose,
    TurnNotReached,
    UnknownPlayer,
    UnknownSeat,
)
from incangold.events import ChoicesRevealed, Event, Step
from incangold.game import Act, Choice, Game
from incangold.record import Player, Practice
from incangold.rules import play
from incangold.table.table import Table
from tests.tables import NAMES, at_the_first_choice, everybody, finished, table_of

TORCH, CAMP = Choice.TORCH, Choice.CAMP


def test_cards_are_turned_over_when_the_last_one_is_laid() -> None:
    table = at_the_first_choice(3)
    table.lay(0, TORCH)
    table.lay(1, CAMP)
    assert table.proceed() == ()
    assert table.waiting_for == (2,)
    table.lay(2, TORCH)
    assert table.proceed()[0] == ChoicesRevealed((TORCH, CAMP, TORCH))


def test_a_mind_may_change_until_the_last_card_is_laid() -> None:
    table = at_the_first_choice(3)
    table.lay(0, TORCH)
    table.lay(0, CAMP)
    table.lay(1, TORCH)
    table.lay(2, TORCH)
    with pytest.raises(AllCardsLaid, match="Ana is too late"):
        table.lay(0, TORCH)
    assert table.proceed()[0] == ChoicesRevealed((CAMP, TORCH, TORCH))


def test_a_lower_revision_is_ignored_and_the_answer_says_what_lies() -> None:
    table = at_the_first_choice(3)
    assert table.lay(0, TORCH, turn=0, revision=1) is TORCH
    assert table.lay(0, CAMP, turn=0, revision=2) is CAMP
    assert table.lay(0, TORCH, turn=0, revision=1) is CAMP
    assert table.lay(0, TORCH, turn=0, revision=2) is CAMP
    assert table.view(0).cards == (CAMP,)


def test_revisions_begin_anew_every_turn() -> None:
    table = at_the_first_choice(3)
    for seat in range(3):
        table.lay(seat, TORCH, turn=0, revision=5)
    table.proceed()
    assert table.lay(0, CAMP, turn=1, revision=0) is CAMP


def test_a_card_for_a_turn_that_was_turned_over_is_refused() -> None:
    table = at_the_first_choice(3)
    everybody(table, TORCH)
    with pytest.raises(CardsAlreadyTurned, match="Bo is too late: the cards of turn 0"):
        table.lay(1, CAMP, turn=0, revision=9)
    with pytest.raises(TurnNotReached):
        table.lay(1, CAMP, turn=2)
    assert table.laid == ()


def test_nobody_lays_before_the_first_card_or_from_camp_or_after_the_end() -> None:
    table = table_of(3)
    with pytest.raises(NotTimeToChoose):
        table.lay(0, TORCH)
    table.proceed()
    table.lay(0, CAMP)
    table.lay(1, TORCH)
    table.lay(2, TORCH)
    table.proceed()
    with pytest.raises(NotInTemple, match="Ana is in camp"):
        table.lay(0, TORCH)
    with pytest.raises(GameIsOver):
        finished("turn:2", "turn:2", "turn:2").lay(0, TORCH)


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


def test_two_adventurers_take_one_answer_or_two() -> None:
    table = at_the_first_choice(2)
    table.lay_for(0, CAMP)
    table.lay_for(1, (TORCH, CAMP))
    assert table.proceed()[0] == ChoicesRevealed((CAMP, CAMP, TORCH, CAMP))


def test_half_an_answer_lays_nothing() -> None:
    table = at_the_first_choice(2)
    with pytest.raises(BadAnswer):
        table.lay_for(0, (CAMP, "camp"))  # type: ignore[arg-type]
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
