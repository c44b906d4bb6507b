"""Several workers on one PostgreSQL: tables are shared out, everybody hears everything, and no failure harms a log."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn
from msgspec import json
from sqlalchemy import make_url
from websockets.asyncio.client import connect

from incangold.errors import DatabaseAway, NoDriver, OneProcessOnly
from incangold.server import log, wire
from incangold.server import store as store_module
from incangold.server.app import make_app
from incangold.server.decisions import made
from incangold.server.door import doorkeeper
from incangold.server.house import House
from incangold.server.postgres import PostgresShards
from incangold.server.serve import Settings, bound, database_by, serve, shards_for, uvicorn_options
from incangold.server.shards import Shards
from incangold.server.sockets import UNKNOWN
from incangold.server.store import SHARDS, Store, shard_of
from incangold.table import clock
from incangold.words.catalogue import catalogue
from tests.server.databases import asking, opened
from tests.server.houses import WIDE_OPEN
from tests.server.loyal import Loyal, check_log, story_of
from tests.server.pages import Page, make_table, prudent, sit_down

INSTANT = {"pace": "instant"}
SHORT = "incan-gold rounds=2"


def together(test: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(60):
            await test

    asyncio.run(in_time())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


@dataclass
class Worker:
    """One process's part of a house, in the test's own loop."""

    base: str
    house: House
    store: Store
    shards: Shards

    def holds(self) -> set[int]:
        return {shard for shard in range(SHARDS) if self.shards.holds(shard)}


@asynccontextmanager
async def open_worker(database: str, kind: Callable[[str], Shards] = shards_for) -> AsyncIterator[Worker]:
    """A real worker on a real port; closing it is an orderly end."""
    store, shards = Store(database), kind(database)
    house = House(store, shards, WIDE_OPEN)
    listening = bound("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(make_app(house, doorkeeper([])), **uvicorn_options()))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await until(lambda: server.started or serving.done())
    try:
        yield Worker(f"http://127.0.0.1:{listening.getsockname()[1]}", house, store, shards)
    finally:
        server.should_exit = True
        await serving


@asynccontextmanager
async def two_workers(database: str, kind: Callable[[str], Shards] = shards_for) -> AsyncIterator[list[Worker]]:
    async with open_worker(database, kind) as one, open_worker(database, kind) as other:
        if kind is shards_for:
            await until(lambda: len(one.holds()) == len(other.holds()) == SHARDS // 2)
        yield [one, other]


async def loyal_table(bases: list[str], **wanted: Any) -> list[Loyal]:
    """A table of two people and a bot, each person at another worker."""
    wanted = {"edition": SHORT, "options": INSTANT, "bots": ["odds"], **wanted}
    async with httpx.AsyncClient(base_url=bases[0]) as http:
        ana = await Loyal.sit(http, "/api/tables", "", name="Ana", **wanted)
    async with httpx.AsyncClient(base_url=bases[-1]) as http:
        bo = await Loyal.sit(http, f"/api/tables/{ana.code}/places", "", name="Bo")
    return [ana, bo]


async def play_tables(
    database: str, tables: list[list[Loyal]], meanwhile: Coroutine[Any, Any, None] | None = None
) -> None:
    """Play them all to the end, whatever happens meanwhile; then look at every log."""
    playing = [asyncio.create_task(page.play_on(prudent)) for pages in tables for page in pages]
    for ana, _ in tables:
        await ana.until(lambda ana=ana: len(ana.room.get("places", ())) == 3)  # type: ignore[misc]
        playing.append(asyncio.create_task(ana.start(3)))
    if meanwhile:
        await meanwhile
    await asyncio.gather(*playing)
    async with opened(database) as store:
        for pages in tables:
            sitting = await check_log(store, pages[0].code, pages)
            assert sitting.phase == "over"
            assert all(page.story == story_of(sitting) for page in pages)
    for pages in tables:
        for page in pages:
            await page.close()


# ── Sharing out ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_shards_are_held_by_one_worker_each_and_shared_out_evenly(postgres: str) -> None:
    async def test() -> None:
        async with AsyncExitStack() as later, open_worker(postgres) as one:
            assert one.holds() == set(range(SHARDS))
            other = await later.enter_async_context(open_worker(postgres))
            await until(lambda: len(one.holds()) == len(other.holds()) == 32)
            assert one.holds().isdisjoint(other.holds())
            async with open_worker(postgres) as third:
                await until(lambda: len(third.holds()) == 20)
                assert sorted([len(one.holds()), len(other.holds())]) == [22, 22]
                assert one.holds() | other.holds() | third.holds() == set(range(SHARDS))
            await until(lambda: len(one.holds()) == len(other.holds()) == 32)
            await later.aclose()
            await until(lambda: one.holds() == set(range(SHARDS)))

    together(test())


def test_the_database_itself_says_who_holds_what(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other), asking(postgres) as connection:
            count = "select pid, count(*) as locks from pg_locks where locktype = 'advisory' group by pid"
            locks = [row["locks"] for row in await connection.fetch(count)]
            assert locks == [33, 33], "half of the shards and one's own"
            assert one.shards.is_alive(other.shards.worker)
            assert other.shards.is_alive(one.shards.worker)

    together(test())


# ── Playing at several workers ────────────────────────────────────────────────────────────────────────────────────


def test_three_at_one_table_through_two_workers(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            ana = await make_table(one.base, edition=SHORT)
            bo, cy = await sit_down(other.base, ana.code, "Bo"), await sit_down(one.base, ana.code, "Cy")
            watching = Page(other.base, ana.code)
            async with ana, bo, cy, watching:
                await ana.until(lambda: all(place["present"] for place in ana.room["places"]))
                await ana.ask(type="start")
                await asyncio.gather(*(page.play(prudent) for page in (ana, bo, cy)))
                await watching.until(lambda: watching.version == ana.version == bo.version)
                assert ana.story == bo.story == cy.story == watching.story
                kept = await one.store.read(ana.code)
                assert kept
                assert not any(isinstance(entry, log.Went) for _, entry in kept.entries()), "nobody was missed"
            await check_log(one.store, ana.code, [])

    together(test())


@pytest.mark.parametrize("made_by_the_holder", [True, False])
def test_turns_are_closed_and_bots_played_by_whoever_holds_the_table(postgres: str, made_by_the_holder: bool) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            while True:
                ana = await make_table(one.base, bots=["odds", "die"], start=True, edition=SHORT, options=INSTANT)
                if one.shards.holds(shard_of(ana.code)) is made_by_the_holder:
                    break
            async with ana:
                await ana.play(prudent)
                assert ana.phase == "over"
            revealed = (one.house.turns_revealed, other.house.turns_revealed)
            assert revealed.index(0) == (1 if made_by_the_holder else 0)

    together(test())


class HardOfHearing(PostgresShards):
    """Nothing that others tell arrives, as may be for a moment."""

    def _hear(self, _: object, __: int, ___: str, told: str) -> None:
        pass


def test_whoever_goes_from_one_worker_to_another_finds_everything_done_before(postgres: str) -> None:
    """A seat that was just taken, a card that was just laid; even where the news has not arrived yet."""

    async def test() -> None:
        async with two_workers(postgres, HardOfHearing) as (one, other):
            ana = await make_table(one.base)
            async with ana, Page(other.base, ana.code) as watching:
                bo, cy = [await sit_down(one.base, ana.code, name) for name in ("Bo", "Cy")]
                assert len(watching.room["places"]) == 1
                async with Page(other.base, ana.code, bo.tokens) as there:
                    assert there.holds == [1]
            pages = [Page(one.base, ana.code, page.tokens, page.nonces) for page in (ana, bo, cy)]
            async with pages[0], pages[1], pages[2]:
                await pages[0].ask(type="start")
                while not pages[0].to_lay():  # somebody has to tell them by word of mouth
                    for worker in (other, one):
                        worker.house.news(worker.house.live[ana.code])
                    await asyncio.sleep(0.02)
                await pages[0].ask(type="lay", seat=0, choice="camp", turn=0, revision=1)
                async with Page(other.base, ana.code, ana.tokens) as there:
                    assert there.yours[0]["cards"] == ["camp"]

    together(test())


def test_a_seat_open_at_two_workers_is_present_until_both_are_closed(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            ana = await make_table(one.base)
            bo = await sit_down(one.base, ana.code, "Bo")
            there = Page(other.base, ana.code, bo.tokens)
            async with ana:
                await bo.open()
                await there.open()
                await bo.close()
                await until(lambda: _worker_of(one, ana.code, 1) == other.shards.worker)
                await ana.until(lambda: bool(ana.room["places"][1]["present"]))
                await there.close()
                await ana.until(lambda: not ana.room["places"][1]["present"])

    together(test())


def _worker_of(worker: Worker, code: str, place: int) -> str | None:
    return worker.house.live[code].sitting.chair(place).worker


# ── When something is lost ────────────────────────────────────────────────────────────────────────────────────────

HOLDING = (
    "select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and objid = $1::bigint % (1::bigint << 32)"
)
LISTENING = "select pid from pg_stat_activity where query like 'LISTEN%' and datname = current_database()"


def test_without_its_connection_a_worker_holds_nothing_and_another_takes_over(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other), asking(postgres) as connection:
            assert isinstance(one.shards, PostgresShards)
            tables = [await loyal_table([one.base, other.base]) for _ in range(6)]

            async def lose() -> None:
                for _ in range(2):
                    pid = await connection.fetchval(HOLDING, one.shards._key)  # type: ignore[attr-defined]
                    await connection.execute("select pg_terminate_backend($1)", pid)
                    await until(lambda: not one.holds())
                    await until(lambda: len(one.holds()) == len(other.holds()) == 32)

            await play_tables(postgres, tables, lose())

    together(test())


def test_whoever_was_at_a_worker_that_is_gone_is_absent(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            ana = await make_table(one.base, options={"time_to_choose": 60})
            bo = await sit_down(other.base, ana.code, "Bo")
            async with ana, bo:
                await ana.until(lambda: bool(ana.room["places"][1]["present"]))
                await ana.ask(type="start")
                await ana.until_to_lay()
                assert isinstance(other.shards, PostgresShards)
                for task in other.shards._tasks:  # neither holds nor hears any more
                    task.cancel()
                await ana.until(lambda: not ana.room["places"][1]["present"])
                await until(lambda: one.holds() == set(range(SHARDS)))
                assert ana.room["places"][0]["present"]
                assert not one.shards.is_alive(other.shards.worker)

    together(test())


def test_what_nobody_could_hear_is_looked_up(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other), asking(postgres) as connection:
            ana = await make_table(one.base)
            bo = await sit_down(one.base, ana.code, "Bo")
            bo.base = other.base
            async with ana, bo:
                for word in ("one", "two", "three"):
                    for row in await connection.fetch(LISTENING):
                        await connection.execute("select pg_terminate_backend($1)", row["pid"])
                    await ana.ask(type="say", place=0, text=word)
                    await bo.until(lambda word=word: [said["text"] for said in bo.chat][-1:] == [word])  # type: ignore[misc]

    together(test())


def test_a_page_that_missed_more_than_is_kept_is_sent_back_for_everything(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incangold.server.sitting.KEPT", 5)

    async def test() -> None:
        async with two_workers(postgres, HardOfHearing) as (one, other):
            ana = await make_table(one.base)
            async with ana, Page(other.base, ana.code) as watching:
                words = [f"word {number}" for number in range(8)]
                for word in words:
                    assert (await ana.ask(type="say", place=0, text=word))["type"] == "done"
                assert watching.chat == []
                other.house.news(other.house.live[ana.code])
                await watching.until(lambda: watching.closed is not None)
                await watching.open(version=watching.version)
                await watching.until(lambda: [said["text"] for said in watching.chat] == words)

    together(test())


class Greedy(PostgresShards):
    """Believes that it holds everything, as one may that has lost its locks and does not know it yet."""

    def holds(self, shard: int) -> bool:
        return True


def test_two_workers_that_both_believe_they_hold_a_table_do_it_no_harm(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres, Greedy) as (one, other):
            tables = [await loyal_table([one.base, other.base], bots=["odds"]) for _ in range(12)]
            await play_tables(postgres, tables)
            assert one.house.turns_revealed, "both did it"
            assert other.house.turns_revealed, "both did it"

    together(test())


def test_connections_that_are_cut_again_and_again(postgres: str) -> None:
    """Commits among them: whatever was answered is kept, once; whatever was not is said again."""

    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            tables = [await loyal_table([one.base, other.base]) for _ in range(12)]
            await play_tables(postgres, tables, cut_connections(postgres, times=12))

    together(test())


async def cut_connections(postgres: str, times: int) -> None:
    others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
    async with asking(postgres) as connection:
        for _ in range(times):
            await asyncio.sleep(0.08)
            await connection.execute(f"select pg_terminate_backend(pid) {others}")


@asynccontextmanager
async def nobody_let_in(postgres: str) -> AsyncIterator[None]:
    """While this database refuses everybody, and has sent everybody away."""
    address = make_url(postgres)
    connected = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1"
    async with asking(address.set(database="postgres").render_as_string(hide_password=False)) as connection:
        await connection.execute(f"alter database {address.database} allow_connections false")
        await connection.execute(connected, address.database)
        try:
            yield
        finally:
            await connection.execute(f"alter database {address.database} allow_connections true")


def test_a_worker_that_starts_while_the_database_is_away_waits_for_it(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with nobody_let_in(postgres):
            opening = asyncio.create_task(Store(postgres).open())
            await until(lambda: "does not answer" in caplog.text)
        await opening

    together(test())


@pytest.mark.parametrize("patience", [15.0, 0.3])
def test_a_database_that_is_away_for_a_while(
    postgres: str, patience: float, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Longer than the house has patience: pages are sent away, and come back to tables read anew."""
    monkeypatch.setattr(store_module, "PATIENCE", patience)

    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            tables = [await loyal_table([one.base, other.base]) for _ in range(6)]

            async def away() -> None:
                async with nobody_let_in(postgres):
                    await asyncio.sleep(2)
                    assert not one.holds()
                    assert not other.holds()

            await play_tables(postgres, tables, away())

    together(test())
    assert patience > 2 or "could not go on; it will be read anew" in caplog.text


def test_a_table_purged_while_somebody_sits_at_it(database: str) -> None:
    async def test() -> None:
        async with open_worker(database) as worker:
            ana = await make_table(worker.base)
            bo = await make_table(worker.base)
            async with ana, bo:
                await worker.store.purge(before=worker.store.now() + 1)
                again = await make_table(worker.base)
                await ana.send(type="say", place=0, text="hello?")
                await ana.until(lambda: ana.closed is not None)
                async with again:
                    assert (await again.ask(type="say", place=0, text="all is well here"))["type"] == "done"
                await until(lambda: ana.code not in worker.house.live)
                await ana.open()
                await ana.until(lambda: ana.closed == UNKNOWN)

    together(test())


# ── Who is there ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_place_freed_at_another_worker(postgres: str) -> None:
    async def test() -> None:
        async with two_workers(postgres) as (one, other):
            ana = await make_table(one.base)
            bo, cy = [await sit_down(one.base, ana.code, name) for name in ("Bo", "Cy")]
            device = Page(other.base, ana.code, bo.tokens + cy.tokens, bo.nonces + cy.nonces)
            async with ana, device:
                assert (await ana.ask(type="free", place=1))["type"] == "done"
                await device.until(lambda: len(device.room["places"]) == 2)
                assert (await ana.ask(type="start"))["type"] == "done"
                await device.until_to_lay()
                assert [yours["place"] for yours in device.yours] == [2]
                assert (await device.ask(type="say", place=1, text="me?"))["key"] == "refusal.unknown_place"
                assert device.closed is None

    together(test())


def test_a_page_that_is_gone_before_it_was_let_in_is_no_ghost(database: str) -> None:
    async def test() -> None:
        async with open_worker(database) as worker:
            ana = await make_table(worker.base)
            bo = await sit_down(worker.base, ana.code, "Bo")
            async with ana:
                for _ in range(10):
                    socket = await connect(f"{worker.base.replace('http', 'ws')}/ws")
                    await socket.send(json.encode({"type": "hello", "table": ana.code, "tokens": bo.tokens}).decode())
                    socket.transport.abort()
                live = worker.house.live[ana.code]
                await until(lambda: len(live.clients) == 1 and not live.is_busy)
                await ana.until(lambda: not ana.room["places"][1]["present"])
                assert len(live.clients) == 1

    together(test())


# ── Refused with a sentence ───────────────────────────────────────────────────────────────────────────────────────


def test_several_workers_on_sqlite(on_sqlite: str) -> None:
    with pytest.raises(OneProcessOnly, match="3 processes cannot share an SQLite file"):
        serve(Settings(database=on_sqlite, workers=3), catalogue("en"), open_browser=False)


def test_a_database_that_is_not_there() -> None:
    away = Settings(database=database_by("postgresql://nobody@127.0.0.1:1/nothing?sslmode=disable"))
    with pytest.raises(DatabaseAway, match=r"does not answer: .*127\.0\.0\.1"):
        serve(away, catalogue("en"), open_browser=False)


def test_a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.server.serve.find_spec", lambda _: None)
    with pytest.raises(NoDriver, match=r"pip install 'incangold\[postgres\]'"):
        database_by("postgresql://gold@localhost/gold")


# ── Coming back ───────────────────────────────────────────────────────────────────────────────────────────────────


async def left_alone(store: Store, code: str) -> None:
    """A game whose time to choose ran out while the only worker, at which Ana's page was open, was gone."""
    wanted = wire.MakeTable(name="Ana", bots=["odds"], start=True, options=wire.Options(time_to_choose=15))
    entries = [*made(code, wanted, "", catalogue("en")), log.Came(0, "long gone"), log.Began()]
    assert await store.make(code, store.now() - 600, entries)


def test_nobody_loses_a_turn_to_a_restart(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await left_alone(store, "QQQQQQ")
            now = store.now()
        async with open_worker(database) as worker:
            async with Page(worker.base, "QQQQQQ") as watching:
                await watching.until(lambda: not watching.room["places"][0]["present"])
            kept = await worker.store.read("QQQQQQ")
            assert kept
            later = [entry for _, entries in kept.appends[1:] for entry in entries]
            assert later[0] == log.Went(0)
            assert isinstance(later[1], log.PutOff)
            assert later[1].ends >= now + clock.AFTER_RESTART
            assert not any(isinstance(entry, log.Laid) and entry.by == "time" for entry in later)

    together(test())


def test_whoever_takes_over_looks_after_tables_that_nobody_opens(postgres: str) -> None:
    async def test() -> None:
        async with opened(postgres) as store:
            await left_alone(store, "QQQQQQ")
        async with open_worker(postgres) as worker:
            await until(lambda: "QQQQQQ" in worker.house.live)
            await until(lambda: not worker.house.live["QQQQQQ"].sitting.somebody_is_here)

    together(test())
