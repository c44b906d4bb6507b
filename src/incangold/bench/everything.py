"""The whole table in one run: the reference, the kernel, and whatever peers are installed beside them."""

from collections.abc import Callable
from typing import Any

from incangold.arena.contest import kernel_is_installed
from incangold.bench import bench, kernel, kernel_report, peers

NO_KERNEL = 'the kernel is not installed: pip install "incangold[kernel]"'


def steps() -> int:
    """Of progress."""
    return bench.STEPS + (kernel.steps() if kernel_is_installed() else 0) + len(peers.peers())


def measure(seconds: float, progress: Callable[[int], None]) -> dict[str, Any]:
    """All rows, one after the other; `kernel` is None where JAX is not installed."""
    results = bench.measure(seconds, progress)
    tables = {name: results["rates"][f"table: games, {name}"] for name in ("4 × die", "8 × die")}
    results["kernel"] = kernel.measure(tables, seconds=seconds, progress=progress) if kernel_is_installed() else None
    results["peers"] = peers.measure(seconds, progress)
    return results


def report(results: dict[str, Any]) -> str:
    """The tables for people, one under the other."""
    parts = [bench.report(results), kernel_report.report(results["kernel"]) if results["kernel"] else NO_KERNEL]
    if results["peers"]:
        parts.append(peers.report(results["peers"]))
    return "\n\n".join(parts)
