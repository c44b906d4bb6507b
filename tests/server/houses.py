"""A real house on a real port with a real database, in the test's own event loop, whose clock can be put forward."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from incangold.server.app import make_app
from incangold.server.door import doorkeeper
from incangold.server.house import House
from incangold.server.limits import Limits, Rate
from incangold.server.live import LiveTable
from incangold.server.serve import bound, uvicorn_options
from incangold.server.shards import OneProcess
from incangold.server.store import Store, sqlite_url

PLENTY = Rate(1e6, 1e6)
WIDE_OPEN = Limits(
    sockets_of_one=5_000, tables_made=PLENTY, seats_taken=PLENTY, replays=PLENTY, messages=PLENTY, words=PLENTY
)


class ForwardStore(Store):
    """A store whose clock a test may put forward."""

    ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead


@dataclass
class Open:
    """An open house."""

    base: str
    house: House
    store: ForwardStore

    def live(self, code: str) -> LiveTable:
        return self.house.live[code]

    async def later(self, seconds: float) -> None:
        """Some time passes, and every table looks at its clock."""
        self.store.ahead += seconds
        for live in self.house.live.values():
            self.house._wake(live)
        await asyncio.sleep(0.05)


@asynccontextmanager
async def open_house(folder: Path, limits: Limits = WIDE_OPEN) -> AsyncIterator[Open]:
    """Open a house on the tables in this folder; closing and opening it again is a restart."""
    store = ForwardStore(sqlite_url(folder))
    house = House(store, OneProcess(), limits)
    listening = bound("127.0.0.1", 0)
    app = make_app(house, doorkeeper([]))
    server = uvicorn.Server(uvicorn.Config(app, **uvicorn_options()))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        if serving.done():
            serving.result()
        await asyncio.sleep(0.01)
    try:
        yield Open(f"http://127.0.0.1:{listening.getsockname()[1]}", house, store)
    finally:
        server.should_exit = True
        await serving
