"""Time as a number that is given: nothing here waits."""

import pytest

from incangold.cards import Hazard, HazardCard, TreasureCard
from incangold.game import Choice, PathCard
from incangold.table import clock

SNAKES, ELEVEN = PathCard(HazardCard(Hazard.SNAKES)), PathCard(TreasureCard(11), 3)


def test_a_timer_of_thirty_seconds_runs_out_after_thirty_seconds() -> None:
    ends = clock.deadline(100, 30)
    assert ends == 130
    assert not clock.has_run_out(ends, 129.9)
    assert clock.has_run_out(ends, 130)
    assert clock.time_left(ends, 121) == 9
    assert clock.time_left(ends, 140) == 0
    assert clock.extended(ends, 30) == 160


def test_without_a_timer_time_never_runs_out() -> None:
    ends = clock.deadline(100, None)
    assert ends is None
    assert not clock.has_run_out(ends, 1e12)
    assert clock.time_left(ends, 5) is None
    assert clock.extended(ends, 30) is None
    assert clock.after_restart(ends, 5) is None


@pytest.mark.parametrize(
    ("path", "card"),
    [((), Choice.TORCH), ((ELEVEN,), Choice.TORCH), ((ELEVEN, SNAKES), Choice.CAMP), ((SNAKES,), Choice.CAMP)],
)
def test_the_late_go_on_while_no_hazard_lies_on_the_path(path: tuple[PathCard, ...], card: Choice) -> None:
    assert clock.laid_for_the_late(path) is card


def test_a_stand_in_plays_after_a_minute_of_absence() -> None:
    assert not clock.stand_in_plays(None, 1e9)
    assert not clock.stand_in_plays(100, 159)
    assert clock.stand_in_plays(100, 160)


def test_an_idle_player_may_be_nudged_after_a_minute_and_laid_for_half_a_minute_later() -> None:
    assert not clock.may_nudge(100, 159, time_to_choose=None)
    assert clock.may_nudge(100, 160, time_to_choose=None)
    assert not clock.may_nudge(100, 500, time_to_choose=30)
    assert not clock.host_may_let_stand_in_lay(None, 1e9)
    assert not clock.host_may_let_stand_in_lay(160, 189)
    assert clock.host_may_let_stand_in_lay(160, 190)


def test_a_host_gone_for_two_minutes_passes_the_role_on() -> None:
    assert not clock.host_passes_on(None, 1e9)
    assert not clock.host_passes_on(100, 219)
    assert clock.host_passes_on(100, 220)


def test_after_a_restart_every_deadline_is_at_least_ten_seconds_away() -> None:
    assert clock.after_restart(100, 99) == 109
    assert clock.after_restart(100, 50) == 100
