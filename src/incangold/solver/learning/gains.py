"""Gains of responders: kept beside them, told as a table and as a page."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from incangold.bots.amauta.weights import mark_for
from incangold.bots.line import LINE
from incangold.errors import GainsUnreadable, PageOverGains
from incangold.folders import refuse_unwritable
from incangold.words.catalogue import Catalogue

EDITION = "incan-gold"
KEPT = "gains.json"
NOTE = "<!-- drawn from {numbers} as `incangold exploit … --page` does; nothing here is written by hand -->\n\n"


class Gain(NamedTuple):
    """What a responder gains over a fair share of the win, in points of 100, with half of its 95 % interval."""

    bot: str
    players: int
    start: str
    seed: int
    foresight: bool  # whether the responder learnt from what every choice would have brought
    lessons: int
    tables: int
    games: int
    against: str  # a mark of the weights it learnt against, if the bot has any
    gain: float
    interval: float
    seconds: float

    @property
    def measure(self) -> tuple[Any, ...]:
        """All that decides a gain."""
        return self[:9]


def against(bot: str, players: int) -> str:
    """A mark of the weights that a bot plays by today; those without any never change."""
    return mark_for(players) if bot in LINE else ""


def measured(folder: Path, page: Path | None) -> dict[tuple[Any, ...], Gain]:
    """Every gain that is kept in the folder, or that the page tells already."""
    published = read_gains(_numbers_of(page)) if page else []
    return {gain.measure: gain for gain in [*published, *read_gains(folder / KEPT)]}


def keep_gain(folder: Path, gain: Gain) -> None:
    """Beside the others of the folder, which may have become more meanwhile."""
    write_gains(folder / KEPT, [one for one in read_gains(folder / KEPT) if one.measure != gain.measure] + [gain])


def read_gains(path: Path) -> list[Gain]:
    """Gains as they were kept, none where nothing was."""
    if not path.exists():
        return []
    try:
        rows = json.loads(path.read_text("utf-8"))
        if not isinstance(rows, list):
            raise TypeError("it is no list")
        return [_gain(row) for row in rows]
    except (OSError, ValueError, TypeError) as error:
        raise GainsUnreadable(path=path.name, why=f"{type(error).__name__}: {error}"[:200]) from error


def _gain(row: dict[str, Any]) -> Gain:
    """One that was kept, with its numbers where numbers belong."""
    gain = Gain(**{"foresight": False} | row)
    for name, wanted in Gain.__annotations__.items():
        number = getattr(gain, name)
        if not isinstance(number, int | float if wanted is float else wanted):
            raise TypeError(f"{name} is {number!r:.60}")
    return gain


def write_gains(path: Path, gains: Iterable[Gain]) -> None:
    """Instead of what the file held, in one go."""
    rows = ",\n".join(json.dumps(gain._asdict()) for gain in sorted(gains))
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(f"[\n{rows}\n]\n" if rows else "[]\n", "utf-8")
    draft.replace(path)


def as_text(gains: Sequence[Gain], left: int, words: Catalogue) -> str:
    """A line for every responder, and what is still to be measured."""
    lines = [
        words.say(
            "exploit.gain",
            players=gain.players,
            start=words.say("exploit.seeing" if gain.foresight else "exploit.blind", start=gain.start),
            seed=gain.seed,
            gain=words.decimal(gain.gain, 2),
            interval=words.decimal(gain.interval, 2),
        )
        for gain in gains
    ]
    return "\n".join([*lines, words.say("exploit.left", left=left)] if left else lines)


def refuse_page_over_gains(page: Path, folder: Path) -> None:
    """Before anything is learnt: a page about some of the gains must not cost the others."""
    if _numbers_of(page).resolve() == (folder / KEPT).resolve():
        raise PageOverGains(page=page.name, kept=KEPT)
    refuse_unwritable(page.parent, "--page")


def _numbers_of(page: Path) -> Path:
    return page.with_suffix(".json")


def keep_page(path: Path, gains: Sequence[Gain]) -> None:
    """The page, and the same numbers for programs beside it; what it told of the bot as it plays today stays there."""
    numbers, bots = _numbers_of(path), {gain.bot for gain in gains}
    before = [one for one in read_gains(numbers) if one.bot in bots and one.against == against(one.bot, one.players)]
    told = list({gain.measure: gain for gain in [*before, *gains]}.values())
    if told:
        write_gains(numbers, told)
        path.write_text(as_page(told, numbers=numbers.name), "utf-8")


def _command(gain: Gain) -> str:
    return (
        f"incangold exploit {gain.bot} --players {gain.players} --start {gain.start} --seeds {gain.seed} "
        f"--lessons {gain.lessons} --tables {gain.tables} --games {gain.games}{' --foresight' * gain.foresight}"
    )


def as_page(gains: Sequence[Gain], *, numbers: str = "exploit.json") -> str:
    """Every responder, and the best of each number of players, which is the bound; `numbers` lie beside the page."""
    bots = " and ".join(sorted({f"`{gain.bot}`" for gain in gains}))
    best = {many: max(gain.gain for gain in gains if gain.players == many) for many in {gain.players for gain in gains}}
    lines = [
        "# How far from perfect\n",
        f"Responders were trained against copies of {bots} that stay as they are (edition `{EDITION}`): warm ones from",
        "the trained player's weights, cold ones from nothing. They learn from what came of each choice; with",
        "foresight from what every choice would have brought, whichever card had come next and however the others had",
        "chosen: that often finds more and takes longer. The gain is what the win share lies above a fair one, in",
        "points of 100, over fresh games, with its 95 % interval. Nobody can compute the best response: the largest",
        "gain that a responder found is a **lower bound** of what can be gained.\n",
        "| players | largest gain found | responders |",
        "|---|---:|---:|",
        *[f"| {many} | {best[many]:.2f} | {sum(gain.players == many for gain in gains)} |" for many in sorted(best)],
        "\n| players | start | foresight | seed | lessons | tables | games | gain | seconds |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|",
        *[
            f"| {g.players} | {g.start} | {'yes' if g.foresight else 'no'} | {g.seed} | {g.lessons} | {g.tables} "
            f"| {g.games} | {g.gain:.2f} ± {g.interval:.2f} | {g.seconds:.0f} |"
            for g in sorted(gains)
        ],
        "\nThe more tables a responder learns at, the more it may find. To measure one again, in as many commands as",
        "it takes (with every smaller seed before it, and other sizes in another --folder); sixteen thousand tables",
        "want a GPU:\n",
        *[f"    {_command(gain)}" for gain in sorted(gains)],
    ]
    return NOTE.format(numbers=numbers) + "\n".join(lines) + "\n"
