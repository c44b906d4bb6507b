"""The coach in a house: asked by whoever may, about what they see; nobody else hears it; afterwards for everybody."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from incangold.coach.advice import advice
from incangold.errors import NotTimeToAdvise, ReviewTooLarge, UnknownPlace
from incangold.game import CHOICES
from incangold.record import Record, lying, read, write
from incangold.server import coach, wire
from incangold.server.coach import THOUGHT_AT_ONCE, Coach, advice_for, view_at
from incangold.server.companion import companion_to
from incangold.server.limits import Limits, Rate
from incangold.view import View
from tests.server.houses import open_house
from tests.server.pages import Message, Page, make_table, prudent, three_friends
from tests.server.test_playing import together
from tests.server.test_secrets import Traffic, log_of

GOLDEN = Path(__file__).parents[1] / "golden"
ALLOWED = {"pace": "instant", "coach": True}
FORBIDDEN = {"pace": "instant"}
NOBODY_DRIVEN_OUT = "incan-gold hazard_copies=1"


def to_leave(_: Message, __: int) -> str:
    return "camp"


async def review_of(base: str, code: str, game: int | str = 1) -> httpx.Response:
    async with httpx.AsyncClient(base_url=base) as page:
        return await page.get(f"/api/tables/{code}/games/{game}/review")


def place_of(page: Page) -> int:
    """Where this page's person sits."""
    place = page.holds[0]
    assert place is not None
    return place


def test_the_coach_answers_whoever_is_to_choose_and_nobody_else_hears_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base, options=ALLOWED)
            watching = Page(here.base, ana.code)
            async with ana, bo, cy, watching:
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                said = await ana.ask(type="advise", place=place_of(ana))
                await asyncio.gather(*(page.play(to_leave) for page in (ana, bo, cy)))
            entries = await log_of(here, ana.code)
            for page in (ana, bo, cy, watching):
                assert len(page.frames) > 5
                assert ("advised" in "".join(page.frames)) is (page is ana)
                Traffic(page, entries).check()
        assert said["type"] == "advised"
        assert (said["place"], said["turn"]) == (place_of(ana), 0)
        costs = [choice["cost"] for choice in said["advice"]["choices"]]
        assert costs == sorted(costs)
        assert costs[0] == 0
        assert sum(choice["likely"] for choice in said["advice"]["choices"]) == pytest.approx(1, abs=1e-4)

    together(play())


def test_what_it_says_comes_from_the_askers_view_alone(tmp_path: Path) -> None:
    """What others have laid meanwhile changes nothing, and the numbers are those of `advice(view)`."""

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base, options=ALLOWED)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                view = here.live(ana.code).sitting.playing.view(0)
                heard = [await ana.ask(type="advise", place=place_of(ana))]
                for revision, choice in enumerate(("torch", "camp"), start=1):
                    await bo.ask(type="lay", seat=1, choice=choice, turn=0, revision=revision)
                    heard.append(await ana.ask(type="advise", place=place_of(ana)))
                assert heard[0]["advice"] == heard[1]["advice"] == heard[2]["advice"]
                assert heard[0]["advice"]["share"] == round(advice(view).share, 5)

    together(play())


def test_it_is_refused_where_it_is_not_allowed_or_not_ones_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana, bo, cy = await three_friends(here.base, options=FORBIDDEN)
            watching = Page(here.base, ana.code)
            async with ana, bo, cy, watching:
                early = await ana.ask(type="advise", place=place_of(ana))
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                asked = [
                    early,
                    await ana.ask(type="advise", place=place_of(ana)),
                    await bo.ask(type="advise", place=place_of(ana)),
                    await watching.ask(type="advise", place=place_of(ana)),
                    await bo.ask(type="advise", place=99),
                ]
            assert [answer["key"].removeprefix("refusal.") for answer in asked] == [
                "no_game_now",
                "coach_not_allowed",
                "not_your_place",
                "not_your_place",
                "unknown_place",
            ]

    together(play())


def test_one_in_camp_is_told_nothing_and_a_flood_is_stopped(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path, Limits(advice=Rate(0.001, 2))) as here:
            ana, bo, cy = await three_friends(here.base, options=ALLOWED, edition=NOBODY_DRIVEN_OUT)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                first, second = [await ana.send(type="advise", place=place_of(ana)) for _ in range(2)]
                await ana.until(lambda: {first, second} <= {answer["id"] for answer in ana.answers})
                answered = {answer["id"]: answer for answer in ana.answers}
                assert answered[first]["type"] == "advised"
                assert answered[second]["key"] == "refusal.too_much"  # one at a time
                for page, choice in ((ana, "camp"), (bo, "torch"), (cy, "torch")):
                    (seat, revision) = page.to_lay()[0]
                    await page.ask(type="lay", seat=seat, choice=choice, turn=0, revision=revision)
                await bo.until(lambda: bo.turn == 1)
                in_camp = await ana.ask(type="advise", place=place_of(ana))
                assert in_camp["key"] == "refusal.not_time_to_advise"
                assert (await ana.ask(type="advise", place=place_of(ana)))["key"] == "refusal.too_much"

    together(play())


def test_a_seat_is_answered_once_a_turn_and_its_rate_is_the_same_through_every_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[View] = []

    def counted(view: View) -> wire.Advice:
        views.append(view)
        return advice_for(view)

    monkeypatch.setattr(coach, "advice_for", counted)

    async def play() -> None:
        async with open_house(tmp_path, Limits(advice=Rate(0.001, 3))) as here:
            ana, bo, cy = await three_friends(here.base, options=ALLOWED)
            async with ana, bo, cy:
                await ana.ask(type="start")
                await asyncio.gather(*(page.until_to_lay() for page in (ana, bo, cy)))
                said = []
                for _ in range(4):
                    async with Page(here.base, ana.code, ana.tokens) as again:
                        said.append(await again.ask(type="advise", place=place_of(ana)))
                refused = await bo.ask(type="advise", place=place_of(ana))
                other = await bo.ask(type="advise", place=place_of(bo))
        assert [answer["type"] for answer in said] == ["advised", "advised", "advised", "refused"]
        assert said[0]["advice"] == said[1]["advice"] == said[2]["advice"]
        assert refused["key"] == "refusal.not_your_place"
        assert other["type"] == "advised"
        assert [view.player for view in views] == [0, 1]

    together(play())


def test_whoever_hangs_up_leaves_no_more_thoughts_than_there_may_be() -> None:
    at_once, most, counting = 0, 0, threading.Lock()
    ended = threading.Event()

    def slowly() -> None:
        nonlocal at_once, most
        with counting:
            at_once += 1
            most = max(most, at_once)
        ended.wait(10)
        with counting:
            at_once -= 1

    async def hang_up() -> None:
        asked = Coach()
        for _ in range(6):
            thought = asyncio.ensure_future(asked.think(slowly))
            await asyncio.sleep(0.02)
            thought.cancel()
        ended.set()
        await asked.think(lambda: None)
        asked.close()

    together(hang_up())
    assert most == THOUGHT_AT_ONCE


def test_the_host_allows_it_in_the_lobby_and_not_unless_asked(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"])
            async with ana:
                assert ana.room["options"]["coach"] is False
                await ana.ask(type="change", options={**ana.room["options"], "coach": True})
                await ana.until(lambda: ana.room["options"]["coach"] is True)
                await ana.ask(type="start")
                await ana.until_to_lay()
                said = await ana.ask(type="advise", place=place_of(ana))
            assert [choice["cards"] for choice in said["advice"]["choices"]] != []
            assert all(len(choice["cards"]) == 2 for choice in said["advice"]["choices"])  # two adventurers each

    together(play())


def test_a_finished_game_is_reviewed_for_everybody_whether_it_was_allowed_or_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "die"], start=True, options=FORBIDDEN)
            async with ana:
                await ana.until_to_lay()
                unfinished = await review_of(here.base, ana.code)
                await ana.play(prudent)
            answer = await review_of(here.base, ana.code)
            again = await review_of(here.base, ana.code)
            wrong = [await review_of(here.base, *asked) for asked in (("ABCDEF",), (ana.code, 2), (ana.code, "x"))]
            async with httpx.AsyncClient(base_url=here.base) as page:
                replay = (await page.get(f"/api/tables/{ana.code}/games/1")).json()
        assert (unfinished.status_code, unfinished.json()["key"]) == (404, "refusal.unknown_game")
        assert [answer.status_code for answer in wrong] == [404, 404, 404]
        assert answer.content == again.content
        check_review(answer.json(), replay)

    together(play())


def check_review(review: dict[str, Any], replay: dict[str, Any]) -> None:
    """It speaks of the same players and steps as the replay, and its sums are right."""
    assert review["players"] == replay["players"]
    acts = [moment["act"] for moment in review["curve"]]
    assert acts == list(range(-1, len(replay["steps"])))
    for moment in review["curve"]:
        assert sum(moment["shares"]) == pytest.approx(1, abs=0.02)
    for decision in review["decisions"]:
        events = replay["steps"][decision["act"]]["events"]
        assert any(event["event"] == "ChoicesRevealed" for event in events)
        assert decision["cost"] >= 0
    result = review["curve"][-1]["shares"]
    for share, account in zip(result, review["accounts"], strict=True):
        assert share - 1 / 3 == pytest.approx(account["luck"] + account["skill"] + account["others"], abs=1e-4)


def test_reviews_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path, Limits(reviews=Rate(0.001, 2))) as here:
            ana = await make_table(here.base, bots=["odds", "timid"], start=True, options=FORBIDDEN)
            async with ana:
                await ana.play(to_leave)
            statuses = [(await review_of(here.base, ana.code)).status_code for _ in range(3)]
            async with httpx.AsyncClient(base_url=here.base) as page:
                replay = await page.get(f"/api/tables/{ana.code}/games/1")
        assert statuses == [200, 200, 429]
        assert replay.status_code == 200

    together(play())


def reviewing(monkeypatch: pytest.MonkeyPatch, how: Callable[[Record], bytes | None]) -> list[Record]:
    """Reviews are made like this; the records that are reviewed."""
    records: list[Record] = []

    def noted(record: Record) -> bytes | None:
        records.append(record)
        return how(record)

    monkeypatch.setattr(coach, "_reviewed", noted)
    return records


def test_a_review_that_is_kept_waits_for_no_other_and_none_is_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = golden("incan-gold-three", 3), golden("incan-gold-three", 9)
    made = threading.Event()

    def slowly(record: Record) -> bytes:
        if record == long:
            made.wait(10)
        return str(len(record.acts)).encode()

    records = reviewing(monkeypatch, slowly)

    async def ask() -> None:
        asked = Coach()
        first = await asked.review("ABCDEF", 1, short)
        waiting = [asyncio.create_task(asked.review("ABCDEF", 2, long)) for _ in range(3)]
        await asyncio.sleep(0.05)
        waiting.pop().cancel()
        assert await asyncio.wait_for(asked.review("ABCDEF", 1, short), 5) == first == b"3"
        assert await asyncio.wait_for(asked.think(lambda: "advice"), 5) == "advice"
        made.set()
        assert await asyncio.gather(*waiting) == [b"9", b"9"]
        asked.close()

    together(ask())
    assert records == [short, long]


def test_a_review_that_takes_too_long_is_tried_once_and_one_that_broke_again(monkeypatch: pytest.MonkeyPatch) -> None:
    record = golden("incan-gold-three", 3)

    async def ask(error: type[Exception]) -> None:
        asked = Coach()
        for _ in range(2):
            with pytest.raises(error):
                await asked.review("ABCDEF", 1, record)
        asked.close()

    def broken(_: Record) -> bytes:
        raise RuntimeError

    too_large = reviewing(monkeypatch, lambda _: None)
    together(ask(ReviewTooLarge))
    tried_again = reviewing(monkeypatch, broken)
    together(ask(RuntimeError))
    assert (len(too_large), len(tried_again)) == (1, 2)


def test_a_game_with_too_much_to_weigh_is_not_reviewed_in_a_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "MOST_WEIGHED", 50)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "timid"], start=True, options=FORBIDDEN)
            async with ana:
                await ana.play(to_leave)
            answer = await review_of(here.base, ana.code)
        assert (answer.status_code, answer.json()["key"]) == (400, "refusal.review_too_large")

    together(play())


# ── The companion ─────────────────────────────────────────────────────────────────────────────────────────────────


def golden(name: str, acts: int) -> Record:
    """The first acts of a golden game."""
    record = read((GOLDEN / f"{name}.game").read_text("utf-8"))
    return record._replace(acts=record.acts[:acts])


def test_a_seat_at_a_cardboard_table_is_advised_when_it_asks(tmp_path: Path) -> None:
    record = write(golden("incan-gold-three", third_choice("incan-gold-three")))

    async def ask() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient(base_url=here.base) as page:
            silent = await page.post("/api/companion", json={"record": record})
            asked = await page.post("/api/companion", json={"record": record, "seat": 1})
            nobody = await page.post("/api/companion", json={"record": record, "seat": 3})
            assert silent.json()["advice"] is None
            assert asked.json() == {**silent.json(), "advice": asked.json()["advice"]}
            assert len(asked.json()["advice"]["choices"]) == 2
            assert (nobody.status_code, nobody.json()["key"]) == (404, "refusal.unknown_place")

    together(ask())


def third_choice(name: str) -> int:
    """After how many acts of a golden game somebody is to choose for the third time."""
    whole = read((GOLDEN / f"{name}.game").read_text("utf-8"))
    turns = [acts for acts in range(len(whole.acts)) if lying(golden(name, acts)).game.phase is CHOICES]
    return turns[2]


def test_only_seats_that_are_to_choose_are_advised() -> None:
    """After every act of a game with a die: its leader and those in camp are refused, the others answered."""
    whole = read((GOLDEN / "the-die.game").read_text("utf-8"))
    advised = 0
    for acts in range(0, len(whole.acts), 3):
        lies = lying(golden("the-die", acts))
        for seat in range(len(lies.game.leaders)):
            to_choose = lies.game.phase is CHOICES and seat in lies.game.in_temple and seat not in lies.game.dice
            if not to_choose:
                with pytest.raises(NotTimeToAdvise):
                    view_at(lies.game, lies.story, seat)
            elif advised < 3:  # the numbers are the coach's own, tested there
                advised += 1
                assert companion_to(write(lies.record), seat).advice == advice_for(view_at(lies.game, lies.story, seat))
    assert advised == 3
    with pytest.raises(UnknownPlace):
        view_at(lying(whole).game, (), 99)
