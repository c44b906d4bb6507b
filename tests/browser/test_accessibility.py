"""Every screen, in both themes, looked through by axe."""

from collections.abc import Iterator
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.contrast import READABLE, least_contrast
from tests.browser.guests import Guests
from tests.browser.screens import every_screen, every_sheet
from tests.browser.sizes import LAPTOP_AT_200_PERCENT, NARROWEST, TABLET, UPRIGHT, WIDE

Theme = Literal["dark", "light"]
THEMES: tuple[Theme, ...] = ("dark", "light")
GRAVE = ("serious", "critical")


def test_no_screen_has_a_serious_finding(guests: Guests) -> None:
    ana = guests.invite("Ana")
    found = []
    for screen in every_screen(ana):
        for size in (UPRIGHT, WIDE):
            ana.page.set_viewport_size(size)
            found += [f"{screen}, {size['width']} px, {finding}" for finding in in_both_themes(ana.page)]
    assert not found, "\n".join(found)


def test_no_sheet_over_the_table_has_a_serious_finding(guests: Guests) -> None:
    ana = guests.invite("Ana", viewport=UPRIGHT)
    found = [f"{sheet}, {finding}" for sheet in every_sheet(ana) for finding in in_both_themes(ana.page)]
    assert not found, "\n".join(found)


def test_the_links_below_the_temple_can_be_read_by_night_and_by_day(guests: Guests) -> None:
    """They stand on the drawing, where axe sees no ground to compare them with."""
    ana = guests.invite("Ana")
    ana.makes_a_table("timid")
    ana.comes_home()
    ana.field("web.you_are").blur()  # its frame is not of the drawing
    links = ana.page.get_by_role("navigation", name=ana.say("web.more")).locator("a, button")
    expect(links).to_have_count(4)
    expect(ana.page.locator(".home-page > .scene svg").first).to_be_visible()
    found = {}
    for size in (NARROWEST, UPRIGHT, LAPTOP_AT_200_PERCENT, TABLET, WIDE):
        ana.page.set_viewport_size(size)
        for theme in THEMES:
            ana.page.emulate_media(color_scheme=theme)
            for link in links.all():
                found[size["width"], theme, link.inner_text()] = least_contrast(link)
    assert {where: least for where, least in found.items() if least < READABLE} == {}


def in_both_themes(page: Page) -> Iterator[str]:
    """What is found by night and by day; the page follows the system's wish at once."""
    grounds = set()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        yield from (f"{theme}: {finding}" for finding in grave_findings(page))
    assert len(grounds) == len(THEMES), "the page has stayed as it was"


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
