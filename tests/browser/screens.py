"""A walk through every screen of the page, for those who look at each of them."""

import re
from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.players import Person

# A moment that would pass by itself lasts until it is tapped away, however long somebody looks at it.
MOMENTS_LAST = """{
  const soon = window.setTimeout;
  window.setTimeout = (then, after = 0, ...facts) => (after < 800 ? soon(then, after, ...facts) : 0);
}"""


def every_screen(person: Person) -> Iterator[str]:
    """Goes on to the next screen whenever it is asked for one, and says which it is."""
    person.page.add_init_script(MOMENTS_LAST)
    yield from before_a_game(person)
    yield from during_a_game(person)
    yield from after_a_game(person)


def every_sheet(person: Person) -> Iterator[str]:
    """What lies over the table on a narrow screen, and the screen between two people who share a device."""
    person.shares_the_device_with("Bo")
    person.starts_the_game()
    person.sees(person.passing_on)
    yield "passing on"
    person.takes_the_device()
    person.sees(person.prompt)
    for sheet in ("web.story", "web.chat"):
        person.press(person.button(sheet))
        expect(person.dialog).to_be_visible()
        yield sheet
        person.page.keyboard.press("Escape")
    person.press(person.page.get_by_role("button", name=re.compile("What is left in the deck")))
    expect(person.dialog).to_be_visible()
    yield "deck"


def before_a_game(person: Person) -> Iterator[str]:
    person.comes_home()
    yield "home"
    person.press(person.button("web.settings"))
    expect(person.dialog).to_be_visible()
    yield "settings"
    person.page.keyboard.press("Escape")
    person.press(person.link("web.join"))
    expect(person.field("web.code")).to_be_visible()
    yield "join"
    person.goes_to("/t/NOBODY")
    expect(person.headline).to_contain_text("NOBODY")
    yield "no such table"
    person.goes_to("/aid")
    expect(person.headline).to_be_visible()
    yield "aid"
    person.goes_to("/companion")
    expect(person.button("web.companion.begin")).to_be_visible()
    yield "companion, before a game"
    person.press(person.button("web.companion.begin"))
    person.press(person.button("artifact.mask"))
    for value in (11, 5):
        person.press(person.page.get_by_role("button", name=f"{person.say('card.treasure', value=value)},"))
        expect(person.button("web.companion.nobody_leaves")).to_be_visible()
    yield "companion"
    person.makes_a_table("timid", "greedy", "die")
    yield "lobby"
    person.press(person.button("web.add_bot"))
    expect(person.dialog.get_by_role("radio").first).to_be_visible()
    yield "choosing a bot"
    person.page.keyboard.press("Escape")


def during_a_game(person: Person) -> Iterator[str]:
    person.starts_the_game()
    person.sees(person.prompt)
    yield "table"
    person.lays_torch()
    person.in_a_hurry = False  # so as not to tap away what comes
    person.sees(person.prompt.or_(person.driven_out))
    while not person.driven_out.is_visible():
        person.answers("torch")
        person.sees(person.prompt.or_(person.driven_out))
    yield "driven out"
    person.in_a_hurry = True


def after_a_game(person: Person) -> Iterator[str]:
    person.plays_to_the_end(torches=0)
    person.press(person.button("web.proof.check"))
    expect(person.text("web.proof.opens")).to_be_visible()
    yield "end"
    person.press(person.open_tents)
    expect(person.page.get_by_role("slider", name=person.say("web.review.curve"))).to_be_visible()
    yield "replay"
    person.press(person.button("web.replay.last"))
    expect(person.button("web.proof.check")).to_be_visible()
    yield "replay, at the end"
