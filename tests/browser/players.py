"""People in front of real pages: what they do has names from the game, what they see is found as it is called."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from incangold.words.catalogue import Catalogue, Fact
from tests.browser.overheard import Overheard

Card = Literal["torch", "camp"]

PATIENCE = 60_000.0  # milliseconds until something must be seen
GLANCE = 25.0  # milliseconds between two taps of somebody who hurries the table on
WON = re.compile("wins|share the win")
PAGE_WORDS = Path(__file__).parents[2] / "web" / "words"

expect.set_options(timeout=PATIENCE)


@cache
def words_of_the_page(language: str) -> Catalogue:
    """Everything the page can say in one language."""
    words = Catalogue(language)
    words.sentences |= json.loads((PAGE_WORDS / f"{language}.json").read_text("utf-8"))
    return words


class Person:
    """Somebody with a page of their own, who reads one language.

    One in a hurry taps away what moves or wants to be looked at; one who touches has no mouse.
    """

    def __init__(
        self,
        page: Page,
        address: str,
        overheard: Overheard,
        name: str,
        language: str,
        *,
        in_a_hurry: bool,
        touches: bool,
    ) -> None:
        self.page, self.address, self.overheard = page, address, overheard
        self.name, self.words = name, words_of_the_page(language)
        self.in_a_hurry, self.touches = in_a_hurry, touches
        page.set_default_timeout(PATIENCE)

    # ── What things are called ────────────────────────────────────────────────────────────────────────────────────

    def say(self, key: str, **facts: Fact) -> str:
        """What the page calls something in this person's language."""
        return self.words.say(key, **facts)

    def button(self, key: str, **facts: Fact) -> Locator:
        """A button by its word."""
        return self.page.get_by_role("button", name=self.say(key, **facts))

    def link(self, key: str, **facts: Fact) -> Locator:
        """A link by its word."""
        return self.page.get_by_role("link", name=self.say(key, **facts))

    def text(self, key: str, **facts: Fact) -> Locator:
        """A sentence that can be read."""
        return self.page.get_by_text(self.say(key, **facts), exact=True)

    def field(self, key: str) -> Locator:
        """Where something is written."""
        return self.page.get_by_label(self.say(key))

    @property
    def dialog(self) -> Locator:
        """The sheet that lies over the page."""
        return self.page.get_by_role("dialog")

    @property
    def headline(self) -> Locator:
        """The heading of the scene."""
        return self.page.get_by_role("heading", level=1)

    @property
    def code(self) -> str:
        """Of the table this person's page is at."""
        self.page.wait_for_url("**/t/*")
        return self.page.url.rpartition("/t/")[2]

    # ── What lies on the table ────────────────────────────────────────────────────────────────────────────────────

    @property
    def prompt(self) -> Locator:
        """Seen while a card of this person's is due."""
        return self.text("web.choose")

    @property
    def waiting(self) -> Locator:
        """Seen while others choose."""
        return self.page.get_by_text(self.say("web.waiting", who=""))

    @property
    def passing_on(self) -> Locator:
        """Seen between two people who share a device."""
        return self.page.get_by_role("heading", name=re.compile(self.say("web.hand_over", who=".+")))

    @property
    def driven_out(self) -> Locator:
        """Seen when the second hazard of a kind has come."""
        hazards = "|".join(self.say(f"hazard.{kind}") for kind in ("spiders", "mummies", "fire", "snakes", "rocks"))
        return self.page.get_by_role("region", name=re.compile(self.say("web.out.title", hazard=f"({hazards})")))

    @property
    def open_tents(self) -> Locator:
        """Seen when all tents have been opened."""
        return self.link("web.end.replay")

    @property
    def hands(self) -> Locator:
        """The cards of this person's adventurers."""
        return self.page.get_by_role("group", name=re.compile(self.say("web.hand", who=".+")))

    def card(self, choice: Card, of: str | None = None, pressed: bool | None = None) -> Locator:
        """Torch or Camp of an adventurer of one's own."""
        hand = self.page.get_by_role("group", name=self.say("web.hand", who=of or self.name), exact=True)
        return hand.get_by_role("button", name=self.say(f"choice.{choice}"), pressed=pressed)

    @property
    def seats(self) -> Locator:
        """The tents of the others."""
        return self.page.get_by_role("list", name=self.say("web.camp")).get_by_role("listitem")

    def seat_of(self, adventurer: str) -> Locator:
        """The tent of another."""
        return self.seats.filter(has=self.page.get_by_text(adventurer, exact=True))

    def chair_of(self, name: str) -> Locator:
        """Somebody's place in the lobby."""
        chairs = self.page.get_by_role("list", name=self.say("web.lobby.places")).get_by_role("listitem")
        return chairs.filter(has=self.page.get_by_text(re.compile(rf"^{re.escape(name)}$")))

    # ── Coming, sitting down, going ───────────────────────────────────────────────────────────────────────────────

    def goes_to(self, path: str) -> None:
        """Open a page of the house."""
        self.page.goto(self.address + path)

    def press(self, thing: Locator) -> None:
        """With a mouse or a finger."""
        if self.touches:
            thing.tap()
        else:
            thing.click()

    def comes_home(self) -> None:
        """To the first page, and says who this is."""
        self.goes_to("/")
        self.field("web.you_are").fill(self.name)

    def plays_now(self) -> None:
        """One press, and a game against bots begins."""
        self.press(self.button("web.play_now"))

    def makes_a_table(self, *bots: str) -> None:
        """A table of one's own, with these bots; for one in a hurry they do not think."""
        self.comes_home()
        self.press(self.button("web.make_table"))
        for bot in bots:
            self.adds_bot(bot)
        if bots and self.in_a_hurry:
            self.press(self.button("web.pace.instant"))
            expect(self.page.get_by_role("button", name=self.say("web.pace.instant"), pressed=True)).to_be_visible()

    def adds_bot(self, bot: str) -> None:
        """As the host, from the roster."""
        self.press(self.button("web.add_bot"))
        self.dialog.get_by_role("radio", name=self.say(f"bot.{bot}.name")).check()
        self.press(self.dialog.get_by_role("button", name=self.say("web.add_bot")))
        expect(self.chair_of(self.say(f"bot.{bot}.name"))).to_be_visible()

    def sits_down(self, code: str) -> None:
        """By the link to a table."""
        self.goes_to(f"/t/{code}")
        self.field("web.your_name").fill(self.name)
        self.press(self.button("web.sit_down"))
        expect(self.chair_of(self.say("web.own_name", who=self.name))).to_be_visible()

    def shares_the_device_with(self, friend: str) -> None:
        """A table for people who pass one device around."""
        self.comes_home()
        self.press(self.button("web.pass_and_play"))
        self.dialog.get_by_label(self.say("web.their_name")).fill(friend)
        self.press(self.dialog.get_by_role("button", name=self.say("web.sit_down")))
        for name in (self.name, friend):
            expect(self.chair_of(self.say("web.own_name", who=name))).to_be_visible()

    def starts_the_game(self) -> None:
        """As the host."""
        self.press(self.button("web.start"))

    def leaves_for_good(self) -> None:
        """Closes the browser."""
        self.page.context.close()

    # ── Playing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def sees(self, thing: Locator) -> None:
        """Wait until it is there; somebody in a hurry taps the motion away meanwhile."""
        for _ in range(int(PATIENCE / GLANCE) if self.in_a_hurry else 0):
            if thing.first.is_visible():
                return
            self.hurries()
            self.page.wait_for_timeout(GLANCE)
        thing.first.wait_for()

    def hears(self, kind: str) -> None:
        """Wait until the page has been told this."""
        for _ in range(int(PATIENCE / GLANCE)):
            if self.overheard.has_heard(kind):
                return
            self.page.wait_for_timeout(GLANCE)
        raise AssertionError(f"{self.name}'s page was never told: {kind}")

    def hurries(self) -> None:
        """Any key ends what moves, and this one does nothing else."""
        self.page.keyboard.press("Shift")

    def lays(self, choice: Card, of: str | None = None) -> None:
        """A card face down for an adventurer of one's own, as soon as one is due."""
        self.sees(self.prompt)
        self.press(self.card(choice, of))

    def lays_torch(self, of: str | None = None) -> None:
        """Go on."""
        self.lays("torch", of)

    def lays_camp(self, of: str | None = None) -> None:
        """Go home."""
        self.lays("camp", of)

    def is_asked(self) -> bool:
        """Whether a card is due, as soon as the table knows; no when others choose or the tents are open."""
        self.sees(self.prompt.or_(self.waiting).or_(self.open_tents))
        return self.prompt.is_visible()

    def takes_the_device(self) -> None:
        """Whoever it is passed to says who that is."""
        self.sees(self.passing_on)
        self.press(self.page.get_by_role("button", name=re.compile(self.say("web.hand_over.ready", who=".+"))))

    def answers(self, choice: Card) -> None:
        """Lay the same for each adventurer of one's own who is asked."""
        for hand in self.hands.all():
            if hand.get_by_role("button", disabled=False, pressed=False).count() == 2:
                self.press(hand.get_by_role("button", name=self.say(f"choice.{choice}")))
        expect(self.prompt).to_be_hidden()

    def plays_to_the_end(self, torches: int = 1) -> None:
        """So many Torches, then Camp, over and over."""
        play_to_the_end([self], torches)


def play_to_the_end(people: Iterable[Person], torches: int = 1) -> None:
    """All lay so many Torches, then Camp, over and over, until everybody has seen the tents."""
    rhythms = {person: rhythm_of(torches) for person in people}
    while rhythms:
        for person, rhythm in list(rhythms.items()):
            if person.is_asked():
                person.answers(next(rhythm))
            elif person.open_tents.is_visible():
                del rhythms[person]


def rhythm_of(torches: int) -> Iterator[Card]:
    """Torch, …, Camp, and again."""
    torch: list[Card] = ["torch"]
    camp: list[Card] = ["camp"]
    return cycle(torch * torches + camp)
