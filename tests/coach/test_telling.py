"""The coach in words: short sentences from the game, both languages, on the command line and at one keyboard."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from incangold.cli import cli
from incangold.coach.advice import advice
from incangold.coach.as_json import review_json
from incangold.coach.report import rounded_to
from incangold.coach.review import review
from incangold.coach.told import advice_told
from incangold.editions import edition
from incangold.record import Record, to_json, write
from incangold.terminal.app import TableApp
from incangold.terminal.evening import Setup
from incangold.terminal.screens import End, HandOver, LookBack, Page
from incangold.words.catalogue import catalogue
from tests.coach.test_advice import seen
from tests.situations import after
from tests.tables import finished

PARTS = {
    "en": ("The tents are opened", "Chance to win", "What cost most", "Turning points", "luck"),
    "pl": ("Namioty", "Szansa na wygraną", "Co kosztowało najwięcej", "Punkty zwrotne", "szczęście"),
}


def told(language: str, script: str, *, players: int = 4, of: str = "incan-gold", player: int = 0) -> list[str]:
    view = seen(after(script, players=players, edition=of), player)
    return advice_told(catalogue(language), view, advice(view))


def test_advice_in_english() -> None:
    lines = told("en", "11, all stay, snakes, all stay, tumi")
    assert lines[:4] == [
        "One card in 14 drives you out.",
        "The next card brings each of the 4 inside 0.79 on average.",
        "Home now: 5 as the only one, 2 if all leave.",
        "The artifacts on the path: 5 more for a lone leaver.",
    ]
    assert lines[4].split()[0] in ("Torch.", "Camp.")
    assert lines[5].startswith("Your chance to win with it: about ")
    assert lines[6].startswith("The strongest player: ")


def test_advice_in_polish_and_at_its_edges() -> None:
    script = "11, all stay, snakes, all stay, fire, all stay, 5"
    assert told("pl", script)[0] == "4 karty na 27 cię wypędzają (14,8 %)."
    assert told("pl", "11")[0] == "Teraz żadna karta cię nie wypędzi."
    assert told("en", "11", of="literal")[2] == "Leavers are settled after the next card."
    alone = told("en", "9, Bo and Cy leave, snakes", players=3, of="diamant rounds=1")
    assert alone[1].startswith("The next card brings you ")
    assert alone[2] == "Home now: 3."
    assert alone[4].endswith(" %, exactly.")
    both = told("en", "11, all stay, snakes", players=2)
    assert "for both" in both[3]
    assert both[5].count("Torch for one and Camp for the other") == 1


# ── incangold review ──────────────────────────────────────────────────────────────────────────────────────────────


def incangold(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli, words, input=typed)


@pytest.fixture(scope="module")
def record() -> Record:
    return finished("die", "odds", "greedy", of="incan-gold rounds=2").record()


@pytest.mark.parametrize("language", PARTS)
def test_review_tells_everything_in_words(record: Record, language: str) -> None:
    output = incangold("review", "-", "--lang", language, typed=write(record)).output
    places = [output.index(part) for part in PARTS[language]]
    assert places == sorted(places)
    assert "Ana" in output


def test_review_gives_json_of_text_and_of_json_alike(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(write(record), "utf-8")
    whole = json.loads(incangold("review", str(path), "--json").output)
    assert whole == json.loads(incangold("review", "-", "--json", typed=json.dumps(to_json(record))).output)
    assert whole == review_json(review(record))
    assert set(whole) == {"players", "finished", "curve", "decisions", "turning_points", "accounts"}
    assert set(whole["decisions"][0]["cards"]) <= {"torch", "camp"}
    assert whole["curve"][0] == {"act": -1, "shares": [0.33333] * 3}


def test_review_says_where_a_game_stops(record: Record) -> None:
    short = write(record._replace(acts=record.acts[:5]))
    told = incangold("review", "-", "--lang", "en", typed=short).output
    assert told.startswith("This game was not played to its end")
    assert "after every round and now:" in told


def test_rounded_parts_add_up_to_the_rounded_whole(record: Record) -> None:
    assert rounded_to(-0.25, (-0.3023, -0.1154, 0.1677), 3) == [-0.302, -0.116, 0.168]
    assert rounded_to(0.03, (0.0104, 0.0103, 0.0093), 3) == [0.011, 0.010, 0.009]
    assert rounded_to(0.75, (0.5, 0.0, 0.25), 3) == [0.5, 0.0, 0.25]
    accounts = [
        line
        for line in incangold("review", "-", "--lang", "en", typed=write(record)).output.splitlines()
        if " = luck" in line
    ]
    assert len(accounts) == 3
    for line in accounts:
        total, *parts = (float(number.replace("−", "-")) for number in re.findall(r"[+−]?\d+\.\d", line))
        assert sum(parts) == pytest.approx(total, abs=0.001)


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        (lambda text: text.replace("edition incan-gold", "edition atlantis"), "There is no edition “atlantis”"),
        (lambda text: text.replace("round 1", "round 7", 1), "The next round is 1"),
        (lambda _: "nothing of the kind", "Line 1"),
    ],
)
def test_review_refuses_what_is_no_game(record: Record, spoilt: Callable[[str], str], message: str) -> None:
    refused = incangold("review", "-", "--lang", "en", typed=spoilt(write(record)))
    assert refused.exit_code == 2
    assert message in refused.output
    assert incangold("review", "nowhere.game").exit_code == 2


# ── At one keyboard ───────────────────────────────────────────────────────────────────────────────────────────────


def test_advice_and_review_through_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "incangold", "play", "--records", str(tmp_path), "--lang", "en", "--seed", "7"]
    command += ["--edition", "incan-gold rounds=1"]
    done = subprocess.run(command, input="w\n" + "c\n" + "r\n", capture_output=True, text=True, check=True, timeout=120)
    assert "w: what the coach would lay." in done.stdout
    assert "The strongest player: " in done.stdout
    assert "r: review of this game." in done.stdout
    assert "Chance to win over the game" in done.stdout


def text_of(app: App[None]) -> str:
    return "\n".join(str(part.content) for part in app.screen.query(Static))


def test_advice_by_key_for_the_one_at_the_keyboard_and_review_at_the_end(tmp_path: Path) -> None:
    rules = edition("incan-gold rounds=1")
    app = TableApp(Setup(rules, ("Ana", "Bo"), ("timid",), catalogue("en"), "7", None, tmp_path), pace=0)

    async def script(pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, HandOver)
        await pilot.press("w")
        assert not isinstance(app.screen, Page)  # nobody has sat down yet
        for _ in range(20):
            if isinstance(app.screen, End):
                break
            await pilot.press("enter" if isinstance(app.screen, HandOver) else "w")
            if isinstance(app.screen, Page):
                assert "The strongest player: " in text_of(app)
                await pilot.press("w", "c")
            await pilot.pause(0.05)
        assert isinstance(app.screen, LookBack)
        await pilot.press("r")
        await pilot.pause(0.05)
        assert "Chance to win over the game" in text_of(app)
        await pilot.press("enter")
        await pilot.click("#aside")
        await pilot.pause(0.05)
        assert isinstance(app.screen, Page)
        await pilot.press("enter", "q")

    async def evening() -> None:
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(evening())
    assert app.return_code == 0
