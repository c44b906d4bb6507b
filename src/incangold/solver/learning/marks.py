"""Marks of an exam, kept beside the pupil: as long as it has learnt nothing more, it does not sit the exam again."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from incangold.bots.amauta.mind import Mind
from incangold.editions import EDITIONS
from incangold.solver.learning.exam import Mark, examined, matches


class Exam(NamedTuple):
    """Which exam a pupil sits; its file lies beside the pupil's."""

    pupil: Path
    edition: str
    players: int
    games: int


def marks_of(exam: Exam, mind: Mind, told: Callable[[int], None] = lambda _: None) -> list[Mark]:
    """The marks, from the file or from an exam taken now; told is how many matches are done."""
    path, about = exam.pupil.with_suffix(".exam.json"), _about(exam, mind)
    marks = _kept(path, about)
    if marks is None:
        marks = []
        for mark in examined(mind, EDITIONS[exam.edition], exam.players, games=exam.games):
            marks.append(mark)
            told(1)
        _keep(path, about, marks)
    else:
        told(len(marks))
    return marks


def _about(exam: Exam, mind: Mind) -> dict[str, Any]:
    """What decides the marks: other weights, another exam."""
    parts = [np.asarray(part, np.float32).tobytes() for layer in mind for part in layer]
    return {
        "pupil": sha256(b"".join(parts)).hexdigest()[:12],
        "edition": exam.edition,
        "games": exam.games,
        "matches": list(matches(exam.players)),
    }


def _kept(path: Path, about: dict[str, Any]) -> list[Mark] | None:
    """None where nothing is kept, or nothing that can be read, or the marks of another exam."""
    try:
        held = json.loads(path.read_text("utf-8"))
        marks = [Mark(**mark) for mark in held.pop("marks")]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return marks if held == about and [mark.match for mark in marks] == about["matches"] else None


def _keep(path: Path, about: dict[str, Any], marks: list[Mark]) -> None:
    """In one go."""
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(json.dumps(about | {"marks": [mark._asdict() for mark in marks]}, indent=1) + "\n", "utf-8")
    draft.replace(path)
