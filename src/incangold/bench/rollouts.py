"""One row of the kernel's table: who plays on what, how fast, how long the program took to compile, what came out."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import jax

from incangold.bench.asking import decisions_a_game
from incangold.bench.network import network
from incangold.editions import Edition
from incangold.kernel.match import Counted, play_games
from incangold.kernel.policies import Policies, array_policy

TRIAL = {"cpu": 1 << 14, "gpu": 1 << 22}  # games of a first short run, enough to fill every lane


class Wanted(NamedTuple):
    """How long a row is to take, or how many games it is to have, and which games."""

    seconds: float
    games: int | None
    seed: int


class Timed(NamedTuple):
    """What came out, and how many seconds it took."""

    counted: Counted
    seconds: float


Play = Callable[[int], Timed]


def devices() -> dict[str, tuple[Any, ...]]:
    """Every kind of device that JAX finds here."""
    found = {}
    for kind in TRIAL:
        try:
            found[kind] = tuple(jax.devices(kind))
        except RuntimeError:  # none of this kind
            continue
    return found


def measured(edition: Edition, company: str, kind: str, wanted: Wanted) -> dict[str, Any]:
    """The row of one company, written like `4 × die`, on one kind of device."""
    with jax.default_device(devices()[kind][0]):
        return {"device": kind, "company": company, **_measured(edition, seated(company, edition), kind, wanted)}


def _measured(edition: Edition, policies: Policies, kind: str, wanted: Wanted) -> dict[str, Any]:
    play = partial(_played, partial(play_games, edition, policies, seed=wanted.seed, devices=devices()[kind]))
    compiling = _compile_time(play, wanted.games or TRIAL[kind])
    counted, seconds = play(wanted.games) if wanted.games else _for_so_long(play, TRIAL[kind], wanted.seconds)
    asked = decisions_a_game(edition, policies, seed=wanted.seed)
    return {
        "games": counted.games,
        "seconds": seconds,
        "games_a_second": counted.games / seconds,
        "decisions_a_game": asked,
        "decisions_a_second": asked * counted.games / seconds,
        "compile_seconds": compiling,
        "mean_score": sum(counted.scores) / len(policies) / counted.games,
        "driven_out_rate": counted.driven_out / counted.games / edition.rounds,
    }


def seated(company: str, edition: Edition) -> Policies:
    """So many players of one kind."""
    number, _, name = company.partition(" × ")
    players = int(number)
    one = network(edition, players, seed=players) if name == "network" else array_policy(name, edition, players)
    return (one,) * players


def _played(play: Callable[..., Counted], games: int) -> Timed:
    began = perf_counter()
    counted = play(games=games)
    return Timed(counted, perf_counter() - began)


def _compile_time(play: Play, games: int) -> float:
    """How much longer the first call takes than the second."""
    forget: Callable[[], None] = jax.clear_caches
    forget()
    first, again = play(games), play(games)
    return max(0.0, first.seconds - again.seconds)


def _for_so_long(play: Play, games: int, seconds: float) -> Timed:
    """More and more games, until they take about so many seconds."""
    while True:
        timed = play(games)
        if timed.seconds >= seconds / 2:
            return timed
        games = int(games * min(32, 1.1 * seconds / timed.seconds))
