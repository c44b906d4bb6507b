"""Pupils are packed as the weights of the trained player: all of them, when their courses are over."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from click.testing import CliRunner

from incangold.bots.amauta import weights
from incangold.bots.amauta.mind import think
from incangold.bots.amauta.signs import SIGNS
from incangold.cli import cli
from incangold.editions import EDITIONS
from incangold.errors import CourseNotFinished
from incangold.solver.learning.council import council
from incangold.solver.learning.course import Course
from incangold.solver.learning.exam import Mark, matches
from incangold.solver.learning.kept import keep, kept
from incangold.solver.learning.lessons import enrol, newborn
from incangold.solver.learning.packing import _command, matches_to_pack, pack
from incangold.solver.learning.sizes import SEED
from incangold.solver.learning.teaching import teach
from incangold.solver.learning.train import course_for
from tests.solver.pupils import refuse_to_examine, taught


@pytest.mark.parametrize(("language", "told"), [("en", "Pupils are missing in"), ("pl", "brakuje uczniów")])
def test_who_is_missing_is_told_before_the_first_exam(
    language: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incangold.solver.learning.marks.examined", refuse_to_examine)
    for players in (2, 4, 5, 7, 8):
        taught(tmp_path, players, lesson=9)
    command = ["train", "--pack", str(tmp_path / "amauta.npz"), "--folder", str(tmp_path), "--lang", language]
    refused = CliRunner().invoke(cli, command)
    assert refused.exit_code == 2
    assert told in refused.stderr
    assert "amauta-3-7.npz, amauta-6-7.npz." in refused.stderr
    for players in (3, 6):
        assert f"\nincangold train --players {players} --folder {tmp_path}\n" in refused.stderr


@pytest.mark.parametrize("option", [["--players", "4"], ["--no-reckon"], ["--edition", "bga"], ["--minutes", "5"]])
def test_whoever_packs_asks_for_no_course(tmp_path: Path, option: list[str]) -> None:
    refused = CliRunner().invoke(cli, ["train", "--pack", str(tmp_path / "a.npz"), "--folder", str(tmp_path), *option])
    assert refused.exit_code == 2
    assert f"leave out --{'reckon' if option == ['--no-reckon'] else option[0][2:]}." in refused.stderr


def test_half_a_course_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.solver.learning.marks.examined", refuse_to_examine)
    for players in range(2, 9):
        taught(tmp_path, players, lesson=2 if players == 8 else 9)
    with pytest.raises(CourseNotFinished, match="for 8 players has had 2 of 9 lessons"):
        pack(tmp_path, tmp_path / "amauta.npz", games=100)


def test_a_place_where_nothing_can_be_packed_is_refused_before_the_first_exam(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incangold.solver.learning.marks.examined", refuse_to_examine)
    for players in range(2, 9):
        taught(tmp_path, players, lesson=9)
    taken = tmp_path / "taken"
    taken.write_text("no folder", "utf-8")
    refused = CliRunner().invoke(cli, ["train", "--pack", f"{taken}/x/amauta.npz", "--folder", str(tmp_path)])
    assert refused.exit_code == 2
    assert "Say where with --pack." in refused.stderr


def test_packing_tells_how_far_it_is_and_keeps_the_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(mind: Any, edition: Any, players: int, *, games: int) -> list[Mark]:
        return [Mark(match, 50.0, 1.0, games) for match in matches(players)]

    monkeypatch.setattr("incangold.solver.learning.marks.examined", quick)
    for players in range(2, 9):
        taught(tmp_path, players, lesson=9)
    done: list[int] = []
    made = pack(tmp_path, tmp_path / "not yet" / "there" / "amauta.npz", games=100, told=done.append)
    assert sum(done) == matches_to_pack(tmp_path) == 48
    monkeypatch.setattr("incangold.solver.learning.marks.examined", refuse_to_examine)
    assert pack(tmp_path, tmp_path / "amauta.npz", games=100) == made
    assert set(weights.read(tmp_path / "amauta.npz")) == set(range(2, 9))
    sizes = "--lessons 9 --learners 64 --edition diamant"  # 16 tables, of one edition
    assert made["4"]["commands"] == [f"incangold train --players 4 {sizes} --seed 5"]


def test_of_a_usual_course_only_its_length_is_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.solver.learning.marks.examined", lambda *_, **__: [])
    for players in range(2, 9):
        taught(tmp_path, players, lesson=9)
    pupil, known = kept(tmp_path / "amauta-4-5.npz")
    usual = known["course"] | {"tables": course_for(4).tables, "editions": list(EDITIONS)}
    keep(tmp_path / "amauta-4-5.npz", pupil, known | {"course": usual})
    made = pack(tmp_path, tmp_path / "amauta.npz")
    assert made["4"]["commands"] == ["incangold train --players 4 --lessons 9 --seed 5"]


@pytest.mark.parametrize(("players", "reckons", "said"), [(4, True, " --reckon"), (3, False, " --no-reckon")])
def test_whoever_reckons_though_others_do_not_is_packed_so(players: int, reckons: bool, said: str) -> None:
    course = json.loads(json.dumps(course_for(players, 9, reckon=reckons)._asdict()))
    assert _command(players, course, 5) == f"incangold train --players {players} --lessons 9{said} --seed 5"


def test_the_weights_come_of_commands_that_say_no_more_than_the_usual() -> None:
    """Whoever trains without another word trains such a pupil."""
    for players, made in weights.about()["made"].items():
        course = json.loads(json.dumps(course_for(int(players))._asdict()))
        seeds = [int(command.split()[-1]) for command in made["commands"]]
        assert made["commands"] == [_command(int(players), course, seed) for seed in seeds]
        assert seeds[0] == SEED


def test_all_pupils_of_a_number_of_players_are_packed_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.solver.learning.marks.examined", lambda *_, **__: [])
    for players in range(2, 9):
        taught(tmp_path, players, lesson=9)
    taught(tmp_path, 4, lesson=9, seed=6)
    made = pack(tmp_path, tmp_path / "amauta.npz")
    seeds = [command.split()[-1] for command in made["4"]["commands"]]
    assert seeds == ["5", "6"]
    minds = weights.read(tmp_path / "amauta.npz")
    assert len(minds[4][0].bias) == 2 * len(minds[3][0].bias)


def test_numbers_of_players_without_a_pupil_stay_as_the_file_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bit by bit, and with what is told of them; a second rounding would make other networks of them."""
    monkeypatch.setattr("incangold.solver.learning.marks.examined", lambda *_, **__: [])
    packed = tmp_path / "amauta.npz"
    packed.write_bytes((files("incangold.bots.amauta") / weights.FILE).read_bytes())
    before, told = weights.read(packed), weights.about(packed)["made"]
    taught(tmp_path, 3, lesson=9)
    assert matches_to_pack(tmp_path) == len(matches(3))
    made = pack(tmp_path, packed)
    after = weights.read(packed)
    for players in range(2, 9):
        layers = zip(before[players], after[players], strict=True)
        same = all(np.array_equal(was, now) for one, other in layers for was, now in zip(one, other, strict=True))
        assert (same, made[str(players)] == told[str(players)]) == ((False, False) if players == 3 else (True, True))


def test_whatever_stops_the_writing_the_file_is_what_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it takes in the same pupil, though nothing is told of the others in it."""
    packed = tmp_path / "amauta.npz"
    weights.write(packed, {players: newborn(players, SIGNS) for players in range(2, 9)}, {})
    before = packed.read_bytes()
    monkeypatch.setattr("incangold.solver.learning.marks.examined", lambda *_, **__: [])
    taught(tmp_path, 3, lesson=9)
    with monkeypatch.context() as stopped:
        stopped.setattr(np, "savez_compressed", _writes_half)
        with pytest.raises(KeyboardInterrupt):
            pack(tmp_path, packed)
    assert packed.read_bytes() == before
    assert list(pack(tmp_path, packed)) == ["3"]
    assert packed.read_bytes() != before


def _writes_half(file: Any, **_: Any) -> None:
    file.write(b"half")
    raise KeyboardInterrupt


@pytest.mark.parametrize("shape", [(), (50,), (5, 10)])
@pytest.mark.parametrize("xp", [np, jnp])
def test_a_council_wishes_and_expects_what_its_members_do_on_average(xp: Any, shape: tuple[int, ...]) -> None:
    """At one position, and at many at once."""
    minds = [jax.tree.map(lambda part: part + 0.01, newborn(seed, SIGNS)) for seed in (1, 2, 3)]
    read = np.random.default_rng(4).normal(size=(SIGNS, *shape)).astype(np.float32)
    alone = [think(mind, read, xp) for mind in minds]
    together = think(council(minds), read, xp)
    assert np.allclose(together.wishes, sum(one.wishes for one in alone) / 3, atol=1e-4)
    assert np.allclose(together.share, sum(one.share for one in alone) / 3, atol=1e-4)


def test_a_council_learns_as_one() -> None:
    """A responder that starts from it goes on as a council, each member by even steps."""
    responder = enrol(jax.tree.map(jnp.asarray, council([newborn(seed, SIGNS) for seed in (1, 2)])))
    course = Course(3, lessons=2, tables=16, steps=16)
    [*_, (lesson, taught_on, _)] = teach(course, responder, seed=3)
    assert lesson == 2
    for before, after in zip(responder.mind, taught_on.mind, strict=True):
        assert before.weights.shape == after.weights.shape
        assert np.isfinite(after.weights).all()
        assert not np.allclose(before.weights, after.weights)


def test_three_pupils_for_every_number_of_players_are_a_megabyte(tmp_path: Path) -> None:
    """Rounded so that it is, and read as they were written but for that."""
    minds = {players: council([newborn(10 * players + one, SIGNS) for one in range(3)]) for players in range(2, 9)}
    weights.write(tmp_path / "amauta.npz", minds, {})
    assert (tmp_path / "amauta.npz").stat().st_size < 1e6
    for players, mind in weights.read(tmp_path / "amauta.npz").items():
        for layer, before in zip(mind, minds[players], strict=True):
            largest = np.abs(before.weights).max(axis=-1, keepdims=True)
            assert (np.abs(layer.weights - before.weights) <= largest / 2**weights.DIGITS).all()
