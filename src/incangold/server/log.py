"""What a table's log says, entry by entry. Laid cards and secrets are in it: it never leaves the server.

A table is its log: folding the entries gives the table exactly as it stood, cards lying face down included.
"""

from typing import Literal

from msgspec import Struct

from incangold.server.wire import Card, Options, tag

LaidBy = Literal["player", "bot", "stand_in", "time"]


class Entry(Struct, tag_field="type", tag=tag):
    """One thing that was accepted."""


class Made(Entry):
    """A table was made; its secret is committed to from this moment (R17)."""

    code: str
    secret: str
    edition: str
    options: Options


class Sat(Entry):
    """Somebody sat down: a person with the hash of a token, or a bot."""

    place: int
    name: str
    bot: str | None
    token_hash: str
    commitment: str


class Freed(Entry):
    """A place was freed."""

    place: int


class Changed(Entry):
    """The host chose another edition or other options."""

    edition: str
    options: Options


class HostIs(Entry):
    """Another person is the host."""

    place: int


class Committed(Entry):
    """R17. A person committed to a nonce."""

    place: int
    commitment: str


class Started(Entry):
    """The host started: nonces are to be revealed."""


class Revealed(Entry):
    """R17. A person revealed the nonce."""

    place: int
    nonce: str


class Afresh(Entry):
    """R17. Somebody would not reveal and was freed: back in the lobby, all commit afresh."""

    secret: str


class Began(Entry):
    """Everybody has revealed: the first cards are turned."""


class Laid(Entry):
    """A card lies face down."""

    seat: int
    choice: Card
    turn: int
    revision: int
    by: LaidBy


class TurnedOver(Entry):
    """The last card was laid: all are turned over, and the game goes on to the next choice."""

    turn: int


class Came(Entry):
    """A person's page is open again, at this worker."""

    place: int
    worker: str


class Went(Entry):
    """A person's last page was closed."""

    place: int


class StandInSat(Entry):
    """The grace of an absent player is over: a stand-in plays."""

    place: int


class Spoke(Entry):
    """A person said something."""

    place: int
    text: str


class WasNudged(Entry):
    """An idle player was reminded."""

    place: int
    by: int


class PutOff(Entry):
    """The time to choose runs out later."""

    ends: float


class AnotherGame(Entry):
    """The same places play again, with a new secret."""

    secret: str
    start: bool


class Closed(Entry):
    """Nobody is left, or nothing has happened for very long: the table is put away and its secret published."""


AnyEntry = (
    Made
    | Sat
    | Freed
    | Changed
    | HostIs
    | Committed
    | Started
    | Revealed
    | Afresh
    | Began
    | Laid
    | TurnedOver
    | Came
    | Went
    | StandInSat
    | Spoke
    | WasNudged
    | PutOff
    | AnotherGame
    | Closed
)
