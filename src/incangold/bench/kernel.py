"""Games and decisions a second inside the kernel, on this machine's CPU and on its GPU if it has one.

`python -m incangold.bench.kernel` needs nothing but JAX and NumPy, so it also runs from `PYTHONPATH=src` where nothing
else is installed. Every game that is begun is finished and counted; statistics and speed are of the same run.
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from incangold import __version__
from incangold.bench.bench import INCAN_GOLD, rate, whole_game
from incangold.bench.kernel_report import report

SEED = 7
COMPANIES = ("4 × die", "8 × die", "4 × network")
BATCH = 1 << 24  # games
CPU = Path("/proc/cpuinfo")


def steps() -> int:
    """Of progress."""
    from incangold.bench.rollouts import devices
    from incangold.kernel.match import use_cores

    use_cores()
    return len(COMPANIES) * len(devices())


def measure(
    tables: dict[str, float],
    *,
    seconds: float,
    games: int | None = None,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """All rows in one run; `tables` says how many games a second the reference plays on one core."""
    from incangold.bench.rollouts import Wanted, devices, measured
    from incangold.kernel.match import use_cores

    use_cores()
    rows = []
    for kind in devices():
        for company in COMPANIES:
            rows.append(_compared(measured(INCAN_GOLD, company, kind, Wanted(seconds, games, seed)), tables))
            progress(1)
    return {
        "version": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in ("jax", "numpy")},
        "devices": {kind: _described(found) for kind, found in devices().items()},
        "seed": seed,
        "tables": tables,
        "rows": rows,
        "memory": {f"{players} players": _memory(players) for players in (4, 8)},
    }


def _compared(row: dict[str, Any], tables: dict[str, float]) -> dict[str, Any]:
    """How many times as fast as tables; there are no tables for a network."""
    at_tables = tables.get(row["company"])
    return row | {"times_the_tables": at_tables and row["games_a_second"] / at_tables}


def tables_alone(seconds: float) -> dict[str, float]:
    """Games a second through the table, views and events included, on one core."""
    return {f"{size} × die": rate(partial(whole_game, ("die",) * size), seconds) for size in (4, 8)}


def _described(found: tuple[Any, ...]) -> str:
    name = f"{_processor()}, {len(found)} cores" if found[0].platform == "cpu" else found[0].device_kind
    return name if found[0].platform == "cpu" else f"{len(found)} × {name}"


def _processor() -> str:
    lines = CPU.read_text("utf-8").splitlines() if CPU.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory(players: int) -> dict[str, int]:
    """Bytes of one lane, of 16 million games side by side, and of the loop on a CPU that plays them so."""
    from incangold.bench.asking import bytes_of_a_lane, bytes_of_the_loop

    parts = bytes_of_a_lane(INCAN_GOLD, players)
    lane = sum(parts.values())
    return {**parts, "lane": lane, "batch": BATCH * lane, "loop": bytes_of_the_loop(INCAN_GOLD, players, lanes=BATCH)}


def main() -> int:
    """Print the kernel's rows."""
    asked = _asked_for()
    try:
        import jax  # noqa: F401
    except ImportError:
        print('The kernel needs JAX: pip install "incangold[kernel]"', file=sys.stderr)
        return 2
    results = measure(tables_alone(asked.seconds), seconds=asked.seconds, games=asked.games, seed=asked.seed)
    print(json.dumps(results) if asked.json else report(results))
    return 0


def _asked_for() -> argparse.Namespace:
    """What is typed after the command."""
    reader = argparse.ArgumentParser(prog="python -m incangold.bench.kernel", description=__doc__)
    reader.add_argument("--seconds", type=_positive(float), default=2.5, help="about so long for each row (2.5)")
    reader.add_argument("--games", type=_positive(int), help="exactly so many games for each row instead")
    reader.add_argument("--seed", type=int, default=SEED, help="the same seed, the same games (7)")
    reader.add_argument("--json", action="store_true", help="JSON for programs instead of a table")
    return reader.parse_args()


def _positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    """A number above nothing."""

    def number(text: str) -> float:
        if not kind(text) > 0:
            raise ValueError(text)
        return kind(text)

    return number


if __name__ == "__main__":
    sys.exit(main())
