"""What a host relies on: health, metrics, putting away, closing, purging."""

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from incangold.server.house import CLOSED_AFTER, DAY, PURGE_EVERY, PUT_AWAY_AFTER
from incangold.server.limits import Limits, Rate
from incangold.server.metrics import Metrics
from incangold.server.serve import database_in
from incangold.server.sockets import Gate
from tests.server.houses import open_house
from tests.server.pages import make_table, prudent
from tests.server.test_playing import INSTANT, record_of, together


def test_health_asks_the_database(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient() as http:
            assert (await http.get(f"{here.base}/healthz")).text == "ok\n"
            await here.store.engine.dispose()
            for file in tmp_path.iterdir():
                file.unlink()
            (tmp_path / "tables.sqlite").mkdir()
            assert (await http.get(f"{here.base}/healthz")).status_code == 500

    together(play())


def test_a_table_that_nobody_looks_at_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with ana:
                await ana.play(prudent, until_turn=3)
                turn = ana.turn
                here.store.ahead += PUT_AWAY_AFTER + 1
                here.house._put_away()
                assert ana.code in here.house.live, "somebody is looking at it"
            await asyncio.sleep(0.2)
            here.store.ahead += PUT_AWAY_AFTER + 1
            here.house._put_away()
            assert ana.code not in here.house.live
            ana.room = {}
            async with ana:
                assert ana.turn == turn
                await ana.play(prudent)

    together(play())


def test_an_unfinished_table_is_closed_after_a_month_and_publishes_its_secret(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            left = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            done = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with left, done:
                await left.until_to_lay()
                await done.play(prudent)
            here.store.ahead += CLOSED_AFTER + DAY
            await here.house._close_forgotten()
            for page in (left, done):
                page.room = {}
            async with left, done:
                assert (left.phase, done.phase) == ("closed", "over")
                assert left.room["secret"] is not None
                assert (await left.ask(type="say", place=0, text="hello?"))["key"] == "refusal.table_closed"

    together(play())


def test_purging_forgets_what_is_old_and_nothing_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            old = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with old:
                await old.play(prudent)
            await asyncio.sleep(0.2)
            here.store.ahead += 10 * DAY
            young = await make_table(here.base)
            assert await here.store.purge(here.store.now() - 5 * DAY) == 1
            here.house.live.clear()
            assert await here.store.read(old.code) is None
            assert await here.store.read(young.code) is not None

    together(play())


def purge(folder: Path, days: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "incangold", "purge", "--older-than", str(days), "--data", str(folder)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_a_house_that_keeps_tables_for_some_days_purges_once_an_hour(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            here.house.keep_days = 5
            await here.house._purge()
            old = await make_table(here.base)
            here.store.ahead += 10 * DAY
            here.house._purged_at = here.store.now()
            await here.house._purge()
            assert await here.store.read(old.code) is not None, "not yet"
            here.store.ahead += PURGE_EVERY
            await here.house._purge()
            assert await here.store.read(old.code) is None

    together(play())


def test_the_purge_command_says_how_many(tmp_path: Path) -> None:
    database_in(tmp_path)
    assert purge(tmp_path, 30).stdout == "0 tables in which nothing was written for 30 days are forgotten.\n"
    assert purge(tmp_path, 1).stdout == "0 tables in which nothing was written for 1 day are forgotten.\n"


def test_the_purge_command_makes_no_folder(tmp_path: Path) -> None:
    said = purge(tmp_path / "nowhere", 30)
    assert said.returncode == 2
    assert "No tables are kept in" in said.stderr
    assert not (tmp_path / "nowhere").exists()


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            metrics = Metrics(here.house, Gate(here.house, ""))
            server = metrics.open(0)
            ana = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with ana:
                await ana.play(prudent)
            async with httpx.AsyncClient() as http:
                text = (await http.get(f"http://127.0.0.1:{server.server_port}/metrics")).text
            server.shutdown()
            numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
            assert float(numbers["incangold_tables"]) == 1
            assert float(numbers["incangold_turns_total"]) == ana.turn
            assert float(numbers["incangold_appends_total"]) > 5
            assert "incangold_answer_seconds_bucket" in text
            assert ana.code not in text
            assert await record_of(here.base, ana.code)

    together(play())


def test_a_database_that_is_away_counts_as_nobodys_guess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_house(tmp_path, Limits(guesses=Rate(0.0001, 3))) as here:
            ana = await make_table(here.base)
            here.house.live.clear()

            async def away(_: str) -> None:
                raise OSError("away")

            with monkeypatch.context() as broken:
                broken.setattr(here.store, "read", away)
                for _ in range(10):
                    with pytest.raises(OSError, match="away"):
                        await here.house.table_for(ana.code, "192.0.2.1")
            assert (await here.house.table_for(ana.code, "192.0.2.1")).sitting.code == ana.code

    together(play())
