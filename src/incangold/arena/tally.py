"""What is counted of many games, whoever plays them."""

from dataclasses import dataclass, field

from incangold.events import CardTurned, DrivenOut, GameEnded, RoundOpened
from incangold.seen import WHOLE_WIN
from incangold.table.table import Table


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
