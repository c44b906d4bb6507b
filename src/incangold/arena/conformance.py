"""A check that bot authors run on their own bot: every table it may sit at, every kind of position."""

from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from incangold.arena.match import play_out
from incangold.bots.bot import Answer, Bot
from incangold.bots.roster import make_bot
from incangold.editions import EDITIONS
from incangold.errors import IncanGoldError
from incangold.record import Player, Practice
from incangold.table.table import Table
from incangold.view import View

OTHERS = ("odds", "die", "random", "turn:6", "greedy", "timid", "moody")


class Failure(NamedTuple):
    """The first game that went wrong."""

    game: int
    edition: str
    players: int
    seed: str
    why: IncanGoldError


class Report(NamedTuple):
    """What a bot did in all its games."""

    games: int
    decisions: int
    seconds: float
    failure: Failure | None


class Watched:
    """A bot that is timed and whose view must come back as it was."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, view: View) -> Answer:
        """The bot's own answer."""
        before = perf_counter()
        answer = self.bot.choose(view)
        self.seconds += perf_counter() - before
        self.decisions += 1
        return answer


def check(name: str, *, games: int = 100, seed: str = "check") -> Report:
    """Let a bot play against the roster at tables of every size and edition, and say where it fails."""
    watched = Watched(make_bot(name, seed=seed))
    for game, (edition, size) in zip(range(games), _tables(), strict=False):
        others = [OTHERS[(game + place) % len(OTHERS)] for place in range(size - 1)]
        players = tuple(Player(f"{bot} {place}"[-24:], bot) for place, bot in enumerate([name, *others]))
        game_seed = f"{seed}/{game}"
        try:
            table = Table(EDITIONS[edition], players, Practice(game_seed))
            play_out(table, [watched, *(make_bot(bot, seed=f"{game_seed}/{bot}") for bot in others)])
        except IncanGoldError as why:
            failure = Failure(game + 1, edition, size, game_seed, why)
            return Report(game + 1, watched.decisions, watched.seconds, failure)
    return Report(games, watched.decisions, watched.seconds, None)


def _tables() -> Iterator[tuple[str, int]]:
    """Every edition with two players (two adventurers each) up to eight, over and over."""
    while True:
        for size in range(2, 9):
            for edition in EDITIONS:
                yield edition, size
