"""Pages that come back by themselves, and what must then be true of a table's log."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Self

import httpx
from msgspec import json
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from incangold.server import log
from incangold.server.sitting import Sitting
from incangold.server.store import Kept, Store
from incangold.table.dealer import commitment_to, new_secret
from tests.server.databases import all_logs
from tests.server.pages import Message, Page

COMES_BACK_AFTER = 0.3
TURNED_ALREADY = {
    "refusal.cards_already_turned",
    "refusal.all_cards_laid",
    "refusal.game_is_over",
    "refusal.no_game_now",
}


class Loyal(Page):
    """Comes back whenever its socket closes, says again what was not answered, and remembers every answer to a lay."""

    def __init__(self, base: str, code: str, token: str, nonce: bytes, address: str) -> None:
        super().__init__(base, code, [token], [nonce])
        self.address = address  # as a proxy would tell it
        self.lies: list[Message] = []
        self.refused: list[Message] = []  # lays said again when the cards had been turned over already
        self.times_open = 0
        self._unanswered: Message | None = None

    @classmethod
    async def sit(cls, http: httpx.AsyncClient, path: str, address: str, **wanted: Any) -> Self:
        """Sit down at a table, or make one."""
        nonce = new_secret()
        wanted = {"commitment": commitment_to(nonce), **wanted}
        answer = await http.post(path, json=wanted, headers={"x-forwarded-for": address})
        assert answer.status_code == 201, answer.text
        seated = answer.json()
        return cls(str(http.base_url).rstrip("/"), seated["table"], seated["token"], nonce, address)

    @property
    def is_over(self) -> bool:
        return bool(self.room) and self.phase == "over"

    async def open(self, version: int | None = None) -> None:
        self.closed, self.room, self.position, self.yours, self.laid = None, {}, None, [], []
        address = self.base.replace("http", "ws", 1) + "/ws"
        headers = {"x-forwarded-for": self.address}
        self._socket = await connect(address, compression=None, additional_headers=headers, open_timeout=10)
        self.times_open += 1
        self._reading = asyncio.create_task(self._read())
        await self.send(type="hello", table=self.code, tokens=self.tokens, version=version)
        await self.until(lambda: bool(self.room) or self.closed is not None)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for one's own news alone: there are hundreds of such pages."""
        while not holds():
            self._news.clear()
            await self._news.wait()

    async def start(self, places: int) -> None:
        """As people do: again and again until it has started, once so many places are taken."""
        while self.room.get("phase", "lobby") == "lobby":
            if self.closed is None and len(self.room.get("places", ())) == places:
                with suppress(WebSocketException):
                    await self.send(type="start")
                await asyncio.sleep(1)
            await asyncio.sleep(0.05)

    async def play_on(self, choose: Callable[[Message, int], str], stop: Callable[[], bool] = lambda: False) -> None:
        """To the end of the game, whatever happens to the house; or until it is time to stop."""
        while not self.is_over and not stop():
            with suppress(OSError, TimeoutError, WebSocketException):
                await self.open()
                if self._unanswered and self.closed is None:
                    await self._lay(self._unanswered)
                await self._lay_on(choose, stop)
            if self.closed is not None:
                await asyncio.sleep(COMES_BACK_AFTER)

    async def _lay_on(self, choose: Callable[[Message, int], str], stop: Callable[[], bool]) -> None:
        while not stop():
            await self.until(lambda: self.closed is not None or self.is_over or bool(self.to_lay()))
            if self.closed is not None or self.is_over:
                return
            assert self.position
            turn = self.turn
            for seat, revision in self.to_lay():
                choice = choose(self.position, seat)
                await self._lay({"type": "lay", "seat": seat, "choice": choice, "turn": turn, "revision": revision})

    async def _lay(self, lay: Message) -> None:
        is_repeated, self._unanswered = lay is self._unanswered, lay
        number = await self.send(**lay)
        await self.until(lambda: self.closed is not None or self._answer_to(number) is not None)
        answer = self._answer_to(number)
        if answer is None:
            return
        self._unanswered = None
        if answer["type"] == "lies":
            assert answer["choice"] == lay["choice"], "nobody else lays for this seat"
            self.lies.append(answer)
        else:
            assert is_repeated, answer
            assert answer["key"] in TURNED_ALREADY, answer
            self.refused.append(lay)

    def _answer_to(self, number: int) -> Message | None:
        return next((answer for answer in reversed(self.answers) if answer.get("id") == number), None)


async def check_log(store: Store, code: str, pages: Collection[Loyal]) -> Sitting:
    """A table's log has no gap, every card in it was laid once and at its time, and whatever was answered is in it."""
    kept = (await all_logs(store, code))[code]
    return check_cards(kept, [lay for page in pages for lay in (*page.lies, *page.refused)])


def check_cards(kept: Kept, answered: Collection[Message]) -> Sitting:
    """Fold a log as the house does, and see that it could have happened and holds what was answered."""
    sitting, cards = Sitting(), {}
    for at, entry in kept.entries():
        if isinstance(entry, log.Laid):
            assert entry.turn == sitting.playing.turn
            assert (entry.turn, entry.seat, entry.revision) not in cards, "laid once"
            cards[entry.turn, entry.seat, entry.revision] = entry.choice
        elif isinstance(entry, log.TurnedOver):
            assert entry.turn == sitting.playing.turn
            assert not sitting.playing.waiting_for, "turned over when all lie"
        sitting.apply(entry, at)
    for lay in answered:
        assert cards[lay["turn"], lay["seat"], lay["revision"]] == lay["choice"]
    return sitting


def story_of(sitting: Sitting) -> list[Message]:
    """What happened in the game, as pages are told it."""
    return [json.decode(event) for event in sitting.story]
