"""Games played to the end in real browsers."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.guests import Guests
from tests.browser.houses import HouseWithClock
from tests.browser.players import WON, Person, play_to_the_end
from tests.browser.sideways import too_wide
from tests.browser.sizes import PHONE

STAND_IN_SITS = 61.0  # seconds after somebody has gone


def test_one_click_to_a_game_against_bots_played_to_the_end(guests: Guests) -> None:
    explorer = guests.invite("Explorer")
    explorer.goes_to("/")
    explorer.plays_now()
    explorer.sees(explorer.prompt)
    expect(explorer.seats).to_have_count(4)
    expect(explorer.hands).to_have_count(1)
    explorer.plays_to_the_end(torches=2)
    expect(explorer.headline).to_have_text(WON)


def test_a_whole_game_with_all_its_motion(guests: Guests) -> None:
    ana = guests.invite("Ana", motion=True)
    ana.makes_a_table("timid", "follower")
    ana.starts_the_game()
    opening = ana.page.get_by_role("heading", level=2, name=ana.say("web.round", round=1, rounds=5))
    expect(opening).to_be_visible()
    expect(opening).to_be_hidden()
    ana.plays_to_the_end(torches=0)
    expect(ana.headline).to_have_text(WON)


def test_three_browsers_at_one_table_by_link_to_the_end(patient_house: HouseWithClock, guests: Guests) -> None:
    """Bo reads Polish, Ana reloads in the middle of a turn, Cy closes for good."""
    ana, cy = (guests.invite(name, to=patient_house) for name in ("Ana", "Cy"))
    bo = guests.invite("Bo", "pl", to=patient_house)
    ana.makes_a_table()
    bo.sits_down(ana.code)
    cy.sits_down(ana.code)
    expect(ana.chair_of("Bo")).to_be_visible()
    expect(ana.chair_of("Cy")).to_be_visible()
    ana.starts_the_game()

    for person in (ana, bo, cy):
        person.sees(person.prompt)
    expect(ana.page.get_by_text("Torch or Camp?")).to_be_visible()
    expect(cy.page.get_by_text("Torch or Camp?")).to_be_visible()
    expect(bo.page.get_by_text("Pochodnia czy Obóz?")).to_be_visible()
    expect(bo.page.get_by_text("Torch", exact=True)).to_have_count(0)
    expect(bo.page.locator("html")).to_have_attribute("lang", "pl")

    ana.lays_torch()
    expect(bo.seat_of("Ana")).to_contain_text("karta leży")
    ana.page.reload()
    expect(ana.card("torch", pressed=True)).to_contain_text("laid")
    expect(ana.prompt).to_be_hidden()

    cy.leaves_for_good()
    expect(ana.seat_of("Cy")).to_contain_text("away")
    bo.lays_torch()
    expect(ana.seat_of("Bo")).to_contain_text("has laid")
    patient_house.later(STAND_IN_SITS)
    expect(ana.seat_of("Cy")).to_contain_text("stand-in")
    expect(bo.seat_of("Cy")).to_contain_text("zastępca")
    play_to_the_end([ana, bo])
    expect(ana.headline).to_have_text(WON)
    expect(bo.headline).to_have_text(re.compile("[Ww]ygr"))


def test_two_players_lead_two_adventurers_each(guests: Guests) -> None:
    ana, bo = guests.invite("Ana"), guests.invite("Bo")
    ana.makes_a_table()
    bo.sits_down(ana.code)
    expect(ana.text("web.two_each")).to_be_visible()
    ana.starts_the_game()

    ana.sees(ana.prompt)
    expect(ana.hands).to_have_count(2)
    expect(ana.seat_of("Bo/1")).to_be_visible()
    expect(ana.seat_of("Bo/2")).to_be_visible()
    ana.lays_torch(of="Ana/1")
    expect(ana.prompt).to_be_visible()
    ana.lays_camp(of="Ana/2")
    expect(ana.prompt).to_be_hidden()
    expect(bo.seat_of("Ana/1")).to_contain_text("has laid")
    expect(bo.seat_of("Ana/2")).to_contain_text("has laid")
    bo.lays_torch(of="Bo/1")
    bo.lays_torch(of="Bo/2")
    bo.sees(bo.prompt)
    bo.press(bo.button("web.story"))
    expect(bo.dialog).to_contain_text("Ana/2 returns to camp")
    expect(bo.dialog).not_to_contain_text("Ana/1 returns to camp")
    bo.page.keyboard.press("Escape")
    play_to_the_end([ana, bo])
    assert ana.headline.inner_text() == bo.headline.inner_text()


def test_again_with_the_same_seats(guests: Guests) -> None:
    ana, bo = guests.invite("Ana"), guests.invite("Bo")
    ana.makes_a_table("timid")
    bo.sits_down(ana.code)
    ana.starts_the_game()
    ana.sees(ana.prompt)
    order = names_of(ana.seats)
    play_to_the_end([ana, bo], torches=0)
    expect(bo.text("web.end.host_can", who="Ana")).to_be_visible()
    expect(bo.button("web.end.again")).to_have_count(0)

    ana.press(ana.button("web.end.again"))
    for person in (ana, bo):
        person.sees(person.prompt)
        expect(person.open_tents).to_have_count(0)
    assert names_of(ana.seats) == order == ["Urpi", "Bo"]
    play_to_the_end([ana, bo], torches=0)
    code = ana.code
    for game in (1, 2):
        ana.goes_to(f"/t/{code}/games/{game}")
        expect(ana.headline).to_have_text(ana.say("web.replay.of", code=code, game=game))


def names_of(seats: Locator) -> list[str]:
    return [name for seat in seats.all() for name in ("Urpi", "Bo") if name in seat.inner_text()]


def test_a_whole_game_on_a_phone_by_touch(guests: Guests) -> None:
    ana = guests.invite("Ana", **PHONE)
    ana.comes_home()
    ana.plays_now()
    ana.sees(ana.prompt)
    for card in (ana.card("torch"), ana.card("camp")):
        expect(card).to_be_in_viewport(ratio=1)
        box = card.bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44
    assert too_wide(ana.page) == []
    ana.plays_to_the_end()
    assert too_wide(ana.page) == []
    expect(ana.headline).to_have_text(WON)


def test_a_whole_game_by_keyboard_alone(guests: Guests) -> None:
    ana = guests.invite("Ana")
    ana.goes_to("/")
    reach(ana, ana.button("web.play_now"))
    ana.page.keyboard.press("Enter")
    ana.name = ana.say("play.you")

    ana.sees(ana.prompt)
    reach(ana, ana.card("torch"))
    ana.page.keyboard.press("Enter")
    expect(ana.prompt).to_be_hidden()
    keys = ["c", "t"]
    while ana.is_asked() or not ana.open_tents.is_visible():
        if ana.prompt.is_visible():
            ana.page.keyboard.press(keys[0])
            keys.reverse()
            expect(ana.prompt).to_be_hidden()
    expect(ana.headline).to_have_text(WON)
    expect(ana.headline).to_be_focused()

    reach(ana, ana.button("web.end.again"))
    ana.page.keyboard.press("Enter")
    ana.sees(ana.prompt)


def reach(person: Person, thing: Locator) -> None:
    """With Tab."""
    expect(thing).to_be_visible()
    for _ in range(60):
        if thing.evaluate("thing => thing === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {thing}")
