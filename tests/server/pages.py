"""A page without a browser: it speaks the wire as the front end does, and remembers every frame it was sent."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from incangold.table.dealer import commitment_to, new_secret

Message = dict[str, Any]
PATIENCE = 20.0


class Page:
    """One open page at a table, holding one place or several, or none."""

    def __init__(
        self, base: str, code: str, tokens: list[str] | None = None, nonces: list[bytes] | None = None
    ) -> None:
        self.base, self.code = base, code
        self.tokens = tokens or []
        self.nonces = nonces or []
        self.frames: list[str] = []
        self.room: Message = {}
        self.position: Message | None = None
        self.yours: list[Message] = []
        self.laid: list[int] = []
        self.story: list[Message] = []
        self.chat: list[Message] = []
        self.answers: list[Message] = []
        self.version = 0
        self.holds: list[int | None] = []
        self.closed: int | None = None
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._drawn: set[tuple[int, str]] = set()  # one nonce for each of the server's commitments
        self._id = 0

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self, version: int | None = None) -> None:
        """Connect and say hello."""
        self.closed = None
        self._socket = await connect(self.base.replace("http", "ws", 1) + "/ws", compression=None)
        self._reading = asyncio.create_task(self._read())
        await self.send(type="hello", table=self.code, tokens=self.tokens, version=version)
        await self.until(lambda: bool(self.room) or self.closed is not None)

    async def close(self) -> None:
        """Close the page."""
        if self._socket:
            await self._socket.close()
        if self._reading:
            await asyncio.wait([self._reading], timeout=PATIENCE)

    async def vanish(self) -> None:
        """Gone without a word, as a phone in a tunnel."""
        assert self._socket
        self._socket.transport.abort()
        if self._reading:
            await asyncio.wait([self._reading], timeout=PATIENCE)

    async def send(self, **message: Any) -> int:
        """Say something; its number comes back with the answer."""
        assert self._socket
        self._id += 1
        await self._socket.send(json.dumps({**message, "id": self._id}))
        return self._id

    async def ask(self, **message: Any) -> Message:
        """Say something and wait for the answer."""
        number = await self.send(**message)
        await self.until(lambda: any(answer.get("id") == number for answer in self.answers))
        return next(answer for answer in self.answers if answer.get("id") == number)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), 0.05)  # what others see may matter too

    async def _read(self) -> None:
        assert self._socket
        try:
            async for frame in self._socket:
                assert isinstance(frame, str)
                self.frames.append(frame)
                messages = json.loads(frame)
                for message in messages:
                    self._hear(message)
                if any(message["type"] in ("welcome", "rest", "room_changed") for message in messages):
                    await self._ceremony()
                self._news.set()
        except ConnectionClosed:
            pass
        self.closed = self._socket.close_code or 1006
        self._news.set()

    def _hear(self, message: Message) -> None:
        if "version" in message and message["type"] != "rest":
            self.version = max(self.version, message["version"])
        match message["type"]:
            case "welcome":
                for field in ("room", "position", "laid", "story", "chat", "yours", "holds"):
                    setattr(self, field, message[field])
                self.version = message["version"]
            case "rest":
                self.yours, self.holds = message["yours"], message["holds"]
            case "room_changed":
                if message["room"]["game"] != self.room.get("game", 1):
                    self.story, self.position, self.yours = [], None, []
                self.room = message["room"]
            case "laid_down":
                self.laid = message["seats"]
            case "turned":
                self.position, self.laid = message["position"], []
                self.story += message["events"]
            case "yours_changed":
                self.yours = message["yours"]
            case "said":
                self.chat.append(message)
            case _:
                self.answers.append(message)

    async def _ceremony(self) -> None:
        """R17, as every page does it: commit where it is missing, reveal when the start was given."""
        for number, place in enumerate(self.holds):
            seated = next((one for one in self.room["places"] if one["id"] == place), None)
            if not seated or number >= len(self.nonces):
                continue
            if not seated["commitment"] and self.room["phase"] in ("lobby", "starting"):
                if (number, self.room["commitment"]) in self._drawn:
                    continue  # on its way already
                self._drawn.add((number, self.room["commitment"]))
                self.nonces[number] = new_secret()
                await self.send(type="commit", place=place, commitment=commitment_to(self.nonces[number]))
            elif self.room["phase"] == "starting":
                await self.send(type="reveal", place=place, nonce=self.nonces[number].hex())

    # ── Playing ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def phase(self) -> str:
        """Of the table."""
        return str(self.room["phase"])

    @property
    def turn(self) -> int:
        """Of the game; before it, none."""
        return int(self.position["turn"]) if self.position else -1

    def to_lay(self) -> list[tuple[int, int]]:
        """Own adventurers without a card, each with the revision to lay with."""
        return [
            (seat, yours["revisions"][yours["seats"].index(seat)] + 1)
            for yours in self.yours
            for seat in yours["to_choose"]
            if seat not in self.laid and yours["cards"][yours["seats"].index(seat)] is None
        ]

    async def until_to_lay(self) -> None:
        """Wait until a card of this page's is due."""
        await self.until(lambda: bool(self.to_lay()))

    async def play(self, choose: Callable[[Message, int], str], *, until_turn: int | None = None) -> None:
        """Lay a card whenever one is due, until the game is over (or a turn is reached)."""
        while True:
            await self.until(lambda: self.closed is not None or self.phase in ("over", "closed") or bool(self.to_lay()))
            if self.closed is not None or self.phase in ("over", "closed"):
                return
            assert self.position
            if until_turn is not None and self.turn >= until_turn:
                return
            turn = self.turn
            for seat, revision in self.to_lay():
                await self.ask(type="lay", seat=seat, choice=choose(self.position, seat), turn=turn, revision=revision)


def prudent(position: Message, seat: int) -> str:
    """Goes home with seven or more, or two hazards on the path."""
    hazards = sum(not card["card"].startswith("treasure") and card["worth"] is None for card in position["path"])
    return "camp" if position["beside_tent"][seat] >= 7 or hazards >= 2 else "torch"


async def make_table(base: str, name: str = "Ana", **wanted: Any) -> Page:
    """A new table with its host's page (not yet open)."""
    return await _sit(base, "/api/tables", {"name": name, **wanted})


async def sit_down(base: str, code: str, name: str) -> Page:
    """Another person at a table."""
    return await _sit(base, f"/api/tables/{code}/places", {"name": name})


async def three_friends(base: str, **wanted: Any) -> tuple[Page, Page, Page]:
    """Ana, who made the table, with Bo and Cy; their pages are not yet open."""
    ana = await make_table(base, **wanted)
    bo, cy = [await sit_down(base, ana.code, name) for name in ("Bo", "Cy")]
    return ana, bo, cy


async def _sit(base: str, path: str, wanted: Message) -> Page:
    nonce = new_secret()
    async with httpx.AsyncClient() as http:
        answer = await http.post(base + path, json={"commitment": commitment_to(nonce), **wanted})
    assert answer.status_code == 201, answer.text
    seated = answer.json()
    return Page(base, seated["table"], [seated["token"]], [nonce])
