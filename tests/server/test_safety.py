"""Garbage, floods, strangers and others' tokens are refused with a clear message; everybody else is undisturbed."""

import asyncio
import json
import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from incangold.record import Record, write
from incangold.server.client import MOST_WAITING
from incangold.server.door import doorkeeper
from incangold.server.limits import Buckets, Limits, Rate, counted_as
from incangold.server.seats import LETTERS, new_code, read_code
from incangold.server.serve import uvicorn_options
from tests.server.houses import Open, open_house
from tests.server.pages import make_table, prudent, sit_down
from tests.server.test_playing import INSTANT, record_of, together


async def spoken(here: Open, *messages: str | bytes, headers: dict[str, str] | None = None) -> tuple[list[Any], int]:
    """Say these things on a new socket; what was answered, and the code it was closed with."""
    answers = []
    async with connect(here.base.replace("http", "ws") + "/ws", compression=None, additional_headers=headers) as ws:
        try:
            for message in messages:
                await ws.send(message)
            async with asyncio.timeout(8):
                while True:
                    answers += json.loads(await ws.recv())
        except ConnectionClosed:
            pass
        return answers, ws.close_code or 0


BAD_HELLOS = [
    "",
    "garbage",
    "[]",
    "{}",
    '{"type":"hello"}',
    '{"type":"hello","table":7}',
    '{"type":"hello","table":"ABCDEF","surprise":1}',
    '{"type":"lay","seat":0,"choice":"torch","turn":0,"revision":1}',
    '{"type":"hello","table":"' + "A" * 5000 + '"}',
    "[" * 8000,
    b"\x00\xff\x00",
]


@pytest.mark.parametrize("hello", BAD_HELLOS, ids=lambda hello: repr(hello)[:30])
def test_whoever_does_not_say_hello_is_told_so_and_let_go(tmp_path: Path, hello: str | bytes) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            answers, code = await spoken(here, hello)
            assert code == 4400
            assert answers[0]["key"] in ("refusal.hello_first", "refusal.bad_message")

    together(play())


def test_silence_is_not_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.server.sockets.HELLO_WITHIN", 0.2)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            answers, code = await spoken(here)
            assert (answers[0]["key"], code) == ("refusal.hello_first", 4400)

    together(play())


def test_an_unknown_table_is_told_and_guesses_are_counted(tmp_path: Path) -> None:
    async def play() -> None:
        limits = Limits(guesses=Rate(0.0001, 5))
        async with open_house(tmp_path, limits) as here:
            ana = await make_table(here.base, bots=["odds"])
            hello = '{"type":"hello","table":"ZZZZZZ"}'
            for _ in range(5):
                answers, code = await spoken(here, hello)
                assert (answers[0]["key"], code) == ("refusal.unknown_table", 4404)
            answers, code = await spoken(here, hello)
            assert (answers[0]["key"], code) == ("refusal.too_much", 4429)
            async with httpx.AsyncClient() as http:
                wrong = await http.post(f"{here.base}/api/tables/{ana.code}/places", json={"name": "Bo"})
            assert wrong.status_code == 429, "a guesser is not told whether a code is right either"

    together(play())


NONSENSE: list[dict[str, Any]] = [
    {"type": "lay", "seat": 99, "choice": "torch", "turn": 0, "revision": 1},
    {"type": "lay", "seat": 1, "choice": "camp", "turn": 0, "revision": 1},
    {"type": "lay", "seat": 0, "choice": "torch", "turn": 77, "revision": 1},
    {"type": "lay", "seat": 0, "choice": "maybe", "turn": 0, "revision": 1},
    {"type": "lay", "seat": -1, "choice": "torch", "turn": 0, "revision": 1},
    {"type": "lay", "seat": 0, "choice": "torch", "turn": 0, "revision": 10**30},
    {"type": "hello", "table": "ABCDEF"},
    {"type": "commit", "place": 0, "commitment": "00" * 32},
    {"type": "reveal", "place": 0, "nonce": "00" * 32},
    {"type": "reveal", "place": 1, "nonce": "00" * 32},
    {"type": "free", "place": 1},
    {"type": "free", "place": 77},
    {"type": "start"},
    {"type": "again"},
    {"type": "change", "edition": "chess"},
    {"type": "add_bot", "bot": "os:system"},
    {"type": "add_bot", "bot": "/etc/passwd.py:root"},
    {"type": "hand_over", "place": 1},
    {"type": "say", "place": 1, "text": "I am Kamayuq"},
    {"type": "say", "place": 0, "text": "\u202e"},
    {"type": "say", "place": 0, "text": "x" * 301},
    {"type": "nudge", "place": 1},
    {"type": "let_stand_in", "place": 1},
    {"type": "more_time"},
    {"type": "open_tents"},
]


def test_nonsense_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "timid"], start=True, options=INSTANT)
            async with ana:
                await ana.until_to_lay()
                version, log_length = ana.version, here.live(ana.code).seq
                for nonsense in NONSENSE:
                    seen = len(ana.answers)
                    await ana.send(**nonsense)
                    await ana.until(lambda seen=seen: len(ana.answers) > seen)  # type: ignore[misc]
                    assert ana.answers[-1]["type"] == "refused", nonsense
                    assert "Traceback" not in json.dumps(ana.answers[-1])
                assert ana.version == version
                assert here.live(ana.code).seq == log_length, "nothing of it reached the log"
                await ana.play(prudent)
                assert ana.phase == "over"

    together(play())


def test_somebody_elses_token_opens_nothing_here(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"])
            other = await make_table(here.base, "Eve", bots=["odds"])
            other.code = ana.code
            other.nonces = []
            async with ana, other:
                assert other.holds == [None]
                for message in (
                    {"type": "start"},
                    {"type": "free", "place": 0},
                    {"type": "say", "place": 0, "text": "x"},
                ):
                    assert (await other.ask(**message))["type"] == "refused"
                assert ana.phase == "lobby"

    together(play())


def test_a_freed_seat_gets_a_new_token(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            bo = await sit_down(here.base, ana.code, "Bo")
            async with ana:
                assert (await ana.ask(type="free", place=1))["type"] == "done"
                again = await sit_down(here.base, ana.code, "Bo")
                assert again.tokens != bo.tokens
                async with bo:
                    assert bo.holds == [None]

    together(play())


def test_a_flood_closes_one_socket_and_disturbs_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path, Limits()) as here:
            ana = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with ana:
                flood = [json.dumps({"type": "hello", "table": ana.code})] + ['{"type":"ping","sent":1}'] * 1000
                answers, code = await spoken(here, *flood)
                assert code == 4429
                assert answers[-1]["key"] == "refusal.too_much"
                assert len(answers) < 400
                await ana.until_to_lay()
                assert (await ana.ask(type="lay", seat=0, choice="torch", turn=ana.turn, revision=1))["type"] == "lies"

    together(play())


def test_a_message_too_big_closes_one_socket(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            _, code = await spoken(here, json.dumps({"type": "hello", "table": ana.code}), "x" * 100_000)
            assert code == 1009
            async with httpx.AsyncClient() as http:
                big = await http.post(f"{here.base}/api/tables", content=b"x" * 100_000)
            assert big.status_code == 413

    together(play())


async def raw_socket(here: Open, code: str) -> socket.socket:
    """A visitor that says hello and then neither reads nor answers anything."""
    loop = asyncio.get_running_loop()
    host, port = here.base.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setblocking(False)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    await loop.sock_connect(raw, (host, int(port)))
    upgrade = (
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await loop.sock_sendall(raw, upgrade.encode())
    assert b" 101 " in await loop.sock_recv(raw, 1000)
    hello = json.dumps({"type": "hello", "table": code}).encode()
    await loop.sock_sendall(raw, bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return raw


def test_a_client_that_stops_reading_is_dropped_alone(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            deaf = await raw_socket(here, ana.code)
            async with ana:
                await ana.until(lambda: len(here.live(ana.code).clients) == 2)
                number = 0
                while len(here.live(ana.code).clients) == 2 and number < 40_000:  # the kernel buffers megabytes first
                    for _ in range(MOST_WAITING // 2):
                        await ana.send(type="say", place=0, text=f"{number} " + "ł" * 250)
                        number += 1
                    await ana.ask(type="say", place=0, text="and so on")
                await ana.until(lambda: len(here.live(ana.code).clients) == 1)
                assert number > MOST_WAITING
                sent = await ana.ask(type="say", place=0, text="still here")
                assert sent["type"] == "done"
                assert ana.closed is None
            deaf.close()

    together(play())


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u202eb", "\ud800", "\x00", "Kamayuq", "kamayuq"])
def test_nicknames_that_cannot_be_shown_or_told_apart_are_refused(tmp_path: Path, name: str) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"])
            body = json.dumps({"name": name}).encode("utf-8", "surrogatepass")
            async with httpx.AsyncClient() as http:
                answer = await http.post(f"{here.base}/api/tables/{ana.code}/places", content=body)
            assert answer.status_code == 400, answer.text
            assert answer.json()["key"] in ("refusal.bad_name", "refusal.name_taken", "refusal.bad_message")

    together(play())


def test_hostile_text_is_only_text(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            name, text = "<img src=x>{0}%s", "</script><script>alert(1)</script>"
            ana = await make_table(here.base, name)
            async with ana:
                await ana.ask(type="say", place=0, text=text)
                assert ana.room["places"][0]["name"] == name
                assert ana.chat[-1]["text"] == text

    together(play())


def test_a_get_never_takes_a_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            async with httpx.AsyncClient() as http:
                for path in ("", "/places", "/stream", "/games/1"):
                    for method in ("HEAD", "OPTIONS", "GET") if path != "/stream" else ("HEAD",):
                        await http.request(method, f"{here.base}/api/tables/{ana.code}{path}")
                page = await http.get(f"{here.base}/t/{ana.code}")
            assert page.status_code == 200
            assert len(here.live(ana.code).sitting.chairs) == 1

    together(play())


def test_a_foreign_page_is_refused_and_an_absent_origin_is_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            async with httpx.AsyncClient() as http:
                make = {"name": "Ana"}
                for headers, status in (
                    ({}, 201),
                    ({"Origin": here.base}, 201),
                    ({"Origin": "https://evil.example"}, 403),
                    ({"Origin": "null"}, 403),
                    ({"Origin": "http://["}, 403),
                    ({"Host": "evil.example"}, 403),
                    ({"Host": f"evil.example:{here.base.rsplit(':')[-1]}"}, 403),
                ):
                    answer = await http.post(f"{here.base}/api/tables", json=make, headers=headers)
                    assert answer.status_code == status, headers
            with pytest.raises(InvalidStatus):
                await spoken(here, headers={"Origin": "https://evil.example"})

    together(play())


def test_every_answer_tells_the_browser_to_be_careful(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient() as http:
            many = "9" * 5000
            paths = ("/", "/t/ABCDEF", "/api/house", "/healthz", "/nowhere", "/assets/x.js", f"/t/x/games/{many}")
            answers = [await http.get(here.base + path) for path in (*paths, f"/api/tables/ABCDEF/games/{many}")]
            answers.append(await http.get(here.base, headers={"Host": "evil.example"}))
            for answer in answers:
                assert answer.status_code < 500
                headers = answer.headers
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["cache-control"] == "no-store"
                assert "default-src 'none'" in headers["content-security-policy"]
                assert "unsafe-eval" not in headers["content-security-policy"]
                assert "set-cookie" not in headers
                assert "server" not in headers

    together(play())


def test_a_visitors_address_is_taken_from_a_named_proxy_only() -> None:
    def scope(peer: str, forwarded: str) -> dict[str, Any]:
        return {"type": "http", "client": (peer, 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}

    trusting = doorkeeper([], proxies=["10.0.0.0/8"])
    assert trusting.address(scope("10.1.2.3", "203.0.113.9")) == "203.0.113.9"
    assert trusting.address(scope("10.1.2.3", "198.51.100.1, 203.0.113.9, 10.9.9.9")) == "203.0.113.9"
    assert trusting.address(scope("192.0.2.1", "203.0.113.9")) == "192.0.2.1"
    assert trusting.address(scope("10.1.2.3", "203.0.113.9:5000")) == "203.0.113.9"
    twice = scope("10.1.2.3", "6.6.6.6")
    twice["headers"].append((b"x-forwarded-for", b"203.0.113.9"))
    assert trusting.address(twice) == "203.0.113.9", "the proxy's own line, not the visitor's"
    assert doorkeeper([]).address(scope("10.1.2.3", "203.0.113.9")) == "10.1.2.3"


def test_one_household_counts_as_one() -> None:
    assert counted_as("2001:db8:1:2:3:4:5:6") == counted_as("2001:db8:1:2:ffff::1")
    assert counted_as("2001:db8:1:2::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("::ffff:192.0.2.7") == "192.0.2.7"


def test_a_rate_refills_evenly() -> None:
    buckets = Buckets(Rate(1, 3))
    assert [buckets.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b", 0.0)
    assert not buckets.take("a", 0.5)
    assert buckets.take("a", 1.0)
    assert not buckets.take("a", 1.5)
    buckets.give_back("a")
    assert buckets.take("a", 1.5)


def test_codes_are_easy_to_say_and_hard_to_guess() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 6 and set(code) <= set(LETTERS) for code in codes)
    assert len(LETTERS) == 31
    assert read_code("abc-d ef") == "ABCDEF"


def test_sockets_from_one_address_are_counted(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path, Limits(sockets_of_one=2)) as here:
            ana = await make_table(here.base)
            bo = await sit_down(here.base, ana.code, "Bo")
            async with ana, bo:
                with pytest.raises(InvalidStatus):
                    await spoken(here, json.dumps({"type": "hello", "table": ana.code}))
            await asyncio.sleep(0.2)
            async with ana:
                assert ana.closed is None

    together(play())


def test_a_half_open_socket_is_noticed_and_disturbs_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone in a tunnel: it answers no ping any more, and nothing says that it is gone."""
    hasty = {**uvicorn_options(), "ws_ping_interval": 0.3, "ws_ping_timeout": 0.3}
    monkeypatch.setattr("tests.server.houses.uvicorn_options", lambda: hasty)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            tunnel = await raw_socket(here, ana.code)
            async with ana:
                await ana.until(lambda: len(here.live(ana.code).clients) == 2)
                await ana.until(lambda: len(here.live(ana.code).clients) == 1)
                assert (await ana.ask(type="say", place=0, text="still here"))["type"] == "done"
            tunnel.close()

    together(play())


def test_bytes_that_are_no_text_and_a_body_without_end_are_refused(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_house(tmp_path) as here, httpx.AsyncClient(base_url=here.base) as page:
            for address in ("/api/tables", "/api/companion"):
                answer = await page.post(address, content=b'{"name":"\xff","record":"\xff"}')
                assert (answer.status_code, answer.json()["key"]) == (400, "refusal.bad_message")
            long = await page.post("/api/tables", content=b" " * 8_193)
            assert (long.status_code, long.json()["key"]) == (413, "refusal.message_too_long")
            assert long.json()["facts"] == {"most": 8_192}

    together(ask())


def test_a_record_is_written_beside_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def noted(record: Record) -> str:
        threads.append(threading.current_thread())
        return write(record)

    monkeypatch.setattr("incangold.server.app.write", noted)

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["timid"], start=True, options=INSTANT)
            async with ana:
                await ana.play(prudent)
            await record_of(here.base, ana.code)

    together(play())
    assert threads
    assert threading.main_thread() not in threads
