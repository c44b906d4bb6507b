"""The weights the trained player was given: one small network for every number of players, in one file."""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from incangold.bots.amauta.mind import Layer, Mind
from incangold.errors import WeightsUnreadable

FORMAT = "incangold-amauta-1"
FILE = "amauta.npz"


@cache
def mind_for(players: int) -> Mind:
    """The network for so many players."""
    return read(Path(str(files("incangold.bots.amauta").joinpath(FILE))))[players]


@cache
def mark_for(players: int) -> str:
    """A short mark of the network for so many players: other weights, another mark."""
    parts = [np.asarray(part, np.float32).tobytes() for layer in mind_for(players) for part in layer]
    return sha256(b"".join(parts)).hexdigest()[:12]


def read(path: Path) -> dict[int, Mind]:
    """All networks of a file, by number of players."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            if about["format"] != FORMAT:
                raise WeightsUnreadable(path=path.name, why=f"its format is {about['format']}, not {FORMAT}")
            return {int(players): _mind(file, players, number) for players, number in about["layers"].items()}
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
        raise WeightsUnreadable(path=path.name, why=f"{type(error).__name__}: {error}"[:200]) from error


def about(path: Path | None = None) -> dict[str, Any]:
    """What is known about the weights: the command that made them and the figures it printed."""
    place = path or Path(str(files("incangold.bots.amauta").joinpath(FILE)))
    with np.load(place, allow_pickle=False) as file:
        return dict(json.loads(str(file["about"])))


def write(path: Path, minds: dict[int, Mind], told: dict[str, Any]) -> None:
    """Networks in half precision, so that the file is small; both libraries then read exactly the same numbers."""
    arrays, layers = {}, {}
    for players, mind in minds.items():
        layers[str(players)] = len(mind)
        for number, layer in enumerate(mind):
            arrays[f"{players}.{number}.weights"] = np.asarray(layer.weights, np.float16)
            arrays[f"{players}.{number}.bias"] = np.asarray(layer.bias, np.float16)
    text = json.dumps({"format": FORMAT, "layers": layers} | told)
    np.savez_compressed(path, about=np.array(text), **arrays)  # type: ignore[arg-type]


def _mind(file: Any, players: str, layers: int) -> Mind:
    return tuple(
        Layer(*(file[f"{players}.{number}.{part}"].astype(np.float32) for part in ("weights", "bias")))
        for number in range(layers)
    )
