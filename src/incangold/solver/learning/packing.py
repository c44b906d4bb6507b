"""The pupils of a folder as the weights of the package, with the commands and the figures that made them."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from incangold.bots.amauta.mind import Mind
from incangold.bots.amauta.weights import about, read, write
from incangold.errors import CourseNotFinished, PupilsMissing
from incangold.folders import refuse_unwritable
from incangold.solver.learning.council import council
from incangold.solver.learning.course import reckons
from incangold.solver.learning.exam import matches
from incangold.solver.learning.gains import EDITION
from incangold.solver.learning.kept import kept
from incangold.solver.learning.marks import Exam, marks_of
from incangold.solver.learning.sizes import EXAM_GAMES, SEED
from incangold.solver.learning.train import course_for

ALL_PLAYERS = range(2, 9)
COMMAND = "incangold train --players {players} --lessons {lessons}{otherwise} --seed {seed}"
TO_MAKE = "incangold train --players {players} --folder {folder}"


class Graduate(NamedTuple):
    """Whose course is over: the average mind is what plays."""

    mind: Mind
    about: dict[str, Any]


def pack(
    folder: Path, into: Path, *, games: int = EXAM_GAMES, told: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """The pupils of the folder; a number of players without one stays as the file has it.

    Whoever is in neither, or has lessons to come, is told before the first exam.
    """
    paths, before = _pupils(folder), read(into) if into.exists() else {}
    _refuse_missing(folder, [players for players in ALL_PLAYERS if players not in paths and players not in before])
    graduates = {players: [_graduate(players, path) for path in those] for players, those in paths.items()}
    refuse_unwritable(into.parent, "--pack")
    fresh = {players: council([one.mind for one in those]) for players, those in graduates.items()}
    made = about(into).get("made", {}) if before else {}
    for players, those in graduates.items():
        exam = Exam(folder / f"amauta-{players}.npz", EDITION, players, games)
        marks = marks_of(exam, fresh[players], told)
        made[str(players)] = _made(players, those) | {"exam": [mark._asdict() for mark in marks]}
    write(into, before | fresh, {"made": made}, rounded=before.keys() - fresh.keys())
    return made


def matches_to_pack(folder: Path) -> int:
    """How many matches the exams of all its pupils have."""
    return sum(len(matches(players)) for players in _pupils(folder))


def _pupils(folder: Path) -> dict[int, list[Path]]:
    """By number of players and seed; of some numbers there may be none."""
    paths = {players: sorted(folder.glob(f"amauta-{players}-*.npz")) for players in ALL_PLAYERS}
    return {players: those for players, those in paths.items() if those}


def _refuse_missing(folder: Path, missing: list[int]) -> None:
    if missing:
        place = shlex.quote(str(folder))
        commands = [TO_MAKE.format(players=players, folder=place) for players in missing]
        names = ", ".join(f"amauta-{players}-{SEED}.npz" for players in missing)
        raise PupilsMissing(folder=folder, pupils=names, commands="\n".join(commands))


def _graduate(players: int, path: Path) -> Graduate:
    pupil, known = kept(path)
    lessons = known["course"]["lessons"]
    if known["lesson"] < lessons:
        raise CourseNotFinished(players=players, lesson=known["lesson"], lessons=lessons)
    return Graduate(pupil.average, known)


def _made(players: int, pupils: list[Graduate]) -> dict[str, Any]:
    """The commands, and how long they took together."""
    commands = [_command(players, one.about["course"], one.about["seed"]) for one in pupils]
    return {"commands": commands, "seconds": round(sum(one.about["seconds"] for one in pupils), 1)}


def _command(players: int, course: dict[str, Any], seed: int) -> str:
    """Learners, editions and whether it reckons are said where they are not the usual ones."""
    usual, otherwise = course_for(players), ""
    if course["tables"] != usual.tables:
        otherwise += f" --learners {course['tables'] * players}"
    if reckons(course) != reckons(usual._asdict()):
        otherwise += " --reckon" if reckons(course) else " --no-reckon"
    if course["editions"] != list(usual.editions):
        otherwise += "".join(f" --edition {name}" for name in course["editions"])
    return COMMAND.format(players=players, lessons=course["lessons"], otherwise=otherwise, seed=seed)
