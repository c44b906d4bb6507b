"""companion: the companion of a cardboard game."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incangold.cli.options import cli, edition_option, language_option

if TYPE_CHECKING:
    from incangold.editions import Edition
    from incangold.record import Record
    from incangold.terminal.kept_game import KeptGame
    from incangold.words.catalogue import Catalogue


@cli.command()
@click.option("--people", default=None, metavar="NAMES", help='Who sits at the table, in order: "Ana,Bo,Cy".')
@click.option("--die", is_flag=True, help="The die of the two-player game plays a seat.")
@click.option("--start", default=None, metavar="NAME", help="Who begins. Default: the first of the people.")
@edition_option
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Where the game is kept, entry by entry. One that is there is gone on with.",
)
@language_option
def companion(
    *, people: str | None, die: bool, start: str | None, edition: "Edition", file: Path | None, words: "Catalogue"
) -> None:
    """Keep count of a cardboard game.

    Tell it what your own deck turns and who leaves; it counts treasure, tents and artifacts, knows the odds, and takes
    back whatever was a mistake. Every entry is kept at once, as a record that `incangold replay` can tell.

    \b
    incangold companion --people Ana,Bo,Cy
    incangold companion --people Ana,Bo --die --edition modern
    incangold companion --file friday.game          go on with a game

    \b
    11              treasure 11 was turned          snakes     a hazard; the beginning is enough: sn
    ana bo          Ana and Bo leave                (Enter)    nobody leaves
    ana 5           Ana leaves, then 5 is turned    die 3      the die shows 3
    undo, undo 3    take entries back               ?          everything else
    """
    from incangold.terminal.companion import CompanionTable
    from incangold.terminal.evening import records_folder
    from incangold.terminal.kept_game import KeptGame, new_file

    kept = KeptGame(file or new_file(records_folder()))
    record = _seated(edition, people, die, start, words) if kept.is_new else _going_on(kept, people)
    table = CompanionTable(record, kept, words, sys.stdin.readline, click.echo)
    try:
        table.listen()
    except KeyboardInterrupt:
        click.echo("\n" + table.farewell())


def _going_on(kept: "KeptGame", people: str | None) -> "Record":
    """A game to go on with; whoever names people means another one."""
    from incangold.errors import GameKeptThere

    if people is not None:
        raise GameKeptThere(file=kept.path)
    return kept.read()


def _seated(edition: "Edition", people: str | None, die: bool, start: str | None, words: "Catalogue") -> "Record":
    from incangold.bots.characters import bot_name
    from incangold.terminal.kept_game import seat_table

    if people is None:
        click.echo(words.say("companion.ask.people"))
        people = sys.stdin.readline()
    return seat_table(edition, people, bot_name("die", words) if die else None, start)
