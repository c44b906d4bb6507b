"""Everybody who comes to a house in one test, and what is true of all their pages whatever they did there."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from incangold.server import log
from incangold.server.seats import hash_of
from tests.browser.houses import House
from tests.browser.overheard import Answer, Line, Overheard
from tests.browser.players import Person
from tests.browser.sizes import TABLET
from tests.server.test_secrets import Traffic, secrets_by_game

LOCALES = {"en": "en-GB", "pl": "pl-PL"}


class Guests:
    """Invites people, each with a browser of their own, and looks through what they were told when they have gone."""

    def __init__(self, browser: Browser, house: House, archive: Path) -> None:
        self._browser, self.house, self._archive = browser, house, archive
        self._invited: list[tuple[House, Person]] = []

    def invite(
        self, name: str, language: str = "en", *, to: House | None = None, motion: bool = False, **device: Any
    ) -> Person:
        """Somebody with a fresh browser; one who wants no motion taps away what is left of it."""
        house = to or self.house
        archive = self._archive / f"{len(self._invited)}.har"
        device = {"viewport": TABLET, "reduced_motion": "no-preference" if motion else "reduce", **device}
        page = self._browser.new_context(locale=LOCALES[language], record_har_path=archive, **device).new_page()
        person = Person(
            page,
            house.address,
            Overheard(page, archive),
            name,
            language,
            in_a_hurry=not motion,
            touches=device.get("has_touch", False),
        )
        self._invited.append((house, person))
        return person

    def go_home(self) -> None:
        """Everybody closes the browser."""
        for _, person in self._invited:
            person.page.context.close()

    def check_what_they_were_told(self) -> None:
        """No fault, no other host, no secret: whoever it was, whatever they did."""
        tokens = self.tokens()
        for house, person in self._invited:
            heard = person.overheard
            assert heard.faults == []
            for address in heard.addresses():
                assert urlsplit(address).netloc == urlsplit(house.address).netloc or address.startswith("data:")
            logs = {line.table: house.log_of(line.table) for line in heard.lines if line.was_greeted}
            for line in heard.lines:
                check_line(line, logs.get(line.table, []), tokens)
            for answer in heard.answers:
                check_answer(answer, logs, tokens)

    def tokens(self) -> set[str]:
        """Every token that anybody here was given."""
        people = [person.overheard for _, person in self._invited]
        given = {token for heard in people for answer in heard.answers for token in answer.tokens_given()}
        return given | {token for heard in people for line in heard.lines for token in line.tokens}


def check_line(line: Line, entries: list[log.AnyEntry], tokens: set[str]) -> None:
    """A socket tells nobody's token, and nothing that its reader may not know."""
    Traffic(line, entries).check()
    for token in tokens:
        assert not any(token in frame for frame in line.frames)


def check_answer(answer: Answer, logs: dict[str, list[log.AnyEntry]], tokens: set[str]) -> None:
    """An answer tells a token only to whom it was just given, and a secret only of a game that is over."""
    for token in tokens:
        assert token not in answer.address + answer.asked_with
        assert token not in answer.body or token in answer.tokens_given()
        assert hash_of(token) not in answer.body
    for table, entries in logs.items():
        for game, secrets in secrets_by_game(entries).items():
            if answer.finished_game() != (table, game):
                assert not any(secret in answer.body for secret in secrets)
