"""The pupils of a folder as the weights of the package, with the command and the figures that made them."""

from pathlib import Path
from typing import Any

from incangold.bots.amauta.mind import Mind
from incangold.bots.amauta.weights import write
from incangold.editions import EDITIONS
from incangold.errors import CourseNotFinished
from incangold.solver.learning.exam import GAMES, examined
from incangold.solver.learning.exploit import EDITION
from incangold.solver.learning.kept import kept

COMMAND = "incangold train --players {players} --lessons {lessons} --seed {seed}"


def pack(folder: Path, into: Path, *, games: int = GAMES) -> dict[str, Any]:
    """Every number of players whose course is over; the average minds are what plays."""
    minds: dict[int, Mind] = {}
    made: dict[str, Any] = {}
    for players in range(2, 9):
        pupil, known = kept(folder / f"amauta-{players}.npz")
        lessons = known["course"]["lessons"]
        if known["lesson"] < lessons:
            raise CourseNotFinished(players=players, lesson=known["lesson"], lessons=lessons)
        minds[players] = pupil.average
        marks = [mark._asdict() for mark in examined(pupil.average, EDITIONS[EDITION], players, games=games)]
        command = COMMAND.format(players=players, lessons=lessons, seed=known["seed"])
        made[str(players)] = {"command": command, "seconds": known["seconds"], "exam": marks}
    write(into, minds, {"made": made})
    return made
