"""What the trained player remembers of the others: who left treasure lying to go on."""

from math import tanh

import pytest

from incangold.bots.amauta import plain
from incangold.bots.amauta.signs import signs
from incangold.seen import seen_by
from incangold.view import player_view
from tests.situations import Situation, after

# Three are left of the 11 and six with the 7; Bo goes home with them, and two lie there again.
BO_HAS_GONE = after("11, all stay, 7, Bo leaves, 5", players=4)


def company(now: Situation, player: int) -> list[float]:
    """The signs of the others' past, the last six."""
    seen = seen_by(player_view(now.game, now.story, player))
    return [float(sign) for sign in signs(seen, now.game.edition, now.game.players, plain)[-6:]]


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
