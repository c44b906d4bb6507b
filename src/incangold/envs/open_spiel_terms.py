"""What is played: the parameters of a game of OpenSpiel, and the bounds that OpenSpiel asks for."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from incangold.cards import Card
from incangold.editions import Edition, edition
from incangold.events import GameEnded

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


class Reward(StrEnum):
    """What the players play for."""

    WIN = "win"
    SCORE = "score"
    MARGIN = "margin"


class Terms(NamedTuple):
    """An edition, so many players, and what they play for."""

    edition: Edition
    players: int
    reward: Reward

    @property
    def most_turns(self) -> int:
        """They follow a card that stays on the path: treasures, a hazard of each kind, an artifact once in a game."""
        return self.edition.rounds * self._cards_a_round + len(self.edition.artifacts_in_box)

    @property
    def most_cards(self) -> int:
        """Those that stay on the path, and in each round the one that drives all out."""
        return self.most_turns + self.edition.rounds

    @property
    def most_treasure(self) -> int:
        """What all players together can never exceed: every treasure in every round, and every artifact."""
        artifacts = enumerate(self.edition.artifacts_in_box)
        worth = sum(self.edition.worth(artifact, claimed=before) for before, artifact in artifacts)
        return self.edition.rounds * sum(self.edition.treasures) + worth

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that one player can get."""
        most = float(max(self.most_treasure, 1))  # OpenSpiel wants a range, even in a box without treasure
        match self.reward:
            case Reward.WIN:
                return 0 - 1 / self.players, 1 - 1 / self.players
            case Reward.SCORE:
                return 0.0, most
            case Reward.MARGIN:
                return -most / (self.players - 1), most

    @property
    def _cards_a_round(self) -> int:
        kinds = len(self.edition.hazards) if self.edition.hazard_copies else 0
        return len(self.edition.treasures) + kinds


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
    return Terms(edition(text.translate(AS_PLAYERS_WRITE)), int(given["players"]), Reward(str(given["reward"])))


@lru_cache(maxsize=64)
def different_cards(edition: Edition) -> tuple[Card, ...]:
    """Each card of the box once, in box order: its place is its number as an outcome of luck."""
    return tuple(dict.fromkeys(edition.box))


def paid(end: GameEnded, reward: Reward) -> list[float]:
    """What each player gets at the end."""
    players, total = len(end.scores), sum(end.scores)
    match reward:
        case Reward.WIN:
            return [(player in end.winners) / len(end.winners) - 1 / players for player in range(players)]
        case Reward.SCORE:
            return list(map(float, end.scores))
        case Reward.MARGIN:
            return [score - (total - score) / (players - 1) for score in end.scores]
