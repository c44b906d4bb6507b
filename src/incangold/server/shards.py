"""Which tables a process looks after: all of them, or its share of 64 shards."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol

from incangold.server.seats import new_token

if TYPE_CHECKING:
    from incangold.server.house import House


class Shards(Protocol):
    """Which tables this process looks after, and which workers are alive."""

    worker: str
    are_shared: bool  # whether other workers append to the same tables

    async def open(self, house: "House") -> None:
        """Begin to hold, and to tell the house what others do."""
        ...

    async def close(self) -> None:
        """Hold nothing any more."""
        ...

    def holds(self, shard: int) -> bool:
        """Whether this process alone closes turns and keeps deadlines there."""
        ...

    def is_alive(self, worker: str) -> bool:
        """Whether pages can be open at this worker; one that was never met counts as alive."""
        ...

    async def meet(self, workers: Collection[str]) -> None:
        """Find out whether these are alive, where it is not known."""
        ...


class OneProcess:
    """All shards are held by the only process there is."""

    are_shared = False

    def __init__(self) -> None:
        self.worker = new_token()[:12]

    async def open(self, house: "House") -> None:
        """Nobody has to be asked."""

    async def close(self) -> None:
        """Nobody has to be told."""

    def holds(self, shard: int) -> bool:
        """Always."""
        return True

    def is_alive(self, worker: str) -> bool:
        """This one is; any other was an earlier run."""
        return worker == self.worker

    async def meet(self, workers: Collection[str]) -> None:
        """There are no others."""
