"""A check that bot authors run on their own bot: every table it may sit at, every kind of position."""

from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from incangold.arena.match import bots_as_players, play_out
from incangold.bots.bot import Answer, Bot
from incangold.bots.roster import make_bot
from incangold.editions import EDITIONS
from incangold.errors import IncanGoldError
from incangold.record import Practice
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


class Watch:
    """Counts and times the decisions of one bot after another."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0

    def over(self, bot: Bot) -> Bot:
        """The same bot, watched."""
        return _Watched(self, bot)


class _Watched:
    def __init__(self, watch: Watch, bot: Bot) -> None:
        self._watch = watch
        self._bot = bot

    def choose(self, view: View) -> Answer:
        """The bot's own answer."""
        before = perf_counter()
        answer = self._bot.choose(view)
        self._watch.seconds += perf_counter() - before
        self._watch.decisions += 1
        return answer


def check(name: str, *, games: int = 140, seed: str = "check") -> Report:
    """Let a bot play against the roster at tables of every size and edition, in every seat; say where it fails."""
    watch = Watch()
    for game, (edition, size) in zip(range(games), _tables(), strict=False):
        game_seed = f"{seed}/{game}"
        names = [OTHERS[(game + place) % len(OTHERS)] for place in range(size)]
        place = game % size
        names[place] = name
        bots = [make_bot(each, seed=f"{game_seed}/{where}") for where, each in enumerate(names)]
        bots[place] = watch.over(bots[place])
        try:
            play_out(Table(EDITIONS[edition], bots_as_players(names), Practice(game_seed)), bots)
        except IncanGoldError as why:
            failure = Failure(game + 1, edition, size, game_seed, why)
            return Report(game + 1, watch.decisions, watch.seconds, failure)
    return Report(games, watch.decisions, watch.seconds, None)


def _tables() -> Iterator[tuple[str, int]]:
    """Every edition with two players (two adventurers each) up to eight, over and over."""
    while True:
        for size in range(2, 9):
            for edition in EDITIONS:
                yield edition, size
