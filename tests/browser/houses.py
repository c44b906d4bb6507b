"""Houses that pages come to: a real one in its own process, and one whose clock can be put forward."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TypeVar

from incangold.server.log import AnyEntry
from incangold.server.store import Store, sqlite_url
from tests.server.houses import open_house

Result = TypeVar("Result")


@dataclass(frozen=True)
class House:
    """Where it can be opened, and the folder of its tables."""

    address: str
    folder: Path

    def log_of(self, code: str) -> list[AnyEntry]:
        """What the house keeps of a table, secrets included; read beside it, from its file."""

        async def read() -> list[AnyEntry]:
            store = Store(sqlite_url(self.folder))
            kept = await store.read(code)
            await store.close()
            assert kept, f"no table {code} in {self.folder}"
            return [entry for _, entry in kept.entries()]

        with ThreadPoolExecutor(1) as beside:  # Playwright's event loop has this thread
            return beside.submit(asyncio.run, read()).result()


@dataclass(frozen=True)
class HouseWithClock(House):
    """A house that lives in a thread of this process, so that its clock can be put forward."""

    later: Callable[[float], None]


@contextmanager
def house_with_clock(folder: Path) -> Iterator[HouseWithClock]:
    """Opened on a free port with the tables in this folder."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()

    def there(doing: Awaitable[Result]) -> Result:
        async def done() -> Result:
            return await doing

        return asyncio.run_coroutine_threadsafe(done(), loop).result()

    opening = open_house(folder)
    here = there(opening.__aenter__())
    try:
        yield HouseWithClock(here.base, folder, lambda seconds: there(here.later(seconds)))
    finally:
        there(opening.__aexit__(None, None, None))
        loop.call_soon_threadsafe(loop.stop)
