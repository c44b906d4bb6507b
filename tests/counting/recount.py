"""Count everything in counts.json anew: `python -m tests.counting.recount`."""

import json
from pathlib import Path
from typing import Any

from tests.counting.unfolding import unfold

COUNTS = Path(__file__).with_name("counts.json")
ABOUT = (
    "A row of depths for every number of acts from 0: [different lines of that many acts, how many of them end there, "
    "treasure in tents and worth of held artifacts summed over all of them]. An act opens a round with an artifact "
    "that may lie there, turns a card (equal cards are one), or shows everybody's choices; a die that fears something "
    "has six choices, one for each roll, and one otherwise. dice: players that are dice, from 0."
)


def stored() -> list[dict[str, Any]]:
    """Every box of the file."""
    boxes: list[dict[str, Any]] = json.loads(COUNTS.read_text("utf-8"))["boxes"]
    return boxes


def written(boxes: list[dict[str, Any]]) -> str:
    """The file as it is kept: every fact of a box on a line, and every depth."""
    rows = ",\n".join(_row(row) for row in boxes)
    return f'{{\n"about": {json.dumps(ABOUT)},\n"boxes": [\n{rows}\n]\n}}\n'


def _row(row: dict[str, Any]) -> str:
    facts = [f"  {json.dumps(key)}: {json.dumps(row[key])}" for key in ("what", "edition", "players", "dice")]
    depths = ",\n".join(f"    {json.dumps(depth)}" for depth in row["depths"])
    return " {\n" + ",\n".join(facts) + f',\n  "depths": [\n{depths}\n  ]\n }}'


def recounted(row: dict[str, Any]) -> dict[str, Any]:
    """The same box, counted to the same depth."""
    counts = unfold(row["edition"], row["players"], row["dice"], len(row["depths"]) - 1)
    return {**row, "depths": [list(depth) for depth in counts]}


def main() -> None:
    """Write the file again."""
    COUNTS.write_text(written([recounted(row) for row in stored()]), "utf-8")


if __name__ == "__main__":
    main()
