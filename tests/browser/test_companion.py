"""The companion of a cardboard game, in a real browser: told by tapping, undone, reloaded, and never wrong."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from incangold.record import ByHand, read, to_json, write
from tests.browser.guests import Guests
from tests.browser.players import Person
from tests.browser.sizes import PHONE, WIDE

KEPT = "incangold.cardboard"
GOLDEN = Path(__file__).parents[1] / "golden"
SCREENS = {360: PHONE, 1440: {"viewport": WIDE}}

everywhere = pytest.mark.parametrize(("language", "width"), [("en", 360), ("pl", 1440), ("en", 1440), ("pl", 360)])


class Teller:
    """Somebody at a cardboard table with the page before them."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.say = person, person.page, person.say

    def comes(self, *names: str) -> None:
        """From the first page; the seats that are left over are taken away."""
        self.person.goes_to("/")
        self.person.press(self.person.link("web.companion"))
        expect(self.person.button("web.companion.begin")).to_be_visible()
        while self.page.get_by_role("textbox").count() > len(names):
            self.person.press(self.page.get_by_role("button", name=self.say("web.companion.remove", who="")).last)
        for seat, name in enumerate(names, start=1):
            self.page.get_by_label(self.say("web.companion.name_of", number=seat)).fill(name)

    def tells(self, thing: Locator) -> None:
        """Press something that the house is asked about, and wait for its answer."""
        with self.page.expect_response("**/api/companion"):
            self.person.press(thing)
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    def begins(self) -> None:
        self.tells(self.person.button("web.companion.begin"))

    def shows(self, artifact: str) -> None:
        self.tells(self.person.button(f"artifact.{artifact}"))

    def card(self, card: str) -> Locator:
        """By its name as the page tells it: a value, a hazard or an artifact."""
        name = self.say("card.treasure", value=card) if card.isdecimal() else self._called(card)
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}, ", re.IGNORECASE))

    def _called(self, card: str) -> str:
        kind = "hazard" if f"hazard.{card}" in self.person.words.sentences else "artifact"
        return self.say(f"{kind}.{card}")

    def turns(self, *cards: str) -> None:
        for card in cards:
            self.tells(self.card(card))

    def tent(self, name: str) -> Locator:
        return self.seat(name).get_by_role("button")

    def seat(self, name: str) -> Locator:
        seats = self.page.get_by_role("list", name=self.say("web.camp")).get_by_role("listitem")
        return seats.filter(has=self.page.get_by_text(name, exact=True))

    def leaves(self, *names: str) -> None:
        """Tap their tents, then say so."""
        for name in names:
            self.person.press(self.tent(name))
        who = self.person.words.listed(names)
        key = "web.companion.leave" if names else "web.companion.nobody_leaves"
        self.tells(self.page.get_by_role("button", name=self.say(key, n=len(names), who=who), exact=True))

    def undoes(self) -> None:
        self.tells(self.page.get_by_role("button", name=re.compile(f"^{self.say('web.companion.undo')}")))

    def hears(self, sentence: str) -> None:
        expect(self.page.get_by_role("status").filter(has_text=sentence)).to_be_visible()

    def asked(self, key: str, **facts: Any) -> None:
        expect(self.page.get_by_role("heading", name=self.say(key, **facts))).to_be_visible()

    def kept(self) -> dict[str, Any]:
        """What the browser keeps of it."""
        game: dict[str, Any] = json.loads(self.page.evaluate(f"localStorage.getItem('{KEPT}')"))
        return game

    def finds_kept(self, text: str) -> None:
        """The browser kept this before."""
        self.person.goes_to("/aid")  # where nothing else is kept meanwhile
        self.page.evaluate(f"text => localStorage.setItem('{KEPT}', text)", text)
        self.person.goes_to("/companion")


def golden(name: str, acts: int | None = None) -> dict[str, Any]:
    """A golden game as cardboard, or its first acts."""
    record = read((GOLDEN / f"{name}.game").read_text("utf-8"))._replace(luck=ByHand())
    return to_json(record._replace(acts=record.acts[:acts]))


@everywhere
def test_a_round_is_told_by_tapping_undone_and_reloaded(guests: Guests, language: str, width: int) -> None:
    ana = Teller(guests.invite("Ana", language, **SCREENS[width]))
    say, words = ana.say, ana.person.words
    ana.comes("Ana", "Bo", "Cy")
    ana.begins()
    ana.shows("tumi")
    ana.turns("11")
    ana.hears(say("event.treasure_shared", n=2, value=11, each=3))
    expect(ana.seat("Ana")).to_contain_text("3")
    ana.leaves()
    ana.turns("snakes", "tumi")  # the second one tells that nobody left, too
    expect(ana.page.get_by_text(words.percent(2 / 28)[:4]).first).to_be_visible()  # two snakes in 28 cards
    ana.leaves("Bo")
    ana.hears(say("event.returned_to_camp", n=1, who="Bo", brought=5))
    ana.hears(say("event.artifact_claimed", who="Bo", artifact=say("artifact.tumi"), worth=5))
    expect(ana.tent("Bo")).to_have_count(0)
    ana.turns("7")
    ana.undoes()
    ana.undoes()
    expect(ana.tent("Bo")).to_have_attribute("aria-pressed", "true")  # only the mistake has to be mended
    ana.person.press(ana.tent("Bo"))
    ana.leaves("Cy")
    ana.page.reload()
    ana.asked("web.companion.ask.card")
    expect(ana.seat("Cy")).to_contain_text("+5")
    ana.turns("fire")
    ana.turns("snakes")
    ana.hears(say("event.driven_out", n=2, hazard=say("hazard.snakes"), who=words.listed(["Ana", "Bo"]), lost=6))
    ana.asked("web.companion.ask.artifact", round=2)
    assert ana.person.button("artifact.tumi").count() == 0
    assert sum("card" in act for act in ana.kept()["acts"]) == 5


def test_a_card_that_is_not_in_the_deck_cannot_be_tapped(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", **PHONE))
    ana.comes("Ana", "Bo", "Cy")
    ana.begins()
    ana.shows("mask")
    ana.turns("17")
    expect(ana.card("17")).to_have_attribute("aria-disabled", "true")
    expect(ana.card("17")).to_have_accessible_name("Treasure 17, 0 in the deck")
    expect(ana.card("5")).to_have_accessible_name("Treasure 5, 2 in the deck")
    before = ana.kept()
    ana.card("17").dispatch_event("click")
    for name in ("Ana", "Bo", "Cy"):
        ana.person.press(ana.tent(name))
    expect(ana.card("5")).to_have_attribute("aria-disabled", "true")  # nobody stays to see it
    assert ana.kept() == before
    ana.tells(ana.page.get_by_role("button", name="Ana, Bo and Cy leave", exact=True))
    ana.asked("web.companion.ask.artifact", round=2)


def test_everything_is_told_by_keys_alone_in_polish(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", "pl", viewport=WIDE))
    ana.comes("Ana", "Bo")
    ana.page.keyboard.press("Enter")  # in a field, it begins
    ana.page.get_by_role("button", name=ana.say("artifact.condor")).press("Enter")
    ana.asked("web.companion.ask.card")
    expect(ana.page.get_by_role("heading", name=ana.say("web.companion.ask.card"))).to_be_focused()
    ana.card("13").press("Space")
    ana.tent("Ana/2").press("Space")
    ana.page.keyboard.press("Tab")
    who = ana.page.get_by_role("button", name=ana.say("web.companion.leave", n=1, who="Ana/2"), exact=True)
    who.press("Enter")
    ana.hears(ana.say("event.returned_to_camp", n=1, who="Ana/2", brought=4))
    ana.page.keyboard.press("Control+z")
    expect(ana.tent("Ana/2")).to_be_visible()
    assert len(ana.kept()["acts"]) == 2


def test_names_are_corrected_and_tents_seen_only_when_asked_for(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", **PHONE))
    ana.finds_kept(json.dumps(golden("by-hand-rulebook", 12)))
    expect(ana.seat("Ana")).to_be_visible()
    expect(ana.page.get_by_text(re.compile(r"^tent \d+$"))).to_have_count(0)
    ana.person.press(ana.person.button("web.companion.menu"))
    ana.person.press(ana.page.get_by_role("switch"))
    names = ana.page.get_by_label(ana.say("web.companion.name_of", number=1))
    names.fill("Bo")
    ana.person.press(ana.person.button("web.companion.rename"))
    expect(ana.page.get_by_role("alert")).to_contain_text("Bo")
    names.fill("Anastazja")
    ana.person.press(ana.person.button("web.companion.rename"))
    expect(ana.person.dialog).to_have_count(0)
    expect(ana.seat("Anastazja").get_by_text(re.compile(r"^tent 5$"))).to_be_visible()
    assert ana.kept()["players"][0]["name"] == "Anastazja"
    ana.person.overheard.forgives("400")


def test_a_die_shows_what_people_rolled(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", viewport=WIDE))
    ana.comes("Ana", "Bo")
    ana.person.press(ana.page.get_by_role("switch", name=ana.say("bot.die.name")))
    ana.begins()
    ana.shows("llama")
    ana.turns("fire", "11")
    ana.asked("web.companion.ask.roll")
    expect(ana.card("5")).to_have_attribute("aria-disabled", "true")
    ana.person.press(ana.page.get_by_role("button", name=f"1: {ana.say('choice.camp')}"))
    ana.tells(ana.page.get_by_role("button", name="The Die leaves", exact=True))
    ana.hears("The Die returns to camp with 5.")
    assert ana.kept()["acts"][-1] == {"laid": ["torch", "torch", "camp"], "rolls": [1]}


def test_at_the_end_the_tents_are_opened_and_the_record_can_be_saved(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", viewport=WIDE))
    whole = golden("by-hand-rulebook")
    ana.finds_kept(json.dumps(golden("by-hand-rulebook", -1)))
    last = whole["acts"][-1]
    if "card" in last:
        ana.turns(last["card"].removeprefix("treasure "))
    else:
        names = [player["name"] for player in whole["players"]]
        ana.leaves(*(name for name, choice in zip(names, last["laid"], strict=True) if choice == "camp"))
    expect(ana.person.headline).to_contain_text("win")
    with ana.page.expect_download() as saved:
        ana.person.press(ana.person.link("web.proof.record"))
    text = Path(saved.value.path()).read_text("utf-8")
    assert text == write(read(json.dumps(whole)))
    ana.person.press(ana.person.button("web.end.again"))
    expect(ana.page.get_by_label(ana.say("web.companion.name_of", number=1))).to_have_value(whole["players"][0]["name"])
    expect(ana.person.link("web.companion.last_record")).to_be_visible()


def test_a_damaged_game_is_kept_as_far_as_it_could_have_happened(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", **PHONE))
    game = golden("by-hand-rulebook", 7)
    ana.finds_kept(json.dumps({**game, "acts": [*game["acts"], {"card": "treasure 99"}, {"card": "fire"}]}))
    expect(ana.person.headline).to_have_text(ana.say("web.companion.spoilt"))
    expect(ana.page.get_by_text("treasure 99")).to_be_visible()
    ana.person.press(ana.person.button("web.companion.keep_sound", n=7))
    expect(ana.page.get_by_role("list", name=ana.say("web.camp"))).to_be_visible()
    assert ana.kept() == game
    for text in ('{"acts": [', '"nothing"', json.dumps({**game, "edition": "chess"})):
        ana.finds_kept(text)
        expect(ana.person.headline).to_have_text(ana.say("web.companion.spoilt"))
        with ana.page.expect_download() as saved:
            ana.person.press(ana.person.link("web.companion.save_spoilt"))
        assert Path(saved.value.path()).read_text("utf-8") == text
    ana.person.press(ana.person.button("web.companion.anew"))
    expect(ana.person.button("web.companion.begin")).to_be_visible()
    ana.person.overheard.forgives("400")


def test_a_house_that_does_not_answer_loses_nothing(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", **PHONE))
    ana.finds_kept(json.dumps(golden("by-hand-rulebook", 2)))
    ana.asked("web.companion.ask.leave")
    before = ana.kept()
    ana.page.route("**/api/companion", lambda route: route.abort())
    ana.person.press(ana.person.button("web.companion.nobody_leaves"))
    expect(ana.page.get_by_role("alert")).to_have_text(ana.say("web.no_answer"))
    assert ana.kept() == before
    ana.page.reload()
    expect(ana.page.get_by_role("alert")).to_contain_text(ana.say("web.companion.kept"))
    ana.page.unroute("**/api/companion")
    ana.person.press(ana.person.button("web.companion.retry"))
    ana.leaves()
    ana.asked("web.companion.ask.card")
    ana.person.overheard.forgives("ERR_FAILED")


def test_two_windows_of_one_device_tell_one_game(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", viewport=WIDE))
    ana.finds_kept(json.dumps(golden("by-hand-rulebook", 2)))
    ana.asked("web.companion.ask.leave")
    other = ana.page.context.new_page()
    other.goto(ana.page.url)
    expect(other.get_by_role("heading", name=ana.say("web.companion.ask.leave"))).to_be_visible()
    ana.leaves("Bo")
    expect(other.get_by_role("heading", name=ana.say("web.companion.ask.card"))).to_be_visible()


def test_who_is_marked_to_leave_is_so_after_a_reload(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", viewport=WIDE))
    ana.finds_kept(json.dumps(golden("by-hand-rulebook", 2)))
    ana.person.press(ana.tent("Bo"))
    expect(ana.tent("Bo")).to_have_attribute("aria-pressed", "true")
    ana.page.reload()
    expect(ana.tent("Bo")).to_have_attribute("aria-pressed", "true")
    expect(ana.tent("Cy")).to_have_attribute("aria-pressed", "false")


def test_who_is_marked_to_leave_is_not_sent_home_in_another_turn(guests: Guests) -> None:
    ana = Teller(guests.invite("Ana", viewport=WIDE))
    ana.finds_kept(json.dumps(golden("by-hand-rulebook", 2)))
    ana.person.press(ana.tent("Bo"))
    expect(ana.tent("Bo")).to_have_attribute("aria-pressed", "true")
    other = ana.page.context.new_page()
    other.goto(ana.page.url)
    other.get_by_role("button", name=f"{ana.say('card.treasure', value=5)},").click()  # nobody leaves, says this tap
    ana.hears(ana.say("event.treasure_shared", n=1, value=5, each=1))
    expect(ana.tent("Bo")).to_have_attribute("aria-pressed", "false")
    ana.turns("7")
    assert set(ana.kept()["acts"][-2]["laid"]) == {"torch"}
