"""What goes over the wire, message by message; web/src/wire.ts is made from this file.

A browser says things one at a time; the table answers in frames, each a list of messages. Public messages are the same
for everybody at a table and are counted: `version` says how many there have been. The rest is for one client alone.
Players stand in the order of `Room.places`; a *seat* is an adventurer, as everywhere in the house. No message has a
field for what nobody may know: another's laid card, another's tent, the order of the deck, a secret before the end.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

Card = Literal["torch", "camp"]
Phase = Literal["lobby", "starting", "playing", "over", "closed"]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Name = Annotated[str, Meta(max_length=64)]
Code = Annotated[str, Meta(max_length=16)]
Token = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


def tag(name: str) -> str:
    """A message's type as it is written: `LaidDown` is "laid_down"."""
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


# ── What a client says ────────────────────────────────────────────────────────────────────────────────────────────


class FromClient(Struct, forbid_unknown_fields=True, tag_field="type", tag=tag, kw_only=True):
    """Anything a client may say; `id` comes back with the answer."""

    id: Number = 0


class Hello(FromClient):
    """The first message: which table, with which seats' tokens (none: to watch), and the version one still has."""

    table: Code
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    version: Number | None = None


class Lay(FromClient):
    """R4. A card face down for one adventurer; a revision not higher than the last one changes nothing."""

    seat: Number
    choice: Card
    turn: Number
    revision: Number


class Commit(FromClient):
    """R17. The hash of this person's nonce, before anything starts."""

    place: Number
    commitment: Hash


class Reveal(FromClient):
    """R17. The nonce itself, once everybody has committed and the host has started."""

    place: Number
    nonce: Hash


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table may choose besides its edition."""

    time_to_choose: Literal[15, 30, 60] | None = None
    pace: Literal["instant", "quick", "calm"] = "quick"
    coach: bool = False  # whether anybody may ask it during the game


class Change(FromClient):
    """The host chooses another edition (with its fields, as `incan-gold open_tents=yes`) or other options."""

    edition: Annotated[str, Meta(max_length=400)] | None = None
    options: Options | None = None


class AddBot(FromClient):
    """The host seats a bot from the roster; without a name it goes by its character's, in English."""

    bot: Name
    name: Name | None = None


class Free(FromClient):
    """The host frees a place, or somebody stands up from their own; not while a game is played."""

    place: Number


class HandOver(FromClient):
    """The host makes another person the host."""

    place: Number


class Start(FromClient):
    """The host starts: all reveal their nonces, and the first card is turned."""


class Again(FromClient):
    """The host wants another game: the same places, a new secret; started at once, or back to the lobby."""

    start: bool = True


class Say(FromClient):
    """A person says something to all."""

    place: Number
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Nudge(FromClient):
    """Somebody reminds an idle player."""

    place: Number


class LetStandIn(FromClient):
    """The host lets the stand-in lay once for a player who was nudged in vain."""

    place: Number


class MoreTime(FromClient):
    """A person at the table needs longer: the deadline moves, for everybody."""


class Advise(FromClient):
    """Somebody who is to choose asks the coach, where the table allows it."""

    place: Number


class Ping(FromClient):
    """A heartbeat, and a look at the server's clock."""

    sent: float


ClientMessage = (
    Hello
    | Lay
    | Commit
    | Reveal
    | Change
    | AddBot
    | Free
    | HandOver
    | Start
    | Again
    | Say
    | Nudge
    | LetStandIn
    | MoreTime
    | Advise
    | Ping
)


# ── What a table looks like ───────────────────────────────────────────────────────────────────────────────────────


class Place(Struct, frozen=True):
    """Somebody at the table; `id` stays the same for as long as they sit there."""

    id: int
    name: str
    bot: str | None  # the roster's name of a bot
    present: bool  # a person's page is open somewhere
    stand_in: bool  # a stand-in plays for somebody absent
    left: bool  # stood up after the game; shown until another one
    commitment: str  # R17; empty for one who gave none
    nonce: str  # R17; empty until all of them are revealed


class Room(Struct, frozen=True):
    """Everything about a table but the game on it."""

    code: str
    phase: Phase
    game: int  # counted from 1; another one begins with "again"
    edition: str
    options: Options
    host: int  # the id of a place; -1 when nobody is left to be it
    places: tuple[Place, ...]  # in the order of players
    commitment: str  # R17. The server's, published before anybody sat down
    secret: str | None  # R17. Published when the game is over
    finished: tuple[int, ...]  # games of this table that can be replayed


class OnPath(Struct, frozen=True):
    """A card on the path, the treasure still lying on it, and what an artifact would count now."""

    card: str
    treasure: int
    worth: int | None


class Held(Struct, frozen=True):
    """An artifact that somebody carried out."""

    artifact: str
    worth: int


class Removed(Struct, frozen=True):
    """A card out of the game, under the Temple card of its round."""

    card: str
    round: int


class Position(Struct, frozen=True):
    """R14. The public part of a game; lists by adventurer unless said otherwise."""

    edition: str
    rounds: int
    leaders: tuple[int, ...]  # the player who leads each adventurer
    dice: tuple[int, ...]  # adventurers that are dice
    start_player: int
    phase: Literal["round", "card", "choices", "over"]
    round: int
    turn: int
    quest_deck: tuple[str, ...]  # in box order
    path: tuple[OnPath, ...]
    in_temple: tuple[int, ...]
    leaving: tuple[int, ...]
    beside_tent: tuple[int, ...]
    in_tent: tuple[int, ...] | None  # only with open tents, or after the game
    artifacts: tuple[tuple[Held, ...], ...]
    under_temples: tuple[str, ...]  # which, not where
    removed: tuple[Removed, ...]


class Yours(Struct, frozen=True):
    """What one player knows besides; lists by that player's own adventurers."""

    place: int
    player: int
    seats: tuple[int, ...]
    to_choose: tuple[int, ...]
    in_tent: tuple[int, ...]
    cards: tuple[Card | None, ...]
    revisions: tuple[int, ...]  # the next lay of each needs a higher one


class Weighed(Struct, frozen=True):
    """One choice of a player's, a card for each adventurer that is to choose."""

    cards: tuple[Card, ...]
    likely: float  # how often the strongest player makes it here
    share: float  # of the win, to be expected after it
    cost: float  # against the best choice, in the share of the win


class Advice(Struct, frozen=True):
    """What the coach tells one player who is to choose."""

    driven_out: float  # the exact chance that the next card drives out whoever stays
    next_card: float  # what it brings each who stays on average, if all stay
    leaving_alone: int  # treasure that comes home now, for one who leaves alone
    leaving_together: int  # … and if all who are inside leave
    artifacts: int  # what the artifacts on the path would count for one who leaves alone
    share: float  # of the win, before choosing
    choices: tuple[Weighed, ...]  # the best first
    exact: bool  # computed to the end, not judged by the strongest player


# ── What the table says to everybody ──────────────────────────────────────────────────────────────────────────────


class ToAll(Struct, tag_field="type", tag=tag):
    """A public message; the version counts it."""

    version: int


class RoomChanged(ToAll):
    """Somebody sat down, left, came back; an option, the host or the phase changed."""

    room: Room


class LaidDown(ToAll):
    """Who has laid a card this turn, all of them; never which."""

    turn: int
    seats: tuple[int, ...]


class Turned(ToAll):
    """Cards were turned over, and this is what happened; a game's first one has an empty table before it."""

    events: tuple[Raw, ...]  # docs/json.md: events
    position: Position
    at: float
    ends: float | None  # when the time to choose runs out, by the server's clock


class ClockChanged(ToAll):
    """There is more time to choose."""

    ends: float | None


class Said(ToAll):
    """Somebody said something. Hostile text, like every name."""

    place: int
    name: str
    text: str
    at: float


class Nudged(ToAll):
    """Somebody reminded an idle player."""

    place: int
    by: int
    at: float


PublicMessage = RoomChanged | LaidDown | Turned | ClockChanged | Said | Nudged


# ── What the table says to one client ─────────────────────────────────────────────────────────────────────────────


class ToOne(Struct, tag_field="type", tag=tag):
    """A message for one client alone."""


class Welcome(ToOne):
    """The answer to hello: everything this client may know. `holds` lists its places, in the order of its tokens."""

    build: str
    now: float
    version: int
    holds: tuple[int | None, ...]  # None for a token that is no longer good
    room: Room
    position: Position | None
    laid: tuple[int, ...]
    at: float  # when this turn began
    ends: float | None
    story: tuple[Raw, ...]
    chat: tuple[Said, ...]
    yours: tuple[Yours, ...]


class Rest(ToOne):
    """The answer to a hello that named a version still known: the public messages it missed follow in this frame."""

    build: str
    now: float
    version: int
    holds: tuple[int | None, ...]
    yours: tuple[Yours, ...]


class YoursChanged(ToOne):
    """What this client's own players know has changed."""

    yours: tuple[Yours, ...]


class Lies(ToOne):
    """The answer to a lay: the card that now lies there."""

    id: int
    seat: int
    turn: int
    revision: int
    choice: Card


class Advised(ToOne):
    """What the coach says to this client alone, for one of its places and one turn."""

    id: int
    place: int
    turn: int
    advice: Advice


class Done(ToOne):
    """The answer to anything else that was carried out."""

    id: int


class Refused(ToOne):
    """The answer to what could not be: the catalogue's key and its facts; a fact may be a phrase itself."""

    id: int
    key: str
    facts: dict[str, Any]


class Pong(ToOne):
    """The answer to a ping."""

    sent: float
    now: float


PrivateMessage = Welcome | Rest | YoursChanged | Lies | Advised | Done | Refused | Pong


# ── Over HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────


class MakeTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/tables: whoever asks sits down first and is the host."""

    name: Name
    commitment: Hash | None = None
    edition: Annotated[str, Meta(max_length=400)] = "incan-gold"
    options: Options = Options()
    bots: Annotated[list[Name], Meta(max_length=7)] = []
    language: Literal["en", "pl"] = "en"  # for the bots' names
    start: bool = False


class TakePlace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/tables/CODE/places: sit down."""

    name: Name
    commitment: Hash | None = None


class Seated(Struct, frozen=True):
    """The answer to both: the code to share, and the token to keep."""

    table: str
    place: int
    token: str


class BotInRoster(Struct, frozen=True):
    """A bot that can be seated; one that is `numbered` takes a number, as `turn:6`."""

    bot: str
    numbered: bool


class HouseFacts(Struct, frozen=True):
    """GET /api/house: what a home page needs."""

    build: str
    version: str
    now: float
    bots: tuple[BotInRoster, ...]
    editions: tuple[str, ...]
    addresses: tuple[str, ...]  # where friends can open this house; none when only this computer can


class ReplayStep(Struct, frozen=True):
    """One act of a finished game: what happened and how it lies then, every tent included."""

    events: tuple[Raw, ...]
    position: Position
    in_tent: tuple[int, ...]


class Replay(Struct, frozen=True):
    """GET /api/tables/CODE/games/N: a finished game, act by act, and its record as text."""

    table: str
    game: int
    edition: str
    players: tuple[str, ...]
    bots: tuple[str | None, ...]
    steps: tuple[ReplayStep, ...]
    record: str


class Decision(Struct, frozen=True):
    """What one player chose in one turn, and what it cost; `act` is the step of the replay where it was shown."""

    act: int
    round: int
    turn: int
    player: int
    cards: tuple[Card, ...]
    best: tuple[Card, ...]
    likely: float  # how often the strongest player chooses as this one did
    share: float
    cost: float


class Chances(Struct, frozen=True):
    """Everybody's chance to win after an act, by player; act -1 is before anything."""

    act: int
    shares: tuple[float, ...]


class TurningPoint(Struct, frozen=True):
    """An act that moved somebody's chance to win the most, and whether a card or a choice did it."""

    act: int
    player: int
    swing: float
    by: Literal["card", "choice"]


class Account(Struct, frozen=True):
    """What made one player's result: an even share of the win and these three are all of it."""

    luck: float  # what cards did
    skill: float  # what one's own choices cost
    others: float  # what the others' choices did


class Review(Struct, frozen=True):
    """GET /api/tables/CODE/games/N/review: what the coach says of a finished game."""

    players: tuple[str, ...]
    curve: tuple[Chances, ...]
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]
    accounts: tuple[Account, ...]


# ── The companion of a cardboard game ─────────────────────────────────────────────────────────────────────────────


class Cardboard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/companion: a game of cardboard as far as it has been told, as a record in either of its forms."""

    record: Annotated[str, Meta(min_length=1)]
    seat: Number | None = None  # whoever asks the coach, who must be to choose


class DieToRoll(Struct, frozen=True):
    """A die in the temple: how much it fears, and what it lays for a 1, a 2, … a 6; nothing to fear, no roll."""

    seat: int
    fear: int
    lays: tuple[Card, ...]


class Deadly(Struct, frozen=True):
    """A hazard on the path: how many of it are left in the deck, and its part of the chance to be driven out."""

    card: str
    left: int
    chance: float


class Odds(Struct, frozen=True):
    """The exact odds of the next card for so many who stay for it."""

    inside: int
    driven_out: tuple[float, ...]  # within one card, two cards, …
    deadly: tuple[Deadly, ...]
    treasure: float
    hazard: float
    artifact: float
    share: float  # expected for each who stays
    remainder: float  # expected to stay on the path
    takes: tuple[int, ...]  # R9. From the path, for each of one, two, … leavers; empty where the card comes first


class Companion(Struct, frozen=True):
    """The answer: how the cardboard lies, what may be told next, and the odds; the house keeps nothing of it."""

    position: Position
    in_tent: tuple[int, ...]  # it is the people's own table: whether they look is theirs to decide
    shows: tuple[str | None, ...]  # artifacts that may lie under the next Temple card; null where none does
    dice: tuple[DieToRoll, ...]
    odds: Odds | None
    advice: Advice | None  # where it was asked for
    told: tuple[Raw, ...]  # what came of the last act
    story: tuple[Raw, ...]
    record: str  # as text, to be kept
