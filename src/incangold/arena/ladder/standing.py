"""Where everybody stands, with intervals: all that the page, the plots and `--json` show."""

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import msgspec

from incangold.arena.ladder.climb import Climbed, Result
from incangold.arena.ladder.ladder import Ladder
from incangold.arena.ladder.rating import RESAMPLES, Rating
from incangold.margins import Z95, least_half_width, win_margin, within_reach
from incangold.seen import WHOLE_WIN

DIGITS = 5
FEW = {1: 12.706205, 2: 4.302653}  # where the expansion is not good enough


class Estimate(msgspec.Struct, frozen=True):
    """A mean over so many fields, and half of its 95 % interval; one field has none."""

    value: float
    ci95: float | None
    fields: int


class Rung(msgspec.Struct, frozen=True):
    """One bot: both ratings (mean, low, high), wins as a multiple of a fair share, win share by number of seats."""

    bot: str
    rating: tuple[float, float, float]
    places: tuple[float, float, float]
    times_fair: Estimate
    shares: dict[str, Estimate]


class Share(msgspec.Struct, frozen=True):
    """The win share of a bot at one table of four, over its games."""

    bot: str
    others: list[str]
    share: float
    ci95: float


class Champion(msgspec.Struct, frozen=True):
    """One bot with three different others, the lowest first; and every other bot alone with three of it."""

    bot: str
    triples: int
    of: int
    against: list[Share]
    again: list[Share]  # the lowest of these, with fresh luck and more games
    alone: list[Share]


class Standing(msgspec.Struct, frozen=True):
    """The whole result; the highest rating comes first."""

    command: str
    identity: dict[str, Any]
    openskill: str
    resamples: int
    seats: list[int]
    fields: dict[str, int]  # by number of seats
    games: int
    rungs: list[Rung]
    matrix: list[list[Estimate | None]]  # wins of the bot of the row where the bot of the column sits, times fair
    champion: Champion


def standing(ladder: Ladder, climbed: Climbed, *, command: str) -> Standing:
    """Everything that can be said of a ladder that was climbed."""
    order = sorted(ladder.bots, key=lambda bot: -climbed.ratings[bot].wins.mean)
    played = [*climbed.mixed, *climbed.against_champion, *climbed.again, *climbed.alone]
    return Standing(
        command=command,
        identity=ladder.identity(),
        openskill=version("openskill"),
        resamples=RESAMPLES,
        seats=list(ladder.seat_counts()),
        fields={str(seats): len(_at(climbed.mixed, seats)) for seats in ladder.seat_counts()},
        games=sum(result.games for _, result in played),
        rungs=[_rung(bot, ladder, climbed) for bot in order],
        matrix=[[_meeting(climbed.mixed, bot, other) for other in order] for bot in order],
        champion=_champion(ladder, climbed),
    )


def estimate(values: Sequence[float], least: float, most: float = 1.0) -> Estimate:
    """Fields, not games, are what was drawn: games of one field have everything but luck in common.

    Where all fields came out alike, the interval is still as wide as their games leave it; and where a few came out so
    differently that Student's is wider, it is as wide as what can be at all, from 0 to `most`.
    """
    fields, value = len(values), fmean(values)
    if fields < 2:
        return Estimate(_short(value), None, fields)
    margin = max(student95(fields - 1) * stdev(values) / sqrt(fields), least)
    return Estimate(_short(value), _short(within_reach(margin, value, most)), fields)


def student95(freedom: int) -> float:
    """Student's t for a 95 % interval, expanded round the normal one: a handful of fields deserves a wider interval."""
    if freedom in FEW:
        return FEW[freedom]
    z, v = Z95, freedom
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def _rung(bot: str, ladder: Ladder, climbed: Climbed) -> Rung:
    return Rung(
        bot=bot,
        rating=_shortened(climbed.ratings[bot].wins),
        places=_shortened(climbed.ratings[bot].places),
        times_fair=_times_fair(climbed.mixed, bot),
        shares={str(seats): _win_share(_at(climbed.mixed, seats), bot) for seats in ladder.seat_counts()},
    )


def _at(mixed: Iterable[Result], seats: int) -> list[Result]:
    return [(field, played) for field, played in mixed if len(field.contest.bots) == seats]


def _with(results: Iterable[Result], bot: str) -> list[Result]:
    return [(field, played) for field, played in results if bot in field.contest.bots]


def _shares(results: Iterable[Result], bot: str) -> list[float]:
    """The win share of a bot in every field; it played them all."""
    return [played.wins[field.contest.bots.index(bot)] / (WHOLE_WIN * played.games) for field, played in results]


def _least(results: Iterable[Result]) -> float:
    return least_half_width(sum(played.games for _, played in results))


def _win_share(results: Iterable[Result], bot: str) -> Estimate:
    where = _with(results, bot)
    return estimate(_shares(where, bot), _least(where))


def _times_fair(results: Iterable[Result], bot: str) -> Estimate:
    """The same as a multiple of a fair share, so that tables of all sizes can be put together."""
    where = _with(results, bot)
    seats = [len(field.contest.bots) for field, _ in where]
    times = [share * size for share, size in zip(_shares(where, bot), seats, strict=True)]
    return estimate(times, fmean(seats) * _least(where), most=fmean(seats))


def _meeting(mixed: Sequence[Result], bot: str, other: str) -> Estimate | None:
    together = _with(_with(mixed, bot), other)
    return _times_fair(together, bot) if together and bot != other else None


def _champion(ladder: Ladder, climbed: Climbed) -> Champion:
    against, again = (_lowest_first(results) for results in (climbed.against_champion, climbed.again))
    alone = sorted(map(_first_share, climbed.alone), key=lambda each: -each.share)
    return Champion(climbed.champion, len(against), ladder.all_triples(), against, again, alone)


def _lowest_first(results: Iterable[Result]) -> list[Share]:
    return sorted(map(_first_share, results), key=lambda each: each.share)


def _first_share(result: Result) -> Share:
    """Of the bot that the field names first; here the games are what was drawn."""
    field, played = result
    bot, *others = field.contest.bots
    share = played.wins[0] / (WHOLE_WIN * played.games)
    margin = win_margin(played.wins[0], played.wins_squared[0], played.games)
    single = within_reach(least_half_width(played.games), share)  # of a single game
    return Share(bot, others, _short(share), _short(single if margin is None else margin))


def _shortened(rating: Rating) -> tuple[float, float, float]:
    return _short(rating.mean), _short(rating.low), _short(rating.high)


def _short(number: float) -> float:
    return round(number, DIGITS)
