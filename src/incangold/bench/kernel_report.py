"""The kernel's rows as a table for people."""

from typing import Any

HEAD = (
    f"{'':<18}{'games a second':>16}{'decisions a second':>20}{'× tables':>10}"
    f"{'compiled in':>13}{'score':>8}{'driven out':>12}"
)


def report(results: dict[str, Any]) -> str:
    """Versions and devices, the rows, what a lane takes."""
    lines = [
        "incangold {version}, Python {python}, jax {jax}, numpy {numpy}, seed {seed}".format(**results),
        *(f"{kind}: {name}" for kind, name in results["devices"].items()),
        HEAD,
        *(f"{f'tables: {name}':<18}{rate:>16,.0f}" for name, rate in results["tables"].items()),
        *map(_row, results["rows"]),
        *(_games(row) for row in results["rows"]),
        *(_lane(players, parts) for players, parts in results["memory"].items()),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _row(row: dict[str, Any]) -> str:
    times = row["times_the_tables"]
    return (
        f"{row['device'] + ': ' + row['company']:<18}{row['games_a_second']:>16,.0f}{row['decisions_a_second']:>20,.0f}"
        f"{f'{times:,.0f}' if times else '–':>10}{row['compile_seconds']:>11.1f} s"
        f"{row['mean_score']:>8.2f}{row['driven_out_rate']:>12.1%}"
    )


def _games(row: dict[str, Any]) -> str:
    return (
        f"{row['device']}: {row['company']}: {row['games']:,} games in {row['seconds']:.2f} s, "
        f"{row['decisions_a_game']:.1f} decisions each"
    )


def _lane(players: str, parts: dict[str, int]) -> str:
    return (
        f"a lane of {players}: {parts['lane']} bytes (position {parts['position']}, luck {parts['luck']}, sums "
        f"{parts['sums']}); 16,777,216 games side by side: {_gib(parts['batch'])}, while they play on a CPU "
        f"{_gib(parts['loop'])}"
    )


def _gib(number: int) -> str:
    return f"{number / 2**30:.2f} GiB"
