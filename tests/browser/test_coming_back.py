"""Whoever comes back finds everything as it was: on another device, after a crash of the house, after a new build."""

import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.guests import Guests
from tests.browser.houses import House
from tests.browser.sizes import PHONE
from tests.serving import close, opened


def test_a_seat_link_opens_the_seat_on_another_device_and_leaves_no_trace(guests: Guests) -> None:
    ana, phone = guests.invite("Ana"), guests.invite("Ana", **PHONE)
    ana.makes_a_table("timid")
    code = ana.code
    (token,) = kept_tokens(ana.page, code)
    ana.press(ana.button("web.other_device"))
    link = ana.dialog.get_by_label(ana.say("web.seat_link")).input_value()
    table, _, fragment = link.partition("#seat=")
    assert table == f"{ana.address}/t/{code}"
    secrets = fragment.split(".")  # the token, and what this seat adds to the luck
    assert secrets[0] == token
    ana.page.keyboard.press("Escape")
    phone.page.goto(link)
    expect(phone.chair_of(phone.say("web.own_name", who="Ana"))).to_be_visible()
    assert phone.page.url == table
    assert kept_tokens(phone.page, code) == [token]

    ana.starts_the_game()
    ana.sees(ana.prompt)
    phone.lays_torch(of="Ana/2")
    expect(ana.card("torch", "Ana/2", pressed=True)).to_be_visible()
    phone.leaves_for_good()
    sent = [answer.address + answer.asked_with for answer in phone.overheard.answers]
    assert len(sent) > 3
    assert not any(secret in one for one in [*sent, *phone.overheard.sockets] for secret in secrets)


def test_a_page_comes_back_by_itself_when_the_house_was_killed_in_the_middle_of_a_turn(
    tmp_path: Path, guests: Guests
) -> None:
    """Two adventurers: one card is laid, the other is not, and the house is gone."""
    data = tmp_path / "data"
    command = [sys.executable, "-m", "incangold"]
    process, address = opened(command, data)
    try:
        ana = guests.invite("Ana", to=House(address, data))
        ana.makes_a_table("timid")
        ana.starts_the_game()
        ana.lays_torch(of="Ana/1")
        ana.hears("lies")
        process.kill()
        process.wait()
        expect(ana.text("web.line_lost")).to_be_visible()
        process, _ = opened(command, data, port=int(urlsplit(address).port or 0))
        expect(ana.text("web.line_lost")).to_be_hidden()
        expect(ana.card("torch", "Ana/1", pressed=True)).to_be_visible()
        (greeting,) = ana.overheard.lines[-1].greetings
        assert greeting["yours"][0]["cards"] == ["torch", None], "so the house says, and not only the page"
        ana.lays_camp(of="Ana/2")
        ana.plays_to_the_end(torches=0)
        guests.go_home()
    finally:
        close(process)
    ana.overheard.forgives("ERR_CONNECTION_REFUSED")


def test_a_page_of_another_build_than_the_house_is_loaded_anew_once(guests: Guests) -> None:
    ana, cy = guests.invite("Ana"), guests.invite("Cy")
    ana.makes_a_table()
    greeted: list[str] = []
    loaded: list[str] = []

    def of_another_build(page_side: WebSocketRoute) -> None:
        house_side = page_side.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            messages = json.loads(frame)
            for message in messages:
                if message["type"] == "welcome":
                    greeted.append(message["build"])
                    message["build"] = "another"
            page_side.send(json.dumps(messages))

        house_side.on_message(pass_on)

    cy.page.route_web_socket("**/ws", of_another_build)
    cy.page.on("load", lambda page: loaded.append(page.url))
    with cy.page.expect_event("load", lambda _: len(loaded) == 2):
        cy.goes_to(f"/t/{ana.code}")
    expect(cy.chair_of("Ana")).to_be_visible()
    assert len(greeted) == 2
    assert cy.page.evaluate("sessionStorage.getItem('incangold.reloaded')")
    cy.press(cy.button("web.settings"))
    expect(cy.dialog).to_be_visible()
    assert len(loaded) == 2, "and not again and again"


def kept_tokens(page: Page, code: str) -> list[str]:
    """The tokens that this device remembers for a table."""
    seats = json.loads(page.evaluate("localStorage.getItem('incangold.seats')"))
    return [seat["token"] for seat in seats[code]]
