"""The first page is small, and all of it comes from the house."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.guests import Guests

SMALL = 150_000  # bytes over the wire, everything included


def test_the_first_page_is_small_and_asks_no_other_host(guests: Guests) -> None:
    ana = guests.invite("Ana")
    received: list[float] = []
    hosts: set[str] = set()
    ana.page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    wire = ana.page.context.new_cdp_session(ana.page)
    wire.on("Network.loadingFinished", lambda loaded: received.append(loaded["encodedDataLength"]))
    wire.send("Network.enable")
    ana.page.goto(ana.address, wait_until="networkidle")
    expect(ana.button("web.play_now")).to_be_visible()
    assert len(received) >= 5, "a page, a script, a style, words and drawings"
    assert 20_000 < sum(received) < SMALL
    assert hosts == {urlsplit(ana.address).netloc}


def test_an_address_that_leads_nowhere_says_so_and_leads_home(guests: Guests) -> None:
    ana = guests.invite("Ana")
    for path in ("/nope", "/t/LLAMA/games/x", "/t/%E0%A4%A"):
        ana.goes_to(path)
        expect(ana.headline).to_have_text(ana.say("web.nowhere"))
    ana.link("web.home").last.click()
    expect(ana.button("web.play_now")).to_be_visible()
    assert "404 (Not Found)" in ana.overheard.faults.pop()  # /nope: the house says so to programs too
