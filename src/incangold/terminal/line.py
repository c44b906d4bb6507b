"""The line to a house: it opens, beats, notices silence, and opens again by itself."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from time import time

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from incangold.errors import IncanGoldError, NobodyAnswers, SpeaksOtherwise
from incangold.terminal.link import Link, Message, refusal_in

BEAT = 15.0  # the house drops a line that is silent for a minute
SILENCE = 40.0
FIRST_WAIT, LONGEST_WAIT = 0.3, 5.0
NO_SUCH_TABLE, BAD_HELLO = 4404, 4400


class Line:
    """Messages in, messages out; what is said while the line is lost is not sent, and False comes back."""

    def __init__(self, link: Link, hello: Callable[[], Message], hear: Callable[[Message], None]) -> None:
        self._link, self._hello, self._hear = link, hello, hear
        self._socket: ClientConnection | None = None
        self._refused: Message | None = None

    async def send(self, message: Message) -> bool:
        """Say something, if anybody hears it."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(json.dumps(message))
        except ConnectionClosed:
            return False
        return True

    async def run(self) -> None:
        """Until it is cancelled; refuses a house that never answered, and what the house itself refuses."""
        wait, was_open = FIRST_WAIT, False
        while True:
            try:
                async with connect(self._link.socket, compression=None, open_timeout=SILENCE) as socket:
                    if was_open:
                        self._hear({"type": "line_back"})
                    wait, was_open = FIRST_WAIT, True
                    await self._talk(socket)
                if socket.close_code in (NO_SUCH_TABLE, BAD_HELLO) and self._refused:
                    raise refusal_in(self._refused)
                self._hear({"type": "line_lost"})
            except (OSError, InvalidHandshake, TimeoutError) as error:
                self._refuse_unless_it_may_come_back(error, was_open)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _refuse_unless_it_may_come_back(self, error: Exception, was_open: bool) -> None:
        refused = isinstance(error, InvalidStatus) and error.response.status_code < 500
        if refused or not was_open:
            raise NobodyAnswers(address=self._link.house, why=str(error) or type(error).__name__) from None

    async def _talk(self, socket: ClientConnection) -> None:
        self._socket = socket
        beating = asyncio.create_task(self._beat(socket))
        try:
            await socket.send(json.dumps(self._hello()))
            while True:
                async with asyncio.timeout(SILENCE):
                    self._hear_frame(await socket.recv())
        except (ConnectionClosed, TimeoutError):
            pass
        finally:
            self._socket = None
            beating.cancel()

    def _hear_frame(self, frame: str | bytes) -> None:
        try:
            for message in json.loads(frame):
                self._refused = message if message["type"] == "refused" else None
                self._hear(message)
        except (ValueError, TypeError, KeyError) as error:
            if isinstance(error, IncanGoldError):
                raise
            raise SpeaksOtherwise(why=type(error).__name__) from error

    async def _beat(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(BEAT)
                await socket.send(json.dumps({"type": "ping", "sent": time()}))
