"""Measures the figures of the pages on strength anew: `make figures`, or `make figures ARGS="strength good-play"`.

A page shows a command, and below the line `<!-- figures -->` what it found: exactly that command is run, and only what
stands there is replaced. Each page is kept as soon as all its commands are through; this takes an hour or two.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PAGES = ("strength", "opponents", "good-play")
BLOCK = re.compile(
    r"^    (?P<command>(?:incangold|python) .+)\n\n<!-- figures -->\n(?P<figures>(?:.+\n)*)", re.MULTILINE
)


def with_figures(page: str, measure: Callable[[str], str]) -> str:
    """The page with what its commands find today."""
    return BLOCK.sub(lambda block: block[0].removesuffix(block["figures"]) + measure(block["command"]), page)


def measured(command: str) -> str:
    """What a command of a page finds, as a table."""
    program, *words = shlex.split(command)
    print(f"\n{command}", file=sys.stderr, flush=True)
    if program == "python":
        return _printed([sys.executable, *words])
    found = json.loads(_printed([sys.executable, "-m", "incangold", *words, "--json"]))
    rows = _of_ladder(found) if words[0] == "ladder" else _of_arena(found)
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _printed(command: list[str]) -> str:
    """How far it is goes on to whoever waits."""
    return subprocess.run(command, cwd=FOLDER.parent, stdout=subprocess.PIPE, text=True, check=True).stdout


def _of_arena(found: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """A row for each bot, the best first; copies of one bot have the same figures."""
    yield "bot", "wins", "of a fair share", "mean score"
    yield "---", "---:", "---:", "---:"
    seats = found["seats"]
    bots = {seat["bot"]: seat for seat in seats}
    for bot, seat in sorted(bots.items(), key=lambda one: -one[1]["wins"]):
        wins = f"{100 * seat['wins']:.2f} ± {100 * seat['ci95']:.2f} %"
        yield _name(bot), wins, f"{seat['wins'] * len(seats):.2f}", f"{seat['mean']:.1f}"


def _of_ladder(found: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Win share by number of seats, whoever wins most at the largest table first."""
    seats = [str(seats) for seats in found["seats"]]
    yield "bot", *(f"{count} seats" for count in seats)
    yield "---", *("---:" for _ in seats)
    yield "fair", *(f"{100 / int(count):.1f} %" for count in seats)
    for rung in sorted(found["rungs"], key=lambda rung: -rung["shares"][seats[-1]]["value"]):
        shares = [rung["shares"][count] for count in seats]
        yield _name(rung["bot"]), *(f"{100 * one['value']:.1f} ± {100 * one['ci95']:.1f} %" for one in shares)


def _name(bot: str) -> str:
    """Of a file's bot only what the file calls it."""
    return f"`{bot.rpartition('.py:')[2]}`"


def main() -> None:
    """Measure the pages named, or all of them."""
    for name in sys.argv[1:] or PAGES:
        path = FOLDER / f"{name}.md"
        path.write_text(with_figures(path.read_text("utf-8"), measured), "utf-8")


if __name__ == "__main__":
    main()
