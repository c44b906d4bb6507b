"""Small courses, pupils who have had some of one, and what a command says of them."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from incangold.bots.amauta.signs import SIGNS
from incangold.cli import cli
from incangold.solver.learning.course import Course
from incangold.solver.learning.kept import keep
from incangold.solver.learning.lessons import Habits, newborn
from incangold.solver.learning.study import Study, about, begun

SMALL = Course(
    players=3,
    lessons=3,
    tables=16,
    steps=4,
    editions=("diamant",),
    odd_share=0.25,
    united_share=0.25,
    dice_share=0.25,
    habits=Habits(parts=4),
)


def study(folder: Path, course: Course = SMALL, seed: int = 5) -> Study:
    return Study(course, folder / "amauta-3.npz", seed, lambda: newborn(seed, SIGNS, course.wide))


def refuse_to_examine(*_: Any, **__: Any) -> Any:
    raise AssertionError("an exam was taken")


def taught(folder: Path, players: int, lesson: int, seed: int = 5) -> None:
    """A pupil that had so many of nine lessons, and learnt nothing."""
    path = folder / f"amauta-{players}-{seed}.npz"
    one = Study(SMALL._replace(players=players, lessons=9), path, seed, lambda: newborn(seed, SIGNS, SMALL.wide))
    keep(path, begun(one).pupil, about(one, lesson, 0.0))


def asked(*words: str) -> Any:
    """What the command says, read as JSON."""
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
