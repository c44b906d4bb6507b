"""The result in a folder: the page, its plots and the same numbers for programs; and in short for the terminal."""

from importlib.util import find_spec
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from incangold.arena.ladder.kept import write_whole
from incangold.arena.ladder.page import page
from incangold.arena.ladder.plots import plots
from incangold.arena.ladder.standing import Estimate, Standing
from incangold.errors import FolderNotWritable, LadderNotDrawn, PackageMissing
from incangold.words.catalogue import Catalogue, Phrase

NEEDED = {"openskill": "OpenSkill", "matplotlib": "Matplotlib"}


def refuse_without_packages() -> None:
    """Before the first game rather than after the last."""
    for module, package in NEEDED.items():
        if find_spec(module) is None:
            command = 'pip install "incangold[ladder]"'
            raise PackageMissing(what=Phrase("ladder.itself"), package=package, command=command)


def as_json(standing: Standing) -> str:
    """The whole result, a line for each bot and field."""
    return msgspec.json.format(msgspec.json.encode(standing), indent=1).decode() + "\n"


def read_back(folder: Path) -> Standing:
    """The result that was published there."""
    path = folder / "ladder.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Standing)
    except OSError as error:
        raise LadderNotDrawn(path=path, why=error.strerror or error) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise LadderNotDrawn(path=path, why=error) from None


def publish(standing: Standing, folder: Path) -> None:
    """Write everything that is published; the page comes last."""
    files = {**plots(standing), "ladder.json": as_json(standing).encode(), "ladder.md": page(standing, folder).encode()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, content)
    except OSError as error:
        raise FolderNotWritable(folder=folder, why=error.strerror or error, option="--into") from None


def as_grids(standing: Standing, words: Catalogue) -> tuple[Grid, Grid]:
    """Ratings, then win shares by number of seats, in whole per cent; the best first."""
    ratings, shares = Grid(box=SIMPLE_HEAD), Grid(box=SIMPLE_HEAD, title=words.say("ladder.shares"))
    for title in ("arena.seat", "ladder.rating", "ladder.places", "ladder.times_fair"):
        ratings.add_column(words.say(title), justify="left" if title == "arena.seat" else "right")
    shares.add_column(words.say("arena.seat"), no_wrap=True)
    for seats in standing.seats:
        shares.add_column(str(seats), justify="right")
    for rung in standing.rungs:
        fair = _with_margin(rung.times_fair, words, digits=2)
        ratings.add_row(rung.bot, _span(rung.rating, words), _span(rung.places, words), fair)
        by_seats = (rung.shares[str(seats)] for seats in standing.seats)
        shares.add_row(rung.bot, *(_with_margin(share, words, times=100).replace(" ", "") for share in by_seats))
    return ratings, shares


def _span(rating: tuple[float, float, float], words: Catalogue) -> str:
    mean, low, high = (words.decimal(each, 1) for each in rating)
    return f"{mean} ({low} – {high})"


def _with_margin(one: Estimate, words: Catalogue, *, times: int = 1, digits: int = 0) -> str:
    margin = "–" if one.ci95 is None else words.decimal(times * one.ci95, digits)
    return f"{words.decimal(times * one.value, digits)} ± {margin}"


def champion_in_short(standing: Standing, words: Catalogue) -> str:
    """One sentence on the champion's own fields."""
    champion = standing.champion
    if not (champion.against and champion.alone):
        return words.say("ladder.champion_alone", bot=champion.bot)
    lowest, highest = champion.against[0], champion.alone[0]
    return words.say(
        "ladder.champion",
        bot=champion.bot,
        triples=champion.triples,
        n=champion.triples,
        lowest=f"{words.decimal(100 * lowest.share, 1)} ± {words.decimal(100 * lowest.ci95, 1)} %",
        other=highest.bot,
        highest=f"{words.decimal(100 * highest.share, 1)} ± {words.decimal(100 * highest.ci95, 1)} %",
    )
