"""A game is its log: what was accepted is kept once, whatever the database says or does not say. On both databases."""

import asyncio
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from incangold.errors import Unsure
from incangold.server import log
from incangold.server import store as store_module
from incangold.server.decisions import made
from incangold.server.log import AnyEntry
from incangold.server.store import CHANNEL, SHARDS, Store, shard_of
from incangold.server.wire import MakeTable
from incangold.words.catalogue import catalogue
from tests.server.databases import asking, opened, seqs


def together(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def said(words: str) -> list[AnyEntry]:
    return [log.Spoke(0, words)]


async def new_table(store: Store, code: str, at: float = 100.0) -> int:
    number = await store.make(code, at, made(code, MakeTable(name="Ana", bots=["odds"]), "", catalogue("en")))
    assert number is not None
    return number


async def words_in(store: Store, code: str) -> list[str]:
    kept = await store.read(code)
    assert kept
    return [entry.text for _, entry in kept.entries() if isinstance(entry, log.Spoke)]


class Counted(Store):
    """Counts what it tries to commit."""

    attempts = 0

    async def _commit(self, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        self.attempts += 1
        return await super()._commit(rows)


class Deaf(Counted):
    """Commits, and does not hear the answer, so many times."""

    deaf = 1

    async def _commit(self, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        kept = await super()._commit(rows)
        if self.attempts <= self.deaf:
            raise ConnectionResetError("the answer was lost")
        return kept


class Dumb(Counted):
    """Is not heard at all, so many times."""

    dumb = 2

    async def _commit(self, rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
        if self.attempts < self.dumb:
            self.attempts += 1
            raise ConnectionRefusedError("nobody there")
        return await super()._commit(rows)


# ── What is kept ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_table_is_kept_with_its_log(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            number = await new_table(store, "QQQQQQ")
            assert await store.append(number, 2, 101.25, [*said("now"), log.Came(0, "here")])
        async with opened(database) as store:
            kept = await store.read("QQQQQQ")
            assert kept
            assert (kept.id, kept.shard) == (number, shard_of("QQQQQQ"))
            assert [at for at, _ in kept.appends] == [100.0, 101.25]
            assert kept.appends[1][1] == [log.Spoke(0, "now"), log.Came(0, "here")]
            assert await store.read_after(number, 1) == kept.appends[1:]
            assert await store.read("RRRRRR") is None

    together(test())


def test_a_code_is_given_once(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            assert await new_table(store, "QQQQQQ")
            assert await store.make("QQQQQQ", 5.0, said("me too")) is None
            assert await words_in(store, "QQQQQQ") == []

    together(test())


def test_whoever_appends_first_is_kept(database: str) -> None:
    async def test() -> None:
        async with opened(database) as one, opened(database) as other:
            table = await new_table(one, "QQQQQQ")
            kept = await asyncio.gather(*(store.append(table, 2, 1.0, said("mine")) for store in (one, other)))
            assert sorted(kept) == [False, True]
            assert not await one.append(table, 2, 2.0, said("late"))
            assert await words_in(other, "QQQQQQ") == ["mine"]
            assert await seqs(one, table) == [1, 2]

    together(test())


def test_many_tables_share_a_commit_and_only_those_that_came_late_try_again(database: str) -> None:
    async def test() -> None:
        async with opened(database, Counted) as store, opened(database) as other:
            assert isinstance(store, Counted)
            tables = [await new_table(store, f"TABLE{sign}") for sign in "ABCDEFGHJKMNPQRSTUVWXYZ"]
            taken = tables[::3]
            for table in taken:
                assert await other.append(table, 2, 1.0, said("first"))
            kept = await asyncio.gather(*(store.append(table, 2, 2.0, said("second")) for table in tables))
            assert kept == [table not in taken for table in tables]
            assert store.attempts == 1
            again = await asyncio.gather(*(store.append(table, 3, 3.0, said("third")) for table in taken))
            assert all(again)
            assert await words_in(store, "TABLEA") == ["first", "third"]
            assert await words_in(store, "TABLEB") == ["second"]

    together(test())


def test_more_than_fit_into_one_commit(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_AT_ONCE", 7)

    async def test() -> None:
        async with opened(database, Counted) as store:
            assert isinstance(store, Counted)
            tables = [await new_table(store, f"TABLE{sign}") for sign in "ABCDEFGHJKMNPQRSTUVWXYZ"]
            kept = await asyncio.gather(*(store.append(table, 2, 1.0, said("hello")) for table in tables))
            assert all(kept)
            assert store.attempts == 4

    together(test())


def test_two_workers_that_want_the_same_do_not_wait_for_each_other(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Both are held up at the table in the middle: were the keys not in order, each would have what the other wants."""

    async def test() -> None:
        async with opened(postgres) as one, opened(postgres) as other, asking(postgres) as third:
            tables = [await new_table(one, f"TABLE{sign}") for sign in "ABCDE"]
            holds_up = third.transaction()
            await holds_up.start()
            await third.execute("insert into log values ($1, 2, 0.0, '[]')", tables[2])
            mine = [asyncio.create_task(one.append(table, 2, 1.0, said("one"))) for table in tables]
            theirs = [asyncio.create_task(other.append(table, 2, 1.0, said("other"))) for table in reversed(tables)]
            async with asking(postgres) as looking:
                await until_waiting(looking, 2)
            await holds_up.rollback()
            first, second = await asyncio.gather(*mine), await asyncio.gather(*theirs)
            assert sorted([all(first), all(second)]) == [False, True]
            assert [not kept for kept in first] == list(reversed(second))

    together(test())
    assert not caplog.records


def test_closing_keeps_what_waits(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            tables = [await new_table(store, f"TABLE{sign}") for sign in "ABCDEFGH"]
            waiting = [asyncio.create_task(store.append(table, 2, 1.0, said("bye"))) for table in tables]
            await asyncio.sleep(0)
        assert all(await asyncio.gather(*waiting))
        async with opened(database) as store:
            assert await words_in(store, "TABLEH") == ["bye"]

    together(test())


# ── When the database gives no answer ─────────────────────────────────────────────────────────────────────────────


def test_an_append_whose_answer_was_lost_is_found_again(database: str) -> None:
    async def test() -> None:
        async with opened(database, Deaf) as store:
            table = await new_table(store, "QQQQQQ")
            assert await store.append(table, 2, 1.0, said("once"))
            assert await store.append(table, 3, 2.0, said("and again"))
            assert await words_in(store, "QQQQQQ") == ["once", "and again"]
            assert await seqs(store, table) == [1, 2, 3]

    together(test())


def test_an_append_that_never_arrived_is_tried_again(database: str) -> None:
    async def test() -> None:
        async with opened(database, Dumb) as store:
            table = await new_table(store, "QQQQQQ")
            assert await store.append(table, 2, 1.0, said("once"))
            assert await words_in(store, "QQQQQQ") == ["once"]

    together(test())


def test_what_another_worker_appended_meanwhile_is_not_taken_for_ones_own(database: str) -> None:
    """Not even the same words: an earlier attempt would have kept its own time."""

    async def test() -> None:
        async with opened(database, Dumb) as store, opened(database) as other:
            table = await new_table(store, "QQQQQQ")
            mine = asyncio.create_task(store.append(table, 2, 1.0, said("hello")))
            assert await other.append(table, 2, 1.5, said("hello"))
            assert not await mine
            assert await words_in(store, "QQQQQQ") == ["hello"]

    together(test())


def test_without_an_answer_for_too_long_nobody_is_sure(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.5)
    monkeypatch.setattr(Deaf, "deaf", 1000)

    async def test() -> None:
        async with opened(database, Deaf) as store:
            table = await new_table(store, "QQQQQQ")
            with pytest.raises(Unsure):
                await store.append(table, 2, 1.0, said("once"))
        async with opened(database) as store:
            assert await words_in(store, "QQQQQQ") == ["once"], "and indeed it had been kept"

    together(test())


def test_a_table_that_is_no_more_spoils_nothing_for_the_others(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            gone = await new_table(store, "QQQQQQ", at=10.0)
            there = await new_table(store, "RRRRRR", at=1000.0)
            assert await store.purge(before=500.0) == 1
            appends = [store.append(table, 2, 1.0, said("hello")) for table in (there, gone)]
            first, second = await asyncio.gather(*appends, return_exceptions=True)
            assert first is True
            assert isinstance(second, IntegrityError)

    together(test())


def test_the_number_of_a_purged_table_is_never_given_again(database: str) -> None:
    """Or whoever still has that table in memory would append to another one's log."""

    async def test() -> None:
        async with opened(database) as store:
            gone = await new_table(store, "QQQQQQ", at=10.0)
            assert await store.purge(before=500.0) == 1
            assert await new_table(store, "RRRRRR", at=10.0) > gone

    together(test())


class Wire:
    """A second address of PostgreSQL whose connections a test may cut."""

    def __init__(self, postgres: str) -> None:
        self._there = postgres.partition("host=")[2]
        self._connections: set[asyncio.Task[None]] = set()
        self.cuts_next = False  # the next answer with rows does not arrive, and its connection is gone

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, asks = await asyncio.open_unix_connection(f"{self._there}/.s.PGSQL.5432")
        pumps = [asyncio.create_task(self._pump(reader, asks)), asyncio.create_task(self._pump(answers, writer, True))]
        self._connections.update(pumps)
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
            self._connections.discard(pump)
        writer.close()
        asks.close()

    async def _pump(self, reads: asyncio.StreamReader, writes: asyncio.StreamWriter, are_answers: bool = False) -> None:
        while block := await reads.read(65_536):
            if are_answers and self.cuts_next and b"SELECT " in block:
                self.cuts_next = False
                return
            writes.write(block)
            await writes.drain()

    def cut_all(self) -> None:
        for pump in self._connections:
            pump.cancel()


@asynccontextmanager
async def wire_to(postgres: str) -> AsyncIterator[tuple[str, Wire]]:
    """Another address of PostgreSQL, and the wire to it."""
    wire = Wire(postgres)
    with TemporaryDirectory() as folder:
        server = await asyncio.start_unix_server(wire.visit, f"{folder}/.s.PGSQL.5432")
        try:
            yield postgres.partition("host=")[0] + f"host={folder}", wire
        finally:
            server.close()


def test_a_wire_cut_before_the_answer(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    """The statement was carried out, the answer was on its way: nothing is lost and nothing said twice."""

    async def test() -> None:
        async with wire_to(postgres) as (address, wire), opened(address) as store:
            table = await new_table(store, "QQQQQQ")
            for seq in range(2, 7):
                wire.cuts_next = True
                assert await store.append(table, seq, float(seq), said(str(seq)))
                assert not wire.cuts_next
            assert await words_in(store, "QQQQQQ") == ["2", "3", "4", "5", "6"]
            assert await seqs(store, table) == [1, 2, 3, 4, 5, 6]

    together(test())
    assert sum("in doubt" in record.message for record in caplog.records) == 5


def test_an_attempt_that_is_still_under_way_when_it_is_repeated(postgres: str) -> None:
    """The wire is cut while the statement waits for a lock: it is carried out later, beside its own repetition."""

    async def test() -> None:
        async with wire_to(postgres) as (address, wire), opened(address) as store, asking(postgres) as locking:
            table = await new_table(store, "QQQQQQ")
            async with asking(postgres) as looking:
                locks = locking.transaction()
                await locks.start()
                await locking.execute("lock table log in share mode")
                appending = asyncio.create_task(store.append(table, 2, 1.0, said("once")))
                await until_waiting(looking, 1)
                wire.cut_all()
                await until_waiting(looking, 2)
                await locks.rollback()
            assert await appending
            assert await words_in(store, "QQQQQQ") == ["once"]
            assert await seqs(store, table) == [1, 2]

    together(test())


async def until_waiting(connection: Any, many: int) -> None:
    """Until so many statements wait for somebody else's."""
    waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    async with asyncio.timeout(20):
        while await connection.fetchval(waiting) < many:
            await asyncio.sleep(0.01)


# ── Telling the others, telling the time, tidying up ──────────────────────────────────────────────────────────────


def test_others_are_told_what_was_kept_and_nothing_else(postgres: str) -> None:
    async def test() -> None:
        told: list[str] = []
        async with opened(postgres) as store, asking(postgres) as listening:
            await listening.add_listener(CHANNEL, lambda *heard: told.append(heard[-1]))
            one, other = [await new_table(store, code) for code in ("QQQQQQ", "RRRRRR")]
            assert all(await asyncio.gather(*(store.append(table, 2, 1.0, said("hello")) for table in (one, other))))
            kept = await asyncio.gather(
                store.append(one, 2, 1.0, said("late")), store.append(other, 3, 1.0, said("on"))
            )
            assert list(kept) == [False, True]
            assert not await store.append(one, 2, 1.0, said("late"))
            await listening.execute("select 1")
        assert told[:2] == ["QQQQQQ:1", "RRRRRR:1"]
        assert sorted(told[2].split()) == ["QQQQQQ:2", "RRRRRR:2"], "one commit, one notification"
        assert told[3:] == ["RRRRRR:3"]

    together(test())


def test_a_notification_holds_the_fullest_commit(postgres: str) -> None:
    async def test() -> None:
        told: list[str] = []
        async with opened(postgres) as store, asking(postgres) as listening:
            codes = [f"{number:016}" for number in range(store_module.MOST_AT_ONCE)]
            tables = [await store.make(code, 1.0, said("hello")) for code in codes]
            await listening.add_listener(CHANNEL, lambda *heard: told.append(heard[-1]))
            appends = [store.append(table or 0, 1_000_000, 1.0, said("far on")) for table in tables]
            assert all(await asyncio.gather(*appends))
            await listening.execute("select 1")
        assert len(told) == 1
        assert len(told[0].split()) == len(codes)

    together(test())


def test_there_is_one_clock(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            assert abs(store.now() - time()) < 60
            if not store.is_sqlite:
                async with asking(database) as connection:
                    there = await connection.fetchval("select extract(epoch from clock_timestamp())::float8")
                assert abs(store.now() - there) < 5

    together(test())


def test_idle_tables_and_busy_ones(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            idle, old, _ = [await new_table(store, code, at=100.0) for code in ("QQQQQQ", "RRRRRR", "SSSSSS")]
            assert await store.append(old, 2, 900.0, said("still here"))
            await store.make("TTTTTT", 1000.0, said("new"))
            assert sorted(await store.idle_since(500.0)) == ["QQQQQQ", "SSSSSS"]
            await store.mark_closed(idle)
            assert await store.idle_since(500.0) == ["SSSSSS"]
            assert await store.touched_since(500.0, range(SHARDS)) == ["TTTTTT", "RRRRRR"]
            assert await store.touched_since(500.0, [shard_of("RRRRRR")]) == ["RRRRRR"]
            assert await store.purge(500.0) == 2
            assert await store.read("QQQQQQ") is None
            assert await store.read("RRRRRR") is not None

    together(test())


OPEN = """
import asyncio, sys
from incangold.server.store import Store

async def opened():
    store = Store(sys.argv[1])
    await store.open()
    await store.close()

asyncio.run(opened())
"""


@asynccontextmanager
async def held_up(database: str, processes: int) -> AsyncIterator[None]:
    """While nobody may migrate; left when so many wait for it."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.partition(":///")[2], isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield
            await asyncio.sleep(1.5)
        return
    async with asking(database) as connection, asking(database) as looking:
        await connection.execute("select pg_advisory_lock($1)", store_module.MIGRATION_LOCK)
        yield
        await until_waiting(looking, processes)


def test_processes_that_start_at_once_bring_the_schema_up_to_date_once(database: str) -> None:
    async def test() -> None:
        async with held_up(database, 3):
            command = (sys.executable, "-c", OPEN, database)
            starting = [await asyncio.create_subprocess_exec(*command, stderr=PIPE) for _ in range(3)]
        for process in starting:
            _, errors = await process.communicate()
            assert process.returncode == 0, errors.decode()
        async with opened(database) as store, store.engine.connect() as connection:
            versions = list((await connection.execute(text("select version_num from alembic_version"))).scalars())
        newest = sorted((Path(store_module.__file__).parent / "migrations" / "versions").glob("[0-9]*.py"))[-1]
        assert versions == [newest.name.partition("_")[0]]

    together(test())


def test_what_the_database_complains_about_is_not_told_with_what_was_to_be_kept(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An error of the database names the statement; cards and secrets stand in its parameters."""
    monkeypatch.setattr(store_module, "PATIENCE", 0.3)

    async def test() -> None:
        async with opened(database) as store:
            table = await new_table(store, "QQQQQQ")
            async with store.engine.begin() as connection:
                await connection.execute(text("alter table log rename to elsewhere"))
            with pytest.raises((DBAPIError, Unsure)) as refused:
                await store.append(table, 2, 1.0, said("face down"))
            told = str(refused.value) + caplog.text
            assert "log" in told
            assert "face down" not in told

    together(test())
