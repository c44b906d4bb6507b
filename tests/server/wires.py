"""A wire between a guest and a house that can be cut and mended."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Wire:
    """Carries whatever is said at its port to the house."""

    def __init__(self, house: int) -> None:
        self._house = house
        self._ends: list[asyncio.StreamWriter] = []
        self.is_cut = False
        self.port = 0

    @property
    def base(self) -> str:
        """The house's address at this end."""
        return f"http://127.0.0.1:{self.port}"

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until an end closes it or it is cut."""
        if self.is_cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._house)
        self._ends += [writer, far_writer]
        await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer), return_exceptions=True)

    def cut(self) -> None:
        """Every connection breaks, and no new one comes through until it is mended."""
        self.is_cut = True
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    def mend(self) -> None:
        """New connections come through again."""
        self.is_cut = False


@asynccontextmanager
async def wire_to(base: str) -> AsyncIterator[Wire]:
    """A wire to the house at this address."""
    wire = Wire(int(base.rpartition(":")[2]))
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        wire.cut()
        server.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(65536):
        writer.write(chunk)
    writer.close()
