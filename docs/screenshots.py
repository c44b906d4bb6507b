"""Draws the README's pictures: a real game in the terminal by a fixed seed, and a real evening in a real browser."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.chromium import find
from tests.serving import serving

from incangold.editions import EDITIONS
from incangold.terminal.app import TableApp
from incangold.terminal.evening import Setup
from incangold.words.catalogue import catalogue

FOLDER = Path(__file__).parent
TURNS = 5
DESKTOP, PHONE = (1440, 900), (360, 740)
QUALITY = 78


async def draw_terminal(records: Path) -> str:
    """Play a few turns with the torch held high, and look."""
    bots = ("warma", "sinchi", "willaq", "amauta", "die")
    setup = Setup(EDITIONS["incan-gold"], ("Ana",), bots, catalogue("en"), "12", None, records)
    app = TableApp(setup, pace=0)
    async with app.run_test(size=(120, 32)) as pilot:
        for _ in range(TURNS):
            await pilot.pause()
            await pilot.press("t")
        await pilot.pause()
        return app.export_screenshot(title="incangold play")


@contextmanager
def page_at(browser: Browser, size: tuple[int, int], theme: str, address: str) -> Iterator[Page]:
    """A page of this size, by day (light) or at dusk (dark)."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light" if theme == "light" else "dark",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def keep(page: Page, name: str) -> None:
    """One picture, as it is seen without scrolling."""
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def play_on(page: Page, turns: int) -> None:
    """Hold the torch high for so many turns, or until something else is on the screen."""
    torch = page.get_by_role("button", name="Torch").first
    for _ in range(turns):
        onward = page.get_by_role("button", name="On to Temple")
        if onward.is_visible():
            onward.click()
        torch.wait_for(state="visible")
        if torch.is_enabled():
            torch.click()
        page.wait_for_timeout(1500)


def an_evening(browser: Browser, address: str) -> None:
    """Home by day, a table at dusk on a desk and on a phone, and what the coach says there."""
    with page_at(browser, DESKTOP, "light", address) as page:
        keep(page, "web-home")
    for size, theme, name in ((DESKTOP, "dark", "web-table"), (PHONE, "dark", "web-phone")):
        with page_at(browser, size, theme, address) as page:
            page.get_by_role("button", name="Play now").click()
            page.get_by_role("button", name="Torch").first.wait_for()
            play_on(page, 3)
            keep(page, name)
            if size == PHONE:
                page.get_by_role("button", name="Coach").click()
                page.get_by_role("region", name="Coach").wait_for()
                keep(page, "web-coach")


def main() -> None:
    """Write docs/terminal.svg and docs/web-*.jpg."""
    chromium = find()  # it may ask Playwright, which does not like to be asked twice at once
    with TemporaryDirectory() as folder:
        (FOLDER / "terminal.svg").write_text(asyncio.run(draw_terminal(Path(folder))), "utf-8")
        data = Path(folder) / "house"
        with serving([sys.executable, "-m", "incangold"], data) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            an_evening(browser, address)
            browser.close()


if __name__ == "__main__":
    main()
