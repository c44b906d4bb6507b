"""The tables in memory: whatever happens at one is decided, kept, and only then told."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from incangold.errors import IncanGoldError, SomethingBroke, TooMuch, UnknownTable
from incangold.server import log, wire
from incangold.server.client import Client
from incangold.server.decisions import Entries, made
from incangold.server.duties import duties, next_duty
from incangold.server.limits import Buckets, Limits
from incangold.server.seats import hash_of, new_code, new_token, read_code
from incangold.server.sitting import Sitting
from incangold.server.store import Store
from incangold.table import clock
from incangold.words.catalogue import catalogue

PUT_AWAY_AFTER = 600.0  # seconds without a page open; nothing is lost by it
CLOSED_AFTER = 30 * 86_400.0  # an unfinished table in which nothing happened for so long publishes its secret
LOOK_ROUND_EVERY = 30.0

logger = logging.getLogger("incangold")

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


class Shards(Protocol):
    """Which tables this process looks after, and which workers are alive."""

    worker: str

    def holds(self, shard: int) -> bool:
        """Whether this process alone closes turns and keeps deadlines there."""
        ...

    def is_alive(self, worker: str) -> bool:
        """Whether pages can be open at this worker."""
        ...


class OneProcess:
    """All shards are held by the only process there is."""

    def __init__(self) -> None:
        self.worker = new_token()[:12]

    def holds(self, shard: int) -> bool:
        """Always."""
        return True

    def is_alive(self, worker: str) -> bool:
        """This one is; any other was an earlier run."""
        return worker == self.worker


class LiveTable:
    """A table in memory, with the pages that are open on it."""

    def __init__(self, number: int, shard: int, seq: int, sitting: Sitting, now: float) -> None:
        self.id, self.shard, self.seq, self.sitting = number, shard, seq, sitting
        self.clients: set[Client] = set()
        self.inbox: list[Errand] = []
        self.under_way: list[Errand] = []  # decided, not yet kept
        self.is_busy = False
        self.is_behind = False  # another worker appended something
        self.used_at = now
        self.alarm: asyncio.TimerHandle | None = None

    def devices(self, place: int) -> int:
        """On how many pages here a place is held."""
        return sum(place in client.holds for client in self.clients)


class _Greeting(NamedTuple):
    """How a client is received, which places it holds, and what it has been told with that."""

    message: wire.Welcome | wire.Rest
    holds: tuple[int, ...]
    version: int


class House:
    """Every table that anybody uses, and the one way in which they change."""

    def __init__(self, store: Store, shards: Shards, limits: Limits) -> None:
        self.store, self.shards, self.limits = store, shards, limits
        self.live: dict[str, LiveTable] = {}
        self.turns_revealed = 0
        self._guesses = Buckets(limits.guesses)
        self._coming: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # ── Tables come and go ────────────────────────────────────────────────────────────────────────────────────────

    async def make(self, wanted: wire.MakeTable) -> wire.Seated:
        """A new table; whoever asked sits at it."""
        if len(self.live) >= self.limits.tables_in_memory:
            raise TooMuch()
        token, words = new_token(), catalogue(wanted.language)
        while True:
            code, now = new_code(), self.store.now()
            entries = made(code, wanted, hash_of(token), words)
            if await self.store.make(code, now, entries) is not None:
                break
        live = await self.table(code)
        return wire.Seated(code, live.sitting.chairs[0].id, token)

    async def table(self, code: str) -> LiveTable:
        """A table by its code, fetched from the store if it is not here."""
        code = read_code(code)
        if code in self.live:
            return self.live[code]
        if code not in self._coming:
            self._coming[code] = asyncio.create_task(self._fetch(code))
        try:
            return await asyncio.shield(self._coming[code])
        finally:
            self._coming.pop(code, None)

    async def table_for(self, code: str, address: str) -> LiveTable:
        """The same for a visitor, whose wrong guesses are counted."""
        now = self.store.now()
        if self._guesses.is_empty(address, now):
            raise TooMuch()
        try:
            return await self.table(code)
        except UnknownTable:
            self._guesses.take(address, now)
            raise

    async def _fetch(self, code: str) -> LiveTable:
        kept = await self.store.read(code)
        if kept is None:
            raise UnknownTable(code=code)
        now = self.store.now()
        live = LiveTable(kept.id, kept.shard, len(kept.appends), Sitting(kept.entries()), now)
        self.live[code] = live
        if self.shards.holds(live.shard):
            self.ask(live, Errand(self._come_back, _nothing, _nothing))
        return live

    def _come_back(self, sitting: Sitting, now: float) -> Entries:
        """Pages that were open at a worker that is gone are closed; nobody loses a turn to its absence."""
        gone = [chair for chair in sitting.people if chair.worker and not self.shards.is_alive(chair.worker)]
        entries: Entries = [log.Went(chair.id) for chair in gone]
        return [*entries, *_longer(sitting, now)] if gone else entries

    async def look_round(self) -> None:
        """Now and then: put tables away that nobody looks at, close those that nobody will come back to."""
        while True:
            await asyncio.sleep(LOOK_ROUND_EVERY)
            try:
                await self.store.read_clock()
                self._put_away()
                await self._close_forgotten()
            except Exception:
                logger.exception("looking round failed")

    def _put_away(self) -> None:
        long_ago = self.store.now() - PUT_AWAY_AFTER
        for code, live in list(self.live.items()):
            if not live.clients and not live.inbox and not live.is_busy and live.used_at < long_ago:
                self._forget(code, live)

    def _forget(self, code: str, live: LiveTable) -> None:
        if live.alarm:
            live.alarm.cancel()
        self.live.pop(code, None)

    async def _close_forgotten(self) -> None:
        for code in await self.store.idle_since(self.store.now() - CLOSED_AFTER):
            live = await self.table(code)
            if self.shards.holds(live.shard):
                self.ask(live, Errand(_close, _nothing, _nothing))
                await self.store.mark_closed(live.id)

    # ── Things happen ─────────────────────────────────────────────────────────────────────────────────────────────

    def ask(self, live: LiveTable, errand: Errand) -> None:
        """Something for a table to decide; the answer comes when it is kept."""
        live.inbox.append(errand)
        self._wake(live)

    async def asked(self, live: LiveTable, decide: Decide, answer: Answer) -> Any:
        """The same for one who waits: the answer, or the refusal raised."""
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def reply(outcome: Any) -> None:
            if not answered.done():
                answered.set_result(outcome)

        self.ask(live, Errand(decide, answer, reply))
        outcome = await answered
        if isinstance(outcome, IncanGoldError):
            raise outcome
        return outcome

    def news(self, live: LiveTable) -> None:
        """Another worker appended something to this table."""
        live.is_behind = True
        self._wake(live)

    def _wake(self, live: LiveTable) -> None:
        if not live.is_busy:
            live.is_busy = True
            task = asyncio.create_task(self._work(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, live: LiveTable) -> None:
        """Everything that waits at one table, one commit at a time."""
        try:
            first = True
            while first or live.inbox or live.is_behind:
                first = False
                await self._one_commit(live)
        except Exception:
            logger.exception("table %s could not go on; it will be read anew", live.sitting.code)
            self._give_up(live)
        finally:
            live.is_busy = False

    async def _one_commit(self, live: LiveTable) -> None:
        if live.is_behind:
            await self._catch_up(live)
        errands = live.under_way = live.inbox
        live.inbox = []
        now = live.used_at = self.store.now()
        entries: Entries = []
        outcomes = [self._carry_out(live.sitting, errand, now, entries) for errand in errands]
        if self.shards.holds(live.shard):
            self._do_duties(live.sitting, now, entries)
        if entries and not await self.store.append(live.id, live.seq + 1, now, entries):
            await self._read_anew(live)
            live.inbox = [*errands, *live.inbox]
            return
        live.seq += bool(entries)
        for errand, outcome in zip(errands, outcomes, strict=True):
            errand.reply(outcome)
        live.under_way = []
        self._tell(live)
        self._set_alarm(live)

    def _carry_out(self, sitting: Sitting, errand: Errand, now: float, entries: Entries) -> Any:
        """What an errand comes to: its entries are folded, its answer or refusal is returned."""
        try:
            decided = errand.decide(sitting, now)
        except IncanGoldError as refusal:
            return refusal
        for entry in decided:
            sitting.apply(entry, now)
        entries += decided
        return errand.answer(sitting)

    def _do_duties(self, sitting: Sitting, now: float, entries: Entries) -> None:
        while due := duties(sitting, now):
            for entry in due:
                sitting.apply(entry, now)
                self.turns_revealed += isinstance(entry, log.TurnedOver)
            entries += due

    async def _catch_up(self, live: LiveTable) -> None:
        live.is_behind = False
        for at, entries in await self.store.read_after(live.id, live.seq):
            for entry in entries:
                live.sitting.apply(entry, at)
            live.seq += 1
        for client in live.clients:
            absent = [place for place in client.holds if not live.sitting.chair(place).is_present]
            if absent:  # closed at another worker, still open here
                self.ask(live, Errand(self._came(absent), _nothing, _nothing))

    async def _read_anew(self, live: LiveTable) -> None:
        """Somebody else appended first: what was folded in vain is forgotten."""
        kept = await self.store.read(live.sitting.code)
        if kept is None:
            raise UnknownTable(code=live.sitting.code)
        live.sitting, live.seq = Sitting(kept.entries()), len(kept.appends)

    def _give_up(self, live: LiveTable) -> None:
        """What was folded may not be what is kept: the pages come back to a table read from the store."""
        self._forget(live.sitting.code, live)
        for errand in [*live.under_way, *live.inbox]:
            errand.reply(SomethingBroke())
        for client in list(live.clients):
            client.drop()

    def _tell(self, live: LiveTable) -> None:
        """What a table has to say goes out as one frame for each client."""
        sitting = live.sitting
        missed: dict[int, list[bytes]] = {}
        for client in live.clients:
            if client.version not in missed:
                missed[client.version] = sitting.since(client.version) or []
            if not sitting.private_news.isdisjoint(client.holds):
                client.whisper_last(wire.YoursChanged(sitting.yours(client.holds)))
            client.tell(missed[client.version])
            client.version = sitting.version
        sitting.private_news.clear()

    def _set_alarm(self, live: LiveTable) -> None:
        if live.alarm:
            live.alarm.cancel()
            live.alarm = None
        now = self.store.now()
        when = next_duty(live.sitting, now) if self.shards.holds(live.shard) else None
        if when is not None:
            live.alarm = asyncio.get_running_loop().call_later(when - now + 0.001, self._wake, live)

    # ── People come and go ────────────────────────────────────────────────────────────────────────────────────────

    def enter(self, live: LiveTable, client: Client, hello: wire.Hello, build: str) -> None:
        """A client says hello: it is told what it may know, and everything from then on."""
        hashes = [hash_of(token) for token in hello.tokens]

        def decide(sitting: Sitting, now: float) -> Entries:
            held = [place for hashed in hashes if (place := sitting.held_by(hashed)) is not None]
            return self._came(held)(sitting, now)

        def answer(sitting: Sitting) -> _Greeting:
            return self._greeting(sitting, tuple(sitting.held_by(hashed) for hashed in hashes), hello.version, build)

        def reply(greeting: _Greeting | IncanGoldError) -> None:
            if isinstance(greeting, IncanGoldError):
                client.drop()
                return
            client.holds, client.version = greeting.holds, greeting.version
            client.whisper(greeting.message)
            live.clients.add(client)

        self.ask(live, Errand(decide, answer, reply))

    def _greeting(
        self, sitting: Sitting, opened: tuple[int | None, ...], version: int | None, build: str
    ) -> "_Greeting":
        """The rest, for one who knows a version that is still kept; otherwise everything."""
        holds = tuple(dict.fromkeys(place for place in opened if place is not None))
        now, yours = self.store.now(), sitting.yours(holds)
        if version is not None and sitting.since(version) is not None:
            return _Greeting(wire.Rest(build, now, sitting.version, opened, yours), holds, version)
        welcome = wire.Welcome(
            build=build,
            now=now,
            version=sitting.version,
            holds=opened,
            room=sitting.room(),
            position=sitting.shown_position(),
            laid=sitting.laid,
            at=sitting.turn_began,
            ends=sitting.ends,
            story=tuple(sitting.story),
            chat=tuple(sitting.chat),
            yours=yours,
        )
        return _Greeting(welcome, holds, sitting.version)

    def _came(self, places: Iterable[int]) -> Decide:
        def decide(sitting: Sitting, now: float) -> Entries:
            absent = [place for place in places if not sitting.chair(place).is_present]
            entries: Entries = [log.Came(place, self.shards.worker) for place in absent]
            return entries if sitting.somebody_is_here or not entries else [*entries, *_longer(sitting, now)]

        return decide

    def leave(self, live: LiveTable, client: Client) -> None:
        """A page was closed."""
        live.clients.discard(client)
        worker = self.shards.worker

        def decide(sitting: Sitting, _: float) -> Entries:
            there = {chair.id for chair in sitting.people if chair.worker == worker}
            return [log.Went(place) for place in client.holds if place in there and not live.devices(place)]

        if client.holds:
            self.ask(live, Errand(decide, _nothing, _nothing))

    async def close(self) -> None:
        """Finish what is under way; whatever was accepted is kept already."""
        for live in self.live.values():
            if live.alarm:
                live.alarm.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)


def _longer(sitting: Sitting, now: float) -> Entries:
    """A deadline that nobody could watch is at least ten seconds away."""
    ends = clock.after_restart(sitting.ends, now)
    return [log.PutOff(ends)] if ends is not None and ends != sitting.ends else []


def _close(sitting: Sitting, _: float) -> Entries:
    return [] if sitting.phase in ("over", "closed") else [log.Closed()]


def _nothing(_: Any) -> None:
    return None
