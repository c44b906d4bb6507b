"""The benchmark measures; its signature says whether anything that decides a game has changed."""

import re
from pathlib import Path

from incangold.bench.bench import STEPS, measure, report, signature

SPEED = Path(__file__).parents[2] / "docs" / "speed.md"


def test_the_signature_is_the_published_one() -> None:
    """If this fails, a rule, the dealer, a bot or the notation changed: `make bench`, docs/speed.md, and say so."""
    assert f"signature of behaviour: {signature()}" in SPEED.read_text("utf-8")


def test_every_row_is_measured_and_told() -> None:
    steps: list[int] = []
    results = measure(0.05, steps.append)
    assert sum(steps) == STEPS
    assert all(rate > 0 for rate in results["rates"].values())
    told = report(results)
    for name in results["rates"]:
        assert re.search(rf"^{re.escape(name)} +[\d,]+ +[\d,]+$", told, re.MULTILINE)
