"""arena, check, bench: many games, counted and timed."""

import json
import shlex
from typing import TYPE_CHECKING, Any

import click

from incangold.cli.options import a_number, cli, edition_option, json_option, language_option, with_progress

if TYPE_CHECKING:
    from incangold.arena.contest import Contest
    from incangold.words.catalogue import Catalogue


@cli.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT …")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000_000_000), default=10_000, show_default=True, help="How many games."
)
@click.option(
    "--seed",
    type=int,
    default=None,
    help="The same seed and engine give the same numbers, whatever the number of cores or devices.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "kernel", "table"]),
    default="auto",
    show_default=True,
    help="What plays: the kernel plays many games at once, compiled, on a GPU if JAX finds one; it needs "
    'pip install "incangold[kernel]" and knows every bot of the roster but moody. At tables '
    "everybody can play. auto: the kernel, if it is installed, knows all the bots and there are at least 10000 games "
    "(fewer are over before its program is compiled); otherwise tables. For one seed the two deal different games.",
)
@click.option(
    "--cores",
    type=click.IntRange(1, 1024),
    default=None,
    help="Cores to use (by default all for tables, two for the kernel, which uses a GPU where there is one).",
)
@edition_option
@json_option
@language_option
def arena(bots: tuple[str, ...], games: int, seed: int | None, engine: str, cores: int | None, **how: Any) -> None:
    """Let bots play against bots.

    Seats are rotated; win share (ties shared), mean score and artifacts, with 95 % intervals.

    \b
    incangold arena die odds turn:6 treasure:9 --games 20000 --seed 7
    incangold arena die die die die --games 1000000000 --engine kernel
    incangold arena my_bot.py:MyBot odds odds odds
    """
    from incangold.arena.arena import run
    from incangold.arena.contest import Contest, played_by
    from incangold.arena.report import as_grid, as_json, summary
    from incangold.table.dealer import any_number

    words = how["words"]
    contest = played_by(Contest(bots, how["edition"], games, any_number() if seed is None else seed), engine)
    tally = with_progress(lambda told: run(contest, cores=cores, progress=told), games, words.say("arena.progress"))
    if how["as_json"]:
        click.echo(json.dumps(as_json(contest, tally)))
        return
    from rich.console import Console

    Console().print(as_grid(contest, tally, words))
    click.echo(summary(contest, tally, words))
    click.echo(words.say("arena.repeat", command=_command(contest)))


def _command(contest: "Contest") -> str:
    """What plays this contest again, word by word."""
    from incangold.editions import name_of

    options = {
        "--edition": name_of(contest.edition),
        "--games": contest.games,
        "--seed": contest.seed,
        "--engine": contest.engine,
    }
    return shlex.join(["incangold", "arena", *contest.bots, *(str(part) for pair in options.items() for part in pair)])


@cli.command()
@click.argument("bot")
@click.option("--games", type=click.IntRange(1, 100_000), default=140, show_default=True, help="How many games.")
@language_option
@click.pass_context
def check(ctx: click.Context, bot: str, games: int, words: "Catalogue") -> None:
    """Check that your own bot plays by the rules.

    Every edition, 2 to 8 players, one or two adventurers, against the roster.

    BOT is FILE.py:NAME, module:NAME or a name from the roster. Status 1 if it fails, with the game that shows it.
    """
    from incangold.arena.conformance import check as conforms

    report = conforms(bot, games=games)
    if report.failure:
        click.echo(words.say("check.failed", bot=bot, **report.failure._asdict()), err=True)
        ctx.exit(1)
    rate = words.decimal(report.decisions / max(report.seconds, 1e-9), 0)
    click.echo(words.say("check.passed", bot=bot, decisions=report.decisions, games=report.games, rate=rate))


@cli.command()
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    callback=a_number,
    default=3.0,
    show_default=True,
    help="About so long for each row.",
)
@click.option("--server", "of_server", is_flag=True, help="The web table instead: turns, sockets, memory, delays.")
@json_option
def bench(seconds: float, of_server: bool, as_json: bool) -> None:
    """Measure speed: one run, one table.

    First the reference on one core, as rates and as ratios to a plain Python loop timed in the same run; ratios can be
    compared between machines. The signature below it changes when anything does that decides a game.

    Then, if JAX is installed, the kernel on the CPU and on a GPU if there is one: whole games with four and eight dice
    and with a small neural network choosing for four, how many times as fast as a table that is, and how long
    compiling took. Mean score and driven-out rate are of the games that were timed; a decision is one adventurer asked.

    Last, whatever OpenSpiel, PettingZoo and RLCard play at random, as far as they are installed.

    With --server, a real server on loopback under load from a second process, next to a bare echo.

    \b
    incangold bench --seconds 1
    incangold bench --json > speed.json
    python -m incangold.bench.kernel       the kernel alone; needs only JAX and NumPy
    """
    if of_server:
        from incangold.bench import server as sockets

        results = with_progress(lambda told: sockets.measure(seconds, told), sockets.STEPS, "bench --server")
        click.echo(json.dumps(results) if as_json else sockets.report(results))
        return
    from incangold.bench import everything

    results = with_progress(lambda told: everything.measure(seconds, told), everything.steps(), "bench")
    click.echo(json.dumps(results) if as_json else everything.report(results))
