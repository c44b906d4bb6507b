"""What is played: the parameters of a game of OpenSpiel, and the bounds that OpenSpiel asks for."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from incangold.cards import Card
from incangold.editions import Edition, edition
from incangold.envs.bounds import highest
from incangold.envs.observation import unflat
from incangold.envs.rewards import reward_named
from incangold.seen import Seen

Value = str | int

# An empty text and 0 mean: as in the edition.
DEFAULTS: dict[str, Value] = {
    "players": 3,
    "edition": "incan-gold",
    "treasures": "",
    "hazards": "",
    "hazard_copies": 0,
    "rounds": 0,
    "reward": "win",
}
FIELDS = ("treasures", "hazards", "hazard_copies", "rounds")
# OpenSpiel cuts parameters at commas and equals signs, so an edition is written without them.
AS_PLAYERS_WRITE = str.maketrans({":": "=", "/": ","})
AS_OPEN_SPIEL_READS = str.maketrans({"=": ":", ",": "/"})


class Terms(NamedTuple):
    """An edition, so many players, and what they play for."""

    edition: Edition
    players: int
    reward: str

    @property
    def most_turns(self) -> int:
        """How often all choose in the longest game."""
        return int(self._highest.turn)

    @property
    def most_cards(self) -> int:
        """One before each turn, and in each round the one that drives all out."""
        return self.most_turns + self.edition.rounds

    @property
    def most_treasure(self) -> int:
        """What all tents together never exceed: every treasure in every round, and every artifact."""
        return int(self._highest.in_tent[0] + self._highest.worth[0])

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that one player can get."""
        most = float(max(self.most_treasure, 1))  # OpenSpiel wants a range, even in a box without treasure
        ranges = {
            "win": (0 - 1 / self.players, 1 - 1 / self.players),
            "score": (0.0, most),
            "margin": (-most / (self.players - 1), most),
        }
        return ranges[self.reward]

    @property
    def sums_to_zero(self) -> bool:
        """Whether what one player gets is taken from the others."""
        return self.reward != "score"

    @property
    def _highest(self) -> Seen:
        return unflat(highest(self.edition, self.players), self.edition, self.players)


def readable(parameters: Mapping[str, Value]) -> dict[str, Value]:
    """All parameters, such that OpenSpiel reads its own writing; to it a text of digits alone is a number."""
    given = DEFAULTS | {
        key: value.translate(AS_OPEN_SPIEL_READS) if isinstance(value, str) else value
        for key, value in parameters.items()
    }
    treasures = str(given["treasures"])
    return given | {"treasures": f"{treasures}/" if treasures.isdigit() else treasures}


def terms_of(parameters: Mapping[str, Value]) -> Terms:
    """The terms that these parameters name."""
    return _read(tuple(parameters.items()))


@lru_cache(maxsize=64)
def _read(parameters: tuple[tuple[str, Value], ...]) -> Terms:
    given = dict(parameters)
    changes = [f" {field}={given[field]}".rstrip("/") for field in FIELDS if given[field]]
    text = str(given["edition"]) + "".join(changes)
    terms = Terms(edition(text.translate(AS_PLAYERS_WRITE)), int(given["players"]), str(given["reward"]))
    reward_named(terms.reward)  # refuses one that there is not
    return terms


@lru_cache(maxsize=64)
def different_cards(edition: Edition) -> tuple[Card, ...]:
    """Each card of the box once, in box order: its place is its number as an outcome of luck."""
    return tuple(dict.fromkeys(edition.box))
