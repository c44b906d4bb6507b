"""Pass-and-play: one device, several people, and nobody sees what another laid."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.guests import Guests
from tests.browser.players import WON, Person


def test_people_share_a_device_and_pass_it_on_to_the_end(guests: Guests) -> None:
    ana = guests.invite("Ana")
    sit_down_together(ana)
    for _ in ("Ana", "Bo"):
        ana.sees(passing(ana))
        takes_the_device(ana)
        ana.lays_torch(of=whose_hand(ana))
    while not ana.open_tents.is_visible():
        ana.sees(passing(ana).or_(ana.prompt).or_(ana.open_tents))
        if passing(ana).is_visible():
            takes_the_device(ana)
        elif ana.prompt.is_visible():
            ana.lays_camp(of=whose_hand(ana))
    expect(ana.headline).to_have_text(WON)


def test_while_the_device_is_passed_on_the_page_holds_nothing_of_what_was_laid(guests: Guests) -> None:
    """Whatever Ana laid, the page in Bo's hands is the same to the last letter."""
    ana = guests.invite("Ana")
    sit_down_together(ana)
    ana.sees(passing(ana))
    takes_the_device(ana)
    ana.lays_torch()
    after_torch = page_passed_on_to(ana, "Bo")
    ana.press(ana.button("web.hand_over.back", who="Ana"))
    expect(ana.card("torch", pressed=True)).to_be_visible()
    ana.press(ana.card("camp"))
    after_camp = page_passed_on_to(ana, "Bo")
    assert after_torch == after_camp


def page_passed_on_to(ana: Person, who: str) -> str:
    """The whole page while it is passed on, without the numbers that drawings get anew each time they are drawn."""
    expect(ana.page.get_by_role("heading", name=ana.say("web.hand_over", who=who))).to_be_visible()
    return re.sub(r"\bc\d+\b", "", ana.page.content())


def sit_down_together(ana: Person) -> None:
    """Ana and Bo at one device, and a bot."""
    ana.comes_home()
    ana.press(ana.button("web.pass_and_play"))
    ana.dialog.get_by_label(ana.say("web.their_name")).fill("Bo")
    ana.press(ana.dialog.get_by_role("button", name=ana.say("web.sit_down")))
    for name in ("Ana", "Bo"):
        expect(ana.chair_of(ana.say("web.own_name", who=name))).to_be_visible()
    ana.adds_bot("timid")
    ana.starts_the_game()


def passing(ana: Person) -> Locator:
    """Seen between two people."""
    return ana.page.get_by_role("heading", name=re.compile(ana.say("web.hand_over", who="(Ana|Bo)")))


def takes_the_device(ana: Person) -> None:
    """Whoever it is passed to."""
    ana.press(ana.page.get_by_role("button", name=re.compile(ana.say("web.hand_over.ready", who="(Ana|Bo)"))))


def whose_hand(ana: Person) -> str:
    """Whoever holds the device."""
    return "Ana" if ana.card("torch", "Ana").count() else "Bo"
