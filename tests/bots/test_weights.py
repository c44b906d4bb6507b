"""The trained player's weights: small, told where they come from, and refused by name where they are damaged."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from incangold.bots.amauta import weights
from incangold.errors import WeightsUnreadable

PACKAGED = Path(weights.__file__).with_name(weights.FILE)


@pytest.mark.parametrize("damage", [lambda whole: whole[: len(whole) // 2], lambda whole: b"no weights"])
def test_damaged_weights_are_refused_by_name(tmp_path: Path, damage: Any) -> None:
    (tmp_path / "amauta.npz").write_bytes(damage(PACKAGED.read_bytes()))
    with pytest.raises(WeightsUnreadable, match=r"weights in amauta\.npz cannot be read"):
        weights.read(tmp_path / "amauta.npz")


def without_a_network(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "layers": {"4": told["layers"]["4"]}}


@pytest.mark.parametrize(
    ("tells", "why"),
    [
        (lambda told: [1], "TypeError"),
        (lambda told: 5, "TypeError"),
        (lambda told: {**told, "layers": [1]}, "AttributeError"),
        (lambda told: {**told, "layers": {"3": None}}, "TypeError"),
        (lambda told: {**told, "layers": {"3": 0}}, "the shapes are"),
        (lambda told: {**told, "layers": {"3": 2}}, "the shapes are"),
        (lambda told: {**told, "format": "x"}, r"its format is x, not incangold-amauta-1\.$"),
        (lambda told: {"layers": told["layers"]}, "KeyError"),
    ],
)
def test_weights_that_tell_of_themselves_what_is_not_so_are_refused(tmp_path: Path, tells: Any, why: str) -> None:
    path = rewritten(tmp_path, about=np.array(json.dumps(tells(weights.about()))))
    with pytest.raises(
        WeightsUnreadable, match=rf"^The trained player's weights in amauta\.npz cannot be read: .*{why}"
    ):
        weights.read(path)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (lambda array: array[:, :-3], "the shapes are"),
        (lambda array: array[0], "the shapes are"),
        (lambda array: array[0, 0], "the shapes are"),
        (lambda array: np.stack([array, array]), "the shapes are"),
        (lambda array: array[None, None], "the shapes are"),
        (lambda array: array * np.nan, "not finite"),
        (lambda array: np.where(array == array[0, 0], np.inf, array), "not finite"),
        (lambda array: array.astype(complex), "complex"),
        (lambda array: np.array(["x"]), "U1"),
    ],
)
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_weights_that_cannot_be_thought_with_are_refused(tmp_path: Path, changed: Any, layer: int, why: str) -> None:
    name = f"3.{layer}.weights"
    with np.load(PACKAGED) as file:
        array = file[name]
    with pytest.raises(WeightsUnreadable, match=why):
        weights.read(rewritten(tmp_path, **{name: changed(array)}))


def test_a_single_array_and_a_missing_file_are_no_weights(tmp_path: Path) -> None:
    np.save(tmp_path / "amauta.npy", np.zeros(3))
    for path in (tmp_path / "amauta.npy", tmp_path / "none.npz"):
        for ask in (weights.read, weights.about):
            with pytest.raises(WeightsUnreadable):
                ask(path)


def test_a_number_of_players_without_a_network_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = rewritten(tmp_path, about=np.array(json.dumps(without_a_network(weights.about()))))
    monkeypatch.setattr(weights, "_packaged", lambda: path)
    with pytest.raises(WeightsUnreadable, match="no network in it is for 3 players"):
        weights.mind_for.__wrapped__(3)


def rewritten(folder: Path, **arrays: Any) -> Path:
    """The packaged weights with other arrays in place of some."""
    with np.load(PACKAGED) as file:
        np.savez(folder / "amauta.npz", **{**file, **arrays})
    return folder / "amauta.npz"


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    assert PACKAGED.stat().st_size < 1_000_000
    assert set(weights.about()["made"]) == {str(players) for players in range(2, 9)}
