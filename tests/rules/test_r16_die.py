"""R16: the die's fear and greed, its roll, and what it lays."""

import pytest

from incangold.die import fear_of
from incangold.editions import edition
from incangold.errors import BadRoll, DieLaysItself
from incangold.events import DieRolled
from incangold.game import Choice, Choices, Phase
from incangold.record import Player, Practice
from incangold.rules import new_game, reveal_choices
from incangold.table.table import Table
from tests.situations import after

BIG = "incan-gold treasures=1,2,8,9,20,21,30"


def test_r16_the_rulebooks_example_leaves_on_1_2_3() -> None:
    cards = "rocks, 27, Cy rolls 6, 5, Cy rolls 6, 1, Cy rolls 6, snakes"
    told = after(cards, dice="Cy", edition="incan-gold treasures=1,5,27")
    assert (told.beside("Cy"), told.on_path) == (10, 3)
    assert fear_of(told.game, seat=2) == 3
    assert [told.then(f"Cy rolls {roll}").inside for roll in range(1, 7)] == ["Ana Bo"] * 3 + ["Ana Bo Cy"] * 3


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("30", 0),  # no hazard: greed does not count
        ("8", 0),
        ("tumi", 1),
        ("30, all stay, tumi", 1),
        ("rocks, 1, Ana and Bo leave and Cy rolls 1, tumi, Cy rolls 6, llama", 2),
        ("rocks, 2", 1),
        ("rocks, tumi", 2),
        ("rocks, snakes", 2),
        ("rocks, 20", 1),  # 6 beside the tent, 2 on the path
        ("rocks, 21", 2),  # 7 beside the tent
        ("rocks, 30", 2),  # 10 beside the tent, nothing on the path
        ("rocks, 20, Cy rolls 6, 8, Cy rolls 6, 2", 2),  # 6 + 2 beside the tent, 2 + 2 + 2 on the path
    ],
)
def test_r16_fear_and_greed(script: str, expected: int) -> None:
    assert fear_of(after(script, dice="Cy", edition=BIG).game, seat=2) == expected


def test_r16_seven_on_the_path_counts_one_more() -> None:
    crowd = after("7", players=8, dice="Hal", edition="incan-gold first_hazard=choose")
    assert crowd.on_path == 7
    assert fear_of(crowd.game, seat=7) == 0
    assert fear_of(crowd.then("all stay, fire").game, seat=7) == 1 + 1
    nearly = after("5, all stay, 1, all stay, fire", players=8, dice="Hal")
    assert nearly.on_path == 6
    assert fear_of(nearly.game, seat=7) == 1


def test_r16_it_looks_before_this_turns_leavers_take_anything() -> None:
    """Ana leaves alone and takes tumi: the die still counted it."""
    told = after("rocks, tumi, Ana leaves and Cy rolls 2", dice="Cy")
    assert DieRolled(2, 2, 2) in told.last
    assert told.inside == "Bo"
    assert told.holds("Ana") == told.holds("Cy") == []  # two left


def test_r16_with_nothing_to_fear_it_does_not_roll_and_stays() -> None:
    told = after("9, all stay", dice="Cy")
    assert DieRolled(2, 0, None) in told.last
    assert told.inside == "Ana Bo Cy"


def test_r16_at_six_or_more_it_leaves_whatever_it_rolls() -> None:
    deep = after(
        "rocks, 30, Cy rolls 6, snakes, Cy rolls 6, fire, Cy rolls 6, mummies, Cy rolls 6, tumi",
        dice="Cy",
        edition=BIG,
    )
    assert fear_of(deep.game, seat=2) == 4 + 1 + 1
    assert {deep.then(f"Cy rolls {roll}").inside for roll in range(1, 7)} == {"Ana Bo"}


def test_r16_it_plays_on_alone_when_the_others_have_left() -> None:
    alone = after("rocks, 2, Ana and Bo leave and Cy rolls 2, 9", dice="Cy", edition=BIG)
    assert alone.inside == "Cy"
    assert alone.game.phase is Phase.CHOICES
    assert alone.then("Cy rolls 1").inside == ""


def test_r16_each_die_seat_rolls_its_own() -> None:
    told = after("rocks, tumi, Bo rolls 2 and Cy rolls 3", dice="Bo Cy")
    assert told.happened(DieRolled) == [DieRolled(1, 2, 2), DieRolled(2, 2, 3)]
    assert told.inside == "Ana Cy"


def test_r16_a_die_of_two_players_rolls_for_each_of_its_adventurers() -> None:
    assert new_game(edition("incan-gold"), players=2, dice=[1]).dice == (2, 3)


def test_r16_in_camp_it_rolls_no_more() -> None:
    told = after("rocks, tumi, Cy rolls 1, 9, all stay", dice="Cy")
    assert len(told.happened(DieRolled)) == 1


@pytest.mark.parametrize(
    ("script", "choice", "roll"),
    [
        ("9", Choice.TORCH, 3),  # nothing to fear, yet a roll
        ("9", Choice.CAMP, None),  # nothing to fear, yet it leaves
        ("rocks, tumi", Choice.TORCH, None),  # something to fear, and no roll
        ("rocks, tumi", Choice.TORCH, 2),
        ("rocks, tumi", Choice.CAMP, 3),
        ("rocks, tumi", Choice.CAMP, 0),
        ("rocks, tumi", Choice.TORCH, 7),
    ],
)
def test_r16_a_die_that_decides_otherwise_is_refused(script: str, choice: Choice, roll: int | None) -> None:
    game = after(script, dice="Cy").game
    with pytest.raises(BadRoll):
        reveal_choices(game, Choices((Choice.TORCH, Choice.TORCH, choice), (roll,)))


def test_r16_nobody_chooses_for_the_die() -> None:
    table = Table(edition("incan-gold"), (Player("Ana"), Player("Bo"), Player("Cy", "die")), Practice("2"))
    table.proceed()
    refusals = 0
    for choice in Choice:
        try:
            table.lay(2, choice)
        except DieLaysItself:
            refusals += 1
    assert refusals == 1
