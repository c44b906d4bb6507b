"""Thousands of games of the same bots on all cores; the numbers depend on the seed alone, not on the cores."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from math import lcm, sqrt
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from time import perf_counter

from incangold.arena.match import bots_as_players, play_out
from incangold.bots.roster import make_bot
from incangold.editions import Edition
from incangold.errors import WorkerDied, WrongNumberOfPlayers
from incangold.events import CardTurned, DrivenOut, GameEnded, RoundOpened
from incangold.record import Practice
from incangold.table.table import Table

WHOLE_WIN = lcm(*range(1, 9))  # a win shared by any number of players is a whole number of these
BATCH = 250
MOST_BATCHES = 4000
WORTH_A_PROCESS = 1.0  # seconds
Z95 = 1.959964

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Contest:
    """Which bots play how many games of what."""

    bots: tuple[str, ...]
    edition: Edition
    games: int
    seed: int

    def __post_init__(self) -> None:
        if not 2 <= len(self.bots) <= 8:
            raise WrongNumberOfPlayers(players=len(self.bots))
        for number, name in enumerate(self.bots):
            make_bot(name, seed=str(number))


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


def run(contest: Contest, *, cores: int | None = None, progress: Progress = lambda games: None) -> Tally:
    """Play the whole contest; small ones in this process, large ones on all cores."""
    total = Tally.empty(len(contest.bots))
    for tally in _batches_played(contest, cores or os.cpu_count() or 1):
        total.add(tally)
        progress(tally.games)
    return total


def _batches_played(contest: Contest, cores: int) -> Iterator[Tally]:
    """The first game tells how long the rest will take: not worth a second process, or all cores at once."""
    began = perf_counter()
    yield play_batch(contest, range(1))
    expected = (perf_counter() - began) * (contest.games - 1)
    batches = _batches(contest.games, cores)
    if cores == 1 or expected < WORTH_A_PROCESS:
        yield from map(play_batch, repeat(contest), batches)
    else:
        yield from _on_all_cores(contest, batches, cores)


def _batches(games: int, cores: int) -> list[range]:
    """All games but the first: a few batches for every core, but never more than can be kept in mind."""
    size = max(1, min(max(BATCH, games // MOST_BATCHES), games // (4 * cores)))
    return [range(first, min(first + size, games)) for first in range(1, games, size)]


def _on_all_cores(contest: Contest, batches: list[range], cores: int) -> Iterator[Tally]:
    others = set(active_children())
    pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=_begin_work)
    try:
        with _interruptions_held():
            results = [pool.submit(play_batch, contest, batch) for batch in batches]
        for result in as_completed(results):
            yield result.result()
    except BrokenProcessPool:
        raise WorkerDied() from None
    except BaseException:
        for worker in set(active_children()) - others:  # a bot that hangs would never hear of it otherwise
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interruptions_held() -> Iterator[None]:
    """Processes started meanwhile are deaf to Ctrl-C from their first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """A worker leaves an interruption to the process that started it, and never outlives that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_batch(contest: Contest, games: range) -> Tally:
    """So many games, each from a seed of its own, seats rotated."""
    tally = Tally.empty(len(contest.bots))
    for game in games:
        play_game(contest, game, tally)
    return tally


def play_game(contest: Contest, game: int, tally: Tally) -> None:
    """One game: bot k sits k + game places round the table."""
    size = len(contest.bots)
    player_of = [(bot + game) % size for bot in range(size)]
    seated = sorted(range(size), key=player_of.__getitem__)
    players = bots_as_players([contest.bots[bot] for bot in seated])
    table = Table(contest.edition, players, Practice(f"{contest.seed}/{game}"))
    play_out(table, [make_bot(contest.bots[bot], seed=f"{contest.seed}/{game}/{bot}") for bot in seated])
    tally.count(table, player_of)


def half_width(total: int, squares: int, games: int, *, unit: int = 1) -> float | None:
    """Half of the 95 % interval of a mean, from the sums of values and of their squares; one game has none."""
    if games < 2:
        return None
    variance = max(0.0, (squares - total * total / games) / (games - 1))
    return Z95 * sqrt(variance / games) / unit
