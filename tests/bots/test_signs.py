"""What the trained player remembers of the others: who left treasure lying to go on, who may be a scavenger."""

from math import tanh

import pytest

from incangold.bots.amauta import plain
from incangold.bots.amauta.signs import signs
from incangold.bots.temperaments import scavenger
from incangold.seen import seen_by
from incangold.view import player_view
from tests.situations import Situation, after

# Three are left of the 11 and six with the 7; Bo goes home with them, and two lie there again.
BO_HAS_GONE = after("11, all stay, 7, Bo leaves, 5", players=4)


def company(now: Situation, player: int) -> list[float]:
    """The signs of what the others left lying."""
    return read(now, player)[-15:-9]


def scavengers(now: Situation, player: int) -> list[float]:
    """The last nine."""
    return read(now, player)[-9:]


def read(now: Situation, player: int) -> list[float]:
    """All signs."""
    seen = seen_by(player_view(now.game, now.story, player))
    return [float(sign) for sign in signs(seen, now.game.edition, now.game.players, plain)]


def test_nobody_has_a_past_before_the_first_choice() -> None:
    assert company(after("11", players=4), 0) == [0, 1, 0, 0, 0, 0]


def test_whoever_walked_past_more_is_hardly_tempted() -> None:
    three, six = tanh(3 / 8), tanh(6 / 8)
    assert company(BO_HAS_GONE, 0) == pytest.approx([1, 0, six, six, (three + 2 * six) / 3, six])
    assert company(BO_HAS_GONE, 1) == pytest.approx([1, 0, six, six, six, three])


def test_more_than_anybody_walked_past_may_tempt_all() -> None:
    tempting = BO_HAS_GONE.then("all stay, 11, all stay, 14, all stay, 17")  # 2, 4, 6, then 8 lie there
    untempted, tempted, *_ = company(tempting, 0)
    assert (untempted, tempted) == pytest.approx((0, 2 / 3))


def test_at_first_anybody_may_be_a_scavenger() -> None:
    assert scavengers(after("11", players=4), 0) == [1, 1, 0, 0, 0, 0, 0, 1, 0]


def test_whoever_goes_home_for_a_heap_alone_may_be_one() -> None:
    """Bo took six beside the snakes, and is in camp, eight ahead."""
    now = after("11, all stay, 7, all stay, snakes, Bo leaves, 5", players=4)
    assert scavengers(now, 0) == pytest.approx([1 / 3, 0, 1, 0, 0, 0, 0, 0, tanh(9 / 8)])
    assert scavengers(now, 1) == pytest.approx([0, 0, 0, 0, 0, 0, 0, 1, tanh(-30 / 8)])


@pytest.mark.parametrize(
    "told",
    [
        "11",
        "11, all stay, 7",
        "11, all stay, 7, all stay, snakes",
        "17, all stay, fire, all stay, snakes, all stay, spiders",
    ],
)
def test_whether_a_scavenger_goes_home_is_what_the_bot_does(told: str) -> None:
    now = after(told, players=4)
    view = player_view(now.game, now.story, 0)
    assert scavengers(now, 0)[4] == scavenger(view, 0)
