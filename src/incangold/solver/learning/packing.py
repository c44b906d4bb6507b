"""The pupils of a folder as the weights of the package, with the command and the figures that made them."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from incangold.bots.amauta.mind import Mind
from incangold.bots.amauta.weights import write
from incangold.errors import CourseNotFinished, PupilsMissing
from incangold.solver.learning.exam import matches
from incangold.solver.learning.exploit import EDITION
from incangold.solver.learning.kept import kept
from incangold.solver.learning.marks import Exam, marks_of
from incangold.solver.learning.sizes import EXAM_GAMES

ALL_PLAYERS = range(2, 9)
COMMAND = "incangold train --players {players} --lessons {lessons} --seed {seed}"
TO_MAKE = "incangold train --players {players} --folder {folder}"


class Graduate(NamedTuple):
    """Whose course is over: the average mind is what plays."""

    path: Path
    mind: Mind
    about: dict[str, Any]


def pack(
    folder: Path, into: Path, *, games: int = EXAM_GAMES, told: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """Every number of players; whoever is missing, or has lessons to come, is told before the first exam."""
    graduates = _graduates(folder)
    into.parent.mkdir(parents=True, exist_ok=True)
    made = {str(players): _made(players, one, games, told) for players, one in graduates.items()}
    write(into, {players: one.mind for players, one in graduates.items()}, {"made": made})
    return made


def matches_to_pack() -> int:
    """How many matches the exams of all pupils have."""
    return sum(len(matches(players)) for players in ALL_PLAYERS)


def _graduates(folder: Path) -> dict[int, Graduate]:
    paths = {players: folder / f"amauta-{players}.npz" for players in ALL_PLAYERS}
    _refuse_missing(folder, {players: path for players, path in paths.items() if not path.exists()})
    return {players: _graduate(players, path) for players, path in paths.items()}


def _refuse_missing(folder: Path, missing: dict[int, Path]) -> None:
    if missing:
        place = shlex.quote(str(folder))
        commands = [TO_MAKE.format(players=players, folder=place) for players in missing]
        names = ", ".join(path.name for path in missing.values())
        raise PupilsMissing(folder=folder, pupils=names, commands="\n".join(commands))


def _graduate(players: int, path: Path) -> Graduate:
    pupil, known = kept(path)
    lessons = known["course"]["lessons"]
    if known["lesson"] < lessons:
        raise CourseNotFinished(players=players, lesson=known["lesson"], lessons=lessons)
    return Graduate(path, pupil.average, known)


def _made(players: int, one: Graduate, games: int, told: Callable[[int], None]) -> dict[str, Any]:
    marks = marks_of(Exam(one.path, EDITION, players, games), one.mind, told)
    command = COMMAND.format(players=players, lessons=one.about["course"]["lessons"], seed=one.about["seed"])
    return {"command": command, "seconds": one.about["seconds"], "exam": [mark._asdict() for mark in marks]}
