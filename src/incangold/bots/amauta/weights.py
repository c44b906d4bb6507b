"""The weights the trained player was given: a small network for every number of players, or a few side by side."""

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from incangold.bots.amauta.mind import CHOICES, Layer, Mind
from incangold.bots.amauta.signs import SIGNS
from incangold.errors import WeightsUnreadable, as_typed
from incangold.seen import Array
from incangold.words.catalogue import Phrase

FORMAT = "incangold-amauta-1"
FILE = "amauta.npz"
DIGITS = 8  # binary ones that are kept of a row's largest weight


@cache
def mind_for(players: int) -> Mind:
    """The network for so many players."""
    minds = read(_packaged())
    if players not in minds:
        raise WeightsUnreadable(path=FILE, why=Phrase("weights.players", players=players))
    return minds[players]


@cache
def mark_for(players: int) -> str:
    """A short mark of the network for so many players: who plays otherwise has another one.

    The last signs, if it does not read them, are left out: a network stays itself when it is shown more.
    """
    first, *others = mind_for(players)
    read = int(np.flatnonzero(first.weights.any(axis=0)).max(initial=-1)) + 1
    layers = (first._replace(weights=first.weights[:, :read]), *others)
    parts = [np.asarray(part, np.float32).tobytes() for layer in layers for part in layer]
    return sha256(b"".join(parts)).hexdigest()[:12]


def read(path: Path) -> dict[int, Mind]:
    """All networks of a file, by number of players."""
    with _opened(path) as (file, told):
        return {int(players): _mind(file, players, layers) for players, layers in told["layers"].items()}


def about(path: Path | None = None) -> dict[str, Any]:
    """What is known about the weights: the command that made them and the figures it printed."""
    with _opened(path or _packaged()) as (_, told):
        return told


def _packaged() -> Path:
    return Path(str(files("incangold.bots.amauta").joinpath(FILE)))


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The arrays of a file and what it tells about them; whatever is wrong with either is refused in one way."""
    try:
        with np.load(path, allow_pickle=False) as file:
            told = dict(json.loads(str(file["about"])))
            if told["format"] != FORMAT:
                other = as_typed(str(told["format"]))
                raise WeightsUnreadable(path=path.name, why=Phrase("weights.format", format=other, known=FORMAT))
            yield file, told
    except WeightsUnreadable:
        raise
    except Exception as error:  # a damaged file can break in any way that NumPy, zip and JSON have
        raise WeightsUnreadable(path=path.name, why=in_one_sentence(error)) from error


def in_one_sentence(error: Exception) -> str:
    """What went wrong, without the advice that libraries give to whoever called them."""
    said = f"{type(error).__name__}: {error}".partition(". ")[0]
    return said.rstrip(".: ")[:200]


def write(path: Path, minds: dict[int, Mind], told: dict[str, Any], *, rounded: Collection[int] = ()) -> None:
    """Networks in few digits, so that the file is small; both libraries then read exactly the same numbers.

    Those for `rounded` numbers of players were read from such a file, and stay as they were. It may be
    this one, so it is replaced in one go.
    """
    arrays: dict[str, Array] = {}
    layers = {}
    for players, mind in sorted(minds.items()):
        layers[str(players)] = len(mind)
        for number, layer in enumerate(mind):
            weights = np.asarray(layer.weights, np.float32)
            arrays[f"{players}.{number}.weights"] = np.float16(weights) if players in rounded else _rounded(weights)
            arrays[f"{players}.{number}.bias"] = np.asarray(layer.bias, np.float16)
    text = json.dumps({"format": FORMAT, "layers": layers} | told)
    draft = path.with_name(f"{path.name}.draft")
    with draft.open("wb") as file:
        np.savez_compressed(file, about=np.array(text), **arrays)
    draft.replace(path)


def _rounded(weights: Array) -> Array:
    """To so many binary digits of the largest in its row: zeros at the end of the others take no room when packed."""
    largest = np.maximum(np.abs(weights).max(axis=-1, keepdims=True), np.float32(1e-4))
    step = 2.0 ** (np.floor(np.log2(largest)) + 1 - DIGITS)
    return np.asarray(np.round(weights / step) * step, np.float16)


def _mind(file: Any, players: str, layers: int) -> Mind:
    mind = tuple([Layer(*_layer(file, f"{players}.{number}")) for number in range(layers)])
    refuse_misshapen(mind, players)
    return mind


def refuse_misshapen(mind: Mind, players: int | str) -> None:
    """Whoever does not read today's signs, or whose layers do not join, is none."""
    wide = [SIGNS, *(layer.bias.size for layer in mind[:-1]), CHOICES + 1]
    if not mind or not all(_joins(layer, *sizes) for layer, sizes in zip(mind, pairwise(wide), strict=True)):
        shapes = [shape for layer in mind for shape in (layer.weights.shape, layer.bias.shape)]
        raise ValueError(f"for {players} players the shapes are {shapes}")


def _joins(layer: Layer, into: int, out: int) -> bool:
    """Whether it reads what the one before it says, and says so much; alone, or as several side by side."""
    weights, bias = layer
    *several, says, reads = weights.shape if weights.ndim in (2, 3) else (0, 0)
    networks = prod(several)
    return (networks * says, networks * reads) == (out, into) and bias.shape == (out,)


def _layer(file: Any, name: str) -> Iterator[Array]:
    """Weights and bias: real numbers, and none without end."""
    for part in ("weights", "bias"):
        kept = file[f"{name}.{part}"]
        if kept.dtype.kind != "f":
            raise ValueError(f"{name}.{part} holds {kept.dtype}")
        numbers = kept.astype(np.float32)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{name}.{part} is not finite")
        yield numbers
