"""The examples do what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_first_policy.py"
QUICKLY_COMPILED = {"JAX_DISABLE_MOST_OPTIMIZATIONS": "1"}  # it takes most of the time, and changes nothing it prints


def run(*options: str) -> str:
    """What the example prints."""
    command = [sys.executable, str(EXAMPLE), *options]
    environment = os.environ | QUICKLY_COMPILED
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_the_first_policy_learns() -> None:
    """A few iterations by a fixed seed: from hardly any wins against three dice to more than its share."""
    printed = run("--iterations", "25", "--seconds", "600", "--every", "25", "--seed", "7")
    untrained, trained = [list(map(float, re.findall(r"([\d.]+) ±", line))) for line in printed.splitlines()]
    assert trained[0] > 25 > untrained[0] + 5
    assert trained[1] > untrained[1] + 10


def test_it_says_how_it_is_used() -> None:
    said = run("--help")
    for option in ("--seconds", "--iterations", "--every", "--seed"):
        assert option in said
    assert "compiling included" in " ".join(said.split())
