"""Pupils on disk: written in one go, so that a stopped command loses at most what it learnt since."""

import json
import os
from pathlib import Path
from typing import Any

import jax
import numpy as np

from incangold.bots.amauta.mind import Layer, Mind
from incangold.bots.amauta.weights import in_one_sentence, refuse_misshapen
from incangold.errors import PupilUnreadable
from incangold.solver.learning.lessons import Pupil

FORMAT = "incangold-pupil-1"


def keep(path: Path, pupil: Pupil, about: dict[str, Any]) -> None:
    """The pupil and what is to be known about it, instead of what the file held."""
    leaves = {f"leaf{number}": np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(pupil))}
    text = json.dumps({"format": FORMAT, "layers": len(pupil.mind)} | about)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.draft")
    with draft.open("wb") as file:
        np.savez(file, about=np.array(text), **leaves)  # type: ignore[arg-type]
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def kept(path: Path) -> tuple[Pupil, dict[str, Any]]:
    """A pupil as it was kept, and what is known about it."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            leaves = [jax.numpy.asarray(file[f"leaf{number}"]) for number in range(len(file.files) - 1)]
        pupil = _assembled(leaves, about["layers"])
        _refuse_what_is_none(pupil, about)
        return pupil, about
    except Exception as error:  # a damaged file can break in any way that NumPy, zip and JSON have
        raise PupilUnreadable(path=path, why=in_one_sentence(error)) from error


def _refuse_what_is_none(pupil: Pupil, about: dict[str, Any]) -> None:
    """Everything that is asked of a pupil later is there, and is what it should be."""
    if about["format"] != FORMAT:
        raise ValueError(f"its format is {about['format']!r:.60}, not {FORMAT}")
    course = about["course"]
    numbers = {name: about[name] for name in ("seed", "lesson")}
    numbers |= {name: course[name] for name in ("players", "lessons", "tables")}
    for name, number in numbers.items():
        if not isinstance(number, int):
            raise TypeError(f"{name} is {number!r:.60}")
    shares = (about["seconds"], course["reckoning_from"])
    if not all(isinstance(share, int | float) for share in shares) or not isinstance(course["habits"], dict):
        raise TypeError("its seconds, its course or its habits are none")
    for mind in (pupil.mind, pupil.average):
        refuse_misshapen(mind, course["players"])
    if not all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(pupil)):
        raise ValueError("not all of its numbers are finite")


def _assembled(leaves: list[Any], layers: int) -> Pupil:
    mind, average, slope, slope_squared = (_mind(leaves, number, layers) for number in range(4))
    return Pupil(mind, average, slope, slope_squared, leaves[-1])


def _mind(leaves: list[Any], number: int, layers: int) -> Mind:
    first = 2 * layers * number
    return tuple(Layer(leaves[first + 2 * place], leaves[first + 2 * place + 1]) for place in range(layers))
