"""A solution kept in a file: a line that says what it is, a line of JSON, and the numbers; reading needs only NumPy."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from incangold.editions import FirstHazard, PathShare
from incangold.errors import BadSolutionFile
from incangold.solver.one_round import OneRound
from incangold.solver.positions import Holdings
from incangold.solver.solution import Solution
from incangold.words.catalogue import Phrase

FORMAT = b"incangold solved round, format 1\n"
KINDS = ("<i8", "<i8", "<f8", "<f8")  # first, keys, values, chances
AT_ONCE = 1 << 24  # bytes
LONGEST_LINE = 1 << 16


def save(solution: Solution, path: Path) -> None:
    """Write a solution; a file that is there stays as it is until the new one is complete."""
    arrays = _arrays(solution)
    told = {
        "round": asdict(solution.round),
        "equilibrium": solution.equilibrium,
        "several": solution.several,
        "sizes": [array.size for array in arrays],
        "sha256": _digest(piece for array in arrays for piece in _pieces(array)),
    }
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("wb") as file:
        file.write(FORMAT + json.dumps(told).encode() + b"\n")
        for array in arrays:
            file.writelines(_pieces(array))
    unfinished.replace(path)


def read(path: Path) -> Solution:
    """Read a solution; refuses a file that is something else, is cut off or was changed."""
    with path.open("rb") as file:
        told = _header(file, path)
        try:
            first, keys, values, chances = _numbers(file, path, told)
            return Solution(
                round=_round(told["round"]),
                equilibrium=told["equilibrium"],
                several=told["several"],
                held=Holdings(first, keys),
                values=values,
                chances=chances,
            )
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, BadSolutionFile):
                raise
            raise _refused(path, "solution_file.not_one") from None


def _arrays(solution: Solution) -> list[np.ndarray[Any, Any]]:
    held = solution.held
    every = (held.first, held.keys, solution.values, solution.chances)
    return [np.ascontiguousarray(array, kind) for array, kind in zip(every, KINDS, strict=True)]


def _pieces(array: np.ndarray[Any, Any]) -> Iterator[memoryview]:
    whole = array.view(np.uint8).data
    yield from (whole[at : at + AT_ONCE] for at in range(0, len(whole), AT_ONCE))


def _digest(pieces: Iterator[memoryview]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _header(file: BinaryIO, path: Path) -> dict[str, Any]:
    line = file.readline(LONGEST_LINE)
    if line != FORMAT:
        raise _refused(path, "solution_file.other_format" if line.startswith(FORMAT[:22]) else "solution_file.not_one")
    try:
        told = json.loads(file.readline(LONGEST_LINE))
    except ValueError:
        raise _refused(path, "solution_file.not_one") from None
    if not isinstance(told, dict):
        raise _refused(path, "solution_file.not_one")
    return told


def _numbers(file: BinaryIO, path: Path, told: dict[str, Any]) -> list[np.ndarray[Any, Any]]:
    """The four arrays, as long as the header says, with the digest that it says."""
    lengths = [8 * int(size) for size in told["sizes"]]
    if file.tell() + sum(lengths) != path.stat().st_size:
        raise _refused(path, "solution_file.cut_off")
    arrays = [np.fromfile(file, kind, size) for kind, size in zip(KINDS, told["sizes"], strict=True)]
    if _digest(piece for array in arrays for piece in _pieces(array)) != told["sha256"]:
        raise _refused(path, "solution_file.changed")
    return arrays


def _round(told: dict[str, Any]) -> OneRound:
    return OneRound(
        adventurers=told["adventurers"],
        treasures=tuple(told["treasures"]),
        hazards=tuple(told["hazards"]),
        artifacts=tuple(map(tuple, told["artifacts"])),
        first_hazard=FirstHazard(told["first_hazard"]),
        path_share=PathShare(told["path_share"]),
    )


def _refused(path: Path, why: str) -> BadSolutionFile:
    return BadSolutionFile(path=path, why=Phrase(why))
