"""What is counted of many games, whoever plays them."""

from dataclasses import dataclass, field
from math import sqrt

from incangold.events import CardTurned, DrivenOut, GameEnded, RoundOpened
from incangold.seen import WHOLE_WIN
from incangold.table.table import Table

Z95 = 1.959964


@dataclass
class Tally:
    """Sums over games, in whole numbers, so that they are the same in whatever order they are added."""

    games: int = 0
    rounds: int = 0
    driven_out: int = 0
    cards: int = 0
    wins: list[int] = field(default_factory=list)  # by bot, in parts of a whole win
    wins_squared: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    scores_squared: list[int] = field(default_factory=list)
    artifacts: list[int] = field(default_factory=list)

    @classmethod
    def empty(cls, bots: int) -> "Tally":
        """Nothing counted yet."""
        return cls(0, 0, 0, 0, *([0] * bots for _ in range(5)))

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            setattr(
                self,
                name,
                [a + b for a, b in zip(mine, value, strict=True)] if isinstance(mine, list) else mine + value,
            )

    def count(self, table: Table, player_of: list[int]) -> None:
        """Count a finished game; `player_of` says where each bot sat."""
        story = table.view(None).public.story
        ended = story[-1]
        if not isinstance(ended, GameEnded):
            raise TypeError("only finished games are counted")
        self.games += 1
        for event in story:
            self.cards += isinstance(event, CardTurned)
            self.rounds += isinstance(event, RoundOpened)
            self.driven_out += isinstance(event, DrivenOut)
        share = WHOLE_WIN // len(ended.winners)
        for bot, player in enumerate(player_of):
            won = share if player in ended.winners else 0
            score = ended.scores[player]
            self.wins[bot] += won
            self.wins_squared[bot] += won * won
            self.scores[bot] += score
            self.scores_squared[bot] += score * score
            self.artifacts[bot] += ended.artifacts[player]


def least_half_width(games: int) -> float:
    """As near as so many games can come to a win share, even if all ended alike: Wilson's interval reaches so far."""
    return Z95**2 / (games + Z95**2)


def within_reach(margin: float, value: float, most: float = 1.0) -> float:
    """No wider than what can be at all: from 0 to `most`. A few games spread further than that, and say no more."""
    return min(margin, max(value, most - value))


def win_margin(wins: int, squares: int, games: int) -> float | None:
    """Half of the 95 % interval of a win share; never narrower than so many games allow, nor wider than can be."""
    margin = half_width(wins, squares, games, unit=WHOLE_WIN)
    if margin is None:
        return None
    return within_reach(max(margin, least_half_width(games)), wins / (WHOLE_WIN * games))


def half_width(total: int, squares: int, games: int, *, unit: int = 1) -> float | None:
    """Half of the 95 % interval of a mean, from the sums of values and of their squares; one game has none."""
    if games < 2:
        return None
    variance = max(0.0, (squares - total * total / games) / (games - 1))
    return Z95 * sqrt(variance / games) / unit
