"""Thousands of games of the same bots on all cores; the numbers depend on the seed alone, not on the cores."""

import os
from collections.abc import Callable, Iterator
from itertools import repeat
from time import perf_counter

from incangold.arena.contest import Contest
from incangold.arena.interruptions import interruptions_remembered
from incangold.arena.match import bots_as_players, play_out
from incangold.arena.processes import on_all_cores
from incangold.arena.tally import Tally
from incangold.bots.roster import make_bot
from incangold.record import Practice
from incangold.table.table import Table

BATCH = 250
MOST_BATCHES = 4000
WORTH_A_PROCESS = 1.0  # seconds

Progress = Callable[[int], None]


def run(contest: Contest, *, cores: int | None = None, progress: Progress = lambda games: None) -> Tally:
    """Play the whole contest: in the kernel, or at tables; small ones in this process, large ones on all cores."""
    if contest.engine == "kernel":
        return _run_on_kernel(contest, cores, progress)
    total = Tally.empty(len(contest.bots))
    for tally in _batches_played(contest, cores or os.cpu_count() or 1):
        total.add(tally)
        progress(tally.games)
    return total


def _run_on_kernel(contest: Contest, cores: int | None, progress: Progress) -> Tally:
    """Interruptions are heard between two portions of the games."""

    with interruptions_remembered() as hear:
        from incangold.arena.on_kernel import run_on_kernel

        def told(games: int) -> None:
            progress(games)
            hear()

        return run_on_kernel(contest, cores=cores, progress=told)


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
    return on_all_cores(play_batch, ((contest, batch) for batch in batches), cores)


def play_batch(contest: Contest, games: range) -> Tally:
    """So many games, each from a seed of its own, seats rotated."""
    tally = Tally.empty(len(contest.bots))
    for game in games:
        play_game(contest, game, tally)
    return tally


def play_game(contest: Contest, game: int, tally: Tally) -> Table:
    """One game, counted."""
    player_of = places(len(contest.bots), game)
    seated = sorted(range(len(contest.bots)), key=player_of.__getitem__)
    players = bots_as_players([contest.bots[bot] for bot in seated])
    table = Table(contest.edition, players, Practice(f"{contest.seed}/{game}"))
    play_out(table, [make_bot(contest.bots[bot], seed=f"{contest.seed}/{game}/{bot}") for bot in seated])
    tally.count(table, player_of)
    return table


def places(size: int, game: int) -> list[int]:
    """Where each bot sits: bot k, k + game places round the table."""
    return [(bot + game) % size for bot in range(size)]
