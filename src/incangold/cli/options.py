"""What all commands share: the group, its options, and how a refusal is told."""

import math
import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
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


def _speak(ctx: click.Context, _param: click.Parameter, language: str | None) -> "Catalogue":
    from incangold.words.catalogue import LANGUAGES
    from incangold.words.story import words_in

    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    home = spoken[:2] if spoken[:2] in LANGUAGES else "en"
    words = words_in(language or home)
    ctx.find_root().obj = words.language
    return words


def _edition(_ctx: click.Context, _param: click.Parameter, text: str) -> "Edition":
    from incangold.editions import edition

    return edition(text)


def _record(_ctx: click.Context, _param: click.Parameter, path: Path) -> "Record":
    from incangold.errors import NotText
    from incangold.record import read, text_from

    try:
        with nullcontext(sys.stdin) if str(path) == "-" else path.open(encoding="utf-8") as file:
            text = text_from(file)
    except UnicodeDecodeError:
        raise NotText(path=path) from None
    return read(text)


def a_number(_ctx: click.Context, _param: click.Parameter, value: float) -> float:
    """Refuse what is called a float and is none."""
    if math.isnan(value):
        raise click.BadParameter("nan")
    return value


def language_option(command: Command) -> Command:
    """--lang, for everything that is told."""
    return click.option(
        "--lang",
        "words",
        default=None,
        callback=_speak,
        is_eager=True,
        metavar="LANGUAGE",
        help="Language: en or pl (by default your system's).",
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


pace_option = click.option(
    "--pace",
    type=click.FloatRange(0, 10),
    callback=a_number,
    default=0.6,
    show_default=True,
    help="Seconds for each thing that happens.",
)
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


def with_progress(work: Callable[[Callable[[int], None]], Any], total: int, title: str) -> Any:
    """Do long work under a progress bar, shown on the error stream where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        return work(lambda done: bar.advance(task, done))
