"""Several workers on one PostgreSQL: who looks after which tables, and how each hears what the others append.

All of this is about liveness. Two workers that both believe they hold a shard cannot harm its tables: an append is
decided from everything before it, and the key (table, seq) lets only one of them in.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import make_url

from incangold.server.store import CHANNEL, SHARDS
from incangold.table.dealer import new_secret

if TYPE_CHECKING:
    from incangold.server.house import House

SHARDS_CHANNEL = f"{CHANNEL}_shards"  # a worker came, or let go of shards: look at once
SHARD_LOCKS = 0x1CA9601E  # the first half of a shard's lock; the second is its number
WORKER_LOCKS = 0x1CA9  # the first 16 bits of a worker's own lock; the other 48 are its name
LOOK_EVERY = 1.0  # seconds
LOOK_TWICE_EVERY = 10  # looks
LOST_AFTER = 5.0  # seconds without an answer, and a connection counts as lost
MISSED_SOON = {  # where a worker's host vanishes without a word, PostgreSQL frees its locks within 20 seconds
    "application_name": "incangold",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)

LOCKS = f"""
select objsubid = 2 as is_shard, (classid::bigint << 32) + objid::bigint as lock, pid = pg_backend_pid() as is_own
from pg_locks
where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and (objsubid = 2 and classid::bigint = {SHARD_LOCKS} or objsubid = 1 and classid::bigint >> 16 = {WORKER_LOCKS})
"""
TAKE = f"select shard from unnest($1::int[]) as shard where pg_try_advisory_lock({SHARD_LOCKS}, shard)"
LET_GO = f"select pg_advisory_unlock({SHARD_LOCKS}, shard) from unnest($1::int[]) as shard"
LET_ALL_GO = "select pg_advisory_unlock_all()"
TELL_ALL = f"notify {SHARDS_CHANNEL}"

logger = logging.getLogger("incangold")


class Locks(NamedTuple):
    """Who is alive and which shards are held."""

    alive: frozenset[str]
    held: frozenset[int]
    own: frozenset[int]


class PostgresShards:
    """This worker's fair share of the tables, held by advisory locks of one connection and gone with it."""

    are_shared = True

    def __init__(self, url: str) -> None:
        self._key = WORKER_LOCKS << 48 | int.from_bytes(new_secret()[:6], "big")
        self.worker = _name(self._key)
        self._address = _address(url)
        self._connection: Any = None  # the one that holds the locks
        self._asking = asyncio.Lock()  # one question at a time on it
        self._own: frozenset[int] = frozenset()
        self._heard_of: set[str] = set()
        self._met: set[str] = set()  # those of them who were asked after
        self._gone: set[str] = set()
        self._ring = asyncio.Event()
        self._looked, self._listens = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, house: "House") -> None:
        """Listen first, then take shards, so that nothing is missed in between."""
        self._house = house
        self._tasks.append(asyncio.create_task(_for_ever(self._listen, "hears what others append")))
        await self._listens.wait()
        self._tasks.append(asyncio.create_task(_for_ever(self._hold, "holds the shards")))
        await self._looked.wait()

    async def close(self) -> None:
        """Let go of everything, and tell the others that it is free."""
        self._own = frozenset()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def holds(self, shard: int) -> bool:
        """Whether the lock was this worker's when it last looked, and its connection has not been lost since."""
        return shard in self._own

    def is_alive(self, worker: str) -> bool:
        """Whether this worker's own lock is held; one that was never asked after counts as alive."""
        return worker not in self._gone

    async def meet(self, workers: Collection[str]) -> None:
        """Ask after those that were not met before; without a connection nothing is held, and they are met later."""
        if self._met.issuperset(workers):
            return
        self._heard_of.update(workers)
        if connection := self._connection:
            try:
                await self._see(connection)
            except LOST:
                connection.terminate()

    # ── Holding ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _hold(self) -> None:
        """Look every second, until the connection is lost; with it everything is."""
        connection = await self._connect(self._lose)
        try:
            self._connection = connection
            looks = 0
            while True:
                await self._look(connection)
                self._looked.set()
                looks += 1
                if looks % LOOK_TWICE_EVERY == 0:  # a worker without its lock may have appended after it was missed
                    self._house.miss_workers()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ring.wait(), LOOK_EVERY)
                self._ring.clear()
        except asyncio.CancelledError:
            await self._take_leave(connection)
            raise
        finally:
            self._connection, self._own = None, frozenset()
            connection.terminate()

    def _lose(self, _: object) -> None:
        self._own = frozenset()
        self._ring.set()

    async def _take_leave(self, connection: Any) -> None:
        with suppress(*LOST):
            async with self._asking:
                await connection.execute(LET_ALL_GO)
                await connection.execute(TELL_ALL)

    async def _look(self, connection: Any) -> None:
        """Let go of what is above one's share, take what is free up to it."""
        locks = await self._see(connection)
        if self.worker not in locks.alive:
            await self._ask(connection, "select pg_try_advisory_lock($1)", self._key)
            await self._ask(connection, TELL_ALL)
        self._own &= locks.own
        share = -(-SHARDS // len(locks.alive | {self.worker}))
        if too_many := sorted(self._own)[share:]:
            self._own -= set(too_many)  # first: from here on nothing is done there
            await self._ask(connection, LET_GO, too_many)
            await self._ask(connection, TELL_ALL)
        free = [shard for shard in range(SHARDS) if shard not in locks.held]
        if wanted := free[: max(0, share - len(self._own))]:
            taken = {row["shard"] for row in await self._ask(connection, TAKE, wanted)}
            self._own |= taken
            self._house.take_up(taken)

    async def _see(self, connection: Any) -> Locks:
        """Who holds what; whoever was heard of and is not among them is gone."""
        heard_of = set(self._heard_of)
        rows = await self._ask(connection, LOCKS)
        alive = frozenset(_name(row["lock"]) for row in rows if not row["is_shard"])
        held = [(row["lock"] % (1 << 32), row["is_own"]) for row in rows if row["is_shard"]]
        newly = heard_of - alive - self._gone - {self.worker}
        self._met |= heard_of
        self._gone = self._gone - alive | newly
        if newly:
            self._house.miss_workers()
        return Locks(alive, frozenset(shard for shard, _ in held), frozenset(shard for shard, own in held if own))

    async def _ask(self, connection: Any, question: str, *facts: object) -> list[Any]:
        async with self._asking:
            return list(await connection.fetch(question, *facts))

    # ── Listening ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def _listen(self) -> None:
        """Until the connection is lost; whatever was said before the next one listens must be looked up."""
        lost = asyncio.Event()
        connection = await self._connect(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, self._hear)
            await connection.add_listener(SHARDS_CHANNEL, lambda *_: self._ring.set())
            if self._listens.is_set():
                self._house.heard_nothing()
            self._listens.set()
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), LOST_AFTER)
                await connection.execute("select 1")
        finally:
            connection.terminate()

    def _hear(self, _: object, __: int, ___: str, told: str) -> None:
        for word in told.split():
            code, _, seq = word.partition(":")
            self._house.heard(code, int(seq))

    async def _connect(self, lost: Callable[[object], None]) -> Any:
        limits = {"timeout": LOST_AFTER, "command_timeout": LOST_AFTER}
        connection = await asyncpg.connect(**self._address, **limits, server_settings=MISSED_SOON)
        connection.add_termination_listener(lost)
        return connection


async def _for_ever(connected: Callable[[], Coroutine[Any, Any, None]], does: str) -> None:
    """One connection after the other."""
    while True:
        try:
            await connected()
        except LOST as error:
            logger.warning("the connection that %s was lost: %s", does, error or type(error).__name__)
        except Exception:
            logger.exception("the connection that %s was given up", does)
        await asyncio.sleep(LOOK_EVERY)


def _name(lock: int) -> str:
    """A worker's name, by its lock."""
    return f"{lock % (1 << 48):012x}"


def _address(url: str) -> dict[str, Any]:
    """SQLAlchemy's address as asyncpg is told it."""
    address = make_url(url)
    more = {name: fact for name, fact in address.query.items() if not name.startswith("prepared_statement_")}
    return {**address.translate_connect_args(username="user"), **more}
