"""Sockets by the thousand on loopback: as little work for each as can be, so that the server is what is measured."""

import asyncio
import base64
import json
from collections.abc import Callable
from hashlib import sha1
from typing import Any

Heard = Callable[["Socket", bytes], None]
KEY = base64.b64encode(bytes(16)).decode()


class Socket(asyncio.Protocol):
    """One WebSocket client: text frames out, text frames in, nothing else."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.facts: dict[str, Any] = {}
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for an upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        host, port = transport.get_extra_info("peername")[:2]
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """The upgrade's answer first, then frames."""
        buffer = self._buffer
        buffer += data
        if not self.is_open.done():
            head, end, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if accepted() not in head:
                self.is_open.set_exception(ConnectionError(head[:200].decode()))
                return
            self.is_open.set_result(None)
            buffer[:] = rest
        while (frame := _frame(buffer)) is not None:
            opcode, payload = frame
            if opcode == 1:
                self.heard(self, payload)
            elif opcode == 9:
                self._write(10, payload)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server let go."""
        if not self.is_open.done():
            self.is_open.set_exception(exc or ConnectionError("closed"))

    def send(self, text: bytes) -> None:
        """One text frame, masked with zeros, as a client must mask."""
        self._write(1, text)

    def _write(self, opcode: int, payload: bytes) -> None:
        assert self._transport
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        self._transport.write(bytes([0x80 | opcode]) + length + bytes(4) + payload)

    def close(self) -> None:
        """Let go."""
        if self._transport:
            self._transport.close()


def accepted() -> bytes:
    """What a server must answer to our key."""
    return base64.b64encode(sha1(f"{KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())


def _frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """The next whole frame, taken from the buffer."""
    if len(buffer) < 2:
        return None
    size, begin = buffer[1] & 0x7F, 2
    if size == 126:
        size, begin = int.from_bytes(buffer[2:4], "big"), 4
    elif size == 127:
        size, begin = int.from_bytes(buffer[2:10], "big"), 10
    if len(buffer) < begin + size or (begin > 2 and len(buffer) < begin):
        return None
    opcode, payload = buffer[0] & 0x0F, bytes(buffer[begin : begin + size])
    del buffer[: begin + size]
    return opcode, payload


async def opened(host: str, port: int, heard: Heard) -> Socket:
    """A socket, when it is open."""
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(lambda: Socket(heard), host, port)
    await protocol.is_open
    return protocol


async def posted(host: str, port: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """One small request."""
    reader, writer = await asyncio.open_connection(host, port)
    content = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {len(content)}\r\n"
        "Content-Type: application/json\r\nConnection: close\r\n\r\n".encode()
        + content
    )
    answer = await reader.read()
    writer.close()
    head, _, text = answer.partition(b"\r\n\r\n")
    if b" 201 " not in head.split(b"\r\n", 1)[0]:
        raise ConnectionError(answer[:300].decode())
    result: dict[str, Any] = json.loads(text)
    return result
