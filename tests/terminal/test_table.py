"""The terminal table, played by a pilot that presses keys and reads the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static

from incangold.editions import edition
from incangold.record import read
from incangold.table.proof import verify
from incangold.terminal.app import TableApp
from incangold.terminal.screens import End, HandOver, Page, Question
from incangold.terminal.session import Setup
from incangold.words.catalogue import catalogue

Play = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def app_for(
    folder: Path,
    *,
    people: tuple[str, ...] = ("Ana",),
    bots: tuple[str, ...] = ("timid", "greedy"),
    of: str = "incan-gold rounds=2",
    seed: str | None = "7",
    language: str = "en",
) -> TableApp:
    setup = Setup(edition(of), people, bots, catalogue(language), seed, None, folder)
    return TableApp(setup, pace=0)


def play(app: TableApp, script: Play, size: tuple[int, int] = (80, 24)) -> None:
    async def evening() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(evening())


def shown(app: TableApp, part: str) -> str:
    return str(app.query_one(f"#{part}", Static).content)


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for something that takes a few turns of the loop."""
    for _ in range(500):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not happen")


async def to_the_end(app: TableApp, pilot: Pilot[None], *keys: str) -> None:
    """Press these keys over and over until the tents are open."""
    for _ in range(400):
        if isinstance(app.screen, End):
            await until(pilot, lambda: app.screen.is_mounted and bool(app.screen.query("#yes")))
            return
        await pilot.press("enter" if isinstance(app.screen, HandOver) else keys[_ % len(keys)])
        await pilot.pause()
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (140, 45)])
def test_a_whole_game_by_keys_is_saved(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_for(tmp_path, seed=None)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot, "t", "t", "c")
        await pilot.press("q")

    play(app, script, size)
    (path,) = app.saved
    assert verify(read(path.read_text("utf-8"))).proven
    assert app.return_code == 0


def test_the_screen_shows_path_tents_hand_and_story(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert "╭────╮" in shown(app, "cards")
        assert "Ana" in shown(app, "tents")
        assert "is choosing" in shown(app, "tents")
        assert "has laid" in shown(app, "tents")
        assert "Ana: you carry" in shown(app, "yours")
        assert "Round 1." in shown(app, "told")
        assert "cards left" in shown(app, "temples")

    play(app_for(tmp_path), script)


def test_the_cards_can_be_clicked(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        before = app.session.table.turn
        await pilot.click("#torch")
        await pilot.pause()
        assert app.session.table.turn == before + 1

    play(app_for(tmp_path), script)


def test_odds_deck_and_aid_open_and_close(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for key in "oda":
            await pilot.press(key)
            assert isinstance(app.screen, Page)
            await pilot.press("enter")
            assert not isinstance(app.screen, Page)
        await pilot.press("t")

    play(app_for(tmp_path), script)


def test_pass_and_play_hides_the_table_between_people(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, HandOver)
        assert app.screen.styles.background.a == 1  # nothing shines through
        await pilot.press("t")
        assert app.session.table.laid == (2,)  # the die's card, nobody else's
        await pilot.press("enter")
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        told = " ".join(str(part.content) for part in app.screen.query(Static))
        assert "Hand the keyboard to Bo." in told
        assert "Camp" not in told
        assert "Camp" not in shown_behind(app, "tents")
        await to_the_end(app, pilot, "c")

    play(app_for(tmp_path, people=("Ana", "Bo"), bots=("die",)), script)


def shown_behind(app: TableApp, part: str) -> str:
    return str(app.screen_stack[0].query_one(f"#{part}", Static).content)


def test_two_adventurers_each_with_a_change_of_mind(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        assert "Laid: 1: Torch, 2: –" in shown(app, "yours")
        await pilot.press("1", "c")
        assert "Laid: 1: Camp, 2: –" in shown(app, "yours")
        await pilot.press("t")
        await pilot.pause()
        assert app.session.table.view(None).public.in_temple[0] != 0

    play(app_for(tmp_path, bots=("turn:9",)), script)


def test_the_die_shows_its_fear_and_its_roll(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot, "t")
        assert "Kostka: strach " in shown_behind(app, "told")

    play(app_for(tmp_path, bots=("die", "timid"), language="pl"), script)


def test_leaving_asks_first(tmp_path: Path) -> None:
    app = app_for(tmp_path)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        assert isinstance(app.screen, Question)
        await pilot.press("n")
        assert len(app.screen_stack) == 1
        await pilot.press("q", "y")

    play(app, script)
    assert app.saved == []
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_resized_and_tells_the_same(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for size in ((140, 40), (80, 24), (40, 12), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "Ana" in shown(app, "tents")
            assert app.query_one("#torch", Button).region.bottom <= size[1]

    play(app_for(tmp_path, bots=("turn:9",) * 7), script)


def test_another_game_with_the_same_seats(tmp_path: Path) -> None:
    app = app_for(tmp_path, of="incan-gold rounds=1")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot, "c")
        await pilot.press("n")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await to_the_end(app, pilot, "c")
        await pilot.press("q")

    play(app, script)
    assert len(app.saved) == 2
    assert app.saved[0] != app.saved[1]


def test_a_bot_that_fails_ends_the_evening_with_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("class Bad:\n    def choose(self, view):\n        raise RuntimeError('no idea')\n")
    app = app_for(tmp_path / "records", bots=(f"{bad}:Bad", "odds"))

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause()

    play(app, script)
    assert app.return_code == 2
    assert "RuntimeError: no idea" in str(app.refusal)
