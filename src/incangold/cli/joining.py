"""join: a terminal at a web table."""

import os
import sys
from typing import TYPE_CHECKING

import click

from incangold.cli.options import cli, language_option, pace_option

if TYPE_CHECKING:
    from incangold.errors import IncanGoldError
    from incangold.terminal.join import Guest
    from incangold.words.catalogue import Catalogue


@cli.command()
@click.argument("link", metavar="LINK")
@click.option("--name", default=None, help="Your name at the table. Default: asked for, or the one you sat down with.")
@click.option("--watch", is_flag=True, help="Only watch.")
@click.option(
    "--at", default="http://127.0.0.1:8000", show_default=True, metavar="URL", help="The house of a code alone."
)
@click.option("--plain", is_flag=True, help="Plain lines; by itself where there is no terminal.")
@pace_option
@language_option
@click.pass_context
def join(
    ctx: click.Context,
    *,
    link: str,
    name: str | None,
    watch: bool,
    at: str,
    plain: bool,
    pace: float,
    words: "Catalogue",
) -> None:
    """Sit at a web table in the terminal.

    LINK is what a friend shares, or the secret link of your own seat. You come back to your seat by joining again.

    \b
    incangold join http://192.168.1.20:8000/t/4W7WT9 --name Bo
    incangold join 4W7WT9 --at https://gold.example.org
    incangold join http://192.168.1.20:8000/t/4W7WT9 --watch
    """
    from incangold.terminal.join import Guest, take_seat
    from incangold.terminal.kept_seats import Keep, seats_folder
    from incangold.terminal.link import ask, read_link

    where, keep = read_link(link, at), Keep(seats_folder())
    terminal = sys.stdin.isatty() and sys.stdout.isatty()

    def ask_name(refusal: "IncanGoldError | None") -> str:
        usual = words.say("play.you")
        if refusal:
            if not sys.stdin.isatty():
                raise refusal
            click.echo(refusal.told(words), err=True)
        return str(click.prompt(words.say("join.name"), default=usual)) if sys.stdin.isatty() else usual

    if watch:
        ask(where)
    seat = None if watch else take_seat(where, keep, name, ask_name)
    guest = Guest(where, seat, keep)
    if plain or not terminal or os.environ.get("TERM") == "dumb":
        ctx.exit(_plainly(guest, words))
    from incangold.terminal.join_app import JoinApp

    app = JoinApp(guest, words, pace=pace)
    app.run()
    if app.refusal:
        raise app.refusal
    if guest.seat:
        click.echo(words.say("join.left", link=where.shown))
    ctx.exit(app.return_code or 0)


def _plainly(guest: "Guest", words: "Catalogue") -> int:
    import asyncio

    from incangold.terminal.join_plain import PlainGuest

    async def sit() -> int:
        table = PlainGuest(guest, words, click.echo, stays=sys.stdin.isatty())
        table.listen(sys.stdin.fileno())
        return await table.run()

    try:
        return asyncio.run(sit())
    except KeyboardInterrupt:
        if guest.seat:
            click.echo("\n" + words.say("join.left", link=guest.link.shown), err=True)
        return 1
