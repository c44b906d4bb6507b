"""Those who only watch: at the table, and afterwards in the replay."""

import re

from playwright.sync_api import expect

from tests.browser.guests import Guests
from tests.browser.players import WON


def test_a_spectator_sees_the_game_and_holds_no_cards(guests: Guests) -> None:
    ana, cy = guests.invite("Ana"), guests.invite("Cy")
    ana.makes_a_table("timid", "greedy")
    ana.starts_the_game()
    ana.lays_torch()
    cy.goes_to(f"/t/{ana.code}")
    expect(cy.text("web.watching")).to_be_visible()
    expect(cy.hands).to_have_count(0)
    expect(cy.seats).to_have_count(3)
    expect(cy.seat_of("Ana")).to_be_visible()
    ana.plays_to_the_end()
    cy.sees(cy.open_tents)
    expect(cy.headline).to_have_text(ana.headline.inner_text())
    expect(cy.button("web.end.again")).to_have_count(0)


def test_a_replay_opens_at_the_first_card_without_the_result_and_can_be_stepped_and_scrubbed(guests: Guests) -> None:
    ana = guests.invite("Ana")
    ana.makes_a_table("timid", "greedy")
    ana.starts_the_game()
    ana.plays_to_the_end()
    ana.press(ana.open_tents)

    place = ana.page.get_by_role("slider", name=ana.say("web.replay.where"))
    told = ana.page.get_by_role("region", name=ana.say("web.replay.controls")).get_by_role("status").first
    first, last = int(place.input_value()), int(str(place.get_attribute("max")))
    assert 0 < first < last
    expect(told).to_have_text(re.compile(r"Treasure \d+:|lies on the path|Only a fright"))
    expect(ana.page.locator("body")).not_to_contain_text(WON)

    ana.press(ana.button("web.replay.forward"))
    expect(place).to_have_value(str(first + 1))
    ana.press(ana.button("web.replay.back"))
    expect(place).to_have_value(str(first))
    ana.press(ana.button("web.replay.round", round=3))
    expect(told).to_contain_text("Round 3.")
    place.fill(str(last - 1))
    expect(place).to_have_value(str(last - 1))
    expect(ana.page.locator("body")).not_to_contain_text(WON)
    place.press("ArrowRight")
    expect(told).to_contain_text(WON)
    expect(ana.button("web.replay.forward")).to_be_disabled()

    ana.press(ana.button("web.proof.check"))
    expect(ana.text("web.proof.opens")).to_be_visible()
    expect(ana.page.get_by_text("Dealt again, all the same:")).to_be_visible()
