"""The tables in memory: whatever happens at one is decided, kept, and only then told."""

import asyncio
import logging
from collections.abc import Collection, Coroutine
from typing import Any, NamedTuple

from incangold.errors import IncanGoldError, SomethingBroke, TooMuch, UnknownTable, Unsure
from incangold.server import log, wire
from incangold.server.client import Client
from incangold.server.decisions import Entries, made
from incangold.server.duties import REVEAL_WITHIN, duties, next_duty
from incangold.server.limits import Buckets, Limits
from incangold.server.live import Answer, Decide, Errand, LiveTable
from incangold.server.seats import hash_of, new_code, new_token, read_code
from incangold.server.shards import Shards
from incangold.server.sitting import Chair, Sitting
from incangold.server.store import SHARDS, Store, shard_of
from incangold.table import clock
from incangold.words.catalogue import catalogue

PUT_AWAY_AFTER = 600.0  # seconds without a page open; nothing is lost by it
DAY = 86_400.0
CLOSED_AFTER = 30 * DAY  # an unfinished table in which nothing happened for so long publishes its secret
LOOK_ROUND_EVERY = 30.0
PURGE_EVERY = 3_600.0
MOST_ERRANDS_AT_ONCE = 150  # decided in one commit: fewer messages than a table keeps for those who missed some
MOST_TURNS_AT_ONCE = 10  # revealed in one commit, when only bots are left in the temple
TRY_AGAIN_AFTER = 2.0  # seconds until a table that could not go on is read anew
TRIES = 5
USED_LATELY = 3_600.0  # whoever takes a shard over fetches the tables in which something happened since

logger = logging.getLogger("incangold")


class _Greeting(NamedTuple):
    """How a client is received, which places it holds, and what it has been told with that."""

    message: wire.Welcome | wire.Rest
    holds: tuple[int, ...]
    version: int


class House:
    """Every table that anybody uses, and the one way in which they change."""

    def __init__(self, store: Store, shards: Shards, limits: Limits, *, keep_days: int | None = None) -> None:
        self.store, self.shards, self.limits, self.keep_days = store, shards, limits, keep_days
        self.live: dict[str, LiveTable] = {}
        self.turns_revealed = 0
        self._purged_at = 0.0
        self._guesses = Buckets(limits.guesses)
        self._coming: dict[str, asyncio.Task[LiveTable]] = {}
        self._heard: dict[str, int] = {}  # how far the logs of tables that are coming are known to go
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the store, and begin to look after tables."""
        await self.store.open()
        await self.shards.open(self)

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
        return await asyncio.shield(self._coming[code])

    async def table_for(self, code: str, address: str) -> LiveTable:
        """The same for a visitor, whose wrong guesses are counted."""
        if not self._guesses.take(address, self.store.now()):
            raise TooMuch()
        is_guess = False
        try:
            return await self.table(code)
        except UnknownTable:
            is_guess = True
            raise
        finally:
            if not is_guess:  # found, or the database is away, which is nobody's guess
                self._guesses.give_back(address)

    async def _fetch(self, code: str) -> LiveTable:
        try:
            kept = await self.store.read(code)
            if kept is None:
                raise UnknownTable(code=code)
            sitting = Sitting(kept.entries())
            await self.shards.meet(_workers(sitting))
            live = LiveTable(kept.id, kept.shard, len(kept.appends), sitting, self.store.now())
            live.is_behind = self._heard.get(code, 0) > live.seq
        finally:
            del self._coming[code]
            self._heard.pop(code, None)
        self.live[code] = live
        if self.shards.holds(live.shard):
            self.ask(live, Errand(self._come_back, _nothing, _nothing))
        elif live.is_behind:
            self._wake(live)
        return live

    def _come_back(self, sitting: Sitting, now: float) -> Entries:
        """Pages that were open at a worker that is gone are closed; nobody loses a turn to its absence."""
        gone = [chair for chair in sitting.people if chair.is_present and not self._is_here(chair)]
        entries: Entries = [log.Went(chair.id) for chair in gone]
        return [*entries, *_longer(sitting, now)] if gone else entries

    def _is_here(self, chair: Chair) -> bool:
        """Whether somebody's page is open at a worker that is alive."""
        return chair.worker is not None and self.shards.is_alive(chair.worker)

    async def look_round(self) -> None:
        """Now and then: put tables away that nobody looks at, close those that nobody will come back to."""
        while True:
            await asyncio.sleep(LOOK_ROUND_EVERY)
            try:
                await self.store.read_clock()
                self._put_away()
                await self._close_forgotten()
                await self._purge()
            except Exception:
                logger.exception("looking round failed")

    async def _purge(self) -> None:
        """Once an hour, where the host keeps tables for so many days only."""
        now = self.store.now()
        if self.keep_days is not None and now >= self._purged_at + PURGE_EVERY:
            self._purged_at = now
            await self.store.purge(now - self.keep_days * DAY)

    def _put_away(self) -> None:
        long_ago = self.store.now() - PUT_AWAY_AFTER
        for code, live in list(self.live.items()):
            waits = live.inbox or live.is_busy or live.is_torn or live.alarm
            if not live.clients and not waits and live.used_at < long_ago:
                self._forget(code, live)

    def _forget(self, code: str, live: LiveTable) -> None:
        if live.alarm:
            live.alarm.cancel()
        self.live.pop(code, None)

    async def _close_forgotten(self) -> None:
        for code in await self.store.idle_since(self.store.now() - CLOSED_AFTER):
            if self.shards.holds(shard_of(code)):
                live = await self.table(code)
                await self.asked(live, _close, _nothing)
                await self.store.mark_closed(live.id)

    # ── Other workers ─────────────────────────────────────────────────────────────────────────────────────────────

    def heard(self, code: str, seq: int) -> None:
        """The log of a table goes so far now, by this worker or another."""
        if live := self.live.get(code):
            if seq > max(live.seq, live.appending):
                self.news(live)
        elif code in self._coming:
            self._heard[code] = max(seq, self._heard.get(code, 0))
        elif self.shards.holds(shard_of(code)):
            self._start(self._fetch_all([code]))

    def heard_nothing(self) -> None:
        """For a while nobody could tell what others appended."""
        for live in self.live.values():
            self.news(live)
        self._start(self._fetch_used(range(SHARDS)))

    def take_up(self, shards: Collection[int]) -> None:
        """From now on the tables of these shards are this worker's to look after."""
        for live in self.live.values():
            if live.shard in shards:
                self.ask(live, Errand(self._come_back, _nothing, _nothing))
        self._start(self._fetch_used(shards))

    def miss_workers(self) -> None:
        """A worker is gone: so are the pages that were open there."""
        for live in self.live.values():
            missed = any(chair.is_present and not self._is_here(chair) for chair in live.sitting.people)
            if missed and (live.clients or self.shards.holds(live.shard)):
                self.ask(live, Errand(self._come_back, _nothing, _nothing))

    async def _fetch_used(self, shards: Collection[int]) -> None:
        """Every table that may have something due, or somebody waiting."""
        try:
            codes = await self.store.touched_since(self.store.now() - USED_LATELY, shards)
        except Exception:
            logger.exception("tables to look after could not be found; trying again")
            await asyncio.sleep(TRY_AGAIN_AFTER)
            self._start(self._fetch_used(shards))
        else:
            await self._fetch_all(codes)

    async def _fetch_all(self, codes: list[str]) -> None:
        """Tables of shards that are held; one that cannot be fetched is tried a few times more."""
        for _ in range(TRIES):
            codes = [code for code in codes if not await self._is_fetched(code)]
            if not codes:
                return
            await asyncio.sleep(TRY_AGAIN_AFTER)

    async def _is_fetched(self, code: str) -> bool:
        try:
            if self.shards.holds(shard_of(code)):
                await self.table(code)
        except UnknownTable:  # purged in between
            return True
        except Exception:
            logger.exception("table %s could not be fetched", code)
            return False
        return True

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
            self._start(self._work(live))

    async def _work(self, live: LiveTable) -> None:
        """Everything that waits at one table, one commit at a time."""
        try:
            first = True
            while first or live.inbox or live.is_behind or live.is_torn or live.has_more_to_do:
                first = False
                await self._one_commit(live)
        except Exception as error:
            logger.exception("table %s could not go on; it will be read anew", live.sitting.code)
            self._give_up(live, error)
        finally:
            live.is_busy = False

    async def _one_commit(self, live: LiveTable) -> None:
        if live.is_torn:
            await self._read_anew(live)
        elif live.is_behind:
            await self._catch_up(live)
        errands = live.under_way = live.inbox[:MOST_ERRANDS_AT_ONCE]
        live.inbox = live.inbox[MOST_ERRANDS_AT_ONCE:]
        now = live.used_at = self.store.now()
        entries: Entries = []
        live.is_torn, live.has_more_to_do = True, False  # torn until what is folded now is kept
        outcomes = [self._carry_out(live.sitting, errand, now, entries) for errand in errands]
        if self.shards.holds(live.shard):
            self._do_duties(live, now, entries)
        if entries and not await self._append(live, now, entries):  # another worker was first: decide again
            live.inbox, live.under_way = [*errands, *live.inbox], []
            return
        live.is_torn = False
        for errand, outcome in zip(errands, outcomes, strict=True):
            errand.reply(outcome)
        live.under_way = []
        self._tell(live)
        self._set_alarm(live)

    async def _append(self, live: LiveTable, now: float, entries: Entries) -> bool:
        """Keep what was decided; whether it was kept, and nobody else was first."""
        live.appending = live.seq + 1
        try:
            is_kept = await self.store.append(live.id, live.appending, now, entries)
        finally:
            live.appending = 0
        if is_kept:
            live.seq += 1
            self.turns_revealed += sum(isinstance(entry, log.TurnedOver) for entry in entries)
        return is_kept

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

    def _do_duties(self, live: LiveTable, now: float, entries: Entries) -> None:
        """What is due, but never so much at once that other tables would wait for it."""
        turns = 0
        while turns < MOST_TURNS_AT_ONCE and (due := duties(live.sitting, now)):
            for entry in due:
                live.sitting.apply(entry, now)
                turns += isinstance(entry, log.TurnedOver)
            entries += due
        live.has_more_to_do = turns >= MOST_TURNS_AT_ONCE

    async def _catch_up(self, live: LiveTable) -> None:
        live.is_behind = False
        live.is_torn = True  # until all of it is folded
        for at, entries in await self.store.read_after(live.id, live.seq):
            for entry in entries:
                live.sitting.apply(entry, at)
            live.seq += 1
        live.is_torn = False
        await self._look_who_is_here(live)

    async def _read_anew(self, live: LiveTable) -> None:
        """What was folded in vain is forgotten."""
        live.is_behind = False
        kept = await self.store.read(live.sitting.code)
        if kept is None:
            raise UnknownTable(code=live.sitting.code)
        live.sitting, live.seq = Sitting(kept.entries()), len(kept.appends)
        live.is_torn = False
        await self._look_who_is_here(live)

    async def _look_who_is_here(self, live: LiveTable) -> None:
        """What others appended, or could not be appended here, may say otherwise than the pages that are open."""
        await self.shards.meet(_workers(live.sitting))
        here = {place for client in live.clients for place in client.holds}
        worker = self.shards.worker
        absent = [chair.id for chair in live.sitting.people if chair.id in here and not self._is_here(chair)]
        gone = [chair.id for chair in live.sitting.people if chair.worker == worker and chair.id not in here]
        if absent:
            live.inbox.append(Errand(self._came(absent), _nothing, _nothing))
        if gone:
            live.inbox.append(Errand(self._went(live, gone), _nothing, _nothing))

    def _give_up(self, live: LiveTable, error: Exception) -> None:
        """The pages come back to a table that is read anew; whatever was accepted is in its log."""
        under_way, waiting = live.under_way, live.inbox
        live.under_way, live.inbox, live.is_torn = [], [], True
        for errand in under_way:
            errand.reply(error if isinstance(error, Unsure) else SomethingBroke())
        for errand in waiting:
            errand.reply(SomethingBroke())
        for client in list(live.clients):
            client.drop()
        if isinstance(error, UnknownTable):
            self._forget(live.sitting.code, live)
        else:
            self._wake_after(live, TRY_AGAIN_AFTER)

    def _tell(self, live: LiveTable) -> None:
        """What a table has to say goes out as one frame for each client."""
        sitting = live.sitting
        missed: dict[int, list[bytes] | None] = {}
        places = {chair.id for chair in sitting.people}
        for client in live.clients:
            client.holds = tuple([place for place in client.holds if place in places])  # others were freed
            if client.version not in missed:
                missed[client.version] = sitting.since(client.version)
            news = missed[client.version]
            if news is None:  # more than is kept: it comes back and gets everything
                client.drop()
                continue
            if not sitting.private_news.isdisjoint(client.holds):
                client.whisper_last(wire.YoursChanged(sitting.yours(client.holds)))
            client.tell(news)
            client.version = sitting.version
        sitting.private_news.clear()

    def _set_alarm(self, live: LiveTable) -> None:
        now = self.store.now()
        when = next_duty(live.sitting, now) if self.shards.holds(live.shard) else None
        self._wake_after(live, None if when is None else when - now + 0.001)

    def _wake_after(self, live: LiveTable, seconds: float | None) -> None:
        if live.alarm:
            live.alarm.cancel()
            live.alarm = None
        if seconds is not None:
            live.alarm = asyncio.get_running_loop().call_later(seconds, self._ring, live)

    def _ring(self, live: LiveTable) -> None:
        live.alarm = None
        self._wake(live)

    # ── People come and go ────────────────────────────────────────────────────────────────────────────────────────

    def enter(self, live: LiveTable, client: Client, hello: wire.Hello, build: str) -> None:
        """A client says hello: it is told what it may know, and everything from then on."""
        hashes = [hash_of(token) for token in hello.tokens]

        def decide(sitting: Sitting, now: float) -> Entries:
            held = [place for hashed in hashes if (place := sitting.held_by(hashed)) is not None]
            return self._came(held)(sitting, now)

        def answer(sitting: Sitting) -> _Greeting:
            return self.greeting(sitting, tuple(sitting.held_by(hashed) for hashed in hashes), hello.version, build)

        def reply(greeting: _Greeting | IncanGoldError) -> None:
            if isinstance(greeting, IncanGoldError):
                client.drop()
                return
            client.holds, client.version = greeting.holds, greeting.version
            client.whisper(greeting.message)
            live.clients.add(client)
            if any(chair.id in client.holds and not self._is_here(chair) for chair in live.sitting.people):
                self.ask(live, Errand(self._came(client.holds), _nothing, _nothing))  # another page went meanwhile

        live.is_behind |= self.shards.are_shared  # what this page did at another worker may not have been heard yet
        self.ask(live, Errand(decide, answer, reply))

    def greeting(
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

    def _came(self, places: Collection[int]) -> Decide:
        def decide(sitting: Sitting, now: float) -> Entries:
            absent = [chair.id for chair in sitting.people if chair.id in places and not self._is_here(chair)]
            entries: Entries = [log.Came(place, self.shards.worker) for place in absent]
            somebody_is_here = any(self._is_here(chair) for chair in sitting.people)
            return entries if somebody_is_here or not entries else [*entries, *_longer(sitting, now)]

        return decide

    def leave(self, live: LiveTable, client: Client) -> None:
        """A page was closed."""
        if client in live.clients:
            live.clients.discard(client)
            if client.holds:
                self.ask(live, Errand(self._went(live, client.holds), _nothing, _nothing))
            return

        def leave_again(_: Any) -> None:
            if client in live.clients:
                self.leave(live, client)

        self.ask(live, Errand(_no_entries, _nothing, leave_again))  # it may still be on its way in

    def _went(self, live: LiveTable, places: Collection[int]) -> Decide:
        def decide(sitting: Sitting, _: float) -> Entries:
            there = [chair.id for chair in sitting.people if chair.worker == self.shards.worker]
            return [log.Went(place) for place in there if place in places and not live.devices(place)]

        return decide

    async def close(self) -> None:
        """Finish what is under way; whatever was accepted is kept already."""
        await self.shards.close()
        for live in self.live.values():
            self._wake_after(live, None)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)


def _longer(sitting: Sitting, now: float) -> Entries:
    """A deadline that nobody could keep is at least ten seconds away."""
    if sitting.phase == "starting" and now > sitting.turn_began + REVEAL_WITHIN - clock.AFTER_RESTART:
        return [log.Started()]  # the time to reveal begins anew
    ends = clock.after_restart(sitting.ends, now)
    return [log.PutOff(ends)] if ends is not None and ends != sitting.ends else []


def _workers(sitting: Sitting) -> set[str]:
    """Where pages are open, or were."""
    return {chair.worker for chair in sitting.people if chair.worker}


def _no_entries(_: Sitting, __: float) -> Entries:
    return []


def _close(sitting: Sitting, _: float) -> Entries:
    return [] if sitting.phase in ("over", "closed") else [log.Closed()]


def _nothing(_: Any) -> None:
    return None
