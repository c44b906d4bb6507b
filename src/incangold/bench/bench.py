"""Games a second on one core, next to a plain Python loop timed in the same run: compare the ratios."""

import platform
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from time import perf_counter
from typing import Any

from incangold import __version__
from incangold.arena.match import play_out
from incangold.bots.roster import make_bot
from incangold.editions import EDITIONS
from incangold.game import Choices, Draw
from incangold.record import Player, Practice, Record, read, replay, write
from incangold.table.table import Table

STEPS = 8  # of progress
INCAN_GOLD = EDITIONS["incan-gold"]


@cache
def seated(bots: tuple[str, ...]) -> tuple[Player, ...]:
    """These bots as players."""
    return tuple(Player(f"{bot} {place}", bot) for place, bot in enumerate(bots))


def whole_game(bots: tuple[str, ...], seed: int) -> Table:
    """A game through the table, views and events included."""
    table = Table(INCAN_GOLD, seated(bots), Practice(str(seed)))
    play_out(table, [make_bot(bot, seed=f"{seed}/{place}") for place, bot in enumerate(bots)])
    return table


def signature(games: int = 100) -> str:
    """One number for everything that decides a game: it changes when a rule, the dealer, a bot or the notation does."""
    mixes = [
        ("turn:6",) * 4,
        ("odds", "die", "greedy"),
        ("hazard:2", "treasure:9"),
        ("odds", "timid", "greedy", "scavenger", "follower", "hunter", "moody", "random"),
    ]
    texts = "".join(write(whole_game(mixes[seed % len(mixes)], seed).record()) for seed in range(games))
    return sha256(texts.encode()).hexdigest()[:16]


def measure(seconds: float, progress: Callable[[int], None]) -> dict[str, Any]:
    """All rows, each for so many seconds, in one run."""
    rates = {"plain loop (tuples made)": rate(_plain_loop, seconds, per_call=1000)}
    progress(1)
    record = whole_game(("turn:6",) * 4, 7).record()
    text = write(record)
    rows: dict[str, Callable[[int], object]] = {
        "rules alone: games replayed, 4 players": lambda seed: _replayed(record),
        "table: games, 4 × turn:6": lambda seed: whole_game(("turn:6",) * 4, seed),
        "table: games, 8 × turn:6": lambda seed: whole_game(("turn:6",) * 8, seed),
        "table: games, 4 × die": lambda seed: whole_game(("die",) * 4, seed),
        "table: games, 8 × die": lambda seed: whole_game(("die",) * 8, seed),
        "records written and read, 4 players": lambda seed: read(write(record)),
    }
    for name, work in rows.items():
        rates[name] = rate(work, seconds)
        progress(1)
    help_seconds = _help_time()
    progress(1)
    loop = rates["plain loop (tuples made)"]
    return {
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "signature": signature(),
        "record_bytes": len(text.encode()),
        "game": typical_game(),
        "help_seconds": help_seconds,
        "rates": rates,
        "loops_per_unit": {name: loop / rate for name, rate in rates.items()},
    }


def typical_game(games: int = 200) -> dict[str, float]:
    """What a game of four `turn:6` is made of, on average."""
    acts = [act for seed in range(games) for act in whole_game(("turn:6",) * 4, seed).record().acts]
    choices = [act for act in acts if isinstance(act, Choices)]
    decisions = sum(choice is not None for act in choices for choice in act.laid)
    cards = sum(isinstance(act, Draw) for act in acts)
    return {"cards": cards / games, "turns": len(choices) / games, "decisions": decisions / games}


def rate(work: Callable[[int], object], seconds: float, per_call: int = 1) -> float:
    """How often a second, in the best of five parts: other programs only ever slow it down."""
    best = 0.0
    seed = 0
    for _ in range(5):
        calls, began = 0, perf_counter()
        while (spent := perf_counter() - began) < seconds / 5:
            work(seed)
            seed, calls = seed + 1, calls + 1
        best = max(best, calls * per_call / spent)
    return best


def _plain_loop(_seed: int) -> None:
    for number in range(1000):
        _ = (number, number + 1, (number,))


def _replayed(record: Record) -> None:
    for _ in replay(record):
        pass


def _help_time() -> float:
    """The best of five calls of `incangold --help`."""
    command = [sys.executable, "-c", "from incangold.cli import main; main()", "--help"]
    times = []
    for _ in range(5):
        began = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - began)
    return min(times)


def report(results: dict[str, Any]) -> str:
    """The table for people."""
    lines = [
        f"incangold {results['version']}, Python {results['python']} on {results['machine']}, one core",
        f"{'':<42}{'a second':>14}{'plain loops each':>20}",
    ]
    for name, rate in results["rates"].items():
        lines.append(f"{name:<42}{rate:>14,.0f}{results['loops_per_unit'][name]:>20,.0f}")
    lines += [
        f"incangold --help: {results['help_seconds']:.3f} s",
        "4 × turn:6: {cards:.1f} cards, {turns:.1f} turns, {decisions:.1f} decisions a game".format(**results["game"]),
        f"a finished game as text: {results['record_bytes']} bytes",
        f"signature of behaviour: {results['signature']}",
    ]
    return "\n".join(lines)
