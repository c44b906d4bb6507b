"""The page, written from the result and where it goes, and from nothing else, so that a check can write it again."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from incangold.arena.ladder.ladder import CHAMPION_SEATS, MORE_GAMES, ROTATIONS
from incangold.arena.ladder.standing import Champion, Estimate, Rung, Share, Standing
from incangold.bots.roster import kind_of

DOCS = Path("docs")  # where the published page lies, beside the one about the roster
LOWEST_SHOWN = 10
NOTE = "<!-- made by `incangold ladder` from ladder.json; nothing here is written by hand -->"


def page(standing: Standing, folder: Path = DOCS) -> str:
    """The ladder.md of a folder, all of it."""
    parts = (_rating, _by_seats, _matrix, _champion, _method)
    return "\n\n".join((NOTE, _opening(standing, folder), *(part(standing) for part in parts))) + "\n"


def _opening(standing: Standing, folder: Path) -> str:
    identity = standing.identity
    return f"""# The ladder

{_climbers(standing, folder)} at mixed tables of {_listed(standing.seats)} seats,
edition `{identity["edition"]}`, {standing.games:,} games. Different bots sit at every table, because clones leave
together and spoil each other; with two at the table each leads two adventurers. This command makes this page again,
its numbers and its plots, on however many cores or (with `--ray ADDRESS`) on a Ray cluster, and however often it is
interrupted:

    {standing.command}{_into(folder)}"""


def _climbers(standing: Standing, folder: Path) -> str:
    """How many are of the roster; somebody's own are named, for nobody finds them there."""
    own = [one.bot for one in standing.rungs if kind_of(one.bot) == "own"]
    others = len(standing.rungs) - len(own)
    if not others:
        return f"{len(own)} bots of somebody's own ({_bots(own)})"
    roster = "[roster](roster.md)" if folder == DOCS else "roster"
    added = f" and {len(own)} of somebody's own ({_bots(own)})" if own else ""
    return f"{others} {'bot' if others == 1 else 'bots'} of the {roster}{added}"


def _into(folder: Path) -> str:
    """Where this page lies, if not where it would be written anyway."""
    return "" if folder == DOCS else f" --into {shlex.quote(str(folder))}"


def _rating(standing: Standing) -> str:
    rows = (
        (str(place), f"`{one.bot}`", _span(one.rating), _span(one.places), _with_margin(one.times_fair, 1, 2))
        for place, one in enumerate(standing.rungs, start=1)
    )
    table = _table(("", "bot", "rating", "by finishing order", "wins, as a multiple of a fair share"), rows, names=2)
    return f"""## Rating

The rating asks who wins; the one beside it, who finishes before whom. Everybody starts at 25; in brackets the 95 %
interval. The last column takes tables of all sizes together: 1 is a fair share of the wins, 2 is twice that.

{table}

![Ratings with intervals](ladder-rating.svg)"""


def _by_seats(standing: Standing) -> str:
    fair = ("fair", *(f"{100 / seats:.1f}" for seats in standing.seats))
    shares = (
        (f"`{one.bot}`", *(_percent(one.shares[str(seats)]) for seats in standing.seats)) for one in standing.rungs
    )
    table = _table(("bot", *(f"{seats} seats" for seats in standing.seats)), (fair, *shares))
    firsts = _table(
        ("seats", "fields", "first", "win share, %", "second", "win share, %"),
        (_first(standing, seats) for seats in standing.seats),
    )
    return f"""## Win share by number of seats

In per cent, ties shared, with 95 % intervals over the fields a bot played.

{table}

{firsts}

![Win share by number of seats](ladder-seats.svg)"""


def _first(standing: Standing, seats: int) -> tuple[str, ...]:
    at = str(seats)
    first, second, *_ = sorted(standing.rungs, key=lambda one: -one.shares[at].value)
    return (at, str(standing.fields[at]), *_named(first, at), *_named(second, at))


def _named(one: Rung, at: str) -> tuple[str, str]:
    return f"`{one.bot}`", _percent(one.shares[at])


def _matrix(standing: Standing) -> str:
    bots = [f"`{one.bot}`" for one in standing.rungs]
    rows = ((bot, *map(_cell, row)) for bot, row in zip(bots, standing.matrix, strict=True))
    margins = [each.ci95 for row in standing.matrix for each in row if each and each.ci95 is not None]
    widest = f" The widest 95 % interval is ± {max(margins):.2f}." if margins else ""
    return f"""## Who wins where whom sits

Wins of the bot of the row at tables where the bot of the column sits, as a multiple of a fair share.{widest}

{_table(("", *bots), rows)}

![The same as colours](ladder-matrix.svg)"""


def _cell(meeting: Estimate | None) -> str:
    return "–" if meeting is None else f"{meeting.value:.2f}"


def _champion(standing: Standing) -> str:
    champion = standing.champion
    parts = [part(standing) for part, played in ((_mixed_fours, champion.against), (_alone, champion.alone)) if played]
    return "\n\n".join(["## The champion at tables of four", *(parts or [f"`{champion.bot}`; nothing was played."])])


def _mixed_fours(standing: Standing) -> str:
    champion, games = standing.champion, standing.identity["champion_games"]
    lowest, above = champion.against[:LOWEST_SHOWN], sum(map(_above_fair, champion.against))
    return f"""`{champion.bot}` with three different others, {_threes(champion)},
{games:,} games each. A fair share is 25 %. Its lowest win share is {_margin(lowest[0])} %; the whole 95 % interval
lies above 25 % in {above:,} of {champion.triples:,} fields (of so many, the lowest are low by bad luck, too).
{_so_many(lowest)}:

{_fours(lowest)}{_again(champion)}"""


def _threes(champion: Champion) -> str:
    if champion.of == 1:
        return "the only three there is"
    some = "" if champion.triples == champion.of else f"{champion.triples:,} of "
    return f"{some}all {champion.of:,} threes there are"


def _so_many(lowest: Sequence[Share]) -> str:
    return "The lowest" if len(lowest) == 1 else f"The {len(lowest)} lowest"


def _again(champion: Champion) -> str:
    """The lowest with fresh luck; and how many fields are still open, each as it was played last."""
    if not champion.again:
        return ""
    seen_again, lowest = {tuple(each.others) for each in champion.again}, champion.again[:LOWEST_SHOWN]
    last = [*champion.again, *(each for each in champion.against if tuple(each.others) not in seen_again)]
    still_open = sum(not _above_fair(each) for each in last)
    were = "was" if len(champion.again) == 1 else "were"
    return f"""

{_so_many(champion.again)} {were} played again, with fresh luck and {MORE_GAMES} times as many games. Now the lowest
win share is {_margin(lowest[0])} %. Each field as it was played last, the interval reaches down to 25 % in
{still_open:,} of {len(last):,}. {_so_many(lowest)} of those played again:

{_fours(lowest)}"""


def _fours(fields: Iterable[Share]) -> str:
    return _table(("others", "win share, %"), ((_bots(each.others), _margin(each)) for each in fields))


def _above_fair(one: Share) -> bool:
    """Whether the whole interval lies above a fair share of four."""
    return one.share - one.ci95 > 1 / CHAMPION_SEATS


def _alone(standing: Standing) -> str:
    champion, games = standing.champion, standing.identity["alone_games"]
    return f"""One other bot alone with three of `{champion.bot}`, {games:,} games each:

{_table(("alone", "win share, %"), ((f"`{each.bot}`", _margin(each)) for each in champion.alone))}"""


def _method(standing: Standing) -> str:
    identity = standing.identity
    return f"""## How it is counted

- **Fields.** For each number of seats fields are drawn one after the other: whoever has played least sits down first,
  and of those whoever has met the others least. So everybody plays equally often and everybody meets everybody about
  equally often. Every field plays {identity["games"]:,} games, or a few more, so that all sit everywhere equally often:
  the bots move one seat on after each game.
- **Win shares.** A shared win is divided. The interval of a mean over fields is Student's, over these fields; that of a
  single field is over its games.
- **Ratings.** [OpenSkill](https://openskill.me) {standing.openskill}, the model of Plackett and Luce, without drift
  (tau 0), over the first games of every field, {ROTATIONS} times round the table. Such a rating depends on the order of
  the games; so the fields are drawn {standing.resamples} times with replacement, their games shuffled and rated anew,
  and what is shown is the mean and the middle 95 %.
- **Luck.** Seed {identity["seed"]}; every field has its own, every game of a field its own.
  incangold {identity["version"]}, rules {identity["rules"]}, signature of the bots `{identity["signature"]}`.
- **The same numbers for programs** are in [ladder.json](ladder.json)."""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, names: int = 1) -> str:
    """Names to the left, numbers to the right."""
    lines = [head, ["---" if place < names else "---:" for place in range(len(head))], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _span(rating: tuple[float, float, float]) -> str:
    mean, low, high = rating
    return f"{mean:.1f} ({low:.1f} – {high:.1f})"


def _with_margin(one: Estimate, times: int, digits: int) -> str:
    margin = "–" if one.ci95 is None else f"{times * one.ci95:.{digits}f}"
    return f"{times * one.value:.{digits}f} ± {margin}"


def _percent(one: Estimate) -> str:
    return _with_margin(one, 100, 1)


def _margin(one: Share) -> str:
    return f"{100 * one.share:.1f} ± {100 * one.ci95:.1f}"


def _bots(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats[:-1])) + (" and " if len(seats) > 1 else "") + str(seats[-1])
