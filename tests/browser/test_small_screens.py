"""On a phone nothing hides what is needed to choose: the path while the coach speaks, and everybody's name."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.guests import Guests
from tests.browser.houses import House
from tests.browser.players import Person
from tests.browser.sideways import too_wide
from tests.browser.sizes import PHONE, SHORT, TALL
from tests.browser.test_accessibility import grave_findings
from tests.browser.test_coach import Reader, can_be_tapped, plate
from tests.server.pages import make_table, prudent, sit_down

both = pytest.mark.parametrize("language", ["en", "pl"])
phones = pytest.mark.parametrize("size", [SHORT, TALL], ids=lambda size: f"{size['width']} px")

LONG_PATH = [
    *("treasure 7", "spiders", "treasure 11", "treasure 5", "fire", "treasure 14"),
    *("mask", "treasure 17", "mummies", "treasure 3", "treasure 9", "treasure 13"),
]
# Whatever the house tells of the path, this page reads a long one.
READS_A_LONG_PATH = f"""{{
  const read = JSON.parse;
  const path = {json.dumps(LONG_PATH)}.map((card) => ({{ card, treasure: 1, worth: card === "mask" ? 5 : null }}));
  JSON.parse = (...told) => {{
    const messages = read(...told);
    if (Array.isArray(messages)) for (const {{ position }} of messages) if (position) position.path = path;
    return messages;
  }};
}}"""
# Cards of the path of which a corner or the middle is covered or beyond the screen.
COVERED = """async (path) => {
  for (let frame = 0; frame < 4; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  return [...path.querySelectorAll("li .card")].filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
    const points = [...corners, [(left + right) / 2, (top + bottom) / 2]];
    const hall = path.closest("section");
    return !points.every(([x, y]) => hall.contains(document.elementFromPoint(x, y)));
  }).map((card) => card.textContent);
}"""
# Names of which letters are missing, or too small to read.
UNREADABLE = """() => [...document.querySelectorAll(".called")].filter((name) => {
  const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1;
  return isCut || parseFloat(getComputedStyle(name).fontSize) < 12;
}).map((name) => name.textContent)"""


@both
@phones
def test_while_the_coach_speaks_the_path_and_the_hand_stay_in_sight(
    guests: Guests, language: str, size: ViewportSize
) -> None:
    ana = guests.invite("Ana", language, **{**PHONE, "viewport": size})
    ana.comes_home()
    ana.plays_now()
    ana.sees(ana.prompt)
    asks(ana)
    assert_path_and_hand_are_seen(ana)
    ana.page.add_init_script(READS_A_LONG_PATH)
    ana.page.reload()
    ana.sees(ana.prompt)
    asks(ana)
    expect(path_of(ana).get_by_role("listitem")).to_have_count(len(LONG_PATH))
    assert_path_and_hand_are_seen(ana)
    assert grave_findings(ana.page) == []


@both
def test_at_the_largest_table_too(guests: Guests, language: str) -> None:
    ana = guests.invite("Ana", language, **{**PHONE, "viewport": SHORT})
    ana.makes_a_table("warma", "qhatuq", "sinchi", "michiq", "willaq", "amauta", "odds")
    ana.press(ana.page.get_by_role("switch", name=ana.say("web.coach.allowed")))
    ana.starts_the_game()
    ana.sees(ana.prompt)
    ana.page.add_init_script(READS_A_LONG_PATH)
    ana.page.reload()
    ana.sees(ana.prompt)
    asks(ana)
    assert_path_and_hand_are_seen(ana)


def asks(person: Person) -> None:
    """The coach, and waits for what it says."""
    person.press(person.button("web.coach"))
    expect(plate(person)).to_be_visible()


def assert_path_and_hand_are_seen(person: Person) -> None:
    """Nothing lies over any card, of the path or of the hand, nor over what the coach thinks of each choice."""
    assert path_of(person).evaluate(COVERED) == []
    assert all(can_be_tapped(person.card(choice)) for choice in ("torch", "camp"))
    expect(plate(person).get_by_role("row")).to_have_count(3)
    assert all(can_be_tapped(row) for row in plate(person).get_by_role("row").all())
    assert too_wide(person.page) == []


def path_of(person: Person) -> Locator:
    """The cards of this round."""
    return person.page.get_by_role("region", name=person.say("web.path")).get_by_role("list")


@pytest.fixture(scope="module")
def game_of_five(house: House) -> str:
    """The code of a table where five have played to the end."""

    async def play() -> str:
        bots = ["odds", "greedy", "scavenger"]
        one = await make_table(house.address, "Magdalena", bots=bots, options={"pace": "instant"})
        other = await sit_down(house.address, one.code, "Krzysztof")
        async with one, other:
            await one.ask(type="start")
            await asyncio.gather(one.play(prudent), other.play(prudent))
        return one.code

    with ThreadPoolExecutor(1) as beside:  # Playwright's event loop has this thread
        return beside.submit(asyncio.run, play()).result()


@both
def test_in_a_replay_of_five_every_name_can_be_read(guests: Guests, game_of_five: str, language: str) -> None:
    ana = Reader(guests.invite("Ana", language, **{**PHONE, "viewport": SHORT}), game_of_five)
    ana.person.press(ana.person.text("web.review.all"))
    expect(ana.accounts).to_be_visible()
    choices = ana.page.get_by_role("columnheader", name=ana.say("web.review.likely"))
    while not choices.is_visible():
        ana.page.keyboard.press("ArrowRight")
        expect(choices.or_(ana.page.get_by_text(ana.say("web.review.no_choice")))).to_be_visible()
    assert unreadable(ana.page) == []
    assert too_wide(ana.page) == []


def unreadable(page: Page) -> list[str]:
    """Names that are cut, or set too small."""
    names: list[str] = page.evaluate(UNREADABLE)
    return names
