"""The stored counts still hold; a few of them are derived by hand, so that not everything rests on the rules."""

from math import comb
from typing import Any

import pytest

from tests.counting.recount import COUNTS, recounted, stored, written
from tests.counting.unfolding import unfold

BOXES = stored()


@pytest.mark.parametrize("row", BOXES, ids=lambda row: f"{row['players']}: {row['what']}")
def test_as_many_ways_as_stored(row: dict[str, Any]) -> None:
    assert recounted(row) == row


def test_the_file_is_kept_as_it_is_written() -> None:
    assert COUNTS.read_text("utf-8") == written(BOXES)


def depths_of(what: str) -> list[list[int]]:
    """The depths of one box."""
    (row,) = [row for row in BOXES if row["what"] == what]
    depths: list[list[int]] = row["depths"]
    return depths


def test_by_hand_one_treasure_card() -> None:
    """The round opens, 5 is turned (1 each, 2 left), and three choose: 2 x 2 x 2 ways.

    Whatever they choose, all leave together, for no card is left: 1 each and nothing of the 2, so 3 in tents.
    """
    assert depths_of("one treasure card: after it the deck has run out") == [
        [1, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
        [8, 8, 8 * 3],
    ]


def test_by_hand_two_treasure_cards() -> None:
    """1 and 8 in either order; after the first card 8 ways to choose, one of which ends the game.

    Otherwise the other card comes. An adventurer then has left before, or chooses one of two cards: 3 x 3 x 3 ways
    less the one in which all had left, for each order.
    """
    lines = [lines for lines, _, _ in depths_of("two treasure cards, no danger")]
    assert lines == [1, 1, 2, 2 * 8, 2 * 7, 2 * (27 - 1)]


def test_by_hand_what_the_tents_hold_after_the_first_of_two_treasure_cards() -> None:
    """First 1 (0 each, 1 left): a lone leaver takes 1, more of them nothing. First 8 (2 each, 2 left): one leaver
    takes 2 + 2, two take 2 + 1 each, three 2 each."""
    one_leaver, two_leavers, three_leavers = comb(3, 1), comb(3, 2), comb(3, 3)
    after_1 = one_leaver * 1
    after_8 = one_leaver * 4 + two_leavers * 2 * 3 + three_leavers * 3 * 2
    safe = [safe for _, _, safe in depths_of("two treasure cards, no danger")]
    assert safe[3] == after_1 + after_8
    assert safe[4] == after_1 + after_8 - three_leavers * 3 * 2  # those three ended the game


def test_by_hand_two_hazards_and_nothing_else() -> None:
    """Round 1: snakes, snakes, all driven out. Round 2: one snake is left, one more must be turned and none is
    there: all go home. Five acts in all, nobody ever chooses, nobody ever has anything."""
    assert depths_of("two copies of one hazard and nothing else") == [[1, 0, 0]] * 5 + [[1, 1, 0]]


def test_by_hand_the_start_of_the_whole_box() -> None:
    """Five artifacts may be shown. Then one of 12 different treasures, of 5 hazards or that artifact is turned.

    After the 13 that are no hazard come 8 ways to choose; after a hazard one more card: any of the 18 kinds.
    """
    lines = [lines for lines, _, _ in depths_of("the whole box, from the start")]
    assert lines[:4] == [1, 5, 5 * 18, 5 * (13 * 8 + 5 * 18)]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_by_hand_any_number_of_equal_treasure_cards(players: int, cards: int) -> None:
    """With equal cards only the choices differ. Before card n an adventurer has left after one of the n - 1 cards
    before, or is inside: n ways each, less those where nobody is inside. Choosing gives one way more."""
    box = "diamant hazards= rounds=1 treasures=" + ",".join(["7"] * cards)
    expected = [1, 1]
    for card in range(1, cards + 1):
        expected += [card**players - (card - 1) ** players, (card + 1) ** players - (card - 1) ** players]
    assert [depth.lines for depth in unfold(box, players, (), 2 * cards + 1)] == expected
