"""The socket: hello first, then messages in and frames out."""

import asyncio
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from incangold.errors import BadMessage, HelloFirst, IncanGoldError, SomethingBroke, TooMuch
from incangold.server import wire
from incangold.server.client import Client
from incangold.server.coach import Coach
from incangold.server.decisions import Asked, Entries, decide
from incangold.server.house import House
from incangold.server.limits import Bucket, Buckets
from incangold.server.live import Errand, LiveTable
from incangold.server.showing import refused
from incangold.server.sitting import Sitting
from incangold.view import View
from incangold.words.catalogue import catalogue

HELLO_WITHIN = 5.0
BAD_HELLO, UNKNOWN, FLOOD = 4400, 4404, 4429

logger = logging.getLogger("incangold")
_message = msgspec.json.Decoder(wire.ClientMessage).decode


class Gate:
    """Sockets and streams of a whole house: who is in, and how many from each address."""

    def __init__(self, house: House, build: str) -> None:
        self.house, self.build = house, build
        self.coach = Coach()
        self.sockets = self.refusals = 0
        self.answered: Callable[[float], None] | None = None  # told how many seconds each answer took
        self.words = Buckets(house.limits.words)  # by seat: a new socket says no more than the old one
        self.advice = Buckets(house.limits.advice)
        self._from: dict[str, int] = {}

    def admits(self, address: str) -> bool:
        """Whether there is room for one more from this address; it is in if so."""
        limits = self.house.limits
        if self.sockets >= limits.sockets or self._from.get(address, 0) >= limits.sockets_of_one:
            return False
        self.sockets += 1
        self._from[address] = self._from.get(address, 0) + 1
        return True

    def let_out(self, address: str) -> None:
        """One that was in is gone."""
        self.sockets -= 1
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]

    async def visit(self, socket: WebSocket) -> None:
        """One socket, from its first message to its end."""
        address = socket.scope["address"]
        if not self.admits(address):
            await socket.close(FLOOD)
            return
        try:
            await socket.accept()
            await self._welcome(socket, address)
        except WebSocketDisconnect:
            pass
        finally:
            self.let_out(address)

    async def _welcome(self, socket: WebSocket, address: str) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = read(await socket.receive_text(), self.house.limits.message_bytes)
            if not isinstance(hello, wire.Hello):
                raise HelloFirst()
            live = await self.house.table_for(hello.table, address)
        except TimeoutError:
            await _close(socket, HelloFirst(), BAD_HELLO)
        except IncanGoldError as refusal:
            known = isinstance(refusal, HelloFirst | BadMessage)
            await _close(socket, refusal, BAD_HELLO if known else FLOOD if isinstance(refusal, TooMuch) else UNKNOWN)
        except KeyError:  # Starlette's way to say that a frame was not text
            await _close(socket, HelloFirst(), BAD_HELLO)
        else:
            await Visit(self, live, socket).run(hello)


class Visit:
    """One page at one table."""

    def __init__(self, gate: Gate, live: LiveTable, socket: WebSocket) -> None:
        self.gate, self.house, self.live, self.socket = gate, gate.house, live, socket
        self._gone = asyncio.Event()
        self.client = Client(self._send, self._gone.set)
        self._messages = Bucket(self.house.limits.messages, self.house.store.now())
        self._advising: asyncio.Task[None] | None = None  # one answer of the coach at a time

    async def _send(self, frame: bytes) -> None:
        await self.socket.send_text(frame.decode())

    async def run(self, hello: wire.Hello) -> None:
        """Until the page goes, answers no pings (uvicorn's), or does not read what it is sent."""
        self.house.enter(self.live, self.client, hello, self.gate.build)
        reading = asyncio.create_task(self._read())
        dropped = asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait([reading, dropped], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reading, dropped):
                task.cancel()
            if self._advising:
                self._advising.cancel()
            self.house.leave(self.live, self.client)
        if reading.done() and not reading.cancelled():
            reading.result()
        if self.socket.application_state is WebSocketState.CONNECTED:
            await self.socket.close(1013)

    async def _read(self) -> None:
        while True:
            try:
                text = await self.socket.receive_text()
            except KeyError:
                self._refuse(0, BadMessage(why="bytes"))
                continue
            if not self._messages.take(self.house.store.now()):
                await self.client.drain()
                await _close(self.socket, TooMuch(), FLOOD)
                return
            self._hear(text)
            await asyncio.sleep(0)  # the writer's turn, and everybody else's

    def _hear(self, text: str) -> None:
        try:
            message = read(text, self.house.limits.message_bytes)
        except BadMessage as refusal:
            self._refuse(0, refusal)
            return
        now = self.house.store.now()
        match message:
            case wire.Ping(sent=sent):
                self.client.whisper(wire.Pong(sent, now))
                self.client.tell()
            case wire.Hello():
                self._refuse(message.id, BadMessage(why="hello"))
            case wire.Say() if not self.gate.words.take(f"{self.live.sitting.code}/{self.client.holds}", now):
                self._refuse(message.id, TooMuch())
            case wire.Advise(place=place) if self._advising or not self._may_ask(place, now):
                self._refuse(message.id, TooMuch())
            case wire.Advise():
                self.house.ask(self.live, self._advised(message))
            case _:
                self.house.ask(self.live, self._errand(message))

    def _may_ask(self, place: int, now: float) -> bool:
        """Whether the coach answers this seat once more; whoever does not hold it is refused at the table."""
        return place not in self.client.holds or self.gate.advice.take(f"{self.live.sitting.code}/{place}", now)

    def _errand(self, message: Any) -> Errand:
        def decided(sitting: Sitting, now: float) -> Entries:
            return decide(Asked(sitting, self.client.holds, now, catalogue("en")), message)

        began = perf_counter()

        def reply(outcome: Any) -> None:
            if isinstance(outcome, IncanGoldError):
                self._refuse(message.id, outcome)
                return
            self.client.whisper(outcome)
            if self.gate.answered:
                self.gate.answered(perf_counter() - began)

        return Errand(decided, lambda sitting: answer_to(sitting, message), reply)

    def _advised(self, message: wire.Advise) -> Errand:
        """The coach is told what the asker sees, as it is when all before it has been decided."""
        decided = self._errand(message).decide

        def seen(sitting: Sitting) -> tuple[int, View]:
            return sitting.game, sitting.playing.view(sitting.player_at(message.place))

        def reply(outcome: tuple[int, View] | IncanGoldError) -> None:
            if isinstance(outcome, IncanGoldError):
                self._refuse(message.id, outcome)
            elif self._advising:  # another of the same page was decided in the same commit
                self._refuse(message.id, TooMuch())
            else:
                self._advising = asyncio.create_task(self._tell_advice(message, *outcome))

        return Errand(decided, seen, reply)

    async def _tell_advice(self, message: wire.Advise, game: int, view: View) -> None:
        try:
            advice = await self.gate.coach.advise(self.live.sitting.code, game, view)
            self.client.whisper(wire.Advised(message.id, message.place, view.public.turn, advice))
            self.client.tell()
        except IncanGoldError as refusal:
            self._refuse(message.id, refusal)
        except Exception:
            logger.exception("the coach had no answer at table %s", self.live.sitting.code)
            self._refuse(message.id, SomethingBroke())
        finally:
            self._advising = None

    def _refuse(self, number: int, refusal: IncanGoldError) -> None:
        self.gate.refusals += 1
        self.client.whisper(refused(refusal, number))
        self.client.tell()


def answer_to(sitting: Sitting, message: Any) -> wire.Lies | wire.Done:
    """What now lies there; or that it was done."""
    if isinstance(message, wire.Lay):
        table = sitting.playing
        view = table.view(table.view(None).public.leaders[message.seat])
        card = view.cards[view.seats.index(message.seat)]
        lies = card.value if card else message.choice
        return wire.Lies(message.id, message.seat, message.turn, table.revision(message.seat), lies)
    return wire.Done(message.id)


def read(text: str, most: int) -> Any:
    """A message of the wire; refuses anything else with the reason."""
    if len(text) > most:
        raise BadMessage(why=f"more than {most} letters")
    try:
        return _message(text)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadMessage(why=str(error)[:200]) from None


async def _close(socket: WebSocket, refusal: IncanGoldError, code: int) -> None:
    await socket.send_text(msgspec.json.encode([refused(refusal)]).decode())
    await socket.close(code)
