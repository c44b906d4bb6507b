"""A real browser and a real house for the browser tests.

`chromium` is a path, found or fetched once for all workers; `browser` is that Chromium, started; `house` is an
`incangold serve` of this worker's own; `guests` invites people to it, and looks through all they were told.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import NoChromium, find
from tests.browser.guests import Guests
from tests.browser.houses import House, HouseWithClock, house_with_clock
from tests.browser.last_word import SKIPPED
from tests.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a Chromium; without one, every test that asks for it is skipped, and the run's last line says why."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    found = _found_once(shared / "chromium.json")
    if found["why"]:
        pytest.skip(f"{SKIPPED}: {found['why']}")
    return found["path"]


def _found_once(kept: Path) -> dict[str, str]:
    """What the first worker found; the others wait for it and read it."""
    with kept.open("a+", encoding="utf-8") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if known := file.read():
            found: dict[str, str] = json.loads(known)
            return found
        try:
            found = {"path": find(), "why": ""}
        except NoChromium as none:
            found = {"path": "", "why": str(none)}
        file.write(json.dumps(found))
    return found


@pytest.fixture(scope="package")
def browser(chromium: str) -> "Iterator[Browser]":
    """That Chromium, started without a window; it is closed before this worker turns to tests of another folder.

    Playwright keeps an event loop running in the thread, and other tests want to run their own.
    """
    from playwright.sync_api import sync_playwright

    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    args = ["--disable-gpu", "--disable-background-networking", *(["--no-sandbox"] if is_root else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=args)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where nobody has been yet, one for each worker."""
    folder = tmp_path_factory.mktemp("house") / "data"
    with serving([sys.executable, "-m", "incangold"], folder) as address:
        yield House(address, folder)


@pytest.fixture
def patient_house(tmp_path: Path) -> Iterator[HouseWithClock]:
    """A house whose clock a test may put forward; to be named before `guests`, who go home before it closes."""
    with house_with_clock(tmp_path / "data") as here:
        yield here


@pytest.fixture
def guests(browser: "Browser", house: House, tmp_path: Path) -> Iterator[Guests]:
    """People come and go; when they have gone, whatever test it was, no page was told a secret."""
    invited = Guests(browser, house, tmp_path)
    yield invited
    invited.go_home()
    invited.check_what_they_were_told()
