"""Opening the house: an address, a database, and one process or several."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import uvicorn
from msgspec import Struct, json

from incangold.errors import (
    AddressTaken,
    BadDatabase,
    DatabaseAway,
    FolderNotWritable,
    NoDriver,
    NothingKept,
    OneProcessOnly,
    TablesInUse,
)
from incangold.server.app import make_app
from incangold.server.door import Door, doorkeeper
from incangold.server.house import House
from incangold.server.limits import Limits
from incangold.server.shards import OneProcess, Shards
from incangold.server.store import SQLITE_FILE, Store, migrate, sqlite_url
from incangold.words.catalogue import Catalogue

USUAL_PORT = 8000
GONE_AFTER = 60  # seconds in which nothing that was sent arrives
SETTINGS = "INCANGOLD_SERVE"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Settings(Struct, frozen=True, kw_only=True):
    """How a house is opened."""

    host: str = "127.0.0.1"
    port: int | None = None  # None: the usual one, or any that is free
    database: str
    workers: int = 1
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    metrics_port: int | None = None
    keep_days: int | None = None  # None: for ever
    own_addresses: tuple[str, ...] = ()  # where friends can open it
    sockets_of_one: int = Limits.sockets_of_one


def data_folder() -> Path:
    """Where tables are kept unless somebody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("incangold") / "tables"


def database_in(folder: Path) -> str:
    """The SQLite file of a folder; refuses one that cannot be written."""
    try:
        url = sqlite_url(folder)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise FolderNotWritable(folder=folder, why=error.strerror or error, option="--data") from None
    return url


def database_kept_in(folder: Path) -> str:
    """The SQLite file that a folder has already; refuses a folder without one."""
    if not (folder / SQLITE_FILE).exists():
        raise NothingKept(folder=folder)
    return database_in(folder)


def database_by(url: str) -> str:
    """A database by its URL, spoken to by the driver that the house uses."""
    scheme, colon, rest = url.partition("://")
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg") and colon:
        if find_spec("asyncpg") is None:
            raise NoDriver(package="asyncpg", command="pip install 'incangold[postgres]'")
        return f"postgresql+asyncpg://{rest.replace('sslmode=', 'ssl=')}"
    if scheme in ("sqlite", "sqlite+aiosqlite") and colon:
        return f"sqlite+aiosqlite://{rest}"
    raise BadDatabase(scheme=scheme[:20])


@contextmanager
def alone_with(database: str) -> Iterator[None]:
    """The only house on an SQLite file; the lock beside it goes with the process, however that ends."""
    file = database.partition(":///")[2]
    with closing(sqlite3.connect(f"{file}.open", isolation_level=None, timeout=0)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise TablesInUse(file=file) from None
        yield


def reach(database: str) -> None:
    """Bring PostgreSQL's schema up to date before anybody is invited; refuses one that does not answer."""
    from sqlalchemy.exc import SQLAlchemyError

    from incangold.server.postgres import LOST

    try:
        asyncio.run(migrate(database))
    except (*LOST, SQLAlchemyError, TypeError) as error:
        raise DatabaseAway(why=str(error).partition("\n")[0] or type(error).__name__) from None


def shards_for(database: str) -> Shards:
    """One process has all tables to itself; workers on PostgreSQL share them."""
    if database.startswith("sqlite"):
        return OneProcess()
    from incangold.server.postgres import PostgresShards

    return PostgresShards(database)


def app_for(settings: Settings) -> Door:
    """One process's part of the house."""
    limits = Limits(sockets_of_one=settings.sockets_of_one)
    house = House(Store(settings.database), shards_for(settings.database), limits, keep_days=settings.keep_days)
    lan = settings.host not in LOOPBACK
    keeper = doorkeeper(
        [settings.host, socket.gethostname(), f"{socket.gethostname()}.local"],
        proxies=settings.proxies,
        lan=lan,
        public=settings.public_url,
    )
    return make_app(house, keeper, lambda: settings.own_addresses, settings.metrics_port)


def worker_app() -> Door:
    """The same in a worker process, which finds its settings in the environment."""
    Thread(target=_end_with_the_parent, daemon=True).start()
    return app_for(json.decode(os.environ[SETTINGS], type=Settings))


def _end_with_the_parent() -> None:
    """Workers do not outlive the process that started them, or they would keep its address."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def bound(host: str, port: int | None) -> socket.socket:
    """A socket at this address; at any free port where the usual one is taken and none was asked for."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (USUAL_PORT, 0) if port is None else (port,):
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # inherited by every connection: one that takes nothing is given up
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * GONE_AFTER)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            if wanted and port is None:
                continue
            raise AddressTaken(host=host, port=wanted, why=error.strerror or error) from None
        listening.listen(2048)  # whoever is quicker than the house waits at its door
        return listening
    raise AddressTaken(host=host, port=USUAL_PORT, why="")


def lan_address() -> str | None:
    """This computer's address in the local network, if it is in one; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def serve(settings: Settings, words: Catalogue, *, open_browser: bool) -> None:
    """Open the house and keep it open."""
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise OneProcessOnly(workers=settings.workers)
    if settings.database.startswith("sqlite"):
        with alone_with(settings.database):
            _keep_open(settings, words, open_browser)
    else:
        reach(settings.database)
        _keep_open(settings, words, open_browser)


def _keep_open(settings: Settings, words: Catalogue, open_browser: bool) -> None:
    _allow_many_sockets()
    listening = bound(settings.host, settings.port)
    port = listening.getsockname()[1]
    settings = _with_addresses(settings, port)
    here = settings.public_url or f"http://{_shown(settings.host)}:{port}"
    _announce(here, settings, words)
    if open_browser:
        Thread(target=_open_soon, args=(here,), daemon=True).start()
    app = app_for(settings) if settings.workers == 1 else "incangold.server.serve:worker_app"
    config = uvicorn.Config(app, factory=settings.workers > 1, workers=settings.workers, **uvicorn_options())
    logging.getLogger("incangold").setLevel(logging.INFO)
    if settings.workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
        return
    from uvicorn.supervisors import Multiprocess

    os.environ[SETTINGS] = json.encode(settings).decode()
    Multiprocess(config, sockets=[listening]).run()


def _allow_many_sockets() -> None:
    """Every connection is an open file, and the usual number of those is small."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def uvicorn_options() -> dict[str, Any]:
    """How sockets are spoken: no compression (it costs more memory than it saves), pings, small messages."""
    return {
        "ws": "websockets-sansio",
        "ws_per_message_deflate": False,
        "ws_max_size": 16_384,
        "ws_ping_interval": 20,
        "ws_ping_timeout": 20,
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "log_level": "warning",
        "timeout_graceful_shutdown": 3,
    }


def _with_addresses(settings: Settings, port: int) -> Settings:
    from msgspec.structs import replace

    if settings.public_url:
        return replace(settings, own_addresses=(settings.public_url,))
    if settings.host in LOOPBACK:
        return settings
    address = lan_address() if settings.host in ("0.0.0.0", "::") else settings.host
    return replace(settings, own_addresses=(f"http://{address}:{port}",) if address else ())


def _shown(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host


def _announce(here: str, settings: Settings, words: Catalogue) -> None:
    print(words.say("serve.open", address=here), flush=True)
    for address in settings.own_addresses:
        import segno

        print(words.say("serve.friends", address=address), flush=True)
        if sys.stdout.isatty():
            segno.make(address, error="l").terminal(compact=True)
    if not settings.own_addresses:
        print(words.say("serve.only_here"), flush=True)
    print(words.say("serve.stop"), flush=True)


def _open_soon(address: str) -> None:
    """Open the browser where there is one, when the house has had a moment to open."""
    sleep(1.0)
    webbrowser.open(address)
