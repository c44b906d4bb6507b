"""What is kept: a log for each table, appended in one commit for many tables at once."""

import asyncio
import logging
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    event,
    exists,
    func,
    insert,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from incangold.errors import Unsure
from incangold.server import schema
from incangold.server.log import AnyEntry

SQLITE_FILE = "tables.sqlite"
SHARDS = 64
MIGRATION_LOCK = 0x1CA9601D
CHANNEL = "incangold"  # on which PostgreSQL tells the other workers what was kept: "CODE:seq CODE:seq …"
MOST_AT_ONCE = 250  # appends in one commit, whose notification holds at most 8,000 bytes
PATIENCE = 15.0  # seconds in which the database may come back before an append is given up
ANSWERS_WITHIN = 10.0  # seconds, or a statement to PostgreSQL counts as lost
NEVER_KEPT = (DataError, IntegrityError, ProgrammingError)  # the database said no; any other error says nothing

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


class _Append:
    """What waits to be kept. In doubt: an earlier attempt ended without an answer and may have been kept."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row, self.since, self.in_doubt = row, monotonic(), False
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    @property
    def key(self) -> tuple[int, int]:
        """Which append to which table."""
        return self.row["table_id"], self.row["seq"]

    def fails(self, error: Exception) -> None:
        """Whoever waits is told that it failed."""
        if not self.done.done():
            self.done.set_exception(error)


class Store:
    """One database: an SQLite file, or PostgreSQL by its URL."""

    def __init__(self, url: str) -> None:
        self.url, self.is_sqlite = url, url.startswith("sqlite")
        self.engine = _engine(url)
        at_once = {"reads": True} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._reads = self.engine.execution_options(**at_once)
        self._keeps = None if self.is_sqlite else _postgres(url, pool_size=1, max_overflow=0)
        self._waiting: list[_Append] = []
        self._ring = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._is_writing = False
        self.appends = self.commits = 0  # kept so far
        self._offset = 0.0  # what PostgreSQL's clock is ahead of this process's own

    async def open(self) -> None:
        """Bring the schema up to date, read the clock, begin to write."""
        await self._migrate_patiently()
        await self.read_clock()
        self._writer = asyncio.create_task(self._write())

    async def _migrate_patiently(self) -> None:
        """A worker that is started while PostgreSQL is away must not end the whole house."""
        until = monotonic() + PATIENCE
        while True:
            try:
                return await migrate(self.url)
            except Exception as error:
                if self.is_sqlite or isinstance(error, NEVER_KEPT) or monotonic() > until:
                    raise
                logger.warning("the database does not answer: %s", str(error).partition("\n")[0])
                await asyncio.sleep(1)

    async def close(self) -> None:
        """Write what waits, then let go."""
        if self._writer:
            while self._waiting or self._is_writing:
                await asyncio.sleep(0.01)
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        await self.engine.dispose()
        if self._keeps:
            await self._keeps.dispose()

    def now(self) -> float:
        """One clock for all: the database's."""
        return time() if self.is_sqlite else monotonic() + self._offset

    async def read_clock(self) -> None:
        """Compare this process's clock with the database's."""
        if self.is_sqlite:
            return
        async with self._reads.connect() as connection:
            before = monotonic()
            there = float((await connection.execute(text("select extract(epoch from clock_timestamp())"))).scalar_one())
            self._offset = there - (before + monotonic()) / 2

    async def ping(self) -> None:
        """Ask the database whether it is there."""
        async with self._reads.connect() as connection:
            await connection.execute(text("select 1"))

    async def make(self, code: str, at: float, entries: list[AnyEntry]) -> int | None:
        """A new table with the first entries of its log; None when the code is taken."""
        row = {"code": code, "shard": shard_of(code), "made_at": at, "closed": False}
        try:
            async with self.engine.begin() as connection:
                made = await connection.execute(insert(schema.tables).values(row).returning(schema.tables.c.id))
                number = int(made.scalar_one())
                await connection.execute(insert(schema.log).values(_row(number, 1, at, entries)))
                if not self.is_sqlite:
                    await connection.execute(select(func.pg_notify(CHANNEL, f"{code}:1")))
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
        """Keep what was accepted together; False when somebody else appended first. Committed when it returns.

        An error of the database is no answer: the same append is tried again until there is one. `Unsure` says that
        there was none for too long.
        """
        append = _Append(_row(table, seq, at, entries))
        self._waiting.append(append)
        self._ring.set()
        return await append.done

    async def _write(self) -> None:
        """One commit for all that waits; while it is under way, the next gathers."""
        while True:
            await self._ring.wait()
            self._is_writing = True
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not self._waiting:
                self._ring.clear()
            if again := await self._keep(batch):
                await asyncio.sleep(0.2)
                self._waiting = again + self._waiting
                self._ring.set()
            self._is_writing = False

    async def _keep(self, batch: list[_Append]) -> list[_Append]:
        """Keep what can be kept and say so; what nobody knows is to be tried again."""
        try:
            kept = await self._commit([append.row for append in batch])
            kept |= await self._kept_before([append for append in batch if append.in_doubt and append.key not in kept])
        except NEVER_KEPT as error:
            if len(batch) == 1:
                batch[0].fails(error)
                return []
            return [append for one in batch for append in await self._keep([one])]
        except Exception as error:
            if not all(append.in_doubt for append in batch):
                logger.warning("%d appends are in doubt: %s", len(batch), str(error).partition("\n")[0])
            return [append for append in batch if _try_again(append)]
        self.appends, self.commits = self.appends + len(kept), self.commits + 1
        for append in batch:
            if not append.done.done():
                append.done.set_result(append.key in kept)
        return []

    async def _commit(self, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        """Which of these were kept now: those that nobody had appended before."""
        if self._keeps:
            return await self._commit_and_tell(self._keeps, rows)
        log = schema.log
        added = sqlite.insert(log).on_conflict_do_nothing().returning(log.c.table_id, log.c.seq)
        async with self.engine.begin() as connection:
            return {(row.table_id, row.seq) for row in await connection.execute(added, rows)}

    async def _commit_and_tell(self, engine: AsyncEngine, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        """The same on PostgreSQL, on a connection of its own; after an error, on a new one."""
        columns = {name: [row[name] for row in rows] for name in ("table_id", "seq", "at", "entries")}
        try:
            async with engine.connect() as connection:
                at_once = await connection.execution_options(isolation_level="AUTOCOMMIT")
                tables, seqs, _ = (await at_once.execute(text(_KEEP_AND_TELL), columns)).one()
        except Exception:
            await engine.dispose()
            raise
        return set(zip(tables or (), seqs or (), strict=True))

    async def _kept_before(self, appends: list[_Append]) -> set[tuple[int, int]]:
        """Which of these an earlier attempt had kept without an answer: what lies there is the same, to its time."""
        if not appends:
            return set()
        log = schema.log
        lies = select(log).where(tuple_(log.c.table_id, log.c.seq).in_([append.key for append in appends]))
        async with self._reads.connect() as connection:
            rows = {(row.table_id, row.seq): (row.at, row.entries) for row in await connection.execute(lies)}
        return {append.key for append in appends if rows.get(append.key) == (append.row["at"], append.row["entries"])}

    async def mark_closed(self, table: int) -> None:
        """A table that nobody will come back to."""
        async with self.engine.begin() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(closed=True))

    async def idle_since(self, before: float) -> list[str]:
        """The codes of open tables in whose log nothing was written since."""
        return await self._codes(select(schema.tables.c.code).where(~schema.tables.c.closed, _silent_since(before)))

    async def touched_since(self, after: float, shards: Collection[int]) -> list[str]:
        """The codes of open tables of these shards in whose log something was written since; the latest first."""
        tables, log = schema.tables.c, schema.log.c
        wanted = select(tables.code).join(schema.log, log.table_id == tables.id)
        wanted = wanted.where(log.at >= after, ~tables.closed, tables.shard.in_(shards))
        return await self._codes(wanted.group_by(tables.code).order_by(func.max(log.at).desc()))

    async def _codes(self, wanted: Select[str]) -> list[str]:
        async with self._reads.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def purge(self, before: float) -> int:
        """Forget tables in whose log nothing was written since; how many they were."""
        async with self.engine.begin() as connection:
            old = list((await connection.execute(select(schema.tables.c.id).where(_silent_since(before)))).scalars())
            for table in old:
                await connection.execute(delete(schema.log).where(schema.log.c.table_id == table))
                await connection.execute(delete(schema.tables).where(schema.tables.c.id == table))
        return len(old)


def _silent_since(before: float) -> ColumnElement[bool]:
    """Tables in whose log nothing was written since; the index on times answers it."""
    tables, log = schema.tables.c, schema.log.c
    return and_(tables.made_at < before, ~exists().where(log.table_id == tables.id, log.at >= before))


def shard_of(code: str) -> int:
    """Which of the 64 a table belongs to."""
    return crc32(code.encode()) % SHARDS


def sqlite_url(folder: Path) -> str:
    """The database in a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / SQLITE_FILE
    file.touch(mode=0o600)  # laid cards and chat are in it: nobody else on this computer may read them
    return f"sqlite+aiosqlite:///{file}"


def _row(table: int, seq: int, at: float, entries: list[AnyEntry]) -> dict[str, Any]:
    return {"table_id": table, "seq": seq, "at": at, "entries": _encode(entries)}


def _try_again(append: _Append) -> bool:
    """Whether there is still time to find out what became of an append."""
    append.in_doubt = True
    if monotonic() < append.since + PATIENCE:
        return True
    append.fails(Unsure())
    return False


# One statement, one round trip, one transaction; in the order of the key, so that no two workers wait for each other.
_KEEP_AND_TELL = f"""
with kept as (
    insert into log (table_id, seq, at, entries)
    select * from unnest(
        cast(:table_id as int[]), cast(:seq as int[]), cast(:at as float8[]), cast(:entries as bytea[])
    )
    order by 1, 2
    on conflict do nothing
    returning table_id, seq
)
select
    array_agg(kept.table_id),
    array_agg(kept.seq),
    case when count(*) > 0 then pg_notify('{CHANNEL}', string_agg(tables.code || ':' || kept.seq, ' ')) end
from kept join tables on tables.id = kept.table_id
"""


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return _postgres(url, pool_size=4, pool_pre_ping=True)
    engine = create_async_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
    _prepare(engine)
    return engine


def _postgres(url: str, **pool: Any) -> AsyncEngine:
    patience = {"timeout": ANSWERS_WITHIN, "command_timeout": ANSWERS_WITHIN}
    return create_async_engine(url, connect_args=patience, hide_parameters=True, **pool)


def _prepare(engine: AsyncEngine) -> None:
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_immediately)


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


async def migrate(url: str) -> None:
    """Bring the schema up to date, on a connection that may wait for as long as it takes."""
    is_sqlite = url.startswith("sqlite")
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": 30} if is_sqlite else {})
    if is_sqlite:
        await asyncio.to_thread(_write_ahead, engine.url.database or "")
        _prepare(engine)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    finally:
        await engine.dispose()


def _write_ahead(file: str) -> None:
    """Have SQLite keep a write-ahead log; it does not wait by itself for another process to let it."""
    until = monotonic() + 30
    with closing(sqlite3.connect(file)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                if monotonic() > until:
                    raise
                sleep(0.05)
            else:
                return


def _migrate(connection: Connection) -> None:
    """Once, under a lock: the file's own on SQLite, an advisory one on PostgreSQL."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", "incangold.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
