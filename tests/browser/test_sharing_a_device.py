"""Pass-and-play: one device, several people, and nobody sees what another laid."""

import re

from playwright.sync_api import expect

from tests.browser.guests import Guests
from tests.browser.players import WON, Person


def test_people_share_a_device_and_pass_it_on_to_the_end(guests: Guests) -> None:
    ana = guests.invite("Ana")
    ana.shares_the_device_with("Bo")
    ana.adds_bot("timid")
    ana.starts_the_game()
    for name in ("Ana", "Bo"):
        ana.takes_the_device()
        ana.lays_torch(of=name)
    while not ana.open_tents.is_visible():
        ana.sees(ana.passing_on.or_(ana.prompt).or_(ana.open_tents))
        if ana.passing_on.is_visible():
            ana.takes_the_device()
        elif ana.prompt.is_visible():
            ana.answers("camp")
    expect(ana.headline).to_have_text(WON)


def test_while_the_device_is_passed_on_the_page_holds_nothing_of_what_was_laid(guests: Guests) -> None:
    """Whatever Ana laid, the page in Bo's hands is the same to the last letter."""
    ana = guests.invite("Ana")
    ana.shares_the_device_with("Bo")
    ana.adds_bot("timid")
    ana.starts_the_game()
    ana.takes_the_device()
    in_tent = ana.page.get_by_text(ana.say("web.you.in_tent"))
    expect(in_tent).to_have_count(1)
    expect(ana.seat_of("Urpi")).to_contain_text("has laid")
    ana.lays_torch()
    after_torch = page_passed_on_to(ana, "Bo")
    expect(in_tent).to_have_count(0)
    ana.press(ana.button("web.hand_over.back", who="Ana"))
    expect(ana.card("torch", pressed=True)).to_be_visible()
    ana.press(ana.card("camp"))
    after_camp = page_passed_on_to(ana, "Bo")
    assert after_torch == after_camp


def page_passed_on_to(ana: Person, who: str) -> str:
    """The whole page while it is passed on, without the numbers that drawings get anew each time they are drawn."""
    expect(ana.page.get_by_role("heading", name=ana.say("web.hand_over", who=who))).to_be_visible()
    return re.sub(r"\bc\d+\b", "", ana.page.content())
