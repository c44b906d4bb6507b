"""Training from beginning to end, in as many commands as it takes.

`python -m incangold.solver.learning.train` needs nothing but JAX and NumPy, so it also runs from `PYTHONPATH=src` where
nothing else is installed; `incangold train` is the same with progress and plots.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from incangold.bots.amauta.signs import SIGNS
from incangold.editions import EDITIONS
from incangold.errors import IncanGoldError
from incangold.solver.learning.kept import keep, kept
from incangold.solver.learning.lessons import Pupil, enrol, newborn
from incangold.solver.learning.training import Course, about, refuse_other, stopwatch, teach, told_in_numbers

KEEP_EVERY = 30.0  # seconds
TELL_EVERY = 50  # lessons
SAMPLES = 1 << 16  # learners at all tables together
LESSONS = 4000

Told = dict[str, Any]


def course_for(players: int, lessons: int = LESSONS) -> Course:
    """The course that made the weights of the package: as many learners for every number of players."""
    tables = SAMPLES // players // 80 * 80  # so that they divide among the editions
    return Course(players, lessons, tables, steps=32, editions=tuple(EDITIONS))


def train(
    course: Course,
    *,
    seed: int,
    folder: Path,
    seconds: float = float("inf"),
    tell: Callable[[Told], None] = lambda _: None,
) -> Pupil:
    """Goes on where the folder says it stopped, until the course or the time is over; nothing learnt is lost."""
    path = place_of(folder, course.players)
    pupil, begun, spent = _resumed(path, course, seed)
    clock, kept_at, lesson = stopwatch(), 0.0, begun
    try:
        lessons = teach(course, pupil, seed=seed, begun=begun)
        for lesson, pupil, told in lessons:
            if lesson % TELL_EVERY == 0 or lesson == course.lessons:
                row = {"lesson": lesson, "seconds": round(spent + clock(), 1), **told_in_numbers(told)}
                _note(path, row)
                tell(row)
            if clock() - kept_at > KEEP_EVERY:
                keep(path, pupil, about(course, seed, lesson, spent + clock()))
                kept_at = clock()
            if clock() > seconds:
                break
    finally:
        keep(path, pupil, about(course, seed, lesson, spent + clock()))
    return pupil


def place_of(folder: Path, players: int) -> Path:
    """Where the pupil for so many players is kept."""
    return folder / f"amauta-{players}.npz"


def _resumed(path: Path, course: Course, seed: int) -> tuple[Pupil, int, float]:
    """The pupil, how many lessons it has had, and how many seconds they took."""
    if not path.exists():
        return enrol(newborn(seed, SIGNS, course.wide)), 0, 0.0
    pupil, known = kept(path)
    refuse_other(path, known, course, seed)
    return pupil, known["lesson"], known["seconds"]


def _note(path: Path, row: Told) -> None:
    """One line more in the diary beside the pupil."""
    with path.with_suffix(".jsonl").open("a", encoding="utf-8") as diary:
        diary.write(json.dumps(row) + "\n")


def diary(folder: Path, players: int) -> Iterator[Told]:
    """What was told of every lesson, the later word where a lesson was taken twice."""
    path = place_of(folder, players).with_suffix(".jsonl")
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    yield from {row["lesson"]: row for row in rows}.values()


def main() -> int:
    """Train in this process, with a line now and then."""
    asked = _asked_for()
    course = course_for(asked.players, asked.lessons)
    try:
        train(
            course,
            seed=asked.seed,
            folder=asked.folder,
            seconds=60 * asked.minutes,
            tell=lambda row: print(f"{asked.players} players", json.dumps(row), flush=True),
        )
    except IncanGoldError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _asked_for() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m incangold.solver.learning.train", description=__doc__)
    reader.add_argument("--players", type=int, choices=range(2, 9), default=4, help="how many sit at a table (4)")
    reader.add_argument("--lessons", type=int, default=LESSONS, help=f"how long the course is ({LESSONS})")
    reader.add_argument("--minutes", type=float, default=9.0, help="stop after so long; the same command goes on (9)")
    reader.add_argument("--seed", type=int, default=7, help="the same seed, the same luck (7)")
    reader.add_argument("--folder", type=Path, default=Path("training"), help="where pupils are kept (training)")
    return reader.parse_args()


if __name__ == "__main__":
    sys.exit(main())
