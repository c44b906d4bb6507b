"""What is kept: a log for each table, appended in one commit for many tables at once."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Insert, delete, event, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from incangold.server import schema
from incangold.server.log import AnyEntry

SHARDS = 64
MIGRATION_LOCK = 0x1CA9601D

logger = logging.getLogger("incangold")
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[AnyEntry]).decode


class Kept(NamedTuple):
    """A table as it is kept: its number, its shard, and what was accepted, append by append."""

    id: int
    shard: int
    appends: list[tuple[float, list[AnyEntry]]]

    def entries(self) -> Iterable[tuple[float, AnyEntry]]:
        """Every entry with its time."""
        return ((at, entry) for at, entries in self.appends for entry in entries)


class _Append(NamedTuple):
    row: dict[str, Any]
    done: asyncio.Future[bool]


class Store:
    """One database: an SQLite file, or PostgreSQL by its URL."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _engine(url)
        self._reads = self.engine.execution_options(reads=True)
        self._waiting: list[_Append] = []
        self._ring = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._offset = 0.0  # what the database's clock is ahead of this process's

    async def open(self) -> None:
        """Bring the schema up to date, read the clock, begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_migrate)
        await self.read_clock()
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what waits, then let go."""
        if self._writer:
            while self._waiting:
                await asyncio.sleep(0.01)
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        await self.engine.dispose()

    def now(self) -> float:
        """One clock for all: the database's."""
        return time() + self._offset

    async def read_clock(self) -> None:
        """Compare this process's clock with the database's."""
        if self.is_sqlite:
            return
        async with self._reads.connect() as connection:
            before = time()
            there = float((await connection.execute(text("select extract(epoch from clock_timestamp())"))).scalar_one())
            self._offset = there - (before + time()) / 2

    async def ping(self) -> None:
        """Ask the database whether it is there."""
        async with self._reads.connect() as connection:
            await connection.execute(text("select 1"))

    async def make(self, code: str, at: float, entries: list[AnyEntry]) -> int | None:
        """A new table with the first entries of its log; None when the code is taken."""
        row = {"code": code, "shard": shard_of(code), "made_at": at, "touched_at": at, "closed": False}
        try:
            async with self.engine.begin() as connection:
                made = await connection.execute(insert(schema.tables).values(row).returning(schema.tables.c.id))
                number = int(made.scalar_one())
                await connection.execute(insert(schema.log).values(_row(number, 1, at, entries)))
        except IntegrityError:
            return None
        return number

    async def read(self, code: str) -> Kept | None:
        """A table with its whole log."""
        async with self._reads.connect() as connection:
            wanted = select(schema.tables.c.id, schema.tables.c.shard).where(schema.tables.c.code == code)
            table = (await connection.execute(wanted)).one_or_none()
            if table is None:
                return None
            log = schema.log
            rows = select(log.c.at, log.c.entries).where(log.c.table_id == table.id).order_by(log.c.seq)
            appends = [(row.at, _decode(row.entries)) for row in await connection.execute(rows)]
        return Kept(table.id, table.shard, appends)

    async def read_after(self, table: int, seq: int) -> list[tuple[float, list[AnyEntry]]]:
        """What was appended to a table after this."""
        log = schema.log
        rows = select(log.c.at, log.c.entries).where(log.c.table_id == table, log.c.seq > seq).order_by(log.c.seq)
        async with self._reads.connect() as connection:
            return [(row.at, _decode(row.entries)) for row in await connection.execute(rows)]

    async def append(self, table: int, seq: int, at: float, entries: list[AnyEntry]) -> bool:
        """Keep what was accepted together; False when somebody else appended first. Committed when it returns."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(_row(table, seq, at, entries), done))
        self._ring.set()
        return await done

    async def _write(self) -> None:
        """One commit for all that waits; while it is under way, the next gathers."""
        while True:
            await self._ring.wait()
            self._ring.clear()
            batch, self._waiting = self._waiting, []
            try:
                kept = await self._commit([append.row for append in batch])
            except Exception as error:
                logger.exception("%d appends could not be kept", len(batch))
                for append in batch:
                    if not append.done.done():
                        append.done.set_exception(error)
                continue
            for append in batch:
                if not append.done.done():
                    append.done.set_result((append.row["table_id"], append.row["seq"]) in kept)

    async def _commit(self, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        log = schema.log
        async with self.engine.begin() as connection:
            added = await connection.execute(self._insert().returning(log.c.table_id, log.c.seq), rows)
            return {(row.table_id, row.seq) for row in added}

    def _insert(self) -> Insert:
        if self.is_sqlite:
            return sqlite.insert(schema.log).on_conflict_do_nothing()
        return postgresql.insert(schema.log).on_conflict_do_nothing()

    async def mark_closed(self, table: int) -> None:
        """A table that nobody will come back to."""
        async with self.engine.begin() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(closed=True))

    async def idle_since(self, before: float) -> list[str]:
        """The codes of open tables in whose log nothing was written since."""
        last = select(schema.log.c.table_id).group_by(schema.log.c.table_id).having(func.max(schema.log.c.at) < before)
        wanted = select(schema.tables.c.code).where(~schema.tables.c.closed, schema.tables.c.id.in_(last))
        async with self._reads.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def purge(self, before: float) -> int:
        """Forget tables in whose log nothing was written since; how many they were."""
        last = select(schema.log.c.table_id).group_by(schema.log.c.table_id).having(func.max(schema.log.c.at) < before)
        async with self.engine.begin() as connection:
            old = list((await connection.execute(last)).scalars())
            for table in old:
                await connection.execute(delete(schema.log).where(schema.log.c.table_id == table))
                await connection.execute(delete(schema.tables).where(schema.tables.c.id == table))
        return len(old)


def shard_of(code: str) -> int:
    """Which of the 64 a table belongs to."""
    return crc32(code.encode()) % SHARDS


def sqlite_url(folder: Path) -> str:
    """The database in a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


def _row(table: int, seq: int, at: float, entries: list[AnyEntry]) -> dict[str, Any]:
    return {"table_id": table, "seq": seq, "at": at, "entries": _encode(entries)}


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=4, pool_pre_ping=True)
    engine = create_async_engine(url, connect_args={"timeout": 30})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_immediately)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver must not begin by itself
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediately(connection: Connection) -> None:
    """Whoever may write says so at once: no "database is locked" halfway."""
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _migrate(connection: Connection) -> None:
    """Once, under a lock: the file's own on SQLite, an advisory one on PostgreSQL."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", "incangold.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
