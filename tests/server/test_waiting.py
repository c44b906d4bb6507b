"""(c) Nobody waits for ghosts: stand-ins, timers, nudges, hosts who are gone. The house's clock is put forward."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from incangold.server import log
from incangold.server.decisions import MOST_PUT_OFF
from incangold.server.duties import next_duty
from incangold.server.house import MOST_TURNS_AT_ONCE
from incangold.table import clock
from tests.server.houses import Open, open_house
from tests.server.pages import Page, make_table, prudent, sit_down, three_friends
from tests.server.test_playing import together


@asynccontextmanager
async def three_playing(folder: Path, **options: Any) -> AsyncIterator[tuple[Open, Page, Page, Page]]:
    """Ana, Bo and Cy, with the first choice before them."""
    async with open_house(folder) as here:
        ana, bo, cy = await three_friends(here.base, options=options)
        async with ana, bo, cy:
            await ana.ask(type="start")
            await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
            yield here, ana, bo, cy


async def lay(page: Page, seat: int, choice: str = "torch") -> None:
    answer = await page.ask(type="lay", seat=seat, choice=choice, turn=page.turn, revision=page.to_lay()[0][1])
    assert answer["type"] == "lies", answer


async def cards_in_log(here: Open, code: str) -> list[tuple[int, str, str]]:
    """Every card of the log, with who laid it."""
    kept = await here.store.read(code)
    assert kept
    return [(entry.seat, entry.choice, entry.by) for _, entry in kept.entries() if isinstance(entry, log.Laid)]


def test_an_absent_player_has_a_minute_then_a_marked_stand_in_plays(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path) as (here, ana, bo, cy):
            await cy.vanish()
            await lay(ana, 0)
            await lay(bo, 1)
            await here.later(clock.GRACE - 5)
            assert ana.turn == 0
            assert not ana.room["places"][2]["stand_in"]
            await here.later(10)
            await ana.until(lambda: ana.turn == 1)
            assert ana.room["places"][2]["stand_in"]
            assert (await cards_in_log(here, ana.code))[2][2] == "stand_in"

    together(play())


def test_a_returning_player_has_the_seat_at_once_and_the_card_the_stand_in_has_just_laid(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path) as (here, ana, bo, cy):
            await cy.vanish()
            await lay(bo, 1)
            await here.later(clock.GRACE + 1)
            await ana.until(lambda: ana.laid == [1, 2])
            await cy.open()
            await cy.until(lambda: cy.yours[0]["cards"] != [None])
            assert not cy.room["places"][2]["stand_in"]
            other = "torch" if cy.yours[0]["cards"] == ["camp"] else "camp"
            changed = await cy.ask(type="lay", seat=2, choice=other, turn=0, revision=cy.yours[0]["revisions"][0] + 1)
            assert changed["choice"] == other
            await lay(ana, 0)
            await ana.until(lambda: ana.turn == 1)
            revealed = next(event for event in ana.story if event["event"] == "ChoicesRevealed")
            assert revealed["laid"][2] == other

    together(play())


def test_nobody_plays_on_while_nobody_is_there(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path, time_to_choose=15) as (here, ana, bo, cy):
            for page in (ana, bo, cy):
                await page.vanish()
            while here.live(ana.code).sitting.somebody_is_here:
                await asyncio.sleep(0.02)
            await here.later(3600)
            assert await cards_in_log(here, ana.code) == []
            await bo.open()
            await bo.until(lambda: not bo.room["places"][0]["present"])
            ends = here.live(bo.code).sitting.ends
            assert ends is not None
            assert ends >= here.store.now() + clock.AFTER_RESTART - 1, "nobody loses a turn to an empty room"

    together(play())


def test_a_timer_that_runs_out_lays_torch_while_no_hazard_lies_on_the_path_otherwise_camp(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path, time_to_choose=15) as (here, ana, _bo, _):
            while ana.phase == "playing":
                assert ana.position
                turn, path = ana.turn, ana.position["path"]
                hazard = any(card["card"].split()[0] not in ("treasure",) and card["worth"] is None for card in path)
                waiting = len(ana.position["in_temple"])
                before = len(await cards_in_log(here, ana.code))
                await here.later(40)
                await ana.until(lambda turn=turn: ana.turn > turn)  # type: ignore[misc]
                laid = (await cards_in_log(here, ana.code))[before:]
                expected = ("camp" if hazard else "torch", "time")
                assert {card[1:] for card in laid} == {expected}
                assert len(laid) == waiting

    together(play())


def test_whoever_needs_longer_gets_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path, time_to_choose=15) as (here, ana, bo, _):
            ends = here.live(ana.code).sitting.ends
            assert ends
            assert (await bo.ask(type="more_time"))["type"] == "done"
            later = here.live(ana.code).sitting.ends
            assert later
            assert later > ends
            await here.later(20)
            assert ana.turn == 0
            more = [(await bo.ask(type="more_time"))["type"] for _ in range(MOST_PUT_OFF)]
            assert more == ["done"] * (MOST_PUT_OFF - 1) + ["refused"], "but not for ever"

    together(play())


def test_without_a_timer_a_minute_then_a_nudge_then_the_host_may_let_the_stand_in_lay_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path) as (here, ana, bo, _cy):
            await lay(ana, 0)
            await lay(bo, 1)
            assert (await bo.ask(type="nudge", place=2))["key"] == "refusal.not_time_to_nudge"
            assert (await ana.ask(type="let_stand_in", place=2))["key"] == "refusal.not_time_to_stand_in"
            await here.later(clock.NUDGE + 1)
            assert (await bo.ask(type="nudge", place=2))["type"] == "done"
            assert (await bo.ask(type="nudge", place=2))["key"] == "refusal.not_time_to_nudge", "once is enough"
            assert (await ana.ask(type="let_stand_in", place=2))["key"] == "refusal.not_time_to_stand_in"
            await here.later(clock.STAND_IN_AFTER_NUDGE + 1)
            assert (await bo.ask(type="let_stand_in", place=2))["key"] == "refusal.only_the_host"
            assert (await ana.ask(type="let_stand_in", place=2))["type"] == "done"
            await ana.until(lambda: ana.turn == 1)
            assert not ana.room["places"][2]["stand_in"], "once, not for good"

    together(play())


def test_a_host_gone_for_two_minutes_passes_the_role_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            bo = await sit_down(here.base, ana.code, "Bo")
            async with ana, bo:
                await ana.vanish()
                await bo.until(lambda: not bo.room["places"][0]["present"])
                await here.later(clock.HOST_ABSENT - 10)
                assert bo.room["host"] == 0
                await here.later(15)
                await bo.until(lambda: bo.room["host"] == 1)

    together(play())


def test_after_a_restart_every_open_deadline_is_at_least_ten_seconds_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path, time_to_choose=15) as (_, ana, _bo, _cy):
            pass
        async with open_house(tmp_path) as here:
            here.store.ahead += 1000
            ana.base, ana.room = here.base, {}
            async with ana:
                ends = here.live(ana.code).sitting.ends
                assert ends is not None
                assert ends >= here.store.now() + clock.AFTER_RESTART - 1
                assert ana.turn == 0

    together(play())


def test_bots_take_a_moment_but_never_let_a_person_wait(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "amauta"], start=True, options={"pace": "calm"})
            async with ana:
                await ana.until_to_lay()
                sitting = here.live(ana.code).sitting
                assert ana.laid == []
                due = next_duty(sitting, here.store.now())
                assert due is not None
                assert due < here.store.now() + 3.1
                await lay(ana, 0)
                assert ana.turn == 1, "all people have laid, so the bots have too"

    together(play())


def test_bots_alone_in_a_long_round_let_other_tables_breathe(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            edition = "incan-gold hazards= rounds=1"
            ana = await make_table(here.base, bots=["greedy", "turn:99"], start=True, edition=edition)
            async with ana:
                await ana.until_to_lay()
                await ana.ask(type="lay", seat=0, choice="camp", turn=0, revision=1)
                await ana.until(lambda: ana.phase == "over")
            kept = await here.store.read(ana.code)
            assert kept
            turns = [sum(isinstance(entry, log.TurnedOver) for entry in entries) for _, entries in kept.appends]
            assert sum(turns) > MOST_TURNS_AT_ONCE
            assert max(turns) == MOST_TURNS_AT_ONCE

    together(play())


def test_a_table_finishes_when_one_closes_the_page_for_good(tmp_path: Path) -> None:
    async def play() -> None:
        async with three_playing(tmp_path) as (here, ana, bo, cy):
            await cy.close()

            async def time_passes() -> None:
                while ana.phase == "playing":
                    await here.later(clock.GRACE + 1)

            await asyncio.gather(ana.play(prudent), bo.play(prudent), time_passes())
            assert ana.phase == bo.phase == "over"

    together(play())
