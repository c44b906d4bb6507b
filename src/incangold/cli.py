"""incangold play | replay | verify | odds | arena | check …; a room is entered only when it is used."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from incangold import __version__

if TYPE_CHECKING:
    from incangold.editions import Edition
    from incangold.record import Record
    from incangold.words.catalogue import Catalogue

Command = TypeVar("Command", bound=Callable[..., Any])


class Refusing(click.Group):
    """Tells a refusal as one sentence on the error stream, with status 2 and no traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        from incangold.errors import IncanGoldError
        from incangold.words.catalogue import catalogue

        try:
            return super().invoke(ctx)
        except IncanGoldError as refusal:
            click.echo(refusal.told(catalogue(ctx.obj or "en")), err=True)
            ctx.exit(2)


def _speak(ctx: click.Context, _param: click.Parameter, language: str) -> "Catalogue":
    from incangold.words.story import words_in

    ctx.find_root().obj = language
    return words_in(language)


def _home_language() -> str:
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "pl" if spoken.startswith("pl") else "en"


def _edition(_ctx: click.Context, _param: click.Parameter, text: str) -> "Edition":
    from incangold.editions import edition

    return edition(text)


def _record(_ctx: click.Context, _param: click.Parameter, path: Path) -> "Record":
    from incangold.errors import NotUnderstood
    from incangold.record import read

    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
    except UnicodeDecodeError:
        raise NotUnderstood(what=str(path)) from None
    return read(text)


def language_option(command: Command) -> Command:
    """--lang, for everything that is told."""
    return click.option(
        "--lang",
        "words",
        type=click.Choice(["en", "pl"]),
        default=_home_language,
        callback=_speak,
        is_eager=True,
        expose_value=True,
        help="Language: English or Polish (by default your system's).",
    )(command)


def edition_option(command: Command) -> Command:
    """--edition, a name and any fields that differ."""
    return click.option(
        "--edition",
        default="incan-gold",
        callback=_edition,
        metavar="EDITION",
        help='Edition, and what differs from it: "bga", "incan-gold rounds=3 path_share=by_card". '
        "`incangold editions` lists them.",
    )(command)


json_option = click.option("--json", "as_json", is_flag=True, help="JSON for programs instead of words.")
record_argument = click.argument(
    "record",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
    callback=_record,
)


@click.group(cls=Refusing, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="incangold")
def cli() -> None:
    """Incan Gold / Diamant: press your luck in the temple, Torch or Camp.

    Start with `incangold play`; `incangold aid` is the rules on one page.
    """


@cli.command()
@click.option(
    "--people", default=None, metavar="NAMES", help='Who sits at this keyboard: "Ana,Bo". Default: you alone.'
)
@click.option(
    "--bots",
    default=None,
    metavar="BOTS",
    help='How many ("3", "0") or which ("greedy,die,turn:6"). Default: three when you are alone, else none. '
    "`incangold bots` lists them.",
)
@edition_option
@click.option("--seed", default=None, help="Practice with a typed seed: the same seed, the same cards. Not proven.")
@click.option("--start", default=None, metavar="NAME", help="Name the start player instead of drawing lots.")
@language_option
@click.option("--plain", is_flag=True, help="Plain lines; by itself where there is no terminal.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 10),
    default=0.6,
    show_default=True,
    help="Seconds for each thing that happens.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Folder for finished games (by default in your data folder).",
)
@click.pass_context
def play(
    ctx: click.Context,
    *,
    people: str | None,
    bots: str | None,
    edition: "Edition",
    seed: str | None,
    start: str | None,
    words: "Catalogue",
    plain: bool,
    pace: float,
    records: Path | None,
) -> None:
    """Play in the terminal.

    Alone against bots, or several people at one keyboard.

    Two players, people or bots, lead two adventurers each. Finished games are saved as small text files.

    \b
    incangold play                                you and three bots
    incangold play --people Ana,Bo --bots 0       two people, two adventurers each
    incangold play --people Ana,Bo --bots die     two people and the die
    incangold play --bots odds,greedy,timid --seed 7 --lang pl
    """
    from incangold.terminal.session import Setup, chosen_bots, chosen_people, records_folder

    names = chosen_people(people, words)
    setup = Setup(
        edition=edition,
        people=names,
        bots=chosen_bots(bots, people=len(names)),
        words=words,
        seed=seed,
        start=start,
        records=records or records_folder(),
    )
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        ctx.exit(_play_plain(setup))
    from incangold.terminal.app import TableApp

    app = TableApp(setup, pace=pace)
    app.run()
    for path in app.saved:
        click.echo(words.say("play.saved", path=path))
    if app.refusal:
        raise app.refusal
    ctx.exit(app.return_code or 0)


def _play_plain(setup: Any) -> int:
    from incangold.terminal.plain import Left, PlainTable
    from incangold.terminal.session import Session

    try:
        PlainTable(Session(setup), read=sys.stdin.readline, write=click.echo).play()
    except (Left, KeyboardInterrupt):
        click.echo("\n" + setup.words.say("play.left"), err=True)
        return 1
    return 0


@cli.command()
@record_argument
@json_option
@language_option
def replay(record: "Record", as_json: bool, words: "Catalogue") -> None:
    """Tell a recorded game in words.

    With --json: every event and the final standing.

    FILE is a record as `incangold play` saves it, in text or JSON; - reads standard input.
    """
    from incangold.record import event_json, to_json
    from incangold.record import replay as steps
    from incangold.rules import open_tents
    from incangold.words.story import Storyteller

    told = list(steps(record))
    if not as_json:
        for line in Storyteller(words, record.players).tell(event for step in told for event in step.events):
            click.echo(line)
        return
    standing = open_tents(told[-1].game)._asdict() if told else {}
    is_over = bool(told) and told[-1].game.phase == "over"
    events = [event_json(event) for step in told for event in step.events]
    whole = {"record": to_json(record), "events": events, "is_over": is_over, "standing": standing}
    click.echo(json.dumps(whole, ensure_ascii=False))


@cli.command()
@record_argument
@json_option
@language_option
def verify(record: "Record", as_json: bool, words: "Catalogue") -> None:
    """Check the luck of a recorded game.

    Derives its lots, cards and rolls again, and says whether its seed must give this game.

    Status 0: it does. Status 2: it does not, with the place where it differs.
    """
    from incangold.table.proof import verify as derive_again

    verdict = derive_again(record)
    if as_json:
        click.echo(json.dumps({"verified": True, **verdict._asdict()}))
        return
    facts = {"lots": verdict.lots, "cards": verdict.cards, "rolls": verdict.rolls}
    click.echo(words.say("verify.proven" if verdict.proven else "verify.practice", **facts))
    if verdict.proven:
        click.echo(words.say("verify.does_not"))


@cli.command()
@click.option(
    "--path",
    "path_text",
    default="",
    metavar="CARDS",
    help='The path: "11 snakes 7:1 mask"; 7:1 is treasure 7 with 1 left on it.',
)
@click.option("--removed", default="", metavar="CARDS", help='Cards out of the game: "snakes fire".')
@click.option("--artifacts", default="", metavar="NAMES", help='Artifacts in the deck, not yet found: "tumi condor".')
@click.option("--in", "inside", type=int, default=4, show_default=True, help="How many are in the temple.")
@click.option(
    "--beside",
    type=click.IntRange(0, 999),
    default=None,
    help="What lies beside your tent (default: your share of the path).",
)
@click.option("--claimed", type=click.IntRange(0, 5), default=0, help="How many artifacts have left the temple.")
@edition_option
@json_option
@language_option
def odds(words: "Catalogue", as_json: bool, **position: Any) -> None:
    """Tell the exact odds of the next card.

    For a position typed by hand: what lies on the path, what is gone, who is in.

    \b
    incangold odds --path "11 snakes 7 fire" --in 3
    incangold odds --path "snakes 14" --removed "snakes snakes" --in 2
    incangold odds --path "mask 5 rocks" --artifacts "tumi" --in 1 --beside 12
    """
    from incangold.words.position import position_json, position_told, typed_position

    typed = typed_position(**position)
    if as_json:
        click.echo(json.dumps(position_json(typed), ensure_ascii=False))
        return
    for line in position_told(words, typed):
        click.echo(line)


@cli.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT …")
@click.option("--games", type=click.IntRange(1, 100_000_000), default=10_000, show_default=True, help="How many games.")
@click.option(
    "--seed",
    type=int,
    default=None,
    help="The same seed gives the same numbers, whatever the number of cores.",
)
@click.option("--cores", type=click.IntRange(1, 1024), default=None, help="Processes to use (by default all cores).")
@edition_option
@json_option
@language_option
def arena(bots: tuple[str, ...], games: int, seed: int | None, cores: int | None, **how: Any) -> None:
    """Let bots play against bots.

    Seats are rotated; win share (ties shared), mean score and artifacts, with 95 % intervals.

    \b
    incangold arena die odds turn:6 treasure:9 --games 20000 --seed 7
    incangold arena my_bot.py:MyBot odds odds odds
    """
    from incangold.arena.arena import Contest, run
    from incangold.arena.report import as_grid, as_json, summary
    from incangold.editions import name_of
    from incangold.table.dealer import any_number

    words = how["words"]
    contest = Contest(bots, how["edition"], games, any_number() if seed is None else seed)
    tally = _with_progress(lambda told: run(contest, cores=cores, progress=told), games, words.say("arena.progress"))
    if how["as_json"]:
        click.echo(json.dumps(as_json(contest, tally)))
        return
    from rich.console import Console

    Console().print(as_grid(contest, tally, words))
    click.echo(summary(contest, tally, words))
    how_many = f"--games {games} --seed {contest.seed}"
    command = f'incangold arena {" ".join(bots)} --edition "{name_of(contest.edition)}" {how_many}'
    click.echo(words.say("arena.repeat", command=command))


def _with_progress(work: Callable[[Callable[[int], None]], Any], total: int, title: str) -> Any:
    """Do long work under a progress bar, shown on the error stream where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        return work(lambda done: bar.advance(task, done))


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
    rate = f"{report.decisions / max(report.seconds, 1e-9):,.0f}"
    click.echo(words.say("check.passed", bot=bot, decisions=report.decisions, games=report.games, rate=rate))


@cli.command()
@language_option
def bots(words: "Catalogue") -> None:
    """List the bots by name and character."""
    from incangold.bots.roster import roster
    from incangold.terminal.session import bot_character, bot_name

    for name in roster():
        title = bot_name(name, words)
        click.echo(f"{name:<11} {title if title != name else '':<8} {bot_character(name, words)}")


@cli.command()
@language_option
def editions(words: "Catalogue") -> None:
    """List the editions and their fields.

    Each field can be overridden wherever an edition is named: "incan-gold rounds=3 open_tents=yes".
    """
    from incangold.editions import EDITIONS, FIELDS, differences, written

    default, *others = EDITIONS
    click.echo(f"{default}, the default:")
    for field in FIELDS:
        click.echo(f"  {field}={written(getattr(EDITIONS[default], field))}")
    for name in others:
        click.echo(f"{name}: {' '.join(differences(EDITIONS[default], EDITIONS[name]))}")
    click.echo("Each field can be overridden:")
    for field, (_, rule) in FIELDS.items():
        click.echo(f"  {field}: {words.name(rule)}")


@cli.command()
@language_option
def aid(words: "Catalogue") -> None:
    """Print the player aid: the rules on one page."""
    from incangold.words.story import player_aid

    click.echo(player_aid(words))


@cli.command()
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=3.0, show_default=True, help="Time for each row.")
@json_option
def bench(seconds: float, as_json: bool) -> None:
    """Measure speed on one core.

    As rates, and as ratios to a plain Python loop timed in the same run; ratios can be compared between machines.
    """
    from incangold.bench.bench import measure, report

    results = _with_progress(lambda told: measure(seconds, told), 7, "bench")
    click.echo(json.dumps(results) if as_json else report(results))


def main() -> None:
    """The command `incangold`."""
    cli(prog_name="incangold")
