"""A table in memory: the pages open on it, and what waits to be decided there."""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from incangold.server.client import Client
from incangold.server.decisions import Entries
from incangold.server.sitting import Sitting

Decide = Callable[[Sitting, float], Entries]
Answer = Callable[[Sitting], Any]
Reply = Callable[[Any], None]


class Errand(NamedTuple):
    """Something asked of a table: what it decides, what it answers, and who gets the answer or the refusal.

    Deciding and answering change nothing else: they are done again when another worker was first.
    """

    decide: Decide
    answer: Answer
    reply: Reply


class LiveTable:
    """A table in memory, with the pages that are open on it."""

    def __init__(self, number: int, shard: int, seq: int, sitting: Sitting, now: float) -> None:
        self.id, self.shard, self.seq, self.sitting = number, shard, seq, sitting
        self.clients: set[Client] = set()
        self.inbox: list[Errand] = []
        self.under_way: list[Errand] = []  # decided, not yet kept
        self.is_busy = False
        self.is_behind = False  # another worker appended something
        self.has_more_to_do = False  # duties that were put off to let other tables breathe
        self.is_torn = False  # something is folded that was not kept, or may not have been
        self.appending = 0  # the seq of an append under way
        self.used_at = now
        self.alarm: asyncio.TimerHandle | None = None

    def devices(self, place: int) -> int:
        """On how many pages here a place is held."""
        return sum(place in client.holds for client in self.clients)
