"""What a table needs without being asked: turns to close, bots and stand-ins to lay, deadlines to keep.

Only the holder of a table's shard does these; `now` is an argument, so that the same log and clock give the same.
"""

import logging
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from incangold.bots.bot import Bot
from incangold.bots.roster import make_bot
from incangold.bots.tempo import moment, moment_by_whim
from incangold.game import Choice
from incangold.server import log
from incangold.server.sitting import Chair, Sitting
from incangold.table import clock
from incangold.table.dealer import new_secret

REVEAL_WITHIN = 20.0  # seconds from the start for every page to reveal its nonce
PACES = {"instant": 0.0, "quick": 1.2, "calm": 3.0}  # seconds that the slowest bot takes
STAND_IN: Bot = make_bot("odds", seed="")

logger = logging.getLogger("incangold")
Entries = list[log.AnyEntry]


def duties(sitting: Sitting, now: float) -> Entries:
    """What is to be done now; to be asked again afterwards, until there is nothing."""
    if sitting.phase == "starting":
        return _starting(sitting, now)
    if sitting.phase == "playing":
        return _playing(sitting, now)
    return _host_passes_on(sitting, now)


def next_duty(sitting: Sitting, now: float) -> float | None:
    """When to look again, if nothing else happens before."""
    return min((time for time in _times(sitting) if time > now), default=None)


def _times(sitting: Sitting) -> Iterator[float]:
    if not sitting.somebody_is_here:
        return
    if sitting.phase == "starting":
        yield sitting.turn_began + REVEAL_WITHIN
    yield from (chair.absent_since + clock.HOST_ABSENT for chair in sitting.people if chair.id == sitting.host)
    if sitting.phase == "playing":
        if sitting.ends is not None:
            yield sitting.ends
        yield from (chair.absent_since + clock.GRACE for chair in sitting.people if not chair.is_present)
        yield from (_lays_at(sitting, player) for player in sitting.bots)


def _starting(sitting: Sitting, now: float) -> Entries:
    """R17. All have revealed: begin. Somebody will not: the seat is freed, and all commit afresh."""
    silent = sitting.silent
    if not silent:
        return [log.Began()]
    if now < sitting.turn_began + REVEAL_WITHIN or not sitting.somebody_is_here:
        return []
    freed: Entries = [log.Freed(chair.id) for chair in silent]
    if len(silent) == len(sitting.people):
        return [*freed, log.Closed()]
    return [*freed, log.Afresh(new_secret().hex())]


def _playing(sitting: Sitting, now: float) -> Entries:
    table = sitting.playing
    if not table.waiting_for:
        return [log.TurnedOver(table.turn)]
    if entries := _bots_lay(sitting, now):
        return entries
    if not sitting.somebody_is_here:  # nobody waits: the table stands still until somebody comes back
        return []
    if clock.has_run_out(sitting.ends, now):
        late = clock.laid_for_the_late(table.view(None).path)
        return [log.Laid(seat, late.value, table.turn, 0, "time") for seat in table.waiting_for]
    return _stand_ins(sitting, now) or _host_passes_on(sitting, now)


def _stand_ins(sitting: Sitting, now: float) -> Entries:
    """Absent for longer than the grace: a marked stand-in plays, until the owner is back."""
    entries: Entries = []
    for player, chair in enumerate(sitting.chairs):
        if chair.bot is None and _is_gone(chair, now, clock.GRACE):
            if not chair.stand_in:
                entries.append(log.StandInSat(chair.id))
            entries += stand_in_lays(sitting, player)
    return entries


def _is_gone(chair: Chair, now: float, grace: float) -> bool:
    return not chair.is_present and now >= chair.absent_since + grace


def _host_passes_on(sitting: Sitting, now: float) -> Entries:
    """A host gone for two minutes passes the role on."""
    host = next((chair for chair in sitting.people if chair.id == sitting.host), None)
    heirs = [chair.id for chair in sitting.people if chair.is_present]
    if host is None or not heirs or host.is_present:
        return []
    return [log.HostIs(heirs[0])] if clock.host_passes_on(host.absent_since, now) else []


def stand_in_lays(sitting: Sitting, player: int) -> Entries:
    """The stand-in's cards for those of a player's adventurers that have none yet."""
    return _cards(sitting, player, STAND_IN, "stand_in")


def _bots_lay(sitting: Sitting, now: float) -> Entries:
    """Bots take a human moment, but never let a person wait: when all people have laid, so do they."""
    table = sitting.playing
    leaders = table.view(None).public.leaders
    waiting = {leaders[seat] for seat in table.waiting_for}
    hurry = waiting <= sitting.bots.keys()
    entries: Entries = []
    for player in sorted(waiting & sitting.bots.keys()):
        if hurry or now >= _lays_at(sitting, player):
            entries += _cards(sitting, player, sitting.bots[player], "bot")
    return entries


def _lays_at(sitting: Sitting, player: int) -> float:
    """When a bot lays in this turn: each in its own time, the same whoever asks."""
    slowest, table = PACES[sitting.options.pace], sitting.playing
    if not slowest:
        return sitting.turn_began
    text = f"{sitting.code}/{sitting.game}/{table.turn}/{player}"
    whim = sha256(text.encode()).digest()[0] / 255
    name, bot = str(sitting.chairs[player].bot), sitting.bots[player]
    try:
        return sitting.turn_began + moment(name, bot, table.view(player), slowest=slowest, whim=whim)
    except Exception:
        _tell_of_failure(sitting.code)
        return sitting.turn_began + moment_by_whim(name, slowest=slowest, whim=whim)


@lru_cache
def _tell_of_failure(code: str) -> None:
    """Once a table: when a bot lays is asked many times a turn."""
    logger.exception("a bot failed at table %s over how long it takes", code)


def _cards(sitting: Sitting, player: int, bot: Bot, by: log.LaidBy) -> Entries:
    """What a bot lays for a player. One that fails is told in the server's log, and the clock's rule lays for it."""
    table = sitting.playing
    view = table.view(player)
    try:
        answer = bot.choose(view)
    except Exception:
        logger.exception("a bot failed at table %s", sitting.code)
        answer = clock.laid_for_the_late(view.path)
    choices = (answer,) * len(view.to_choose) if isinstance(answer, Choice) else answer
    pairs = zip(view.to_choose, choices, strict=True)
    return [log.Laid(seat, choice.value, table.turn, 0, by) for seat, choice in pairs if seat in table.waiting_for]
