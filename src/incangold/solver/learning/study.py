"""Studying in as many commands as it takes: a pupil goes on where its file says it stopped."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from incangold.bots.amauta.mind import Mind
from incangold.errors import OtherCourse
from incangold.folders import refuse_unwritable
from incangold.kernel.policies import Policies
from incangold.solver.learning.course import Course, reckons
from incangold.solver.learning.kept import keep, kept
from incangold.solver.learning.lessons import Pupil, enrol
from incangold.solver.learning.programs import keep_programs
from incangold.solver.learning.teaching import teach
from incangold.words.catalogue import Catalogue, Phrase

KEEP_EVERY = 15.0  # seconds
TELL_EVERY = 25  # lessons
PROGRAMS = "programs"  # a folder beside the pupils
PARTS = ("closing_from", "reckoning_from", "ending_from", "positions", "afresh")  # follow from who reckons

Told = dict[str, Any]


class Study(NamedTuple):
    """Who studies what, and where it is kept."""

    course: Course
    path: Path
    seed: int
    newcomer: Callable[[], Mind]  # who has not studied yet
    rivals: Policies = ()
    against: str = ""  # a mark of the rivals' weights: who learns against others learns something else


class Studied(NamedTuple):
    """How far it has come."""

    pupil: Pupil
    lesson: int
    seconds: float


class Differences(tuple[Phrase, ...]):
    """What is not the same in two courses, one thing after the other."""

    __slots__ = ()

    def told(self, words: Catalogue) -> str:
        """All of it, in the reader's language."""
        return "; ".join(one.told(words) for one in self)


def begun(study: Study) -> Studied:
    """Where the last command stopped."""
    if not study.path.exists():
        return Studied(enrol(study.newcomer()), 0, 0.0)
    pupil, known = kept(study.path)
    different = Differences(_different(study, known))
    if different:
        raise OtherCourse(path=study.path.name, what=different)
    return Studied(pupil, known["lesson"], known["seconds"])


def go_on(study: Study, *, seconds: float = float("inf"), tell: Callable[[Told], None] = lambda _: None) -> Studied:
    """Until the course or the time is over; whatever stops it, what was learnt is kept."""
    refuse_unwritable(study.path.parent, "--folder")
    keep_programs(study.path.parent / PROGRAMS)
    pupil, first, spent = begun(study)
    lesson, start = first, time.monotonic()
    kept_at = start
    try:
        lessons = teach(study.course, pupil, seed=study.seed, begun=first, rivals=study.rivals)
        for lesson, pupil, told in lessons:
            now = time.monotonic()
            if lesson % TELL_EVERY == 0 or lesson == study.course.lessons:
                row = {name: round(float(number), 5) for name, number in told.items()}
                _note(study.path, {"lesson": lesson, "seconds": round(spent + now - start, 1), **row}, tell)
            if now - kept_at > KEEP_EVERY:
                keep(study.path, pupil, about(study, lesson, spent + now - start))
                kept_at = now
            if now - start > seconds:
                break
    finally:
        studied = Studied(pupil, lesson, round(spent + time.monotonic() - start, 1))
        keep(study.path, pupil, about(study, lesson, studied.seconds))
    return studied


def about(study: Study, lesson: int, seconds: float) -> Told:
    """What is kept with a pupil: its course, and how far it has come."""
    course = study.course._asdict() | {"habits": study.course.habits._asdict()}
    return {
        "course": course,
        "seed": study.seed,
        "against": study.against,
        "lesson": lesson,
        "seconds": round(seconds, 1),
    }


def _different(study: Study, known: Told) -> Iterator[Phrase]:
    """Every field of the course, and what decides besides it, that is not as it was."""
    there, here = (_all_that_decides(study, each) for each in (known, json.loads(json.dumps(about(study, 0, 0.0)))))
    followed = PARTS if there["reckon"] != here["reckon"] else ()
    for name in here | there:
        was, wanted = there.get(name), here.get(name)
        if was != wanted and name not in followed:
            yield Phrase("course.differs", what=name, there=_written(was), here=_written(wanted))


def _all_that_decides(study: Study, known: Told) -> Told:
    """As the options of the commands have it: where all learn, who asks for tables asks for learners."""
    course = dict(known["course"])
    habits, tables = course.pop("habits"), course.pop("tables")
    size = {"tables": tables} if study.rivals else {"learners": tables * study.course.players}
    reckon = {"reckon": "yes" if reckons(course) else "no"}
    return course | size | habits | reckon | {"seed": known["seed"], "against": known.get("against", "")}


def _written(value: object) -> str:
    """A list with spaces; a dash for nothing."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value if value not in (None, "") else "–")


def _note(path: Path, row: Told, tell: Callable[[Told], None]) -> None:
    """One line more in the diary beside the pupil."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".jsonl").open("a", encoding="utf-8") as diary:
        diary.write(json.dumps(row) + "\n")
    tell(row)


def diary(path: Path) -> Iterator[Told]:
    """What was told of the lessons, the later word where one was taken twice; a line that was cut tells nothing."""
    lines = path.with_suffix(".jsonl").read_text("utf-8", errors="replace").splitlines()
    yield from {row["lesson"]: row for line in lines if (row := _row(line))}.values()


def _row(line: str) -> Told | None:
    with suppress(ValueError):
        row = json.loads(line)
        if isinstance(row, dict) and "lesson" in row:
            return row
    return None
