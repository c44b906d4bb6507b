"""SIGKILL at any moment: every table stands where its last accepted append left it, and every game goes on to its end.

Real `incangold serve` processes; pages that come back by themselves; the log read straight from the database.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]

from incangold.server.store import Kept, Store
from tests.server.databases import all_logs, opened
from tests.server.loyal import Loyal, check_cards, check_log, story_of
from tests.server.pages import Message, prudent

TABLES = 200
SHORT = "incan-gold rounds=2"
INSTANT = {"pace": "instant"}


# Two hundred tables may share two cores with other tests; whoever waits longer than this waits for ever.
PATIENCE = 250


def together(test: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await test

    asyncio.run(in_time())


class Served:
    """`incangold serve`, in one process or with workers, to be killed and started again at the same address."""

    def __init__(self, database: str, told: Path, workers: int = 1) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.workers, self._told = workers, told
        options = ["--port", str(self.port), "--database", database.replace("+asyncpg", "").replace("+aiosqlite", "")]
        options += ["--workers", str(workers), "--proxy", "127.0.0.1/32", "--no-open"]
        self._command = [sys.executable, "-m", "incangold", "serve", *options]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._told.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    async def until_open(self) -> None:
        """Until somebody answers, and all workers are there."""
        async with httpx.AsyncClient(base_url=self.base) as http:
            while True:
                assert self._process
                assert self._process.poll() is None, self._told.read_text()
                try:
                    if (await http.get("/healthz")).status_code == 200 and len(self.processes()) >= self.workers:
                        return
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.05)

    def processes(self) -> list[int]:
        """Those that serve: the only one, or the workers that it started."""
        assert self._process
        if self.workers == 1:
            return [self._process.pid]
        children = psutil.Process(self._process.pid).children()
        return [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]

    def signal(self, sent: signal.Signals) -> None:
        """To the process that was started, which looks after the workers."""
        assert self._process
        self._process.send_signal(sent)

    def kill(self, pids: list[int]) -> None:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)

    def kill_all(self) -> None:
        """The process that was started and every worker, none of them warned."""
        assert self._process
        if self._process.poll() is not None:
            return
        workers = self.processes() if self.workers > 1 else []
        self.kill([self._process.pid, *workers])
        self._process.wait()
        psutil.wait_procs([psutil.Process(pid) for pid in workers if psutil.pid_exists(pid)], timeout=10)


@asynccontextmanager
async def serving(database: str, folder: Path, workers: int = 1) -> AsyncIterator[Served]:
    house = Served(database, folder / "serve.log", workers)
    house.start()
    try:
        await house.until_open()
        yield house
    finally:
        house.kill_all()


async def make_tables(base: str, many: int) -> list[list[Loyal]]:
    """Every other table has two people, each a bot; every table comes from an address of its own."""
    async with httpx.AsyncClient(base_url=base, timeout=30) as http:
        return list(await asyncio.gather(*(_make_table(http, number) for number in range(many))))


async def _make_table(http: httpx.AsyncClient, number: int) -> list[Loyal]:
    address = f"10.0.{number // 250}.{number % 250 + 1}"
    wanted = {"name": "Ana", "bots": ["odds", "die"], "edition": SHORT, "options": INSTANT}
    ana = await Loyal.sit(http, "/api/tables", address, **wanted)
    if number % 2:
        return [ana]
    return [ana, await Loyal.sit(http, f"/api/tables/{ana.code}/places", address, name="Bo")]


class Evening:
    """Many tables being played by pages that come back."""

    def __init__(self, database: str, tables: list[list[Loyal]]) -> None:
        self.database, self.tables = database, tables
        self.pages = [page for pages in tables for page in pages]
        self._remembered: list[tuple[dict[str, list[Message]], dict[str, Kept]]] = []
        self._playing = [asyncio.create_task(page.play_on(prudent)) for page in self.pages]
        self._starting = [asyncio.create_task(pages[0].start(2 + len(pages))) for pages in tables]

    def cards(self) -> int:
        """How many lays have been answered."""
        return sum(len(page.lies) for page in self.pages)

    async def until_laid(self, many: int) -> None:
        while self.cards() < many:
            await asyncio.sleep(0.005)

    async def remember(self, store: Store) -> None:
        """What has been answered, and then every log: nobody can append to it while the house lies dead."""
        answered = {pages[0].code: [lay for page in pages for lay in page.lies] for pages in self.tables}
        self._remembered.append((answered, await all_logs(store)))

    async def to_the_end(self, store: Store) -> None:
        """Every game is finished; every log continues what it was, and what had been answered was in it by then."""
        await asyncio.gather(*self._playing, *self._starting)
        for page in self.pages:
            await page.close()
        logs = await all_logs(store)
        for pages in self.tables:
            sitting = await check_log(store, pages[0].code, pages)
            assert sitting.phase == "over"
            assert all(page.story == story_of(sitting) for page in pages)
        for answered, before in self._remembered:
            for code, kept in before.items():
                assert logs[code].appends[: len(kept.appends)] == kept.appends
                check_cards(kept, answered[code])


# ── In the middle of a turn ───────────────────────────────────────────────────────────────────────────────────────


async def laid_cards_survive(database: str, folder: Path, workers: int) -> None:
    """Ana and Bo have laid, Cy has not: both cards lie there when the house is back, and count."""
    async with serving(database, folder, workers) as house:
        async with httpx.AsyncClient(base_url=house.base) as http:
            ana = await Loyal.sit(http, "/api/tables", "10.1.1.1", name="Ana", edition=SHORT)
            path = f"/api/tables/{ana.code}/places"
            bo, cy = [await Loyal.sit(http, path, "10.1.1.1", name=name) for name in ("Bo", "Cy")]
        pages = (ana, bo, cy)
        for page in pages:
            await page.open()
        await ana.ask(type="start")
        for page in pages:
            await page.until_to_lay()
        lays = [{"type": "lay", "seat": seat, "choice": "camp", "turn": 0, "revision": 3 + seat} for seat in (0, 1)]
        for page, lay in zip((ana, bo), lays, strict=True):
            assert (await page.ask(**lay))["choice"] == "camp"
        async with opened(database) as store:
            before = await store.read(ana.code)
            assert before
            house.kill_all()
            for page in pages:
                await page.until(lambda page=page: page.closed is not None)  # type: ignore[misc]
            house.start()
            await house.until_open()
            for page in pages:
                await page.open()
            assert [page.yours[0]["cards"] for page in pages] == [["camp"], ["camp"], [None]]
            assert [page.yours[0]["revisions"] for page in pages] == [[3], [4], [0]]
            assert cy.laid == [0, 1]
            again = await bo.ask(**{**lays[1], "choice": "torch"})
            assert (again["choice"], again["revision"]) == ("camp", 4), "a late retry changes nothing"
            await cy.ask(type="lay", seat=2, choice="torch", turn=0, revision=1)
            await ana.until(lambda: ana.turn > 0 or ana.is_over)
            revealed = next(event for event in ana.story if event["event"] == "ChoicesRevealed")
            assert revealed["laid"] == ["camp", "camp", "torch"]
            await check_log(store, ana.code, [])
            after = await store.read(ana.code)
            assert after
            assert after.appends[: len(before.appends)] == before.appends
        for page in pages:
            await page.close()


def test_cards_that_lie_face_down_survive_on_sqlite(on_sqlite: str, tmp_path: Path) -> None:
    together(laid_cards_survive(on_sqlite, tmp_path, 1))


def test_cards_that_lie_face_down_survive_on_postgresql(postgres: str, tmp_path: Path) -> None:
    together(laid_cards_survive(postgres, tmp_path, 2))


# ── In a burst of commits, with 200 tables ────────────────────────────────────────────────────────────────────────


def test_a_house_on_sqlite_is_killed_in_a_burst_of_commits(on_sqlite: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(on_sqlite, tmp_path) as house, opened(on_sqlite) as store:
            evening = Evening(on_sqlite, await make_tables(house.base, TABLES))
            for cards in (150, 600):
                await evening.until_laid(cards)
                house.kill_all()
                await evening.remember(store)
                house.start()
            await evening.to_the_end(store)
            assert sum(page.times_open > 2 for page in evening.pages) > TABLES // 2, "most were in the middle of a game"

    together(test())


def test_workers_on_postgresql_are_killed_in_a_burst_of_commits(postgres: str, tmp_path: Path) -> None:
    """First one of two, whose tables the other must look after alone; then that one too; last whoever started them."""

    async def test() -> None:
        async with serving(postgres, tmp_path, workers=2) as house, opened(postgres) as store:
            evening = Evening(postgres, await make_tables(house.base, TABLES))
            await evening.until_laid(150)
            house.signal(signal.SIGSTOP)  # nobody starts a new one for now
            one, other = house.processes()
            house.kill([one])
            await evening.until_laid(600)
            house.kill([other])
            await evening.remember(store)
            house.signal(signal.SIGCONT)
            await evening.to_the_end(store)
            assert sum(page.times_open > 1 for page in evening.pages) > TABLES // 2, "most were in the middle of a game"
            workers = [psutil.Process(pid) for pid in house.processes()]
            house.signal(signal.SIGKILL)
            while any(worker.is_running() for worker in workers):
                await asyncio.sleep(0.05)

    together(test())


def test_a_second_house_on_the_same_file_is_refused(on_sqlite: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(on_sqlite, tmp_path) as house:
            second = Served(on_sqlite, tmp_path / "second.log")
            refused = await asyncio.to_thread(subprocess.run, second._command, capture_output=True, check=False)
            assert refused.returncode != 0
            assert b"Another house is open" in refused.stderr
            house.kill_all()
            house.start()
            await house.until_open()

    together(test())
