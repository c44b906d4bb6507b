"""A table as its log tells it: entries are folded one by one, and each says what everybody is told.

The same fold runs when something happens and when a server comes back; nothing here asks a clock or draws luck.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Raw, json

from incangold.bots.bot import Bot
from incangold.bots.roster import make_bot
from incangold.editions import edition
from incangold.errors import UnknownPlace
from incangold.game import Choice, Seats
from incangold.record import Player, Record
from incangold.server import log, wire
from incangold.server.showing import happenings, position
from incangold.table import clock
from incangold.table.ceremony import Ceremony
from incangold.table.dealer import commitment_to
from incangold.table.table import Table

MOST_PLACES = 8
KEPT = 400  # public messages a client may have missed and still get one by one
CHAT_KEPT = 100
SHOWN_FOR = 2.0  # seconds in which a reveal is shown, before the time to choose begins
SHOWN_AT_MOST = 12.0


@dataclass
class Chair:
    """Somebody at the table, a person or a bot."""

    id: int
    name: str
    bot: str | None
    token_hash: str
    commitment: str
    absent_since: float
    gives: bool  # R17. A nonce, in every game
    nonce: str = ""
    worker: str | None = None  # where this person's page is open
    stand_in: bool = False
    stood_up: bool = False  # after a game, whose players are still shown in their order

    @property
    def is_present(self) -> bool:
        """Whether a person's page is open somewhere."""
        return self.worker is not None


class Nudge(NamedTuple):
    """When an idle player was reminded, and for which turn."""

    turn: int
    at: float


class Sitting:
    """Everything about one table, folded from its log."""

    def __init__(self, entries: Iterable[tuple[float, log.AnyEntry]] = ()) -> None:
        self.code = ""
        self.phase: wire.Phase = "lobby"
        self.game = 1
        self.edition = "incan-gold"
        self.options = wire.Options()
        self.host = -1
        self.chairs: list[Chair] = []
        self.secret = ""
        self.commitment = ""
        self.table: Table | None = None
        self.bots: dict[int, Bot] = {}
        self.turn_began = 0.0
        self.ends: float | None = None
        self.put_off = 0  # how often, this turn
        self.nudges: dict[int, Nudge] = {}
        self.records: dict[int, Record] = {}
        self.chat: deque[wire.Said] = deque(maxlen=CHAT_KEPT)
        self.story: list[Raw] = []
        self.version = 0
        self.private_news: set[int] = set()  # places that know something new; whoever tells them empties it
        self._next_place = 0
        self._shown_until = 0.0
        self._public: deque[bytes] = deque(maxlen=KEPT)
        for at, entry in entries:
            self.apply(entry, at)

    # ── Who sits here ─────────────────────────────────────────────────────────────────────────────────────────────

    def chair(self, place: int) -> Chair:
        """Whoever sits at this place."""
        for chair in self.chairs:
            if chair.id == place and not chair.stood_up:
                return chair
        raise UnknownPlace(place=place)

    def player_at(self, place: int) -> int:
        """The number, as a player of the game, of whoever sits at this place."""
        return self.chairs.index(self.chair(place))

    def held_by(self, token_hash: str) -> int | None:
        """The place that this token opens."""
        return next((chair.id for chair in self.people if chair.token_hash == token_hash), None)

    @property
    def next_place(self) -> int:
        """The id of the next one to sit down."""
        return self._next_place

    @property
    def people(self) -> list[Chair]:
        """Those who are no bots of the house."""
        return [chair for chair in self.chairs if chair.bot is None and not chair.stood_up]

    @property
    def somebody_is_here(self) -> bool:
        """Whether anybody at the table would notice that something happens."""
        return any(chair.is_present for chair in self.people)

    @property
    def still_to_reveal(self) -> list[Chair]:
        """R17. Those who give a nonce and have not revealed it."""
        return [chair for chair in self.chairs if chair.gives and not chair.nonce]

    @property
    def silent(self) -> list[Chair]:
        """R17. Those for whom the others wait: who have not committed; when all have, who have not revealed."""
        return [chair for chair in self.still_to_reveal if not chair.commitment] or self.still_to_reveal

    def ceremony(self) -> Ceremony:
        """R17. How far commitments and nonces have come."""
        ceremony = Ceremony([chair.gives for chair in self.chairs], bytes.fromhex(self.secret))
        for player, chair in enumerate(self.chairs):
            if chair.commitment:
                ceremony.commit(player, chair.commitment)
        for player, chair in enumerate(self.chairs):
            if chair.nonce:
                ceremony.reveal(player, bytes.fromhex(chair.nonce))
        return ceremony

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────────────────────

    def room(self) -> wire.Room:
        """Everything about the table but the game on it."""
        revealed = self.phase not in ("lobby", "starting")
        return wire.Room(
            code=self.code,
            phase=self.phase,
            game=self.game,
            edition=self.edition,
            options=self.options,
            host=self.host,
            places=tuple([_place(chair, revealed=revealed) for chair in self.chairs]),
            commitment=self.commitment,
            secret=self.secret if self.phase in ("over", "closed") else None,
            finished=tuple(sorted(self.records)),
        )

    def yours(self, places: Iterable[int]) -> tuple[wire.Yours, ...]:
        """What these places' players know besides."""
        return tuple([self._yours(place) for place in places]) if self.table else ()

    def _yours(self, place: int) -> wire.Yours:
        table, player = self.playing, self.player_at(place)
        view = table.view(player)
        return wire.Yours(
            place=place,
            player=player,
            seats=view.seats,
            to_choose=view.to_choose,
            in_tent=view.in_tent,
            cards=tuple([card.value if card else None for card in view.cards]),
            revisions=tuple([table.revision(seat) for seat in view.seats]),
        )

    @property
    def playing(self) -> Table:
        """The game on the table, where there must be one."""
        if self.table is None:
            raise RuntimeError("no game on this table")
        return self.table

    @property
    def laid(self) -> Seats:
        """Who has laid a card this turn."""
        return self.table.laid if self.table else ()

    def shown_position(self) -> wire.Position | None:
        """The game's public part, if there is a game."""
        return position(self.table.view(None).public) if self.table else None

    def since(self, version: int) -> list[bytes] | None:
        """The public messages after this version; None when they are no longer kept, or never were."""
        missed = self.version - version
        if missed < 0 or missed > len(self._public):
            return None
        return list(self._public)[len(self._public) - missed :] if missed else []

    # ── What happens ──────────────────────────────────────────────────────────────────────────────────────────────

    def apply(self, entry: log.AnyEntry, at: float) -> None:
        """Fold one entry."""
        match entry:
            case log.Laid():
                self._lay(entry)
                return
            case log.TurnedOver():
                self._go_on(at)
                return
            case log.Spoke(place, text):
                said = wire.Said(self.version + 1, place, self.chair(place).name, text, at)
                self.chat.append(said)
                self._tell(said)
                return
            case log.WasNudged(place, by):
                self.nudges[place] = Nudge(self.playing.turn, at)
                self._tell(wire.Nudged(self.version + 1, place, by, at))
                return
            case log.PutOff(ends):
                self.ends, self.put_off = ends, self.put_off + 1
                self._tell(wire.ClockChanged(self.version + 1, ends))
                return
        self._change_room(entry, at)
        self._tell(wire.RoomChanged(self.version + 1, self.room()))
        if isinstance(entry, log.Began):
            self._go_on(at)

    def _tell(self, message: wire.PublicMessage) -> None:
        self.version += 1
        self._public.append(json.encode(message))

    def _change_room(self, entry: log.AnyEntry, at: float) -> None:
        match entry:
            case log.Made(code, secret, edition_text, options):
                self.code, self.edition, self.options = code, edition_text, options
                self._commit_to(secret)
            case log.Sat():
                self._sit(entry, at)
            case log.Freed(place):
                self._free(place)
            case log.Changed(edition_text, options):
                self.edition, self.options = edition_text, options
            case log.HostIs(place):
                self.host = place
            case log.Came(place, worker):
                chair = self.chair(place)
                chair.worker, chair.stand_in = worker, False
            case log.Went(place):
                chair = self.chair(place)
                chair.worker, chair.absent_since = None, at
            case log.StandInSat(place):
                self.chair(place).stand_in = True
            case log.Closed():
                self.phase = "closed"
            case _:
                self._ceremony_step(entry, at)

    def _ceremony_step(self, entry: log.AnyEntry, at: float) -> None:
        """R17. Commit, start, reveal, begin; or all over again."""
        match entry:
            case log.Committed(place, commitment):
                chair = self.chair(place)
                chair.commitment, chair.gives = commitment, True
            case log.Started():
                self.phase, self.turn_began = "starting", at
            case log.Revealed(place, nonce):
                self.chair(place).nonce = nonce
            case log.Afresh(secret):
                self.phase = "lobby"
                self._commit_to(secret)
            case log.AnotherGame(secret, start):
                self.game += 1
                self.phase, self.turn_began = "starting" if start else "lobby", at
                self._clear_table()
                self.chairs = [chair for chair in self.chairs if not chair.stood_up]
                self._commit_to(secret)
            case log.Began():
                self._begin()

    def _commit_to(self, secret: str) -> None:
        """A new secret: whatever anybody committed to before counts no more."""
        self.secret, self.commitment = secret, commitment_to(bytes.fromhex(secret))
        for chair in self.chairs:
            chair.commitment = chair.nonce = ""

    def _sit(self, sat: log.Sat, at: float) -> None:
        gives = bool(sat.commitment)
        self.chairs.append(Chair(sat.place, sat.name, sat.bot, sat.token_hash, sat.commitment, at, gives))
        self._next_place = sat.place + 1
        if self.host < 0 and sat.bot is None:
            self.host = sat.place

    def _free(self, place: int) -> None:
        """Somebody stands up; after a game the chair stays until another one, for the players are counted by it."""
        chair = self.chair(place)
        if self.table:
            chair.stood_up, chair.worker = True, None
        else:
            self.chairs.remove(chair)
        if self.host == place:
            self.host = next((chair.id for chair in [*self._present, *self.people]), -1)

    @property
    def _present(self) -> list[Chair]:
        return [chair for chair in self.people if chair.is_present]

    def _clear_table(self) -> None:
        self.table, self.ends = None, None
        self.bots.clear()
        self.story.clear()
        self.nudges.clear()

    def _begin(self) -> None:
        """Everybody has revealed: the deck is fixed, and by nobody alone."""
        luck = self.ceremony().luck()
        players = tuple(Player(chair.name, chair.bot) for chair in self.chairs)
        self._clear_table()
        self.table = Table(edition(self.edition), players, luck)
        for number, player in enumerate(players):
            if player.bot:
                self.bots[number] = make_bot(player.bot, seed=f"{self.secret}/{number}")  # nobody foresees a whim
        self.phase = "playing"

    def _lay(self, laid: log.Laid) -> None:
        table = self.playing
        before = len(table.laid)
        table.lay(laid.seat, Choice(laid.choice), turn=laid.turn, revision=laid.revision)
        player = table.view(None).public.leaders[laid.seat]
        self.private_news.add(self.chairs[player].id)
        if len(table.laid) > before and table.waiting_for:  # the last one is told by what follows
            self._tell(wire.LaidDown(self.version + 1, laid.turn, table.laid))

    def _go_on(self, at: float) -> None:
        """Cards are turned until the next choice, or the end."""
        table = self.playing
        events = happenings(table.proceed())
        self.story += events
        self._shown_until = min(max(at, self._shown_until) + SHOWN_FOR, at + SHOWN_AT_MOST)
        self.turn_began, self.put_off = at, 0
        self.ends = None if table.is_over else clock.deadline(self._shown_until, self.options.time_to_choose)
        self.private_news.update(chair.id for chair in self.people)
        self._tell(wire.Turned(self.version + 1, events, position(table.view(None).public), at, self.ends))
        if table.is_over:
            self.phase = "over"
            self.records[self.game] = table.record()
            self._tell(wire.RoomChanged(self.version + 1, self.room()))


def _place(chair: Chair, *, revealed: bool) -> wire.Place:
    return wire.Place(
        id=chair.id,
        name=chair.name,
        bot=chair.bot,
        present=chair.is_present or (chair.bot is not None and not chair.stood_up),
        stand_in=chair.stand_in,
        left=chair.stood_up,
        commitment=chair.commitment,
        nonce=chair.nonce if revealed else "",
    )
