"""Every screen, in both themes, looked through by axe."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.guests import Guests
from tests.browser.screens import every_screen, every_sheet
from tests.browser.sizes import UPRIGHT, WIDE

Theme = Literal["dark", "light"]
GRAVE = ("serious", "critical")

both_themes = pytest.mark.parametrize("theme", ["dark", "light"])


@both_themes
def test_no_screen_has_a_serious_finding(guests: Guests, theme: Theme) -> None:
    ana = guests.invite("Ana", color_scheme=theme)
    found = []
    for screen in every_screen(ana):
        for size in (UPRIGHT, WIDE):
            ana.page.set_viewport_size(size)
            found += [f"{screen}, {size['width']} px: {finding}" for finding in grave_findings(ana.page)]
    assert not found, "\n".join(found)


@both_themes
def test_no_sheet_over_the_table_has_a_serious_finding(guests: Guests, theme: Theme) -> None:
    ana = guests.invite("Ana", color_scheme=theme, viewport=UPRIGHT)
    found = [f"{sheet}: {finding}" for sheet in every_sheet(ana) for finding in grave_findings(ana.page)]
    assert not found, "\n".join(found)


def test_the_scan_would_find_something(guests: Guests) -> None:
    ana = guests.invite("Ana")
    ana.comes_home()
    assert grave_findings(ana.page) == []
    ana.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert len(grave_findings(ana.page)) == 1


def grave_findings(page: Page) -> list[str]:
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['html']} ({node['failureSummary']})"
        for violation in violations
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
