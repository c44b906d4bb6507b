"""What all these tests look through when their guests have gone home, and that it would find something.

`guests` does it after every test: every frame and every answer that any page was sent (tests/browser/guests.py).
"""

import json
from typing import Any

import pytest

from tests.browser.guests import Guests, check_answer, check_line
from tests.browser.overheard import Answer, Line
from tests.browser.players import play_to_the_end
from tests.server.test_secrets import secrets_by_game


def test_captured_traffic_of_a_game_tells_nothing_and_a_leak_would_be_found(guests: Guests) -> None:
    ana, bo, cy = (guests.invite(name) for name in ("Ana", "Bo", "Cy"))
    ana.makes_a_table("die")
    bo.sits_down(ana.code)
    ana.starts_the_game()
    cy.goes_to(f"/t/{ana.code}")
    play_to_the_end([ana, bo], torches=0)
    cy.sees(cy.open_tents)
    ana.press(ana.button("web.proof.check"))
    ana.sees(ana.text("web.proof.opens"))
    code = ana.code
    guests.go_home()

    entries, tokens = guests.house.log_of(code), guests.tokens()
    assert len(tokens) == 2
    for person in (ana, bo, cy):
        line = person.overheard.lines[-1]
        assert len(line.frames) > 5
        check_line(line, entries, tokens)
        for leak in (
            {"type": "laid_down", "version": 1, "turn": 0, "seats": [0], "cards": ["torch"]},
            {"type": "said", "version": 1, "place": 0, "name": "Ana", "text": next(iter(tokens)), "at": 0.0},
            {
                "type": "said",
                "version": 1,
                "place": 0,
                "name": "Ana",
                "text": secrets_by_game(entries)[1][0],
                "at": 0.0,
            },
        ):
            with pytest.raises(AssertionError):
                check_line(with_leak(line, leak), entries, tokens)

    anas = next(message for message in ana.overheard.lines[-1].messages if message["type"] == "yours_changed")
    with pytest.raises(AssertionError):
        check_line(with_leak(cy.overheard.lines[-1], anas), entries, tokens)

    given = [answer for answer in bo.overheard.answers if answer.tokens_given()]
    assert len(given) == 1
    replays = [answer for answer in ana.overheard.answers if answer.finished_game()]
    assert replays
    secret = secrets_by_game(entries)[1][0]
    assert secret in replays[0].body
    for leak_over_http in (*tokens, secret):
        with pytest.raises(AssertionError):
            check_answer(Answer("GET", f"{ana.address}/api/house", "[]", leak_over_http), {code: entries}, tokens)


def with_leak(line: Line, leak: dict[str, Any]) -> Line:
    """The same line, with one more message in its first frame."""
    first, *rest = line.frames
    return Line(line.tokens, line.table, [json.dumps([leak, *json.loads(first)]), *rest])
