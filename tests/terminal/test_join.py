"""A terminal at a web table: real processes through pipes, a pilot that presses keys, and a line that breaks."""

import asyncio
import json
import os
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from incangold.editions import EDITIONS
from incangold.errors import (
    BadLink,
    IncanGoldError,
    NobodyAnswers,
    OnlyToWatch,
    SeatNotKept,
    SpeaksOtherwise,
    TableRefused,
)
from incangold.game import Choice
from incangold.record import read
from incangold.server.showing import position
from incangold.table.proof import verify
from incangold.terminal.far_table import FarTable
from incangold.terminal.join import Guest, take_seat
from incangold.terminal.join_app import JoinApp
from incangold.terminal.join_plain import lines_of
from incangold.terminal.kept_seats import Keep, KeptSeat
from incangold.terminal.link import Link, printable, read_link, refusal_in
from incangold.terminal.screens import End, Question, Say
from incangold.view import public_part
from incangold.words.catalogue import catalogue
from tests.server.houses import open_house
from tests.server.pages import Page, make_table, prudent, sit_down
from tests.server.wires import wire_to

Message = dict[str, Any]
INSTANT = {"pace": "instant"}
ANSWERS = "t\nT\ncamp\n" * 200


def together(test: Any) -> None:
    asyncio.run(test)


# ── Links and kept seats ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://localhost:8000/t/4W7WT9", Link("http://localhost:8000", "4W7WT9")),
        (" https://gold.example.org/t/4w7wt9/ ", Link("https://gold.example.org", "4W7WT9")),
        ("http://h/t/4W7WT9#seat=a-_B9", Link("http://h", "4W7WT9", "a-_B9")),
        ("192.168.1.20:8000/t/4W7WT9", Link("http://192.168.1.20:8000", "4W7WT9")),
        ("4w7-wt9", Link("http://here:1", "4W7WT9")),
    ],
)
def test_a_link_is_read_as_people_paste_it(text: str, link: Link) -> None:
    assert read_link(text, at="http://here:1/") == link


@pytest.mark.parametrize(
    "text",
    ["", "http://h", "http://h/", "http://h/t/", "ftp://h/t/4W7WT9", "http://h/t/4W7WT9#token=x", "http:///t/4W7WT9"],
)
def test_what_is_no_link_is_refused_without_its_secret(text: str) -> None:
    with pytest.raises(BadLink, match="no link to a table") as refusal:
        read_link(text)
    assert "token" not in str(refusal.value)


def test_a_seat_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    keep = Keep(tmp_path / "seats")
    assert keep.seats_at("http://h", "4W7WT9") == []
    bo = KeptSeat("http://h", "4W7WT9", "Bo", "token", ("aa" * 32,))
    keep.keep(bo)
    keep.keep(bo._replace(code="222222", token="other"))
    assert keep.seats_at("http://h", "4W7WT9") == [bo]
    assert (tmp_path / "seats").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "seats").iterdir()} == {0o600}
    later = bo.with_nonce("bb" * 32)
    keep.keep(later)
    (tmp_path / "seats" / "strange.json").write_text("{")
    assert keep.seats_at("http://h", "4W7WT9") == [later]
    keep.forget(later)
    assert keep.seats_at("http://h", "4W7WT9") == []


def test_a_seat_that_cannot_be_kept_is_not_taken(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            (tmp_path / "seats").write_text("a file where a folder should be")
            link, keep = read_link(ana.code, at=here.base), Keep(tmp_path / "seats")
            with pytest.raises(SeatNotKept, match="Your seat cannot be kept in"):
                await asyncio.to_thread(take_seat, link, keep, "Bo", str)
            assert len(here.live(ana.code).sitting.chairs) == 1

    together(play())


def test_what_is_typed_is_read_line_by_line() -> None:
    out, into = os.pipe()
    writing = threading.Thread(target=lambda: [os.write(into, part) for part in (b"t\nza\xc5", b"\xbc", b"\xf3\n\nq")])
    writing.start()
    writing.join()
    os.close(into)
    assert list(lines_of(out)) == ["t\n", "zaż\ufffd\n", "\n", "q", ""]
    os.close(out)


def test_old_seats_are_forgotten(tmp_path: Path) -> None:
    keep = Keep(tmp_path)
    for number in range(103):
        keep.keep(KeptSeat("http://h", "4W7WT9", "Bo", f"token {number}"))
        os.utime(max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns), ns=(number, number))
    assert [seat.token for seat in keep.seats_at("http://h", "4W7WT9")] == [f"token {n}" for n in range(3, 103)]


# ── What a guest is told ──────────────────────────────────────────────────────────────────────────────────────────────


def heard(page: Page) -> list[Message]:
    """Everything that a page was sent."""
    return [message for frame in page.frames for message in json.loads(frame)]


@pytest.mark.parametrize("of", [*EDITIONS, "incan-gold open_tents=yes"])
@pytest.mark.parametrize("bots", [["die"], ["odds", "die", "greedy"]])
def test_the_rules_tell_a_guest_what_the_house_sees(tmp_path: Path, of: str, bots: list[str]) -> None:
    """Only cards and choices are taken from the house; the position that follows from them is the house's own."""

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=bots, edition=of, options=INSTANT, start=True)
            async with ana:
                await ana.play(prudent)
        table, turns = FarTable(), 0
        for message in heard(ana):
            table.hear(message)
            if message["type"] == "turned":
                turns += 1
                assert table.game
                assert (
                    msgspec.json.decode(msgspec.json.encode(position(public_part(table.game, ()))))
                    == message["position"]
                )
            if message["type"] == "yours_changed" and (view := table.view()):
                assert view.in_tent == tuple(message["yours"][0]["in_tent"])
        assert turns > 1

    together(play())


def test_a_guest_who_comes_late_is_told_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "die"], options=INSTANT, start=True)
            async with ana:
                await ana.play(prudent, until_turn=6)
                late = Page(here.base, ana.code)
                async with late:
                    await ana.play(prudent)
                    await late.until(lambda: late.version == ana.version)
        early, after = FarTable(), FarTable()
        for page, table in ((ana, early), (late, after)):
            for message in heard(page):
                table.hear(message)
        assert early.game == after.game
        assert early.story == after.story
        assert (early.laid, after.laid) == ((), ())
        assert (early.place, after.place) == (0, None)

    together(play())


@pytest.mark.parametrize(
    "message",
    [
        {"type": "turned"},
        {"type": "turned", "version": 1, "ends": None, "events": [{"event": "CardTurned", "card": "unicorn"}]},
        {"type": "room_changed", "version": 1, "room": {}},
        {"type": "welcome"},
        {},
    ],
)
def test_a_house_that_speaks_otherwise_is_refused_with_a_sentence(message: Message) -> None:
    with pytest.raises(SpeaksOtherwise, match="does not understand"):
        FarTable().hear(message)


def test_a_house_that_invents_what_happened_is_found_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds", "greedy"], options=INSTANT, start=True)
            async with ana:
                await ana.until_to_lay()
        table, messages = FarTable(), heard(ana)
        first = next(message for message in messages if message["type"] == "turned")
        first["events"][-1] = {**first["events"][-1], "left": 99}
        for message in messages[: messages.index(first)]:
            table.hear(message)
        with pytest.raises(SpeaksOtherwise):
            table.hear(first)

    together(play())


def test_refusals_of_the_house_are_told_in_ones_own_language() -> None:
    nested = {"key": "refusal.only_the_host", "facts": {"host": {"key": "list.nobody", "facts": {}}}}
    assert refusal_in(nested).told(catalogue("pl")).endswith("gospodarz: nikt.")
    unknown = {"key": "refusal.from_the_future", "facts": {}, "says": "Not \x1b[31myet."}
    assert refusal_in(unknown).told(catalogue("pl")) == "Not \ufffd[31myet."
    assert printable("a\u202eb\nc") == "a\ufffdb\ufffdc"


# ── Through a pipe ────────────────────────────────────────────────────────────────────────────────────────────────────


class Terminal:
    """`incangold join` in a process of its own, its seats in a folder of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said = ""

    @classmethod
    async def open(cls, data: Path, *words: str, lang: str = "en") -> "Terminal":
        command = [sys.executable, "-m", "incangold", "join", "--lang", lang, *words]
        env = {**os.environ, "XDG_DATA_HOME": str(data), "PYTHONUNBUFFERED": "1"}
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, env=env))

    def type(self, text: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(text.encode())

    async def until(self, text: str) -> None:
        """Read on until something is said."""
        assert self._process.stdout
        async with asyncio.timeout(30):
            while text not in self.said:
                line = await self._process.stdout.readline()
                assert line, f"it ended, and said:\n{self.said}\n{await self._errors()}"
                self.said += line.decode()

    async def _errors(self) -> str:
        assert self._process.stderr
        return (await self._process.stderr.read()).decode()

    async def end(self, typed: str = "") -> tuple[int, str]:
        """Type the rest, close the pipe and wait; the status and what was said on the error stream."""
        said, errors = await asyncio.wait_for(self._process.communicate(typed.encode()), 60)
        self.said += said.decode()
        return self._process.returncode or 0, errors.decode()


async def record_of(base: str, code: str) -> str:
    async with httpx.AsyncClient() as http:
        return (await http.get(f"{base}/api/tables/{code}/games/1/record")).text


def test_a_whole_game_through_a_pipe_with_a_part_in_the_luck(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds"])
            async with ana:
                bo = await Terminal.open(tmp_path, f"{here.base}/t/{ana.code}", "--name", "Bo")
                await bo.until("Ana starts the game.")
                await ana.ask(type="say", place=0, text="Welcome, Bo")
                await ana.ask(type="start")
                status, errors, _ = *(await asyncio.gather(bo.end(ANSWERS), ana.play(prudent)))[0], None
                assert (status, errors) == (0, "")
                scores = ana.story[-1]["scores"]
            assert f"You sit at table {ana.code}: {here.base}/t/{ana.code}" in bo.said
            assert "Ana: Welcome, Bo\n" in bo.said
            assert "Bo: you carry " in bo.said
            assert re.search(r"^The tents are opened: .*Bo (\d+)", bo.said, re.MULTILINE)[1] == str(scores[2])  # type: ignore[index]
            assert "t/" + ana.code + "/games/1" in bo.said
            verdict = verify(read(await record_of(here.base, ana.code)))
            assert verdict.joint

    together(play())


def test_who_has_laid_is_told_but_not_which(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT)
            async with ana:
                bo = await Terminal.open(tmp_path, ana.code, "--at", here.base, "--name", "Bo", lang="pl")
                await bo.until("Grę zaczyna Ana.")
                await ana.ask(type="start")
                await bo.until("Bo/1: niesiesz")
                await ana.ask(type="lay", seat=1, choice="camp", turn=0, revision=1)
                await bo.until("Ana/2 wykłada kartę.\n")
                assert "obozu" not in bo.said
                assert await bo.end("q\n") == (1, "")
                assert bo.said.endswith(f"incangold join {here.base}/t/{ana.code}\n")

    together(play())


def test_coming_back_with_the_same_link_is_coming_back_to_the_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT)
            link = f"{here.base}/t/{ana.code}"
            async with ana:
                for names in ((), ("--name", "Cy"), (), ("--name", "explorer"), ("--name", "CY")):
                    terminal = await Terminal.open(tmp_path, link, *names)
                    await terminal.until("Ana starts the game.")
                    assert await terminal.end("q\n") == (0, "")
                assert [place["name"] for place in ana.room["places"]] == ["Ana", "Explorer", "Cy"]
                await ana.ask(type="free", place=2)
                terminal = await Terminal.open(tmp_path, link, "--name", "Cy")
                await terminal.until("At the table: Ana (host), Explorer and Cy.")
                assert await terminal.end("q\n") == (0, "")
                assert [place["id"] for place in ana.room["places"]] == [0, 1, 3]

    together(play())


def test_the_end_of_the_input_leaves_a_game_only_when_a_card_is_due(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds"])
            async with ana:
                bo = await Terminal.open(tmp_path, f"{here.base}/t/{ana.code}", "--name", "Bo")
                bo.type("o\n")
                ending = asyncio.create_task(bo.end())
                await ana.until(lambda: len(ana.room["places"]) == 3 and ana.room["places"][2]["present"])
                await ana.ask(type="start")
                assert await ending == (1, "")
                assert "Bo: you carry" in bo.said
                await ana.until(lambda: not ana.room["places"][2]["present"])

    together(play())


def test_watching_takes_no_seat_and_ends_with_the_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds", "greedy"])
            async with ana:
                watcher = await Terminal.open(tmp_path, f"{here.base}/t/{ana.code}", "--watch")
                ending = asyncio.create_task(watcher.end())
                await ana.until(lambda: len(here.live(ana.code).clients) == 2)
                await ana.ask(type="start")
                await ana.play(prudent)
                assert await ending == (0, "")
                assert len(ana.room["places"]) == 3
            assert f"You watch table {ana.code}" in watcher.said
            assert "The tents are opened: Ana" in watcher.said
            assert "you carry" not in watcher.said
            assert not (tmp_path / "incangold" / "seats").exists()

    together(play())


def test_refusals_are_sentences_and_status_2(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"], start=True)
            link = f"{here.base}/t/{ana.code}"
            async with ana:
                await ana.until_to_lay()
                for words, told in (
                    (("nonsense!",), "to nie odnośnik do stołu"),
                    ((f"{here.base}/t/222222",), "Nie ma stołu „222222”."),
                    ((f"{here.base}/t/222222", "--watch"), "Nie ma stołu „222222”."),
                    ((f"{link}#seat=wrong",), "Ten żeton nie otwiera żadnego miejsca"),
                    ((link, "--name", "Bo"), f"Możesz popatrzeć: incangold join {link} --watch"),
                    (("222222", "--at", "http://127.0.0.1:1"), "Pod adresem http://127.0.0.1:1 nikt nie odpowiada"),
                ):
                    status, errors = await (await Terminal.open(tmp_path, *words, lang="pl")).end()
                    assert status == 2
                    assert told in errors
                    assert "Traceback" not in errors

    together(play())


def test_a_seat_link_brings_a_web_seat_into_the_terminal(tmp_path: Path) -> None:
    """Ana's page goes, and with it the nonce it committed to; the terminal commits anew, and all of it is proven."""

    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds", "die"])
            terminal = await Terminal.open(tmp_path, f"{here.base}/t/{ana.code}#seat={ana.tokens[0]}")
            assert await terminal.end("n\n" + ANSWERS) == (0, "")
            assert "You are the host: n starts a game." in terminal.said
            assert "The tents are opened: Ana" in terminal.said
            assert ana.tokens[0] not in terminal.said
            assert verify(read(await record_of(here.base, ana.code))).joint

    together(play())


# ── A line that breaks ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_lost_line_comes_back_by_itself_and_a_card_laid_meanwhile_arrives(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, wire_to(here.base) as wire:
            ana = await make_table(here.base, options=INSTANT, bots=["odds"])
            async with ana:
                bo = await Terminal.open(tmp_path, f"{wire.base}/t/{ana.code}", "--name", "Bo")
                await bo.until("Ana starts the game.")
                await ana.ask(type="start")
                await bo.until("Bo: you carry ")
                wire.cut()
                await bo.until("The line is lost; calling again …\n")
                await ana.until(lambda: not ana.room["places"][2]["present"])
                bo.type("c\n")
                await asyncio.sleep(0.2)
                assert 2 not in ana.laid
                wire.mend()
                await bo.until("The line is back.\n")
                await ana.until(lambda: 2 in ana.laid)
                await ana.play(prudent, until_turn=1)
                revealed = next(event for event in ana.story if event["event"] == "ChoicesRevealed")
                assert revealed["laid"][2] == "camp"
                await asyncio.gather(bo.end(ANSWERS), ana.play(prudent))
                assert "The tents are opened" in bo.said

    together(play())


# ── On the screen ─────────────────────────────────────────────────────────────────────────────────────────────────────


def shown(app: JoinApp, part: str) -> str:
    return str(app.screen_stack[0].query_one(f"#{part}", Static).content)


def offered(app: JoinApp) -> set[str]:
    """The keys that the program shows."""
    return {
        key for key, active in app.active_bindings.items() if active.enabled and active.binding.show and len(key) == 1
    }


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    for _ in range(1500):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not happen")


@asynccontextmanager
async def on_screen(folder: Path, base: str, code: str, name: str | None) -> AsyncIterator[tuple[JoinApp, Pilot[None]]]:
    """A guest's terminal program; without a name a spectator's."""
    link, keep = read_link(code, at=base), Keep(folder / "seats")
    seat = await asyncio.to_thread(take_seat, link, keep, name, str) if name else None
    app = JoinApp(Guest(link, seat, keep), catalogue("en"), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.table.room))
        yield app, pilot


def test_a_game_on_the_screen_from_the_lobby_to_the_end_and_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, edition="incan-gold rounds=2")
            cy = await sit_down(here.base, ana.code, "Cy")
            async with ana, cy, on_screen(tmp_path, here.base, ana.code, "Bo") as (app, pilot):
                await until(pilot, lambda: "Bo" in shown(app, "tents"))
                assert "◆Ana" in shown(app, "tents")
                assert shown(app, "yours") == "Ana starts the game."
                assert offered(app) == {"a", "m", "q"}
                await pilot.press("m")
                assert isinstance(app.screen, Say)
                app.screen.query_one(Input).value = "[red]hello[/red]"
                await pilot.press("enter")
                await until(pilot, lambda: "Bo: [red]hello[/red]" in shown(app, "told"))
                await ana.ask(type="start")
                await until(pilot, lambda: "Bo: you carry" in shown(app, "yours"))
                assert offered(app) == {"a", "d", "m", "o", "q"}
                assert "╭────╮" in shown(app, "cards") or "━" in shown(app, "cards") or "╔" in shown(app, "cards")
                await ana.ask(type="lay", seat=0, choice="torch", turn=0, revision=1)
                await until(pilot, lambda: shown(app, "tents").count("has laid") == 1)
                await pilot.press("t")
                await until(pilot, lambda: "You have laid Torch" in shown(app, "yours"))
                await pilot.press("c")
                await until(pilot, lambda: "You have laid Camp" in shown(app, "yours"))
                await ana.until(lambda: ana.laid == [0, 2])
                assert "Camp" not in shown(app, "tents")
                await cy.ask(type="lay", seat=1, choice="torch", turn=0, revision=1)
                await until(pilot, lambda: "Bo returns to camp" in shown(app, "told"))
                playing = asyncio.gather(ana.play(prudent), cy.play(prudent))
                while not isinstance(app.screen, End):
                    await pilot.press("t" if app._hand and not app._hand.is_complete else "space")
                    await pilot.pause(0.01)
                await playing
                said = " ".join(str(part.content) for part in app.screen.query(Static))
                assert "The tents are opened." in said
                assert f"Ana {ana.story[-1]['scores'][0]}" in said
                assert f"/t/{ana.code}/games/1" in said
                await ana.ask(type="again")
                await until(pilot, lambda: app.table.room["game"] == 2 and "you carry" in shown(app, "yours"))
                assert len(app.screen_stack) == 1
                await pilot.press("q")
                assert isinstance(app.screen, Question)
                await pilot.press("y")
            assert verify(read(await record_of(here.base, ana.code))).joint

    together(play())


def test_the_coach_is_asked_where_the_table_allows_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options={**INSTANT, "coach": True}, bots=["odds"])
            async with ana, on_screen(tmp_path, here.base, ana.code, "Bo") as (app, pilot):
                await pilot.press("w")
                assert len(app.screen_stack) == 1
                await ana.ask(type="start")
                await until(pilot, lambda: "w" in offered(app))
                await pilot.press("w")
                said = " ".join(str(part.content) for part in app.screen.query(Static))
                assert "Home now: " in said
                assert "The strongest player: " in said

    together(play())


def test_elsewhere_the_coach_says_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds"])
            async with ana:
                bo = await Terminal.open(tmp_path, f"{here.base}/t/{ana.code}", "--name", "Bo")
                await bo.until("Ana starts the game.")
                await ana.ask(type="start")
                await bo.until("Bo: you carry ")
                bo.type("w\n")
                await bo.until("At this table nobody asks the coach during the game")
                assert await bo.end("q\n") == (1, "")

    together(play())


def test_the_host_starts_from_the_screen_and_leads_two_adventurers(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["greedy"])
            async with on_screen(tmp_path, here.base, f"{here.base}/t/{ana.code}#seat={ana.tokens[0]}", "Ana") as (
                app,
                pilot,
            ):
                await until(pilot, lambda: shown(app, "yours") == "You are the host: n starts a game.")
                await pilot.press("n")
                await until(pilot, lambda: "Ana/1: you carry" in shown(app, "yours"))
                await pilot.press("t")
                await until(pilot, lambda: "Laid: 1: Torch, 2: –" in shown(app, "yours"))
                await pilot.press("1", "c", "t")
                await until(pilot, lambda: "Ana/1 returns to camp" in shown(app, "told"))

    together(play())


def test_a_spectator_sees_the_table_and_holds_no_cards(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, bots=["odds", "greedy"], start=True)
            async with ana, on_screen(tmp_path, here.base, ana.code, None) as (app, pilot):
                await until(pilot, lambda: "is choosing" in shown(app, "tents"))
                await pilot.press("t", "c", "n", "m")
                assert len(app.screen_stack) == 1
                assert not app._hand
                assert "tent" not in shown(app, "yours")
                await pilot.press("q")
            assert app.return_code == 0
            assert ana.laid == [1, 2]

    together(play())


def test_who_is_away_is_marked_and_a_freed_seat_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, options=INSTANT, edition="incan-gold rounds=2")
            cy = await sit_down(here.base, ana.code, "Cy")
            async with ana, cy, on_screen(tmp_path, here.base, ana.code, "Bo") as (app, pilot):
                await until(pilot, lambda: len(ana.room["places"]) == 3)
                await ana.ask(type="start")
                await until(pilot, lambda: "you carry" in shown(app, "yours"))
                await cy.close()
                await until(pilot, lambda: "away" in shown(app, "tents"))
                assert "Cy is away." in shown(app, "told")
                await here.later(61)
                await until(pilot, lambda: "A stand-in plays for Cy." in shown(app, "told"))
                playing = asyncio.create_task(ana.play(prudent))
                while ana.phase != "over":
                    await pilot.press("c" if app._hand and not app._hand.is_complete else "space")
                    await pilot.pause(0.01)
                await playing
                await ana.ask(type="free", place=2)
                await until(pilot, lambda: "Your seat was freed" in shown(app, "told"))
                assert app.guest.seat is None
            assert Keep(tmp_path / "seats").seats_at(here.base, ana.code) == []

    together(play())


def test_a_clock_that_runs_is_seen(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            options = {"pace": "instant", "time_to_choose": 15}
            ana = await make_table(here.base, options=options, bots=["odds"])
            async with ana, on_screen(tmp_path, here.base, ana.code, "Bo") as (app, pilot):
                await until(pilot, lambda: bool(app.table.place))
                await ana.ask(type="start")
                await until(pilot, lambda: re.search(r"\d+ s to choose", shown(app, "temples")) is not None)

    together(play())


def test_the_screen_says_that_the_line_is_lost_and_closes_on_a_house_that_never_was(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, wire_to(here.base) as wire:
            ana = await make_table(here.base, options=INSTANT, bots=["odds"], start=True)
            async with ana, on_screen(tmp_path, wire.base, ana.code, None) as (app, pilot):
                await until(pilot, lambda: "is choosing" in shown(app, "tents"))
                wire.cut()
                await until(pilot, lambda: "The line is lost" in shown(app, "yours"))
                wire.mend()
                await until(pilot, lambda: "The line is lost" not in shown(app, "yours"))
        nowhere = JoinApp(Guest(Link("http://127.0.0.1:1", "222222"), None, Keep(tmp_path)), catalogue("en"), pace=0)
        async with nowhere.run_test() as pilot:
            await until(pilot, lambda: nowhere.refusal is not None)
        assert isinstance(nowhere.refusal, NobodyAnswers)
        assert nowhere.return_code == 2

    together(play())


def test_a_lay_repeated_after_a_lost_line_never_flips_a_card(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here, wire_to(here.base) as wire:
            ana = await make_table(here.base, options=INSTANT, bots=["odds"])
            link, keep = read_link(f"{wire.base}/t/{ana.code}"), Keep(tmp_path / "seats")
            bo = Guest(link, await asyncio.to_thread(take_seat, link, keep, "Bo", str), keep)
            line = asyncio.create_task(bo.run())
            async with ana:
                telling = bo.news()
                while bo.table.room.get("phase") != "lobby":
                    await anext(telling)
                await ana.ask(type="start")
                while not bo.table.to_lay:
                    await anext(telling)
                for choice in (Choice.TORCH, Choice.CAMP):
                    await bo.lay(2, choice)
                assert bo.laid == {2: Choice.CAMP}
                await ana.until(lambda: 2 in ana.laid)
                wire.cut()
                wire.mend()
                async for news in telling:
                    if news.kind in ("rest", "welcome"):
                        break
                await ana.ask(type="lay", seat=0, choice="torch", turn=0, revision=1)
                await ana.until(lambda: ana.turn == 1)
                revealed = next(event for event in ana.story if event["event"] == "ChoicesRevealed")
                assert revealed["laid"][2] == "camp"
            line.cancel()

    together(play())


def test_a_table_that_refuses_a_place_says_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            link = read_link(ana.code, at=here.base)
            with pytest.raises(TableRefused, match="Two players cannot both be called ana"):
                await asyncio.to_thread(take_seat, link, Keep(tmp_path / "seats"), "ana", str)
            assert list((tmp_path / "seats").iterdir()) == []

    together(play())


def test_a_name_that_is_taken_is_asked_for_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base)
            link = read_link(ana.code, at=here.base)
            names, refusals = iter(["ana", "Bo"]), []

            def ask_name(refusal: IncanGoldError | None) -> str:
                refusals.append(refusal)
                return next(names)

            seat = await asyncio.to_thread(take_seat, link, Keep(tmp_path / "seats"), None, ask_name)
            assert seat.name == "Bo"
            assert [str(refusal or "") for refusal in refusals] == ["", "Two players cannot both be called ana."]

    together(play())


def test_who_comes_when_a_game_has_begun_is_told_how_to_watch(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["odds"], start=True, options=INSTANT)
            async with ana:
                link = read_link(ana.code, at=here.base)
                with pytest.raises(OnlyToWatch, match=f"incangold join {link.shown} --watch"):
                    await asyncio.to_thread(take_seat, link, Keep(tmp_path / "seats"), "Bo", str)

    together(play())
