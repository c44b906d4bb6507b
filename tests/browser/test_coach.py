"""The coach in a real browser: at the table where it is allowed, in every replay, and beside the cardboard."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.guests import Guests
from tests.browser.houses import House
from tests.browser.players import Person
from tests.browser.sideways import too_wide
from tests.browser.sizes import NARROWEST, PHONE, WIDE
from tests.browser.test_accessibility import grave_findings
from tests.browser.test_companion import SCREENS, Teller
from tests.server.pages import make_table, prudent

everywhere = pytest.mark.parametrize(("language", "width"), [("en", 360), ("pl", 1440), ("pl", 360), ("en", 1440)])
both = pytest.mark.parametrize(("language", "width"), [("en", 360), ("pl", 1440)])


def plate(person: Person) -> Locator:
    """What the coach said, beside the hand."""
    return person.page.get_by_role("region", name=person.say("web.coach"))


def can_be_tapped(card: Locator) -> bool:
    """Whether nothing lies over the middle of a card."""
    box = card.bounding_box()
    assert box
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    found: bool = card.evaluate(
        "(card, {x, y}) => card.contains(document.elementFromPoint(x, y)) && y < innerHeight", middle
    )
    return found


# ── At the table ──────────────────────────────────────────────────────────────────────────────────────────────────


@everywhere
def test_whoever_plays_alone_may_ask_and_the_answer_goes_with_the_turn(
    guests: Guests, language: str, width: int
) -> None:
    ana = guests.invite("Ana", language, **SCREENS[width])
    ana.comes_home()
    ana.plays_now()
    ana.sees(ana.prompt)
    if width == 360:
        ana.press(ana.button("web.coach"))
    else:
        ana.page.keyboard.press("k")
    rows = plate(ana).get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text(ana.say("choice.torch"))
    expect(rows.nth(2)).to_contain_text(ana.say("choice.camp"))
    expect(rows.filter(has_text=ana.say("web.coach.nothing")).first).to_be_visible()
    expect(plate(ana)).to_contain_text(re.compile(r"\d[.,]\d\s%"))
    assert all(can_be_tapped(ana.card(choice)) for choice in ("torch", "camp"))
    assert grave_findings(ana.page) == []
    assert too_wide(ana.page) == []
    if width == 360:
        ana.page.set_viewport_size(NARROWEST)
        assert too_wide(ana.page) == []
    ana.lays_torch()
    expect(plate(ana)).to_be_hidden()


def test_it_is_put_away_by_key_and_cross_and_silent_when_keys_are_off(guests: Guests) -> None:
    ana = guests.invite("Ana", viewport=WIDE)
    ana.comes_home()
    ana.plays_now()
    ana.sees(ana.prompt)
    ana.page.keyboard.press("k")
    expect(plate(ana)).to_be_visible()
    ana.page.keyboard.press("k")
    expect(plate(ana)).to_be_hidden()
    ana.page.keyboard.press("k")
    ana.press(plate(ana).get_by_role("button"))
    expect(plate(ana)).to_be_hidden()
    ana.page.evaluate("localStorage.setItem('incangold.keys', 'false')")
    ana.page.reload()
    ana.sees(ana.prompt)
    ana.page.keyboard.press("k")
    ana.press(ana.button("web.coach"))
    expect(plate(ana)).to_be_visible()  # so a question that the key had asked would have been answered by now
    assert sum(message["type"] == "advised" for message in ana.overheard.lines[-1].messages) == 1


def test_a_table_allows_it_to_all_or_to_nobody_and_only_the_asker_hears_it(guests: Guests) -> None:
    ana, bo, cy = guests.invite("Ana"), guests.invite("Bo", "pl", **PHONE), guests.invite("Cy")
    ana.makes_a_table("timid")
    bo.sits_down(ana.code)
    allowed = bo.page.get_by_text(bo.say("web.coach.allowed"), exact=True).locator("+ dd")
    expect(allowed).to_have_text(bo.say("web.no"))
    ana.press(ana.page.get_by_role("switch", name=ana.say("web.coach.allowed")))
    expect(allowed).to_have_text(bo.say("web.yes"))
    ana.starts_the_game()
    cy.goes_to(f"/t/{ana.code}")
    for person in (ana, bo):
        person.sees(person.prompt)
        expect(person.button("web.coach")).to_be_visible()
    ana.press(ana.button("web.coach"))
    expect(plate(ana)).to_be_visible()
    expect(plate(bo)).to_be_hidden()
    for person in (ana, bo):
        person.lays_camp()
    ana.sees(ana.prompt)
    cy.sees(cy.page.get_by_text(cy.say("web.watching")))
    expect(cy.button("web.coach")).to_have_count(0)
    assert ana.overheard.has_heard("advised")
    for other in (bo, cy):
        assert other.overheard.has_heard("turned") or other.overheard.has_heard("welcome")
        assert not any("advi" in frame for line in other.overheard.lines for frame in line.frames)


def test_without_leave_nobody_sees_a_coach(guests: Guests) -> None:
    ana = guests.invite("Ana", **PHONE)
    ana.makes_a_table("odds", "timid")
    ana.starts_the_game()
    ana.sees(ana.prompt)
    expect(ana.button("web.coach")).to_have_count(0)
    ana.page.keyboard.press("k")
    ana.lays_torch()
    assert not any(message["type"] == "refused" for line in ana.overheard.lines for message in line.messages)


# ── In the replay ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def finished(house: House) -> str:
    """The code of a table where a game is over; it was played without a page."""

    async def play() -> str:
        ana = await make_table(house.address, bots=["greedy", "odds"], start=True, options={"pace": "instant"})
        async with ana:
            await ana.play(prudent)
        return ana.code

    with ThreadPoolExecutor(1) as beside:  # Playwright's event loop has this thread
        return beside.submit(asyncio.run, play()).result()


class Reader:
    """Somebody who looks at a finished game with the coach."""

    def __init__(self, person: Person, code: str) -> None:
        self.person, self.page, self.say = person, person.page, person.say
        person.goes_to(f"/t/{code}/games/1")
        expect(self.curve).to_be_visible()

    @property
    def curve(self) -> Locator:
        return self.page.get_by_role("slider", name=self.say("web.review.curve"))

    @property
    def scrubber(self) -> Locator:
        return self.page.get_by_role("slider", name=self.say("web.replay.where"))

    @property
    def accounts(self) -> Locator:
        return self.page.get_by_role("heading", name=self.say("web.review.accounts"))

    def step(self) -> int:
        """Where the cursor of the curve stands; the scrubber stands there too."""
        expect(self.scrubber).to_have_value(self.curve.get_attribute("aria-valuenow") or "")
        return int(self.scrubber.input_value())

    def drawn(self) -> float:
        """How far the lines go, in pixels from the left."""
        ends: list[float] = self.page.locator(".curve polyline").evaluate_all(
            "lines => lines.map(line => line.points[line.points.length - 1].x)"
        )
        assert len(set(ends)) == 1
        return ends[0]


@both
def test_the_curve_tells_no_more_than_was_watched_unless_asked(
    guests: Guests, finished: str, language: str, width: int
) -> None:
    ana = Reader(guests.invite("Ana", language, **SCREENS[width]), finished)
    last = int(ana.curve.get_attribute("aria-valuemax") or 0)
    box = ana.curve.bounding_box()
    assert box
    assert ana.step() < 3
    assert ana.drawn() < box["width"] / 4
    expect(ana.accounts).to_have_count(0)
    expect(ana.person.text("web.review.about")).to_be_visible()
    assert last > 10
    ana.person.press(ana.person.text("web.review.all"))  # the words are as good as the switch
    expect(ana.accounts).to_be_visible()
    expect(ana.person.text("web.review.about")).to_have_count(0)  # "as far as you have watched"
    assert ana.drawn() > box["width"] * 0.9
    assert ana.step() < 3
    assert grave_findings(ana.page) == []
    assert too_wide(ana.page) == []
    ana.person.press(ana.page.get_by_role("switch", name=ana.say("web.review.all")))
    expect(ana.accounts).to_have_count(0)
    ana.curve.press("End")
    expect(ana.accounts).to_be_visible()
    assert ana.step() == last
    assert grave_findings(ana.page) == []


def test_the_curve_and_the_scrubber_move_each_other_by_hand_and_by_key(guests: Guests, finished: str) -> None:
    ana = Reader(guests.invite("Ana", viewport=WIDE), finished)
    first = ana.step()
    ana.curve.focus()
    ana.page.keyboard.press("ArrowRight")
    assert ana.step() == first + 1
    spoken = re.compile(r"^Step \d+ of \d+, Ana \d+\.\d.%, .+ \d+\.\d.%, .+ \d+\.\d.%$")
    expect(ana.curve).to_have_attribute("aria-valuetext", spoken)
    box = ana.curve.bounding_box()
    assert box
    ana.curve.click(position={"x": box["width"] / 2, "y": 40})
    half = int(ana.curve.get_attribute("aria-valuemax") or 0) / 2
    assert abs(ana.step() - half) < half / 5
    ana.scrubber.fill("1")
    assert ana.step() == 1


@both
def test_every_choice_has_its_cost_and_turning_points_lead_there(
    guests: Guests, finished: str, language: str, width: int
) -> None:
    ana = Reader(guests.invite("Ana", language, **SCREENS[width]), finished)
    heading = ana.page.get_by_role("columnheader", name=ana.say("web.review.likely"))
    first = ana.page.get_by_role("table").filter(has=heading).get_by_role("row").nth(1)
    seen = 0
    while seen < 3:
        ana.page.keyboard.press("ArrowRight")
        expect(heading.or_(ana.page.get_by_text(ana.say("web.review.no_choice")))).to_be_visible()
        if heading.is_visible():
            seen += 1
            expect(first).to_contain_text(re.compile(rf"{ana.say('choice.torch')}|{ana.say('choice.camp')}"))
            expect(first).to_contain_text(re.compile(rf"{ana.say('web.coach.nothing')}|\d[.,]\d"))
    ana.curve.press("End")
    a_round = ana.say("web.replay.round", round="[1-5]")
    points = ana.page.get_by_role("button", name=re.compile(f"^{a_round}, "))
    expect(points.first).to_be_visible()
    assert ana.page.locator(".track .turning").count() == points.count()
    last = ana.step()
    ana.person.press(points.first)
    assert ana.step() < last
    expect(points.first).to_have_attribute("aria-current", "step")


def test_a_review_that_cannot_be_had_leaves_the_replay(guests: Guests, finished: str) -> None:
    ana = guests.invite("Ana", viewport=WIDE)
    ana.page.route("**/review", lambda route: route.abort())
    ana.goes_to(f"/t/{finished}/games/1")
    expect(ana.page.get_by_role("alert")).to_have_text(ana.say("web.no_answer"))
    expect(ana.page.get_by_role("slider", name=ana.say("web.replay.where"))).to_be_visible()
    ana.overheard.forgives("ERR_FAILED")


# ── Beside the cardboard ──────────────────────────────────────────────────────────────────────────────────────────


@both
def test_a_seat_at_the_cardboard_table_asks_by_its_name(guests: Guests, language: str, width: int) -> None:
    ana = Teller(guests.invite("Ana", language, **SCREENS[width]))
    ana.comes("Ana", "Bo", "Cy")
    ana.begins()
    ana.shows("tumi")
    ana.turns("11", "snakes", "tumi")
    odds = ana.page.get_by_role("button", name=ana.say("odds.driven_out", chance="").strip())
    if width == 360:
        ana.person.press(odds)
    asking = ana.page.get_by_role("group", name=ana.say("web.coach.who"))
    expect(asking.get_by_role("button")).to_have_count(3)
    ana.tells(asking.get_by_role("button", name="Bo"))
    expect(asking.get_by_role("row")).to_have_count(3)
    expect(asking.get_by_role("button", name="Bo")).to_have_attribute("aria-pressed", "true")
    assert grave_findings(ana.page) == []
    assert too_wide(ana.page) == []
    if width == 360:
        ana.page.keyboard.press("Escape")
    ana.leaves("Bo")
    ana.turns("7")
    if width == 360:
        ana.person.press(odds)
    expect(asking.get_by_role("button")).to_have_count(2)  # Bo is in camp, and what was said is gone
    expect(asking.get_by_role("row")).to_have_count(0)
