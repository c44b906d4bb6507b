"""Nothing has to be scrolled sideways: on the narrowest screen, and at 200 %."""

import pytest
from playwright.sync_api import expect

from tests.browser.guests import Guests
from tests.browser.screens import every_screen, every_sheet
from tests.browser.sideways import too_wide
from tests.browser.sizes import LAPTOP, LAPTOP_AT_200_PERCENT, NARROWEST

TEXT_AT_200_PERCENT = "document.documentElement.style.fontSize = '200%'"
TEXT_AS_USUAL = "document.documentElement.style.fontSize = ''"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_screen_scrolls_sideways_at_320_px_nor_at_200_percent(guests: Guests, language: str) -> None:
    """A narrow phone; a laptop with everything twice as large; one with only its letters twice as large."""
    ana = guests.invite("Ana", language, viewport=LAPTOP, device_scale_factor=2)
    found = []
    for screen in every_screen(ana):
        for size in (NARROWEST, LAPTOP_AT_200_PERCENT):
            ana.page.set_viewport_size(size)
            found += [f"{screen}, {size['width']} px: {what}" for what in too_wide(ana.page)]
        ana.page.set_viewport_size(LAPTOP)
        ana.page.evaluate(TEXT_AT_200_PERCENT)
        found += [f"{screen}, letters at 200 %: {what}" for what in too_wide(ana.page)]
        ana.page.evaluate(TEXT_AS_USUAL)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("bots", [1, 7])
def test_the_smallest_and_the_largest_table_fit_320_px(guests: Guests, bots: int) -> None:
    """Two adventurers of one's own, or seven tents of others."""
    ana = guests.invite("Ana", viewport=NARROWEST)
    ana.makes_a_table(*["warma", "qhatuq", "sinchi", "michiq", "willaq", "amauta", "odds"][:bots])
    ana.starts_the_game()
    ana.sees(ana.prompt)
    expect(ana.hands).to_have_count(2 if bots == 1 else 1)
    assert too_wide(ana.page) == []


def test_no_sheet_over_the_table_scrolls_sideways_at_320_px(guests: Guests) -> None:
    ana = guests.invite("Ana", viewport=NARROWEST)
    found = [f"{sheet}: {what}" for sheet in every_sheet(ana) for what in too_wide(ana.page)]
    assert not found, "\n".join(found)


def test_what_is_too_wide_would_be_found(guests: Guests) -> None:
    ana = guests.invite("Ana", viewport=NARROWEST)
    ana.comes_home()
    assert too_wide(ana.page) == []
    ana.page.get_by_role("main").evaluate("main => main.insertAdjacentHTML('beforeend', '<p style=width:340px>…</p>')")
    assert '<p class=""> … ends at 356 of 320' in too_wide(ana.page)
