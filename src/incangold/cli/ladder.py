"""ladder: every bot against every other, at mixed tables of every size."""

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incangold.cli.options import cli, edition_option, json_option, language_option, with_progress

if TYPE_CHECKING:
    from incangold.arena.ladder.climb import Climbed
    from incangold.arena.ladder.kept import Kept
    from incangold.arena.ladder.ladder import Ladder
    from incangold.arena.ladder.rating import Workers
    from incangold.arena.ladder.standing import Standing

DOCS = Path("docs")  # where the ladder lies that comes with the project
ALL_SEATS = "2,3,4,5,6,7,8"
SETTINGS = (
    "edition",
    "seats",
    "fields",
    "games",
    "triples",
    "champion_games",
    "again",
    "alone_games",
    "champion",
    "seed",
)


def _seats(_ctx: click.Context, _param: click.Parameter, text: str) -> tuple[int, ...]:
    wanted = set(text.split(","))
    if not wanted <= set(ALL_SEATS.split(",")):
        raise click.BadParameter(f"{text!r} is not some of {ALL_SEATS}")
    return tuple(sorted(map(int, wanted)))


@cli.command()
@click.argument("bots", nargs=-1, metavar="[BOT BOT …]")
@click.option("--add", "added", multiple=True, metavar="BOT", help="A bot besides those, often your own: FILE.py:NAME.")
@click.option("--seats", default=ALL_SEATS, show_default=True, callback=_seats, help="Which numbers of seats.")
@click.option(
    "--fields",
    type=click.IntRange(1, 10_000),
    default=16,
    show_default=True,
    help="How many fields each bot plays at each number of seats. More can be added later: those played are kept.",
)
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=120, show_default=True, help="Games of each field, at least."
)
@click.option("--champion", metavar="BOT", default=None, help="By default whoever has the highest rating.")
@click.option(
    "--triples",
    type=click.IntRange(0, 1_000_000),
    default=60,
    show_default=True,
    help="With how many different threes of the others the champion plays; a large number: with all. 0: none.",
)
@click.option(
    "--champion-games",
    type=click.IntRange(2, 10_000_000),
    default=1000,
    show_default=True,
    help="Games of each of the champion's fields.",
)
@click.option(
    "--again",
    type=click.IntRange(0, 1_000_000),
    default=10,
    show_default=True,
    help="So many fields in which the champion won least are played again: fresh luck, ten times the games.",
)
@click.option(
    "--alone-games",
    type=click.IntRange(2, 100_000_000),
    default=2000,
    show_default=True,
    help="Games of each other bot alone with three champions.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same numbers.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "table"]),
    default="auto",
    show_default=True,
    help="auto: a field of 10000 games or more is played in the kernel if it is installed and knows all its bots.",
)
@click.option("--cores", type=click.IntRange(1, 1024), default=None, help="Cores to use (by default all).")
@click.option(
    "--ray",
    "address",
    metavar="ADDRESS",
    default=None,
    help="Play at tables on a Ray cluster instead, HOST:PORT or auto. Its nodes need the same version of incangold; "
    'files of your own bots are sent to them. Needs pip install "incangold[cluster]".',
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=DOCS,
    show_default=True,
    help="Folder for the page ladder.md, its plots and ladder.json.",
)
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="File of the fields played so far (by default ladder-fields.jsonl in that folder).",
)
@click.option("--redraw", is_flag=True, help="Play nothing: write the page and its plots again from its ladder.json.")
@edition_option
@json_option
@language_option
def ladder(bots: tuple[str, ...], into: Path, redraw: bool, **how: Any) -> None:
    """Let every bot climb the ladder, against all others.

    Mixed tables only, 2 to 8 seats, everybody in every seat equally often: ratings, win shares, who wins where whom
    sits, and how the champion does at tables of four, all with 95 % intervals. Without BOTs the whole roster climbs.

    Every finished field is kept. Interrupted, the same command goes on where it stopped; numbers depend on the
    seed alone, not on cores, cluster or interruptions. Needs pip install "incangold[ladder]".

    \b
    incangold ladder
    incangold ladder --add my_bot.py:MyBot --into my-ladder
    incangold ladder odds turn:6 scavenger greedy --seats 4 --games 2000 --json
    incangold ladder --fields 64 --triples 1000000 --champion-games 400 --alone-games 10000    for publishing
    """
    from incangold.arena.ladder.publishing import (
        as_grids,
        as_json,
        champion_in_short,
        publish,
        read_back,
        refuse_without_packages,
    )

    refuse_without_packages()
    standing = read_back(into) if redraw else _climbed(bots, into, **how)
    publish(standing, into)
    if how["as_json"]:
        click.echo(as_json(standing), nl=False)
        return
    from rich.console import Console

    words = how["words"]
    Console().print(*as_grids(standing, words))
    click.echo(champion_in_short(standing, words))
    click.echo(words.say("ladder.written", page=into / "ladder.md", games=standing.games))
    click.echo(words.say("arena.repeat", command=standing.command + _places(into, how["results"])))


def _places(into: Path, results: Path | None) -> str:
    """Where it was written, if not where the published ladder lies: nobody wants to write over that."""
    named = {"--into": into if into != DOCS else None, "--results": results}
    return "".join(f" {option} {shlex.quote(str(path))}" for option, path in named.items() if path)


def _climbed(bots: tuple[str, ...], into: Path, **how: Any) -> "Standing":
    """The ladder that is asked for, played to its end; whoever interrupts is told that nothing is lost."""
    from incangold.arena.ladder.climbers import climbers
    from incangold.arena.ladder.kept import Kept
    from incangold.arena.ladder.ladder import Ladder
    from incangold.arena.ladder.repeating import command_of
    from incangold.arena.ladder.standing import standing

    asked = Ladder(climbers(bots, how["added"]), engine=_engine(how), **{name: how[name] for name in SETTINGS})
    kept, words = Kept(how["results"] or into / "ladder-fields.jsonl", asked.identity()), how["words"]
    if kept.played:
        click.echo(words.say("ladder.goes_on", n=len(kept.played), path=kept.path), err=True)
    try:
        climbed = _played(asked, kept, how)
    except KeyboardInterrupt:
        click.echo(words.say("ladder.interrupted", n=len(kept.played), path=kept.path), err=True)
        raise click.exceptions.Exit(1) from None
    return standing(asked, climbed, command=command_of(asked, bots, how["added"], engine=how["engine"]))


def _played(asked: "Ladder", kept: "Kept", how: dict[str, Any]) -> "Climbed":
    """Here or elsewhere, under a progress bar."""
    from incangold.arena.ladder.climb import climb, work_ahead

    cores, title = how["cores"] or os.cpu_count() or 1, how["words"].say("arena.progress")
    with _elsewhere(how["address"], asked) as elsewhere:
        kept.begin()

        def work(told: Callable[[int], None]) -> "Climbed":
            return climb(asked, kept, cores=cores, elsewhere=elsewhere, progress=told)

        climbed: Climbed = with_progress(work, work_ahead(asked), title)
    return climbed


@contextmanager
def _elsewhere(address: str | None, asked: "Ladder") -> "Iterator[Workers | None]":
    """The workers of a cluster, if one is named."""
    if address is None:
        yield None
        return
    from incangold.arena.ladder.on_ray import workers_on

    with workers_on(address, asked.bots) as workers:
        yield workers


def _engine(how: dict[str, Any]) -> str:
    """What `auto` means here and now: an engine is part of what a ladder is."""
    from incangold.arena.contest import WORTH_COMPILING, kernel_is_installed

    many = max(how["games"], how["champion_games"], how["alone_games"]) >= WORTH_COMPILING
    return "auto" if how["engine"] == "auto" and many and kernel_is_installed() else "table"
