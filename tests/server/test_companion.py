"""The companion over HTTP: the rules' own answer to every record, refusals with their reasons, and nothing kept."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from incangold.errors import IncanGoldError
from incangold.game import Choice
from incangold.odds import driven_out_within, next_card
from incangold.record import Cardboard, Record, choices_of, lying, read, to_json
from incangold.server import companion, wire
from incangold.server.coach import advice_for
from incangold.server.companion import companion_to
from incangold.server.limits import Limits, Rate
from incangold.view import View
from tests.server.houses import open_house

GOLDEN = Path(__file__).parents[1] / "golden"


def game(name: str, acts: int | None = None) -> Record:
    """A golden game, or its first acts."""
    record = read((GOLDEN / f"{name}.game").read_text("utf-8"))
    return record._replace(acts=record.acts[:acts])


def told(record: Record) -> str:
    """As the page keeps it."""
    return json.dumps(to_json(record))


async def asked(base: str, **body: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=base) as page:
        return await page.post("/api/companion", json=body)


def test_a_record_is_answered_in_either_form_and_nothing_is_kept(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_house(tmp_path) as here:
            record = game("incan-gold-unfinished")
            answer = await asked(here.base, record=told(record))
            assert answer.status_code == 200
            assert (await asked(here.base, record=answer.json()["record"])).json() == answer.json()
            assert answer.json()["position"]["beside_tent"] == [3, 3, 3, 3, 3]
            assert answer.json()["told"] == [
                {"event": "CardTurned", "card": "rocks"},
                {"event": "Frightened", "hazard": "rocks"},
            ]
            assert here.house.live == {}
            assert await here.store.idle_since(here.store.now() + 1e9) == []

    asyncio.run(ask())


@pytest.mark.parametrize("name", ["incan-gold-three", "the-die", "literal-five"])
def test_after_every_act_it_says_what_the_rules_say(name: str) -> None:
    for acts in range(len(game(name).acts) + 1):
        lies = lying(game(name, acts))
        answer = companion_to(told(lies.record))
        assert answer.in_tent == lies.game.in_tent
        assert answer.position.phase == lies.game.phase
        assert len(answer.story) == len(lies.story)
        assert read(answer.record) == lies.record
        assert (answer.odds is None) is (lies.game.phase in ("round", "over"))
        if answer.odds:
            check_odds(answer.odds, lies)


def check_odds(odds: Any, lies: Cardboard) -> None:
    deck, path, inside = lies.game.quest_deck, lies.game.path, len(lies.game.in_temple) - len(lies.game.leaving)
    exact = next_card(deck, path, inside=inside)
    assert odds.inside == inside
    assert odds.share == float(exact.share)
    assert odds.driven_out[0] == float(exact.driven_out) == pytest.approx(sum(one.chance for one in odds.deadly))
    assert odds.driven_out[2] == float(driven_out_within(deck, path, cards=3))
    assert odds.treasure + odds.hazard + odds.artifact == pytest.approx(1)


def test_what_leavers_would_take_is_what_they_take() -> None:
    lies = lying(game("incan-gold-unfinished"))
    odds = companion_to(told(lies.record)).odds
    assert odds is not None
    for leavers, each in enumerate(odds.takes, start=1):
        left = lies.then(choices_of(lies.game, tuple(range(leavers)), {}))
        assert left.game.in_tent[0] - lies.game.in_tent[0] == lies.game.beside_tent[0] + each


def test_the_page_needs_no_rule_for_a_die() -> None:
    """Whatever it shows, the card named for it is the one that the rules take, and the other is refused."""
    rolled = 0
    for acts in range(len(game("the-die").acts)):
        lies = lying(game("the-die", acts))
        for die in companion_to(told(lies.record)).dice:
            rolled += len(die.lays)
            for roll, choice in enumerate(die.lays, start=1):
                right = choices_of(lies.game, (), {die.seat: roll})
                assert right.laid[die.seat] == choice
                lies.then(right)
                other = Choice.CAMP if choice == "torch" else Choice.TORCH
                wrong = (*right.laid[: die.seat], other, *right.laid[die.seat + 1 :])
                with pytest.raises(IncanGoldError):
                    lies.then(right._replace(laid=wrong))
    assert rolled > 30


def spoilt(**changes: Any) -> str:
    return json.dumps({**to_json(game("incan-gold-three", 3)), **changes})


def with_act(act: dict[str, Any]) -> str:
    return spoilt(acts=[*to_json(game("incan-gold-three", 3))["acts"], act])


def test_what_cannot_be_is_refused_with_its_place_and_reason(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_house(tmp_path) as here:
            for record, where, key in (
                (with_act({"card": "treasure 99"}), "acts[3]", "refusal.card_not_in_deck"),
                (with_act({"round": "tumi"}), "acts[3]", "refusal.not_time_to_open"),
                (with_act({"laid": ["torch"]}), "acts[3]", "refusal.not_time_to_choose"),
                (with_act({"card": "sphinx"}), "acts[3]", "refusal.unknown_card"),
                (with_act({"what": 1}), "acts[3]", "refusal.not_understood"),
                (spoilt(edition="chess"), "edition", "refusal.unknown_edition"),
                (spoilt(players=[{"name": "Ana", "bot": None}]), "players", "refusal.wrong_number_of_players"),
                (spoilt(players=[{"name": "Ana", "bot": None}] * 3), "players", "refusal.name_taken"),
                (spoilt(rules=99), "rules", "refusal.unknown_version"),
                (spoilt(acts="none"), None, "refusal.not_understood"),
            ):
                answer = await asked(here.base, record=record)
                said = answer.json()
                assert answer.status_code == 400, said
                assert key in (said["key"], said["facts"].get("why", {}).get("key")), said
                assert where is None or said["facts"]["where"] == where
                assert said["says"]

    asyncio.run(ask())


def test_huge_wrong_and_too_many_requests_are_refused(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_house(tmp_path, Limits(companion=Rate(0.001, 3))) as here:
            huge = await asked(here.base, record="x" * 70_000)
            assert (huge.status_code, huge.json()["key"]) == (413, "refusal.message_too_long")
            assert huge.json()["facts"] == {"most": 65_536}
            for body in ({}, {"record": ""}, {"record": 5}, {"record": "x", "table": "ABCDEF"}):
                answer = await asked(here.base, **body)
                assert (answer.status_code, answer.json()["key"]) == (400, "refusal.bad_message")
            statuses = [(await asked(here.base, record=told(game("incan-gold-three")))).status_code for _ in range(4)]
            assert statuses == [200, 200, 200, 429]

    asyncio.run(ask())


def test_advice_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_house(tmp_path, Limits(cardboard_advice=Rate(0.001, 1))) as here:
            record = told(game("incan-gold-three", 2))
            statuses = [(await asked(here.base, record=record, seat=0)).status_code for _ in range(2)]
            assert statuses == [200, 429]
            assert (await asked(here.base, record=record)).status_code == 200

    asyncio.run(ask())


def test_whoever_only_tells_does_not_wait_for_the_coach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = threading.Event()

    def slowly(view: View) -> wire.Advice:
        thought.wait(10)
        return advice_for(view)

    monkeypatch.setattr(companion, "advice_for", slowly)

    async def ask() -> None:
        async with open_house(tmp_path) as here:
            record = told(game("incan-gold-three", 2))
            asking = [asyncio.create_task(asked(here.base, record=record, seat=0)) for _ in range(3)]
            await asyncio.sleep(0.3)
            answer = await asked(here.base, record=record)
            assert (answer.status_code, any(task.done() for task in asking)) == (200, False)
            thought.set()
            assert [one.status_code for one in await asyncio.gather(*asking)] == [200, 200, 200]

    asyncio.run(ask())


def test_nothing_but_telling_is_answered_there(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient(base_url=here.base) as page:
            assert (await page.get("/api/companion")).status_code == 405
            assert (await page.get("/companion", headers={"accept": "text/html"})).status_code == 200
            foreign = await page.post(
                "/api/companion", json={"record": "x"}, headers={"origin": "https://elsewhere.example"}
            )
            assert foreign.status_code == 403

    asyncio.run(ask())
