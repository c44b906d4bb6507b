"""R3: everybody enters, and the first card is turned without a choice."""

import pytest

from incangold.cards import Hazard
from incangold.errors import NotTimeToChoose, NotTimeToTurn
from incangold.events import CardTurned, DrivenOut, Frightened
from incangold.game import Phase
from tests.situations import after


def test_r3_nobody_chooses_before_the_first_card() -> None:
    assert after("open").game.phase is Phase.CARD
    with pytest.raises(NotTimeToChoose):
        after("open, all stay")


@pytest.mark.parametrize("first", ["11", "tumi"])
def test_r3_after_a_treasure_or_an_artifact_the_choices_come_next(first: str) -> None:
    assert after(first).game.phase is Phase.CHOICES
    with pytest.raises(NotTimeToTurn):
        after(f"{first}, 5")


def test_r3_after_a_first_hazard_one_more_card_is_turned_without_a_choice() -> None:
    assert after("snakes").game.phase is Phase.CARD
    with pytest.raises(NotTimeToChoose):
        after("snakes, all stay")


@pytest.mark.parametrize("second", ["11", "tumi", "rocks"])
def test_r3_whatever_else_the_second_card_is_the_choices_come_next(second: str) -> None:
    assert after(f"snakes, {second}").game.phase is Phase.CHOICES


def test_r3_the_first_two_cards_the_same_hazard_drive_out_with_nothing_lost_but_the_card() -> None:
    out = after("snakes, snakes", players=4)
    assert out.happened(DrivenOut) == [DrivenOut(Hazard.SNAKES, (0, 1, 2, 3), (0, 0, 0, 0))]
    assert out.game.phase is Phase.ROUND
    assert [removed.card[0] for removed in out.game.removed] == ["snakes"]


def test_r3_only_the_very_first_card_of_a_round_does_this() -> None:
    assert after("5, all stay, snakes").game.phase is Phase.CHOICES
    assert after("tumi, Ana leaves, snakes").game.phase is Phase.CHOICES  # the path was empty again
    assert after("tumi, Ana leaves, snakes", edition="literal").game.phase is Phase.CHOICES


def test_r3_every_round_begins_with_it() -> None:
    assert after("5, all leave, snakes").game.phase is Phase.CARD


def test_r3_with_choose_the_choices_come_at_once() -> None:
    at_once = after("snakes", edition="incan-gold first_hazard=choose")
    assert at_once.game.phase is Phase.CHOICES
    assert [type(event) for event in at_once.last] == [CardTurned, Frightened]


def test_r3_with_choose_a_second_same_hazard_still_drives_out() -> None:
    out = after("snakes, Ana leaves, snakes", edition="bga")
    assert [event.seats for event in out.happened(DrivenOut)] == [(1, 2)]
