"""Trained play: what is learnt, what is kept, and what is refused."""

import json
from pathlib import Path
from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from click.testing import CliRunner

from incangold.bots.amauta import weights
from incangold.cli import cli
from incangold.editions import EDITIONS
from incangold.errors import CourseNotFinished, OtherCourse, WeightsUnreadable
from incangold.solver.learning.course import Course
from incangold.solver.learning.exam import examined
from incangold.solver.learning.exploit import COLD, Trial, study_of
from incangold.solver.learning.gains import as_page, read_gains, write_gains
from incangold.solver.learning.kept import keep, kept
from incangold.solver.learning.lessons import judge, newborn
from incangold.solver.learning.packing import pack
from incangold.solver.learning.plots import draw
from incangold.solver.learning.school import Lived
from incangold.solver.learning.study import Study, about, begun, diary, go_on

SMALL = Course(players=3, lessons=3, tables=16, steps=4, editions=("diamant",))


def study(folder: Path, course: Course = SMALL, seed: int = 5) -> Study:
    return Study(course, folder / "amauta-3.npz", seed, lambda: newborn(seed, 83, course.wide))


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A study whose time was over after its first lesson."""
    begun_there = study(tmp_path_factory.mktemp("training"))
    assert go_on(begun_there, seconds=0).lesson == 1
    return begun_there


def test_a_stopped_pupil_goes_on_where_it_stopped(stopped: Study) -> None:
    had = begun(stopped)
    studied = go_on(stopped)
    assert (had.lesson, studied.lesson) == (1, 3)
    assert studied.seconds >= had.seconds
    assert [row["lesson"] for row in diary(stopped.path)] == [3]
    changed = np.abs(np.asarray(studied.pupil.mind[0].weights) - np.asarray(had.pupil.mind[0].weights))
    assert 0 < changed.max() < 0.1
    kept_pupil, known = kept(stopped.path)
    assert known["lesson"] == 3
    assert np.array_equal(kept_pupil.average[1].bias, studied.pupil.average[1].bias)
    assert go_on(stopped).lesson == 3  # nothing is left to learn


def test_a_pupil_of_another_course_is_refused_and_left_alone(stopped: Study) -> None:
    before = stopped.path.read_bytes()
    for other in (study(stopped.path.parent, SMALL._replace(rate=0.1)), study(stopped.path.parent, seed=6)):
        with pytest.raises(OtherCourse, match=r"amauta-3.npz holds a pupil of another course"):
            go_on(other)
    assert stopped.path.read_bytes() == before


@pytest.mark.parametrize("damage", [lambda whole: whole[:400], lambda whole: b"", lambda whole: b"PK" + whole[200:]])
def test_a_damaged_pupil_is_refused_by_name(stopped: Study, tmp_path: Path, damage: Any) -> None:
    (tmp_path / "amauta-3.npz").write_bytes(damage(stopped.path.read_bytes()))
    with pytest.raises(WeightsUnreadable, match=r"amauta-3\.npz cannot be read"):
        go_on(study(tmp_path))


def test_half_a_course_is_not_packed(tmp_path: Path) -> None:
    half = Study(SMALL._replace(players=2, lessons=9), tmp_path / "amauta-2.npz", 5, lambda: newborn(5, 83))
    with pytest.raises(WeightsUnreadable, match=r"amauta-2\.npz"):
        pack(tmp_path, tmp_path / "amauta.npz", games=100)
    keep(half.path, begun(half).pupil, about(half, 2, 0.0))
    with pytest.raises(CourseNotFinished, match="for 2 players has had 2 of 9 lessons"):
        pack(tmp_path, tmp_path / "amauta.npz", games=100)


def asked(*words: str) -> Any:
    """What the command says, read as JSON."""
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_responder_learns_to_beat_a_coward(tmp_path: Path) -> None:
    """Against two who leave at the first choice, a newcomer soon takes most of the win; and what is known is kept."""
    page = tmp_path / "gains.md"
    command = ["exploit", "turn:1", "--players", "3", "--start", "cold", "--seeds", "1", "--lessons", "25"]
    command += ["--tables", "256", "--games", "2000", "--folder", str(tmp_path), "--page", str(page)]
    [gain] = asked(*command)
    assert gain["gain"] > 40
    assert 0 < gain["interval"] < 3
    assert asked(*command) == [gain]
    assert f"| 3 | {gain['gain']:.2f} | 1 |" in page.read_text("utf-8")


def test_a_responder_goes_on_against_the_same_weights_only(tmp_path: Path) -> None:
    trial = Trial("amauta", 3, COLD, 1)
    study = study_of(trial, tmp_path, lessons=9, tables=16)
    keep(study.path, begun(study).pupil, about(study._replace(against="others"), 2, 0.0))
    with pytest.raises(OtherCourse, match="different: against"):
        begun(study)


def test_the_command_trains_goes_on_and_sits_the_exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.solver.learning.exam.CROWDS", ())  # one match of it is enough
    command = ["train", "--players", "2", "--lessons", "2", "--learners", "160", "--edition", "diamant"]
    command += ["--games", "100", "--folder", str(tmp_path)]
    told = asked(*command, "--minutes", "0.01")
    assert (told["lesson"], told["lessons"], told["exam"]) == (1, 2, [])
    assert Path(told["pupil"]).exists()
    told = asked(*command)
    assert told["lesson"] == told["lessons"]
    assert [mark["match"] for mark in told["exam"]] == ["pupil, odds"]
    assert 0 <= told["exam"][0]["share"] <= 100


def test_a_diary_is_drawn_even_if_its_last_line_was_cut(stopped: Study) -> None:
    go_on(stopped)
    with stopped.path.with_suffix(".jsonl").open("ab") as file:
        file.write(b'{"lesson": 4, "sec\xff')
    assert [row["lesson"] for row in diary(stopped.path)] == [3]
    assert "<svg" in draw(stopped.path).read_text("utf-8")


def test_the_trained_player_passes_its_exam() -> None:
    mark = next(examined(weights.mind_for(3), EDITIONS["diamant"], 3, games=2000))
    assert mark.match == "pupil, odds, turn:7"
    assert mark.share - mark.interval > 100 / 3


def test_surprises_are_judged_as_written_down_by_hand() -> None:
    luck = Random(3)
    steps, patience = 6, 0.9
    expected = [luck.random() for _ in range(steps)]
    ended, won, last = [0, 0, 1, 0, 0, 0], [0, 0, 0.5, 0, 0, 0], luck.random()
    lived = Lived(*[None] * 5, *(jnp.array(numbers)[:, None, None] for numbers in (expected, won, ended)))  # type: ignore[arg-type]
    better, came = judge(lived, jnp.array([[last]]), patience)
    by_hand, later, following = [0.0] * steps, 0.0, last
    for step in reversed(range(steps)):
        later = won[step] - expected[step] + (0 if ended[step] else following + patience * later)
        by_hand[step], following = later, expected[step]
    assert better[:, 0, 0].tolist() == pytest.approx(by_hand, abs=1e-6)
    assert came[:, 0, 0].tolist() == pytest.approx(np.clip(np.add(by_hand, expected), 0, 1), abs=1e-6)


@pytest.mark.parametrize("damage", [lambda whole: whole[: len(whole) // 2], lambda whole: b"no weights"])
def test_damaged_weights_are_refused_by_name(tmp_path: Path, damage: Any) -> None:
    packaged = Path(weights.__file__).with_name(weights.FILE)
    (tmp_path / "amauta.npz").write_bytes(damage(packaged.read_bytes()))
    with pytest.raises(WeightsUnreadable, match=r"weights in amauta\.npz cannot be read"):
        weights.read(tmp_path / "amauta.npz")


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    packaged = Path(weights.__file__).with_name(weights.FILE)
    assert packaged.stat().st_size < 1_000_000
    assert set(weights.about()["made"]) == {str(players) for players in range(2, 9)}


def test_the_page_of_gains_is_what_its_numbers_say() -> None:
    docs = Path(__file__).parents[2] / "docs"
    assert as_page(read_gains(docs / "exploit.json")) == (docs / "exploit.md").read_text("utf-8")


def test_gains_are_written_and_read_again(tmp_path: Path) -> None:
    gains = read_gains(Path(__file__).parents[2] / "docs" / "exploit.json")
    write_gains(tmp_path / "gains.json", gains)
    assert read_gains(tmp_path / "gains.json") == sorted(gains)
    (tmp_path / "gains.json").write_text(json.dumps([{"gain": 1}]))
    with pytest.raises(WeightsUnreadable, match=r"gains\.json"):
        read_gains(tmp_path / "gains.json")
