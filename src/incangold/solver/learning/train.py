"""The course that made the trained player: it plays itself, for every number of players.

`python -m incangold.solver.learning.train` needs nothing but JAX and NumPy, so it also runs from `PYTHONPATH=src` where
nothing else is installed; `incangold train` is the same with progress, an exam and plots.
"""

import argparse
import json
import sys
from itertools import accumulate
from pathlib import Path

from incangold.bots.amauta.signs import SIGNS
from incangold.editions import EDITIONS
from incangold.errors import IncanGoldError
from incangold.solver.learning.course import Course
from incangold.solver.learning.lessons import newborn
from incangold.solver.learning.sizes import (
    AMONG_THEMSELVES,
    ENDING,
    IN_COMPANY,
    LEARNERS,
    LESSONS_OF_TWO,
    RECKON,
    RECKONING,
    SEED,
    USUAL_LESSONS,
)
from incangold.solver.learning.study import Study, go_on

ODD_FOR_EACH = 0.015  # the more rivals, the likelier is an odd one among them


def course_for(
    players: int,
    lessons: int | None = None,
    learners: int = LEARNERS,
    editions: tuple[str, ...] = (),
    *,
    reckon: bool | None = None,
) -> Course:
    """As many learners for every number of players, at tables that divide among the editions.

    As long as usual, and with positions reckoned through in the end where that is usual, unless told otherwise.
    """
    reckon = players in RECKON if reckon is None else reckon
    tables = max(learners // players // 80, 1) * 80
    course = Course(players, 0, tables, editions=editions or tuple(EDITIONS), last_rate=1e-5, last_doubt=5e-4)
    course = _of_two(course, reckon=reckon) if players == 2 else _of_a_crowd(course, reckon=reckon)
    return course._replace(lessons=lessons or course.lessons)


def _of_two(course: Course, *, reckon: bool) -> Course:
    """A quarter of it is played out."""
    course = alone_with_one(course)._replace(lessons=LESSONS_OF_TWO, odd_share=0.04, tempted=0.15)
    return course._replace(closing_from=0.25, closing_size=2, reckoning_from=0.25 if reckon else 1.0)


def _of_a_crowd(course: Course, *, reckon: bool) -> Course:
    """In company, then among themselves; whoever reckons does so next, and ends among themselves again."""
    parts = [IN_COMPANY, AMONG_THEMSELVES, *((RECKONING, ENDING) if reckon else (0, 0))]
    closing_from, reckoning_from, ending_from, _ = (lessons / sum(parts) for lessons in accumulate(parts))
    odd = ODD_FOR_EACH * (course.players - 1)
    course = course._replace(odd_share=odd, united_share=0.05, dice_share=0.05, scavenger_share=0.02, closing_size=4)
    course = course._replace(closing_from=closing_from, reckoning_from=reckoning_from, ending_from=ending_from)
    return course._replace(lessons=sum(parts), positions=1.0 if course.players == 3 else 0.25, afresh=True)


def alone_with_one(course: Course) -> Course:
    """Two at a table run after each other in a circle, and with even steps all the faster."""
    return course._replace(last_rate=1e-5, habits=course.habits._replace(even=False))


def study_for(course: Course, seed: int, folder: Path) -> Study:
    """A newcomer's study, or a returner's; pupils with other luck are kept beside it."""
    path = folder / f"amauta-{course.players}-{seed}.npz"
    return Study(course, path, seed, newcomer=lambda: newborn(seed, SIGNS, course.wide))


def main() -> int:
    """Train in this process, with a line now and then."""
    asked = _asked_for()
    course = course_for(asked.players, asked.lessons, asked.learners, reckon=asked.reckon)
    study = study_for(course, asked.seed, asked.folder)
    try:
        go_on(study, seconds=60 * asked.minutes, tell=lambda row: print(json.dumps(row), flush=True))
    except IncanGoldError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _asked_for() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m incangold.solver.learning.train", description=__doc__)
    reader.add_argument("--players", type=int, choices=range(2, 9), default=4, help="how many sit at a table (4)")
    reader.add_argument("--lessons", type=int, help=f"how long the course is ({USUAL_LESSONS})")
    reader.add_argument(
        "--reckon",
        action=argparse.BooleanOptionalAction,
        help="reckon positions through towards the end (two, three and five do)",
    )
    reader.add_argument(
        "--learners", type=int, default=LEARNERS, help=f"how many side by side, in whole tables ({LEARNERS})"
    )
    reader.add_argument("--minutes", type=float, default=9.0, help="stop after so long; the same command goes on (9)")
    reader.add_argument("--seed", type=int, default=SEED, help=f"the same seed, the same luck ({SEED})")
    reader.add_argument("--folder", type=Path, default=Path("training"), help="where pupils are kept (training)")
    return reader.parse_args()


if __name__ == "__main__":
    sys.exit(main())
