"""(a) Play now, play by link, come back: real sockets, a real database."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from incangold.record import read
from incangold.server.duties import REVEAL_WITHIN
from incangold.table.proof import verify
from tests.server.houses import open_house
from tests.server.pages import Page, make_table, prudent, sit_down, three_friends

INSTANT = {"pace": "instant"}


def together(test: Any) -> None:
    asyncio.run(test)


async def record_of(base: str, code: str, game: int = 1) -> str:
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{base}/api/tables/{code}/games/{game}/record")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_one_click_to_a_game_against_bots(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["greedy", "odds", "die"], start=True, options=INSTANT)
            async with ana:
                await ana.play(prudent)
                assert ana.phase == "over"
                assert ana.story[-1]["event"] == "GameEnded"
            verdict = verify(read(await record_of(here.base, ana.code)))
            assert verdict.proven
            assert verdict.joint
            assert verdict.is_over

    together(play())


def test_three_friends_by_link(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base)
            async with ana, bo, cy:
                assert (await ana.ask(type="start"))["type"] == "done"
                await asyncio.gather(*(page.play(prudent) for page in (ana, bo, cy)))
                assert ana.story == bo.story == cy.story
                assert ana.version == bo.version == cy.version
                assert ana.position == bo.position
                assert [place["name"] for place in cy.room["places"]] == ["Ana", "Bo", "Cy"]
            verify(read(await record_of(here.base, ana.code)))

    together(play())


def test_two_players_lead_two_adventurers_each(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            bo = await sit_down(here.base, ana.code, "Bo")
            async with ana, bo:
                await ana.ask(type="start")
                await ana.until(lambda: ana.position is not None)
                assert ana.position
                assert ana.position["leaders"] == [0, 0, 1, 1]
                assert [yours["seats"] for yours in ana.yours] == [[0, 1]]
                await asyncio.gather(ana.play(prudent), bo.play(prudent))
                assert ana.phase == "over"

    together(play())


def test_one_device_holds_several_seats(tmp_path: Path) -> None:
    """Pass and play, through the server."""

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            others = [await sit_down(here.base, ana.code, name) for name in ("Bo", "Cy")]
            tokens = ana.tokens + [token for page in others for token in page.tokens]
            nonces = ana.nonces + [nonce for page in others for nonce in page.nonces]
            async with Page(here.base, ana.code, tokens, nonces) as device:
                assert device.holds == [0, 1, 2]
                await device.ask(type="start")
                await device.play(prudent)
                assert device.phase == "over"

    together(play())


@pytest.mark.parametrize("knows_version", [True, False])
def test_coming_back_in_the_middle_of_a_turn(tmp_path: Path, knows_version: bool) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                await bo.ask(type="lay", seat=1, choice="torch", turn=0, revision=1)
                await bo.vanish()
                await ana.until(lambda: not ana.room["places"][1]["present"])
                await ana.ask(type="say", place=0, text="Bo?")
                frames = len(bo.frames)
                await bo.open(version=bo.version if knows_version else None)
                await bo.until(lambda: len(bo.frames) > frames and bo.version == ana.version)
                assert ('"type":"rest"' in bo.frames[frames]) is knows_version
                assert bo.yours[0]["cards"] == ["torch"]
                assert bo.room["places"][1]["present"]
                assert bo.chat[-1]["text"] == "Bo?"
                await asyncio.gather(*(page.play(prudent) for page in (ana, bo, cy)))
                assert ana.story == bo.story

    together(play())


def test_a_restart_loses_nothing_not_even_cards_face_down(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                await ana.ask(type="lay", seat=0, choice="camp", turn=0, revision=7)
                position, version = ana.position, ana.version
        async with open_house(tmp_path) as here:
            for page in (ana, bo, cy):
                page.base, page.room, page.closed = here.base, {}, None
            async with ana, bo, cy:
                assert ana.position == position
                assert ana.version > version
                assert ana.yours[0]["cards"] == ["camp"]
                assert ana.yours[0]["revisions"] == [7]
                assert bo.laid == [0]
                await asyncio.gather(*(page.play(prudent) for page in (ana, bo, cy)))
                assert ana.phase == "over"

    together(play())


def test_a_late_retry_never_flips_a_choice(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await ana.until_to_lay()
                first = {"type": "lay", "seat": 0, "choice": "torch", "turn": 0, "revision": 1}
                assert (await ana.ask(**first))["choice"] == "torch"
                version = ana.version
                changed = await ana.ask(**{**first, "choice": "camp", "revision": 2})
                assert changed["choice"] == "camp"
                late = await ana.ask(**first)
                assert (late["choice"], late["revision"]) == ("camp", 2)
                assert ana.version == version, "laying again is nobody's business"

    together(play())


def test_spectators_watch_and_cannot_act(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "timid"], start=True, options=INSTANT)
            async with ana, Page(here.base, ana.code) as watching:
                await ana.until_to_lay()
                await watching.until(lambda: watching.position is not None)
                assert watching.yours == []
                refused = await watching.ask(type="lay", seat=0, choice="camp", turn=0, revision=1)
                assert refused["key"] == "refusal.not_your_place"
                refused = await watching.ask(type="say", place=0, text="go home, Ana")
                assert refused["key"] == "refusal.not_your_place"
                await ana.play(prudent)
                await watching.until(lambda: watching.phase == "over")
                assert watching.story == ana.story

    together(play())


def test_again_with_the_same_seats(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with ana:
                await ana.play(prudent)
                first = ana.room["commitment"]
                assert (await ana.ask(type="again"))["type"] == "done"
                await ana.until(lambda: ana.room["game"] == 2 and ana.phase == "playing")
                assert ana.room["commitment"] != first
                await ana.until(lambda: ana.position is not None)
                await ana.play(prudent)
                assert ana.room["finished"] == [1, 2]
            one, two = [await record_of(here.base, ana.code, game) for game in (1, 2)]
            assert one != two
            for text in (one, two):
                verify(read(text))

    together(play())


def test_whoever_will_not_reveal_is_freed_and_all_commit_afresh(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"])
            bo = await sit_down(here.base, ana.code, "Bo")
            bo.nonces = []  # a page that never reveals
            async with ana, bo:
                before = ana.room["commitment"]
                await ana.ask(type="start")
                await here.later(REVEAL_WITHIN + 1)
                await ana.until(lambda: ana.phase == "lobby")
                assert [place["name"] for place in ana.room["places"]] == ["Ana", "Kamayuq"]
                assert ana.room["commitment"] != before
                await ana.until(lambda: ana.room["places"][0]["commitment"] != "")
                await ana.ask(type="start")
                await ana.until(lambda: ana.phase == "playing")

    together(play())


def test_a_bot_that_commits_to_nothing_may_sit_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, commitment=None)
            bo = await sit_down(here.base, ana.code, "Bo")
            ana.nonces = []
            async with ana, bo:
                await ana.ask(type="start")
                await asyncio.gather(ana.play(prudent), bo.play(prudent))
            verdict = verify(read(await record_of(here.base, ana.code)))
            assert verdict.proven
            assert not verdict.joint

    together(play())


def test_whoever_stands_up_after_a_game_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base, options=INSTANT)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.play(prudent) for page in (ana, bo, cy)))
                await asyncio.gather(*(page.until(lambda page=page: page.phase == "over") for page in (ana, bo, cy)))  # type: ignore[misc]
                assert (await bo.ask(type="free", place=1))["type"] == "done"
                assert (await bo.ask(type="say", place=1, text="bye"))["key"] == "refusal.unknown_place"
                fresh = Page(here.base, ana.code, cy.tokens)
                async with fresh:
                    assert [place["name"] for place in fresh.room["places"]] == ["Ana", "Bo", "Cy"]
                    assert fresh.yours[0]["player"] == 2
                assert (await ana.ask(type="again"))["type"] == "done"
                await cy.until(lambda: cy.room["game"] == 2 and cy.phase == "playing")
                assert [place["name"] for place in cy.room["places"]] == ["Ana", "Cy"]

    together(play())


def test_one_who_sleeps_through_again_is_freed_and_the_others_are_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base, options=INSTANT)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.play(prudent) for page in (ana, bo, cy)))
                await cy.vanish()
                await ana.until(lambda: ana.phase == "over")
                assert (await ana.ask(type="again"))["type"] == "done"
                await bo.until(lambda: bo.room["game"] == 2)
                await here.later(REVEAL_WITHIN + 1)
                await ana.until(lambda: ana.phase == "lobby")
                assert [place["name"] for place in ana.room["places"]] == ["Ana", "Bo"]

    together(play())


def test_a_page_that_opens_while_another_closes_is_present(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            for _ in range(20):
                first, second = Page(here.base, ana.code, ana.tokens), Page(here.base, ana.code, ana.tokens)
                await first.open()
                await asyncio.gather(first.vanish(), second.open())
                await asyncio.sleep(0.02)
                chair = here.live(ana.code).sitting.chairs[0]
                await second.until(lambda chair=chair: chair.is_present)  # type: ignore[misc]
                await second.close()

    together(play())


def test_a_server_away_during_the_start_frees_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"], start=True)
            nonces, ana.nonces = ana.nonces, []  # not revealed yet
            async with ana:
                assert ana.phase == "starting"
        async with open_house(tmp_path) as here:
            here.store.ahead += 1000
            ana.base, ana.room, ana.nonces = here.base, {}, nonces
            async with ana:
                await ana.until(lambda: ana.phase == "playing")

    together(play())
