"""What can happen, in the past tense; all of it public the moment it happens."""

from typing import NamedTuple, TypeVar

from incangold.cards import Artifact, Card, Hazard
from incangold.game import Choice, Game, Seats

Kind = TypeVar("Kind", bound=type[tuple[object, ...]])


def event(kind: Kind) -> Kind:
    """Tuples are quick to make but compare by content alone; two kinds of event are never equal."""

    def equal(one: tuple[object, ...], other: object) -> bool:
        return type(one) is type(other) and tuple.__eq__(one, other)

    def unequal(one: tuple[object, ...], other: object) -> bool:
        return not equal(one, other)

    methods = {"__eq__": equal, "__ne__": unequal, "__hash__": tuple.__hash__}
    for name, method in methods.items():
        setattr(kind, name, method)
    return kind


@event
class RoundOpened(NamedTuple):
    """Everybody entered; the artifact under the Temple card was shown and shuffled in."""

    round: int
    start_player: int
    artifact: Artifact | None


@event
class CardTurned(NamedTuple):
    """The start player turned a Quest card."""

    card: Card


@event
class TreasureShared(NamedTuple):
    """Those in the temple laid so much each beside their tents; the rest stayed on the card."""

    seats: Seats
    each: int
    left: int


@event
class ArtifactFound(NamedTuple):
    """An artifact lies on the path."""

    artifact: Artifact


@event
class Frightened(NamedTuple):
    """The first hazard of its kind this round: only a fright."""

    hazard: Hazard


@event
class DrivenOut(NamedTuple):
    """The second of its kind: those in the temple ran and gave back what lay beside their tents."""

    hazard: Hazard
    seats: Seats
    lost: tuple[int, ...]


@event
class ChoicesRevealed(NamedTuple):
    """All cards were turned over at once."""

    laid: tuple[Choice | None, ...]


@event
class DieRolled(NamedTuple):
    """A die showed how much it feared and what it rolled (None: nothing to fear, no roll)."""

    seat: int
    fear: int
    roll: int | None


@event
class DeckRanOut(NamedTuple):
    """No card was left to turn, so these left together with this turn's leavers."""

    seats: Seats


@event
class ReturnedToCamp(NamedTuple):
    """Leavers took so much each from the path and put all they brought into their tents."""

    seats: Seats
    each: int
    brought: tuple[int, ...]
    left: int


@event
class ArtifactClaimed(NamedTuple):
    """A lone leaver carried an artifact out."""

    seat: int
    artifact: Artifact
    worth: int


@event
class RoundEnded(NamedTuple):
    """The temple is empty: treasure on the path went to the supply, artifacts on it out of the game."""

    round: int
    given_back: int
    lost: tuple[Artifact, ...]


@event
class GameEnded(NamedTuple):
    """All tents were opened: scores and artifacts by player, and who won."""

    scores: tuple[int, ...]
    artifacts: tuple[int, ...]
    winners: tuple[int, ...]


Event = (
    RoundOpened
    | CardTurned
    | TreasureShared
    | ArtifactFound
    | Frightened
    | DrivenOut
    | ChoicesRevealed
    | DieRolled
    | DeckRanOut
    | ReturnedToCamp
    | ArtifactClaimed
    | RoundEnded
    | GameEnded
)


class Step(NamedTuple):
    """What a rule returns: the new position and what happened on the way."""

    game: Game
    events: tuple[Event, ...]
