"""The bot API over real connections: the stream of lines, the POSTs, who may do what, and the example bot."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from incangold.record import read
from incangold.server import bot_api, client, wire
from incangold.server.limits import Limits, Rate
from incangold.table.dealer import commitment_to
from incangold.table.proof import verify
from tests.server.houses import Open, open_house
from tests.server.pages import Page, make_table, prudent, sit_down
from tests.server.wires import wire_to
from tests.serving import serving

BOT = Path(__file__).parents[2] / "examples" / "stdlib_bot.py"
INSTANT = {"pace": "instant"}
Message = dict[str, Any]


def together(test: Any) -> None:
    asyncio.run(test)


class Robo:
    """A bot as its author would write it: one stream, and POSTs."""

    def __init__(self, base: str, code: str, token: str | None) -> None:
        self.table = f"{base}/api/tables/{code}"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(headers=self.headers, timeout=20)
        self.told: list[Message] = []

    async def post(self, action: str, **message: Any) -> httpx.Response:
        return await self.http.post(f"{self.table}/{action}", json=message)

    @asynccontextmanager
    async def lines(self) -> AsyncIterator[AsyncIterator[Message]]:
        """The stream, as long as it is needed."""
        async with self.http.stream("GET", f"{self.table}/stream") as stream:
            assert stream.status_code == 200, await stream.aread()
            yield self._told(stream)

    async def _told(self, stream: httpx.Response) -> AsyncIterator[Message]:
        async for line in stream.aiter_lines():
            self.told.append(json.loads(line))
            yield self.told[-1]

    async def until(self, lines: AsyncIterator[Message], holds: Callable[[Message], bool]) -> Message:
        """The next line of which something is so."""
        async with asyncio.timeout(20):
            return await anext(line async for line in lines if holds(line))

    async def play(self, nonce: bytes | None = None) -> None:
        """To the end, revealing the nonce when it is asked for."""
        position: Message = {}
        async with self.lines() as lines, asyncio.timeout(60):
            async for line in lines:
                position = line.get("position") or position
                if line.get("room", {}).get("phase") == "starting" and nonce:
                    await self.post("reveal", place=self.told[0]["holds"][0], nonce=nonce.hex())
                if line.get("room", {}).get("phase") == "over":
                    return
                for mine in line.get("yours", []):
                    for seat, card, revision in zip(mine["seats"], mine["cards"], mine["revisions"], strict=True):
                        if seat in mine["to_choose"] and card is None:
                            choice = prudent(position, seat)
                            lay = {"seat": seat, "choice": choice, "turn": position["turn"], "revision": revision + 1}
                            assert (await self.post("lay", **lay)).status_code in (200, 409)


async def seated(base: str, code: str, name: str, **more: Any) -> Robo:
    """A bot that has just sat down."""
    async with httpx.AsyncClient() as http:
        answer = await http.post(f"{base}/api/tables/{code}/places", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return Robo(base, code, answer.json()["token"])


async def record_of(base: str, code: str) -> str:
    async with httpx.AsyncClient() as http:
        return (await http.get(f"{base}/api/tables/{code}/games/1/record")).text


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_plays_at_a_friends_table_to_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT)
            robo = await seated(here.base, ana.code, "Robo")
            async with ana:
                playing = asyncio.create_task(robo.play())
                await ana.until(lambda: all(place["present"] for place in ana.room["places"]))
                await ana.ask(type="start")
                await asyncio.gather(ana.play(prudent), playing)
                assert ana.phase == "over"
            assert robo.told[0]["type"] == "welcome"
            events = [event for line in robo.told for event in line.get("events", [])]
            assert events == ana.story
            verdict = verify(read(await record_of(here.base, ana.code)))
            assert verdict.proven
            assert not verdict.joint  # Robo gave no nonce

    together(play())


def test_a_bot_may_take_part_in_fixing_the_luck(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            first, second = bytes(32), bytes(range(32))
            ana = await make_table(here.base, options=INSTANT, bots=["odds"])
            robo = await seated(here.base, ana.code, "Robo", commitment=commitment_to(first))
            async with ana:
                assert (await robo.post("commit", place=2, commitment=commitment_to(second))).json()["type"] == "done"
                early = await robo.post("reveal", place=2, nonce=second.hex())
                assert (early.status_code, early.json()["key"]) == (409, "refusal.not_time_to_reveal")
                playing = asyncio.create_task(robo.play(second))
                await ana.until(lambda: all(place["present"] for place in ana.room["places"]))
                await ana.ask(type="start")
                await asyncio.gather(ana.play(prudent), playing)
            text = await record_of(here.base, ana.code)
            assert second.hex() in text
            assert verify(read(text)).joint

    together(play())


def test_bots_alone_make_start_and_play_a_table_again_over_http(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient() as http:
            made = (await http.post(f"{here.base}/api/tables", json={"name": "Robo", "options": INSTANT})).json()
            host = Robo(here.base, made["table"], made["token"])
            guest = await seated(here.base, made["table"], "Robi")
            assert (await guest.post("start")).json()["key"] == "refusal.only_the_host"
            assert (await host.post("start")).status_code == 200
            await asyncio.gather(host.play(), guest.play())
            assert (await host.post("again", start=False)).status_code == 200
            assert (await guest.post("free", place=1)).status_code == 200
            shown = (await host.http.get(host.table)).json()
            assert [place["name"] for place in shown["room"]["places"]] == ["Robo"]
            assert (shown["room"]["phase"], shown["room"]["game"]) == ("lobby", 2)

    together(play())


# ── The stream ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stream_says_what_the_socket_says(tmp_path: Path) -> None:
    """The same token on a page and on a stream: the same messages in the same order."""

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds", "die"])
            bo = await sit_down(here.base, ana.code, "Bo")
            async with ana, bo:
                robo = Robo(here.base, ana.code, ana.tokens[0])
                watcher = Robo(here.base, ana.code, None)
                async with robo.lines() as lines, watcher.lines() as watched:
                    welcome, seen = await anext(lines), await anext(watched)
                    assert welcome["version"] == seen["version"]
                    await ana.until(lambda: ana.version == welcome["version"])
                    assert (welcome["holds"], seen["holds"]) == ([0], [])
                    before = len(ana.frames)
                    await ana.ask(type="start")
                    await ana.ask(type="say", place=0, text="Good luck")
                    await asyncio.gather(ana.play(prudent), bo.play(prudent))
                    last = ana.version
                    for reader, told in ((robo, lines), (watcher, watched)):
                        await reader.until(told, lambda line: line.get("version") == last)
            heard = [message for frame in ana.frames[before:] for message in json.loads(frame)]
            mine = [message for message in heard if message["type"] not in ("done", "lies", "refused", "pong")]
            his, theirs = [[line for line in one.told[1:] if line["type"] != "pong"] for one in (robo, watcher)]
            assert his == mine[: len(his)]
            assert any(line["type"] == "yours_changed" for line in his)
            assert theirs == [message for message in mine if "version" in message]

    together(play())


def test_a_stream_is_not_held_back_by_proxies(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient() as http:
            ana = await make_table(here.base)
            async with http.stream("GET", f"{here.base}/api/tables/{ana.code}/stream") as stream:
                assert stream.headers["content-type"] == "application/x-ndjson"
                assert stream.headers["x-accel-buffering"] == "no"
                assert "no-store" in stream.headers["cache-control"]
                assert stream.headers["content-encoding"] == "identity"
                assert "content-length" not in stream.headers

    together(play())


def test_a_heart_beats_in_every_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_api, "BEAT", 0.05)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            watcher = Robo(here.base, ana.code, None)
            async with watcher.lines() as lines:
                beats = [await watcher.until(lines, lambda line: line["type"] == "pong") for _ in range(3)]
            assert beats[0]["now"] < beats[1]["now"] < beats[2]["now"]

    together(play())


def test_a_bot_is_present_while_its_stream_is_open(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            robo = await seated(here.base, ana.code, "Robo")
            async with ana:

                def is_there() -> bool:
                    return bool(ana.room["places"][1]["present"])

                assert not is_there()
                async with robo.lines() as lines:
                    await anext(lines)
                    await ana.until(is_there)
                await ana.until(lambda: not is_there())

    together(play())


def test_no_get_takes_a_seat_or_opens_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient() as http:
            ana = await make_table(here.base)
            table, token = f"{here.base}/api/tables/{ana.code}", {"Authorization": f"Bearer {ana.tokens[0]}"}
            version = here.live(ana.code).sitting.version
            shown = (await http.get(table)).json()
            assert (shown["type"], shown["holds"], shown["yours"]) == ("welcome", [], [])
            assert (await http.get(table, headers=token)).json()["holds"] == [0]
            assert (await http.get(f"{table}/places")).status_code == 405
            assert (await http.head(f"{table}/stream", headers=token)).status_code == 200
            assert here.live(ana.code).sitting.version == version
            assert here.live(ana.code).clients == set()

    together(play())


def test_a_reader_that_stops_is_dropped_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_api, "READ_WITHIN", 0.2)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            host, port = here.base.removeprefix("http://").split(":")
            _, writing = await asyncio.open_connection(host, int(port), limit=1)
            writing.write(f"GET /api/tables/{ana.code}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            async with ana:
                live = here.live(ana.code)
                await ana.until(lambda: len(live.clients) == 2)
                (stalled,) = [one for one in live.clients if not one.holds]
                long = wire.Said(0, 0, "Ana", "x" * 100_000, 0.0)
                for _ in range(client.MOST_WAITING // 2):
                    stalled.whisper(long)
                    stalled.tell()
                await ana.until(lambda: stalled not in live.clients)
                assert (await ana.ask(type="say", place=0, text="Still here"))["type"] == "done"
            writing.transport.abort()

    together(play())


# ── Who may do what, and how much ─────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def a_game(folder: Path, limits: Limits | None = None) -> AsyncIterator[tuple[Open, Page, Robo]]:
    """Ana's game with a bot from outside, in which it is everybody's turn."""
    async with open_house(folder, limits) if limits else open_house(folder) as here:
        ana = await make_table(here.base, options=INSTANT)
        robo = await seated(here.base, ana.code, "Robo")
        async with ana:
            await ana.ask(type="start")
            await ana.until_to_lay()
            yield here, ana, robo


LAY = {"seat": 2, "choice": "torch", "turn": 0, "revision": 1}


def test_a_late_retry_never_flips_a_card(tmp_path: Path) -> None:
    async def play() -> None:
        async with a_game(tmp_path) as (_, ana, robo):
            for revision, choice, lies in ((1, "torch", "torch"), (3, "camp", "camp"), (2, "torch", "camp")):
                answer = (await robo.post("lay", **{**LAY, "choice": choice, "revision": revision})).json()
                assert (answer["type"], answer["choice"]) == ("lies", lies)
            await ana.until(lambda: ana.laid == [2])

    together(play())


def test_refusals_are_told_in_json(tmp_path: Path) -> None:
    async def play() -> None:
        async with a_game(tmp_path) as (here, ana, robo):
            anybody, stranger = Robo(here.base, ana.code, None), Robo(here.base, ana.code, "x" * 43)
            elsewhere = Robo(here.base, "222222", robo.headers["Authorization"][7:])
            for asked, action, message, status, key in (
                (anybody, "lay", LAY, 401, "token_needed"),
                (stranger, "lay", LAY, 403, "wrong_token"),
                (elsewhere, "lay", LAY, 404, "unknown_table"),
                (robo, "lay", {**LAY, "seat": 0}, 403, "not_your_place"),
                (robo, "lay", {**LAY, "seat": 9}, 400, "unknown_seat"),
                (robo, "lay", {**LAY, "turn": 1}, 409, "turn_not_reached"),
                (robo, "lay", {**LAY, "choice": "both"}, 400, "bad_message"),
                (robo, "lay", {**LAY, "also": 1}, 400, "bad_message"),
                (robo, "lay", {}, 400, "bad_message"),
                (robo, "commit", {"place": 1, "commitment": "a" * 64}, 409, "not_in_the_lobby"),
                (robo, "reveal", {"place": 0, "nonce": "a" * 64}, 403, "not_your_place"),
                (robo, "free", {"place": 7}, 404, "unknown_place"),
                (robo, "dance", {}, 404, "nothing_here"),
                (robo, "lay", {**LAY, "id": 3, "choice": "x" * 9_000}, 413, "message_too_long"),
            ):
                answer = await asked.post(action, **message)
                assert (answer.status_code, answer.json()["key"]) == (status, f"refusal.{key}"), (action, message)
                assert answer.json()["says"]
            assert (await anybody.post("lay", **LAY)).headers["www-authenticate"] == "Bearer"
            for shown in ("", "Bearer", "Basic abc", f"Bearer {'x' * 65}"):
                answer = await anybody.http.get(f"{anybody.table}/stream", headers={"Authorization": shown})
                assert answer.status_code == 401, shown
            assert (await stranger.http.get(f"{stranger.table}/stream")).status_code == 403
            assert (await stranger.http.get(stranger.table)).status_code == 403
            foreign = await robo.http.post(f"{robo.table}/lay", json=LAY, headers={"Origin": "https://evil.example"})
            assert (foreign.status_code, foreign.json()["key"]) == (403, "refusal.wrong_address")
            assert (await robo.post("lay", **LAY)).json()["choice"] == "torch"

    together(play())


def test_each_token_has_a_rate_of_its_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with a_game(tmp_path, Limits(messages=Rate(0.001, 5))) as (here, ana, robo):
            statuses = [(await robo.post("lay", **LAY)).status_code for _ in range(7)]
            assert statuses == [200] * 5 + [429] * 2
            assert (await robo.post("lay", **LAY)).headers["retry-after"]
            other = Robo(here.base, ana.code, ana.tokens[0])
            assert (await other.post("lay", **{**LAY, "seat": 0})).status_code == 200

    together(play())


def test_wrong_tokens_are_counted_and_right_ones_are_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with a_game(tmp_path, Limits(guesses=Rate(0.001, 3))) as (here, ana, robo):
            wrong = [Robo(here.base, ana.code, f"guess-{number}") for number in range(5)]
            assert [(await one.post("lay", **LAY)).status_code for one in wrong] == [403, 403, 403, 429, 429]
            assert (await robo.post("lay", **LAY)).status_code == 200

    together(play())


def test_streams_count_as_sockets(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path, Limits(sockets_of_one=2)) as here:
            ana = await make_table(here.base)
            watchers = [Robo(here.base, ana.code, None) for _ in range(3)]
            async with ana:
                async with watchers[0].lines() as lines:
                    await anext(lines)
                    full = await watchers[1].http.get(f"{watchers[1].table}/stream")
                    assert (full.status_code, full.json()["key"]) == (429, "refusal.too_much")
                await ana.until(lambda: len(here.live(ana.code).clients) == 1)
                async with watchers[2].lines() as lines:
                    assert (await anext(lines))["type"] == "welcome"

    together(play())


# ── The example ───────────────────────────────────────────────────────────────────────────────────────────────────────


def run_bot(*words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-I", str(BOT), *words]  # -I: nothing of this project can be imported
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_example_takes_a_seat_by_link_and_plays_to_the_end(tmp_path: Path) -> None:
    async def play(base: str) -> None:
        ana = await make_table(base, options=INSTANT, bots=["odds"])
        async with ana:
            robo = run_bot(f"{base}/t/{ana.code}", "--name", "Robo")
            await ana.until(lambda: [place["present"] for place in ana.room["places"]] == [True] * 3)
            await ana.ask(type="start")
            await ana.play(prudent)
            said, seat = await asyncio.to_thread(robo.communicate, timeout=20)
            assert robo.returncode == 0, seat
            scores = ana.story[-1]["scores"]
            names = [place["name"] for place in ana.room["places"]]
            assert said.splitlines() == [f"{name}: {score}" for name, score in zip(names, scores, strict=True)]
            assert names[2] == "Robo"
            link = next(word for word in seat.split() if "#seat=" in word)
            again = run_bot(link)  # its seat is still its own: it tells the same scores
            assert (await asyncio.to_thread(again.communicate, timeout=20))[0] == said
            late = run_bot(f"{base}/t/{ana.code}", "--name", "Late")
            _, refusal = await asyncio.to_thread(late.communicate, timeout=20)
            assert (late.returncode, refusal) == (1, "Places and options are settled before a game, not during it.\n")

    with serving([sys.executable, "-m", "incangold"], tmp_path / "data") as base:
        together(play(base))


def test_two_examples_lead_two_adventurers_each(tmp_path: Path) -> None:
    async def play(base: str) -> None:
        async with httpx.AsyncClient() as http:
            made = (await http.post(f"{base}/api/tables", json={"name": "Robo"})).json()
            link = f"{base}/t/{made['table']}"
            other = run_bot(link, "--name", "Robi")
            host = Robo(base, made["table"], made["token"])
            async with host.lines() as lines:
                await host.until(lines, lambda line: len(line.get("room", {}).get("places", [])) == 2)
            assert (await host.post("start")).status_code == 200
            first = run_bot(f"{link}#seat={made['token']}")
            told = [await asyncio.to_thread(bot.communicate, timeout=60) for bot in (first, other)]
            assert told[0][0] == told[1][0], told
            assert [line.split(":")[0] for line in told[0][0].splitlines()] == ["Robo", "Robi"]

    with serving([sys.executable, "-m", "incangold"], tmp_path / "data") as base:
        together(play(base))


def test_the_example_calls_again_when_the_line_breaks(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, wire_to(here.base) as wire:
            ana = await make_table(here.base, options=INSTANT, bots=["greedy"])
            async with ana:
                robo = run_bot(f"{wire.base}/t/{ana.code}")
                await ana.until(lambda: [place["present"] for place in ana.room["places"]] == [True] * 3)
                wire.cut()
                await ana.until(lambda: not ana.room["places"][2]["present"])
                await ana.ask(type="start")
                await ana.play(prudent, until_turn=0)
                assert 2 not in ana.laid
                wire.mend()
                await ana.play(prudent)
                said, errors = await asyncio.to_thread(robo.communicate, timeout=20)
                assert said.splitlines()[2] == f"Robo: {ana.story[-1]['scores'][2]}", errors

    together(play())
