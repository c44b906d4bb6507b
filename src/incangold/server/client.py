"""One open page, or one bot's stream: what it holds, what it has been told, and a writer of its own."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from msgspec import Struct, json

MOST_WAITING = 128  # frames; a client that stops reading is dropped alone
MOST_BYTES_WAITING = 1 << 20

Send = Callable[[bytes], Awaitable[None]]


class Client:
    """Frames go out one after the other, in a task that lives only while there are any."""

    __slots__ = ("_afterwards", "_drop", "_frames", "_send", "_waiting", "_writer", "holds", "private", "version")

    def __init__(self, send: Send, drop: Callable[[], None]) -> None:
        self.holds: tuple[int, ...] = ()  # places
        self.version = 0  # of the table, as far as this client was told
        self.private: list[bytes] = []  # messages for it alone, to go out with the next frame
        self._afterwards = b""
        self._frames: deque[bytes] = deque()
        self._waiting = 0  # bytes
        self._send, self._drop = send, drop
        self._writer: asyncio.Task[None] | None = None

    def whisper(self, message: Struct) -> None:
        """Something for this client alone."""
        self.private.append(json.encode(message))

    def whisper_last(self, message: Struct) -> None:
        """Something for this client alone that follows from what all are told."""
        self._afterwards = json.encode(message)

    def tell(self, public: Iterable[bytes] = ()) -> None:
        """Send what was whispered and what is public as one frame."""
        messages = [*self.private, *public, *([self._afterwards] if self._afterwards else [])]
        self.private.clear()
        self._afterwards = b""
        if not messages:
            return
        frame = b"[" + b",".join(messages) + b"]"
        self._waiting += len(frame)
        if len(self._frames) >= MOST_WAITING or (self._frames and self._waiting > MOST_BYTES_WAITING):
            self.drop()
            return
        self._frames.append(frame)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._frames:
                await self._send(self._frames[0])
                self._waiting -= len(self._frames.popleft())
        except Exception:  # whatever is wrong with a connection, it is this client's alone
            self._frames.clear()
            self._drop()
        finally:
            self._writer = None

    async def drain(self) -> None:
        """Wait until all is sent."""
        if self._writer:
            await asyncio.wait([self._writer], timeout=2)

    def drop(self) -> None:
        """Nothing more will be sent."""
        self._frames.clear()
        if self._writer:
            self._writer.cancel()
        self._drop()
