"""A guest at a table in somebody's house: sits down, takes part in fixing the luck, lays, and is told what happens."""

import asyncio
from collections.abc import AsyncIterator, Callable
from time import time
from typing import NamedTuple

from incangold.errors import BadName, IncanGoldError, NameTaken, NotInTheLobby, OnlyToWatch, TableRefused, WrongToken
from incangold.events import Step
from incangold.game import Choice, Seats
from incangold.record import one_name
from incangold.table.dealer import commitment_to, new_secret
from incangold.terminal.far_table import FarTable
from incangold.terminal.kept_seats import Keep, KeptSeat
from incangold.terminal.line import Line
from incangold.terminal.link import Link, Message, ask, is_refused_as

AskName = Callable[[IncanGoldError | None], str]


def take_seat(link: Link, keep: Keep, name: str | None, ask_name: AskName) -> KeptSeat:
    """The seat that the link opens, one that is kept from before, or a new one; it is kept before it is used."""
    keep.refuse_unwritable()
    if link.token:
        known = [seat for seat in keep.seats_at(link.house, link.code) if seat.token == link.token]
        seat = known[0] if known else KeptSeat(link.house, link.code, "", link.token)
        seat = seat._replace(name=_name_at(link, seat))
    else:
        seat = _kept(link, keep, name) or (_new(link, name) if name else _new_asking(link, ask_name))
    keep.keep(seat)
    return seat


def _kept(link: Link, keep: Keep, name: str | None) -> KeptSeat | None:
    """The seat used last, or the one of this name, if the house still knows it."""
    for seat in reversed(keep.seats_at(link.house, link.code)):
        if name is not None and one_name(seat.name) != one_name(name):
            continue
        try:
            return seat._replace(name=_name_at(link, seat))
        except TableRefused as refusal:
            if not is_refused_as(refusal, WrongToken.key()):
                raise
            keep.forget(seat)
    return None


def _name_at(link: Link, seat: KeptSeat) -> str:
    """What the owner of a seat is called there; refuses a token that opens none."""
    shown = ask(link, token=seat.token)
    return next(str(place["name"]) for place in shown["room"]["places"] if place["id"] == shown["holds"][0])


def _new_asking(link: Link, ask_name: AskName) -> KeptSeat:
    """Ask for a name until it can be had; whoever is asked is told why the one before could not."""
    refusal = None
    while True:
        try:
            return _new(link, ask_name(refusal))
        except TableRefused as refused:
            if not any(is_refused_as(refused, kind.key()) for kind in (NameTaken, BadName)):
                raise
            refusal = refused


def _new(link: Link, name: str) -> KeptSeat:
    nonce = new_secret()
    try:
        seated = ask(link, "/places", {"name": name, "commitment": commitment_to(nonce)})
    except TableRefused as refusal:
        if is_refused_as(refusal, NotInTheLobby.key()):
            raise OnlyToWatch(link=link.shown) from None
        raise
    return KeptSeat(link.house, link.code, name, seated["token"], (nonce.hex(),))


class News(NamedTuple):
    """Something the house said, or that happened to the line; and what it comes to in the game, act by act."""

    message: Message
    steps: tuple[Step, ...]
    room_before: Message
    laid_before: Seats

    @property
    def kind(self) -> str:
        """What it is about."""
        return str(self.message["type"])


class Guest:
    """One seat at one table, or nobody's: a guest who watches."""

    def __init__(self, link: Link, seat: KeptSeat | None, keep: Keep) -> None:
        self.link, self.seat = link, seat
        self.table = FarTable()
        self._keep = keep
        self._line = Line(link, self._hello, self._receive)
        self._inbox: asyncio.Queue[Message | IncanGoldError] = asyncio.Queue()
        self._received = 0  # the version of what has been received; it may not have been told yet
        self._is_new_here = True
        self._committed: set[str] = set()
        self._quiet: set[int] = set()  # messages whose refusal is nobody's business
        self._wanted: dict[int, Message] = {}
        self._clock = 0.0  # how far the house's clock is ahead
        self._id = 0

    # ── The line ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Keep the line open; what cannot be helped is raised where news are read."""
        try:
            await self._line.run()
        except IncanGoldError as refusal:
            self._inbox.put_nowait(refusal)

    def _hello(self) -> Message:
        tokens = [self.seat.token] if self.seat else []
        return {"type": "hello", "table": self.link.code, "tokens": tokens, "version": self._received or None}

    def _receive(self, message: Message) -> None:
        if message["type"] != "rest" and "version" in message:
            self._received = message["version"]
        if "now" in message:
            self._clock = message["now"] - time()
        self.tell(message)

    def tell(self, message: Message) -> None:
        """Something to be told in its turn."""
        self._inbox.put_nowait(message)

    @property
    def is_behind(self) -> bool:
        """Whether more has happened already than could be shown."""
        return self._inbox.qsize() > 8

    async def news(self) -> AsyncIterator[News]:
        """Everything that is to be told, one after the other; the table is as it was then."""
        while True:
            message = await self._inbox.get()
            if isinstance(message, IncanGoldError):
                raise message
            room, laid = self.table.room, self.table.laid
            news = News(message, self.table.hear(message), room, laid)
            if await self._is_to_be_told(news):
                yield news

    async def _is_to_be_told(self, news: News) -> bool:
        match news.kind:
            case "welcome" | "rest":
                self._committed.clear()
                await self._lay_again()
                self._lose_seat_if_gone()
                await self._take_part(arriving=self._is_new_here)
                self._is_new_here = False
            case "room_changed":
                self._lose_seat_if_gone()
                await self._take_part(arriving=False)
            case "turned":
                self._wanted.clear()
            case "refused":
                return news.message["id"] not in self._quiet
            case "done" | "lies" | "pong":
                return False
        return True

    def _lose_seat_if_gone(self) -> None:
        """Freed by the host, or the owner stood up elsewhere: the seat is no longer this guest's."""
        if self.seat and all(place["id"] != self.table.place or place["left"] for place in self.table.room["places"]):
            self._keep.forget(self.seat)
            self.seat = self.table.place = None
            self.tell({"type": "seat_gone"})

    async def _take_part(self, *, arriving: bool) -> None:
        """R17. Commit where this seat has not, reveal what it committed to once the start was given.

        Whoever arrives in the lobby without the nonce of an earlier device commits anew, so that it can be revealed.
        """
        room = self.table.room
        if self.seat is None or room["phase"] not in ("lobby", "starting"):
            return
        mine = next(place["commitment"] for place in room["places"] if place["id"] == self.table.place)
        nonces = {commitment_to(bytes.fromhex(nonce)): nonce for nonce in self.seat.nonces}
        if not mine or (arriving and mine not in nonces and room["phase"] == "lobby"):
            await self._commit(room["commitment"])
        elif mine in nonces and room["phase"] == "starting":
            await self._say_quietly(type="reveal", place=self.table.place, nonce=nonces[mine])

    async def _commit(self, secret: str) -> None:
        """Once for each secret of the house's; the nonce is kept before its hash is sent."""
        if self.seat and secret not in self._committed:
            self._committed.add(secret)
            nonce = new_secret()
            self.seat = self.seat.with_nonce(nonce.hex())
            self._keep.keep(self.seat)
            await self._say_quietly(type="commit", place=self.table.place, commitment=commitment_to(nonce))

    # ── What a guest does ─────────────────────────────────────────────────────────────────────────────────────────

    async def lay(self, seat: int, choice: Choice) -> None:
        """R4. A card face down, or another one instead; said again if the line was lost meanwhile."""
        mine, game = self.table.mine, self.table.game
        if mine is None or game is None:
            return
        last = max(mine["revisions"][mine["seats"].index(seat)], self._wanted.get(seat, {}).get("revision", 0))
        card = {"type": "lay", "seat": seat, "choice": choice.value, "turn": game.turn, "revision": last + 1}
        self._wanted[seat] = card
        await self.say(**card)

    @property
    def laid(self) -> dict[int, Choice]:
        """The cards that this guest has laid, as far as they arrived or are on their way."""
        mine = self.table.mine
        lying = dict(zip(mine["seats"], mine["cards"], strict=True)) if mine else {}
        wanted = {seat: card["choice"] for seat, card in self._wanted.items()}
        return {seat: Choice(card) for seat, card in {**lying, **wanted}.items() if card}

    async def _lay_again(self) -> None:
        """Nobody knows what arrived before the line was lost; the same revision twice changes nothing."""
        for card in self._wanted.values():
            await self._say_quietly(**card)

    async def say(self, **message: object) -> None:
        """Any message of the wire."""
        self._id += 1
        await self._line.send({**message, "id": self._id})

    async def _say_quietly(self, **message: object) -> None:
        self._quiet.add(self._id + 1)
        await self.say(**message)

    async def start(self) -> None:
        """The host starts a game, or another one."""
        await self.say(type="again" if self.table.room["phase"] == "over" else "start")

    async def chat(self, text: str) -> None:
        """Say something to all."""
        await self.say(type="say", place=self.table.place, text=text)

    def seconds_left(self) -> int | None:
        """Until the time to choose runs out."""
        return None if self.table.ends is None else max(0, round(self.table.ends - time() - self._clock))
