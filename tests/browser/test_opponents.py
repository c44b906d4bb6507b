"""Opponents for people: faces and names where bots are chosen, wait and play; and how strong they are."""

from playwright.sync_api import Locator, expect

from tests.browser.guests import Guests
from tests.browser.sizes import PHONE


def face_in(place: Locator, face: str) -> None:
    """The drawing is there, on the sheet too, and large enough to know it by."""
    drawn = place.locator(f"svg:has(use[href='#face-{face}'])")
    expect(drawn).to_be_visible()
    box = drawn.locator("use").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 20


def test_faces_and_names_in_the_lobby_and_at_the_table(guests: Guests) -> None:
    ana = guests.invite("Ana", **PHONE)
    ana.comes_home()
    ana.press(ana.button("web.make_table"))
    ana.press(ana.button("web.add_bot"))
    face_in(ana.dialog.locator("label", has=ana.page.get_by_text("Willaq", exact=True)), "willaq")
    ana.page.keyboard.press("Escape")
    for bot in ("warma", "amauta", "timid"):
        ana.adds_bot(bot)
    for name, face in (("Warma", "warma"), ("Amauta", "amauta"), ("Urpi", "other")):
        face_in(ana.chair_of(name), face)
    expect(ana.chair_of("Warma")).to_contain_text(ana.say("bot.warma.about"))
    ana.starts_the_game()
    ana.sees(ana.prompt)
    for name in ("Warma", "Amauta"):
        face_in(ana.seat_of(name), name.lower())
        expect(ana.seat_of(name)).to_contain_text(ana.say("web.seat.bot"))


def test_a_company_is_chosen_once_and_comes_again(guests: Guests) -> None:
    ana = guests.invite("Ania", "pl")
    ana.goes_to("/")
    companies = ana.page.get_by_role("group", name=ana.say("web.company"))
    mixed, hard = (companies.get_by_role("button", name=ana.say(f"web.company.{kind}")) for kind in ("mixed", "hard"))
    expect(mixed).to_have_attribute("aria-pressed", "true")
    ana.press(hard)
    ana.page.reload()
    expect(hard).to_have_attribute("aria-pressed", "true")
    ana.plays_now()
    ana.sees(ana.prompt)
    expect(ana.seats).to_have_count(4)
    expect(ana.seat_of("Amauta")).to_be_visible()
