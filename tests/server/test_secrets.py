"""No frame tells what its reader may not know: looked for in captured traffic, and by changing the secrets."""

import asyncio
import json
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pytest

from incangold.server import log, wire
from incangold.server.seats import hash_of
from incangold.server.sitting import Sitting
from tests.server.houses import Open, open_house
from tests.server.pages import Message, Page, make_table, prudent, sit_down
from tests.server.test_playing import INSTANT, together

SERVER_MESSAGES = {
    kind.__struct_config__.tag: kind
    for kind in vars(wire).values()
    if isinstance(kind, type) and issubclass(kind, wire.ToAll | wire.ToOne)
}


def fields_in(thing: Any) -> set[str]:
    """Every name of a field, however deep."""
    if isinstance(thing, dict):
        return set(thing) | {name for inner in thing.values() for name in fields_in(inner)}
    if isinstance(thing, list):
        return {name for inner in thing for name in fields_in(inner)}
    return set()


class Reader(Protocol):
    """A page that was sent frames: a scripted one, or a real browser's."""

    @property
    def frames(self) -> list[str]: ...
    @property
    def tokens(self) -> list[str]: ...
    @property
    def holds(self) -> list[int | None]: ...


class Traffic:
    """What one page was sent, and what it may not hold."""

    def __init__(self, page: Reader, log_of_table: list[log.AnyEntry]) -> None:
        self.page = page
        self.messages: list[Message] = [message for frame in page.frames for message in json.loads(frame)]
        self.log = log_of_table

    def check(self, *, open_tents: bool = False) -> None:
        self.holds_only_what_the_wire_knows()
        self.tells_no_token()
        self.tells_no_secret_before_the_end()
        self.tells_no_laid_card_before_the_reveal()
        self.tells_nobody_elses_advice()
        if not open_tents:
            self.tells_nobody_elses_tent()

    def holds_only_what_the_wire_knows(self) -> None:
        """Strictly the fields of wire.py, so that what follows looks at all there is."""
        for message in self.messages:
            kind = SERVER_MESSAGES[message["type"]]
            known = {field.name for field in msgspec.structs.fields(kind)} | {"type"}
            assert set(message) == known

    def tells_no_token(self) -> None:
        text = "".join(self.page.frames)
        for entry in self.log:
            if isinstance(entry, log.Sat) and entry.token_hash:
                assert entry.token_hash not in text
        for token in self.page.tokens:
            assert token not in text, "not even one's own: a screen may be seen by others"
            assert hash_of(token) not in text

    def tells_no_secret_before_the_end(self) -> None:
        sealed = secrets_by_game(self.log)
        for message in self.messages:
            room = message.get("room")
            if room and room["phase"] in ("over", "closed"):
                sealed.pop(room["game"], None)
            text = json.dumps(message)
            assert not any(secret in text for secrets in sealed.values() for secret in secrets)

    def tells_no_laid_card_before_the_reveal(self) -> None:
        """Cards are named in one's own part, in answers and by the coach, and in ChoicesRevealed; nowhere else."""
        for message in self.messages:
            if message["type"] in ("yours_changed", "lies", "rest", "advised"):
                continue
            public = {name: part for name, part in message.items() if name not in ("yours", "story", "events")}
            assert '"torch"' not in json.dumps(public)
            assert '"camp"' not in json.dumps(public)
            for event in [*message.get("events", []), *message.get("story", [])]:
                if '"torch"' in json.dumps(event) or '"camp"' in json.dumps(event):
                    assert event["event"] == "ChoicesRevealed"
            assert "rolls" not in fields_in(message)

    def tells_nobody_elses_advice(self) -> None:
        for message in self.messages:
            if message["type"] == "advised":
                assert message["place"] in self.page.holds

    def tells_nobody_elses_tent(self) -> None:
        for message in self.messages:
            position = message.get("position")
            if position and position["phase"] != "over":
                assert position["in_tent"] is None
            for yours in message.get("yours", []):
                assert yours["place"] in self.page.holds


def secrets_by_game(entries: list[log.AnyEntry]) -> dict[int, list[str]]:
    """What the server drew for each game of a table, the luck that was drawn afresh included."""
    drawn: dict[int, list[str]] = {}
    for entry in entries:
        if isinstance(entry, log.Made | log.AnotherGame):
            drawn[len(drawn) + 1] = [entry.secret]
        elif isinstance(entry, log.Afresh):
            drawn[len(drawn)].append(entry.secret)
    return drawn


async def log_of(here: Open, code: str) -> list[log.AnyEntry]:
    kept = await here.store.read(code)
    assert kept
    return [entry for _, entry in kept.entries()]


@pytest.mark.parametrize("edition", ["incan-gold", "literal", "incan-gold open_tents=yes"])
def test_captured_traffic_tells_nothing(tmp_path: Path, edition: str) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as here:
            ana = await make_table(here.base, bots=["die", "moody"], options=INSTANT, edition=edition)
            bo = await sit_down(here.base, ana.code, "Bo")
            watching = Page(here.base, ana.code)
            async with ana, bo, watching:
                await ana.ask(type="start")
                await asyncio.gather(ana.play(prudent, until_turn=2), bo.play(prudent, until_turn=2))
                await bo.vanish()
                await bo.open(version=bo.version)
                await asyncio.gather(ana.play(prudent), bo.play(prudent))
                assert (await ana.ask(type="again"))["type"] == "done"
                await ana.until(lambda: ana.room["game"] == bo.room["game"] == 2)
                await asyncio.gather(ana.play(prudent), bo.play(prudent))
            entries = await log_of(here, ana.code)
            for page in (ana, bo, watching):
                assert len(page.frames) > 10
                Traffic(page, entries).check(open_tents="open_tents" in edition)

    together(play())


def a_game() -> list[log.AnyEntry]:
    """Ana and Bo and a bot, before the first choice."""
    sat = [log.Sat(number, name, None, f"{number}" * 64, "") for number, name in enumerate(("Ana", "Bo", "Cy"))]
    return [log.Made("ABCDEF", "11" * 32, "incan-gold", wire.Options()), *sat, log.Started(), log.Began()]


def all_that_is_told(entries: list[log.AnyEntry], places: tuple[int, ...]) -> Any:
    """Everything a client with these places could be sent."""
    sitting = Sitting((float(number), entry) for number, entry in enumerate(entries))
    return sitting.since(0), sitting.room(), sitting.shown_position(), sitting.laid, sitting.yours(places)


@pytest.mark.parametrize("places", [(), (0,), (2,), (0, 2)])
def test_changing_anothers_laid_card_changes_nothing(places: tuple[int, ...]) -> None:
    told = []
    for choice in ("torch", "camp"):
        laid = log.Laid(1, choice, 0, 1, "player")
        told.append(all_that_is_told([*a_game(), laid], places))
    assert told[0] == told[1]
    own = [all_that_is_told([*a_game(), log.Laid(1, choice, 0, 1, "player")], (1,)) for choice in ("torch", "camp")]
    assert own[0] != own[1], "Bo knows it, or this test could not fail"


def test_changing_ones_mind_tells_nobody_anything() -> None:
    once = [*a_game(), log.Laid(1, "torch", 0, 1, "player")]
    twice = [*once, log.Laid(1, "camp", 0, 2, "player"), log.Laid(1, "torch", 0, 3, "player")]
    assert all_that_is_told(once, (0,)) == all_that_is_told(twice, (0,))


def test_changing_what_lies_deeper_in_the_deck_changes_nothing() -> None:
    """Another secret with the same first cards: the positions must be the same, whatever comes later."""
    by_first_cards: dict[Any, list[Any]] = {}
    for number in range(256):
        entries = a_game()
        entries[0] = log.Made("ABCDEF", f"{number:02x}" * 32, "incan-gold", wire.Options())
        sitting = Sitting((0.0, entry) for entry in entries)
        story = tuple(bytes(event) for event in sitting.story)
        by_first_cards.setdefault(story, []).append(sitting.shown_position())
    shared = [positions for positions in by_first_cards.values() if len(positions) > 1]
    assert shared, "no two secrets began alike, so nothing was compared"
    for positions in shared:
        assert all(position == positions[0] for position in positions)


def test_nobody_foresees_a_whim_from_what_is_public() -> None:
    """A bot's generator hangs on the server's secret, not on code, game and seat."""
    chosen = set()
    for number in range(8):
        made = log.Made("ABCDEF", f"{number:02x}" * 32, "incan-gold", wire.Options())
        bots = [log.Sat(place, f"bot {place}", "random", "", "") for place in range(1, 4)]
        person = log.Sat(0, "Ana", None, "0" * 64, "")
        entries: list[log.AnyEntry] = [made, person, *bots, log.Started(), log.Began()]
        sitting = Sitting((0.0, entry) for entry in entries)
        view = sitting.playing.view(1)
        chosen.add(tuple(sitting.bots[1].choose(view) for _ in range(12)))
    assert len(chosen) == 8
