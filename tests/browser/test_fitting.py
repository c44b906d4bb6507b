"""Nothing has to be scrolled sideways: on the narrowest screen, and at 200 %."""

from collections import Counter

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.guests import Guests
from tests.browser.screens import every_screen, every_sheet
from tests.browser.sideways import too_wide
from tests.browser.sizes import LAPTOP, LAPTOP_AT_200_PERCENT, NARROWEST, UPRIGHT
from tests.browser.test_companion import Teller

# The last two letters of every adventurer's name, where no box around them ends before they do.
NUMBERS = """() => [...document.querySelectorAll('[title$="/1"], [title$="/2"]')].flatMap((called) => {
  const letters = document.createTreeWalker(called, NodeFilter.SHOW_TEXT);
  let last = null;
  while (letters.nextNode()) if (letters.currentNode.data.trim()) last = letters.currentNode;
  const end = document.createRange();
  end.setStart(last, last.data.length - 2);
  end.setEnd(last, last.data.length);
  const { left, right } = end.getBoundingClientRect();
  for (let box = last.parentElement; box !== document.body; box = box.parentElement) {
    const edges = box.getBoundingClientRect();
    const cuts = getComputedStyle(box).overflowX !== "visible";
    if (cuts && (left < edges.left - 1 || right > edges.right + 1)) return [];
  }
  return [end.toString()];
})"""
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


@pytest.mark.parametrize("size", [NARROWEST, UPRIGHT, LAPTOP], ids=lambda size: f"{size['width']} px")
def test_two_adventurers_of_one_player_are_told_apart_however_long_the_name(guests: Guests, size: ViewportSize) -> None:
    ana = guests.invite("Zażółć Gęślą Jaźń Jutro", viewport=size)
    ana.makes_a_table("warma")
    ana.starts_the_game()
    ana.sees(ana.prompt)
    assert numbers_seen(ana.page) == {"/1": 2, "/2": 2}
    cardboard = Teller(ana)
    cardboard.comes(ana.name, "Explorer")
    cardboard.begins()
    cardboard.shows("tumi")
    assert numbers_seen(ana.page) == {"/1": 2, "/2": 2}
    cardboard.turns("11")  # now they are buttons
    assert numbers_seen(ana.page) == {"/1": 2, "/2": 2}
    assert too_wide(ana.page) == []


def numbers_seen(page: Page) -> Counter[str]:
    """The ends of names that nothing cuts off."""
    return Counter(page.evaluate(NUMBERS))


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
