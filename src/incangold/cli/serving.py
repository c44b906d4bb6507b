"""serve, purge: the web table, and what it keeps."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incangold.cli.options import cli, language_option

if TYPE_CHECKING:
    from incangold.words.catalogue import Catalogue

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    metavar="FOLDER",
    help="Where tables are kept, in an SQLite file (by default in your data folder).",
)
database_option = click.option(
    "--database",
    default=None,
    envvar="INCANGOLD_DATABASE",
    metavar="URL",
    help="PostgreSQL instead: postgresql://user:password@host/name. Also read from INCANGOLD_DATABASE.",
)
KEEP_HELP = "Forget tables in which nothing was written for so many days. Default: keep everything."


@cli.command()
@click.option("--host", default=None, help="Address to listen at. Default: 127.0.0.1, this computer only.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=None, help="Default: 8000, or any free one if it is taken."
)
@data_option
@database_option
@click.option("--workers", type=click.IntRange(1, 64), default=1, help="Processes; several need PostgreSQL.")
@click.option("--lan", is_flag=True, help="Listen to the local network, and print a QR code for phones.")
@click.option("--public-url", default="", metavar="URL", help="How the world sees this house, behind a proxy.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="CIDR",
    help="Believe X-Forwarded-For from these addresses; may be given several times.",
)
@click.option(
    "--metrics-port", type=click.IntRange(0, 65535), default=None, help="Prometheus metrics, on loopback only."
)
@click.option("--keep", "keep_days", type=click.IntRange(1), default=None, metavar="DAYS", help=KEEP_HELP)
@click.option("--open/--no-open", "open_browser", default=None, help="Open a browser. Default: where there is one.")
@language_option
def serve(
    *,
    host: str | None,
    port: int | None,
    data: Path | None,
    database: str | None,
    workers: int,
    lan: bool,
    public_url: str,
    proxies: tuple[str, ...],
    metrics_port: int | None,
    keep_days: int | None,
    open_browser: bool | None,
    words: "Catalogue",
) -> None:
    """Open the web table: play in the browser, alone or with friends.

    Everything is kept in one SQLite file: stop the server at any moment, start it again, and every table stands
    where it stood.

    \b
    incangold serve                     on this computer
    incangold serve --lan               for everybody in the same network, with a QR code
    incangold serve --public-url https://gold.example.org --proxy 127.0.0.1/32
    incangold serve --database postgresql://gold@localhost/gold --workers 4
    """
    from incangold.server.serve import Settings, data_folder, database_by, database_in
    from incangold.server.serve import serve as open_house

    settings = Settings(
        host=host or ("0.0.0.0" if lan else "127.0.0.1"),
        port=port,
        database=database_by(database) if database else database_in(data or data_folder()),
        workers=workers,
        public_url=public_url.rstrip("/"),
        proxies=proxies,
        metrics_port=metrics_port,
        keep_days=keep_days,
    )
    seen = sys.stdout.isatty() and bool(os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32"))
    try:
        open_house(settings, words, open_browser=seen if open_browser is None else open_browser)
    except KeyboardInterrupt:
        click.echo(words.say("serve.closed"))


@cli.command()
@click.option("--older-than", "days", type=click.IntRange(1), required=True, metavar="DAYS", help="How long ago.")
@data_option
@database_option
@language_option
def purge(*, days: int, data: Path | None, database: str | None, words: "Catalogue") -> None:
    """Forget tables in which nothing was written for so long.

    Their logs, chat and replays are gone for good; the house may be open meanwhile.

    \b
    incangold purge --older-than 365
    """
    import asyncio

    from incangold.server.house import DAY
    from incangold.server.serve import data_folder, database_by, database_kept_in
    from incangold.server.store import Store

    async def forget() -> int:
        store = Store(database_by(database) if database else database_kept_in(data or data_folder()))
        await store.open()
        try:
            return await store.purge(store.now() - days * DAY)
        finally:
            await store.close()

    forgotten = asyncio.run(forget())
    click.echo(words.say("purge.done", n=forgotten, time=words.say("purge.time", n=days)))
