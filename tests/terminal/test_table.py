"""The terminal table, played by a pilot that presses keys and reads the screen."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static

from incangold.editions import edition
from incangold.record import card_text, read
from incangold.table.proof import verify
from incangold.terminal.app import TableApp, last_look
from incangold.terminal.drawing import draw_danger, draw_path, shortened
from incangold.terminal.evening import Setup
from incangold.terminal.screens import End, HandOver, Page, Question
from incangold.view import public_part
from incangold.words.catalogue import catalogue
from tests.situations import after

OPEN_TENT = re.compile(r" ▲\d")
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
        before = app.evening.table.turn
        await pilot.click("#torch")
        await pilot.pause()
        assert app.evening.table.turn == before + 1

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
        assert app.evening.table.laid == (2,)  # the die's card, nobody else's
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
        assert app.evening.table.view(None).public.in_temple[0] != 0

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
    """Of a seed nobody knows: two hazards of a kind may end it before the first choice."""
    app = app_for(tmp_path, of="incan-gold rounds=1")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot, "c")
        end = app.screen
        await pilot.press("n")
        await until(pilot, lambda: app.screen is not end)
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


def test_the_one_before_may_take_a_card_back(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "t")
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        await pilot.press("backspace")
        await until(pilot, lambda: isinstance(app.screen, HandOver) and "Ana" in said(app))
        await pilot.press("enter", "c")
        await until(pilot, lambda: isinstance(app.screen, HandOver) and "Bo" in said(app))
        await pilot.press("enter", "t")
        await until(pilot, lambda: app.evening.table.turn == 1)
        assert 0 not in app.evening.table.view(None).public.in_temple

    play(app_for(tmp_path, people=("Ana", "Bo"), bots=("turn:9",)), script)


def said(app: TableApp) -> str:
    return str(app.screen.query_one(".said", Static).content)


def test_a_tent_is_never_told_without_a_hand_over(tmp_path: Path) -> None:
    """Bo goes home at once; whenever Ana is asked again, the screen has been hers first."""

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for keys in (("enter", "t"), ("enter", "c")):
            await until(pilot, lambda: isinstance(app.screen, HandOver))
            await pilot.press(*keys)
        for turn in (1, 2):
            await until(pilot, lambda: isinstance(app.screen, HandOver))
            assert app.evening.table.turn == turn
            assert "tent" not in shown_behind(app, "yours")
            await pilot.press("enter")
            await until(pilot, lambda: "in your tent" in shown_behind(app, "yours"))
            await pilot.press("t")

    play(app_for(tmp_path, people=("Ana", "Bo"), bots=("turn:9",), seed="12"), script)


def test_the_card_that_drives_out_is_seen() -> None:
    situation = after("11, all stay, snakes, all stay")
    before = public_part(situation.game, situation.story)
    seen = last_look(before, situation.then("snakes").last)
    assert [card_text(spot.card) for spot in seen.path] == ["treasure 11", "snakes", "snakes"]
    assert str(draw_danger(seen, catalogue("en"))).endswith("In the deck: § snakes 1")


def test_leaving_by_ctrl_c_asks_first_and_twice_is_an_answer(tmp_path: Path) -> None:
    app = app_for(tmp_path)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c")
        assert isinstance(app.screen, Question)
        await pilot.press("enter")
        assert len(app.screen_stack) == 1
        await pilot.press("ctrl+c", "ctrl+c")

    play(app, script)
    assert not app.evening.table.is_over


def test_a_key_that_hurries_lays_nothing(tmp_path: Path) -> None:
    setup = app_for(tmp_path).setup
    app = TableApp(setup, pace=5)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("t", "t", "t", "t", "t")
        assert app.evening.table.turn == 0

    play(app, script)


def test_open_tents_are_seen_and_closed_ones_are_not(tmp_path: Path) -> None:
    async def to_round_two(app: TableApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: bool(app._hand))
        await pilot.press("c")
        await until(pilot, lambda: app.evening.table.view(None).public.round == 2)

    async def open_ones(app: TableApp, pilot: Pilot[None]) -> None:
        await to_round_two(app, pilot)
        await until(pilot, lambda: bool(OPEN_TENT.search(shown(app, "tents"))))

    async def closed_ones(app: TableApp, pilot: Pilot[None]) -> None:
        await to_round_two(app, pilot)
        await until(pilot, lambda: bool(app._hand))
        assert not OPEN_TENT.search(shown(app, "tents"))

    bots = ("turn:1", "turn:1")
    play(app_for(tmp_path, bots=bots, of="incan-gold rounds=3 open_tents=yes"), open_ones)
    play(app_for(tmp_path, bots=bots, of="incan-gold rounds=3"), closed_ones)


@pytest.mark.parametrize(
    ("name", "short"),
    [("Ana", "Ana"), ("Ana/1", "Ana/1"), ("W" * 24, "W" * 14 + "…"), ("W" * 22 + "/2", "W" * 12 + "…/2")],
)
def test_a_long_name_never_loses_its_number(name: str, short: str) -> None:
    assert shortened(name, 15) == short


def test_every_card_keeps_its_own_face() -> None:
    """Treasures upright with what lies on them, hazards crosswise, artifacts with a name that fits."""
    situation = after("11, all stay, snakes, all stay, mask", players=4, artifacts="mask")
    drawn = str(draw_path(public_part(situation.game, ()), catalogue("en"), 78))
    assert drawn.splitlines() == [
        "╭────╮              ╔══════╗",
        "│ 11 │ ┏━━━━━━━━━━┓ ║ Mask ║",
        "│  +3│ ┃ § snakes ┃ ║  5   ║",
        "╰────╯ ┗━━━━━━━━━━┛ ╚══════╝",
    ]


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_the_end_can_be_read_to_its_last_line(tmp_path: Path, size: tuple[int, int]) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot, "c")
        await until(pilot, lambda: app.screen.query_one("#yes").region.bottom <= size[1])
        more = app.screen.query_one(".more")
        await until(pilot, lambda: more.region.bottom <= size[1])
        assert more.max_scroll_y == 0 or more.show_vertical_scrollbar

    play(app_for(tmp_path, bots=("turn:2",) * 7), script, size)


def test_an_artifact_shows_what_it_would_count_now() -> None:
    """R10. Two have left; of two on the path the first would count 5, the second 10."""
    rounds = (
        "11, all stay, tumi, Ana leaves, 1, all leave",
        "7, all stay, llama, Bo leaves, 1, all leave",
        "5, all leave",
        "4, all stay, quipu, all stay, condor",
    )
    situation = after(", ".join(rounds), players=3)
    drawn = str(draw_path(public_part(situation.game, ()), catalogue("en"), 78)).splitlines()
    assert drawn[1].endswith("║Quipu ║ ║Condor║")
    assert drawn[2].endswith("║  5   ║ ║  10  ║")


def test_a_resize_at_the_very_end_draws_nothing(tmp_path: Path) -> None:
    """The terminal may change while the table is being cleared away."""

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(100, 30)
        app.on_resize()
        app.exit()

    async def evening() -> None:
        app = app_for(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await script(app, pilot)
        await asyncio.sleep(0.3)
        app._draw()

    asyncio.run(evening())
