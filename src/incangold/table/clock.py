"""Time to choose and what happens when it runs out; `now` is always an argument, in seconds."""

from incangold.game import Choice, PathCard
from incangold.path import hazards_on

TIMES_TO_CHOOSE = (None, 15, 30, 60)
GRACE = 60  # an absent player's seat is kept free so long: phones sleep
NUDGE = 60  # without a timer, an idle player may be nudged after so long
STAND_IN_AFTER_NUDGE = 30
HOST_ABSENT = 120
AFTER_RESTART = 10  # every open deadline is at least so far away when a server comes back


def deadline(turn_began: float, time_to_choose: float | None) -> float | None:
    """When the time to choose runs out; never, without a timer."""
    return None if time_to_choose is None else turn_began + time_to_choose


def has_run_out(ends: float | None, now: float) -> bool:
    """Whether a deadline has passed."""
    return ends is not None and now >= ends


def time_left(ends: float | None, now: float) -> float | None:
    """Seconds until the deadline, never less than none."""
    return None if ends is None else max(0.0, ends - now)


def extended(ends: float | None, seconds: float) -> float | None:
    """A deadline put off, for whoever needs longer."""
    return None if ends is None else ends + seconds


def after_restart(ends: float | None, now: float) -> float | None:
    """A deadline that was open when a server stopped: nobody loses a turn to its absence."""
    return None if ends is None else max(ends, now + AFTER_RESTART)


def laid_for_the_late(path: tuple[PathCard, ...]) -> Choice:
    """What lies for one who did not choose in time: Torch while no hazard lies on the path, otherwise Camp."""
    return Choice.CAMP if hazards_on(path) else Choice.TORCH


def stand_in_plays(absent_since: float | None, now: float) -> bool:
    """Whether an absent player's seat is played by a stand-in by now."""
    return absent_since is not None and now >= absent_since + GRACE


def may_nudge(turn_began: float, now: float, *, time_to_choose: float | None) -> bool:
    """Whether anyone may remind an idle player; a timer needs no nudging."""
    return time_to_choose is None and now >= turn_began + NUDGE


def host_may_let_stand_in_lay(nudged_at: float | None, now: float) -> bool:
    """Whether the host may have one card laid for a player who was nudged in vain."""
    return nudged_at is not None and now >= nudged_at + STAND_IN_AFTER_NUDGE


def host_passes_on(host_absent_since: float | None, now: float) -> bool:
    """Whether the host has been gone for so long that the role passes to another."""
    return host_absent_since is not None and now >= host_absent_since + HOST_ABSENT
