"""A course in as many commands as it takes, and the exam after it: what is kept, and what is refused."""

from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from click.testing import CliRunner

from incangold.bots.amauta import weights
from incangold.bots.amauta.signs import SIGNS
from incangold.cli import cli
from incangold.editions import EDITIONS
from incangold.errors import OtherCourse, PupilUnreadable
from incangold.solver.learning import train
from incangold.solver.learning.exam import Mark, examined, matches
from incangold.solver.learning.kept import keep, kept
from incangold.solver.learning.lessons import Pupil, enrol, newborn
from incangold.solver.learning.marks import Exam, marks_of
from incangold.solver.learning.plots import draw
from incangold.solver.learning.study import Study, about, begun, diary, go_on
from incangold.words.catalogue import catalogue
from tests.solver.pupils import SMALL, asked, refuse_to_examine, study


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A study whose time was over after its first lesson."""
    begun_there = study(tmp_path_factory.mktemp("training"))
    assert go_on(begun_there, seconds=0).lesson == 1
    return begun_there


def test_no_match_of_an_exam_is_played_twice() -> None:
    for players in range(2, 9):
        companies = [tuple(names) for names in matches(players).values()]
        assert len(set(companies)) == len(companies)
        assert {len(names) for names in companies} == {players}


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


def test_on_a_gpu_compiled_programs_are_kept_beside_the_pupils(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And on a CPU not: it would not take them back."""
    finished = study(tmp_path, SMALL._replace(lessons=0))
    go_on(finished)
    assert jax.config.values["jax_compilation_cache_dir"] is None
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    try:
        go_on(finished)
        assert jax.config.values["jax_compilation_cache_dir"] == str(tmp_path / "programs")
    finally:
        jax.config.update("jax_compilation_cache_dir", None)


def test_a_pupil_of_another_course_is_refused_and_left_alone(stopped: Study) -> None:
    before = stopped.path.read_bytes()
    others = {
        "rate 0.001, not 0.1": study(stopped.path.parent, SMALL._replace(rate=0.1)),
        "seed 5, not 6": study(stopped.path.parent, seed=6),
    }
    for different, other in others.items():
        why = rf"amauta-3.npz holds a pupil of another course \(different: {different}\)"
        with pytest.raises(OtherCourse, match=why):
            go_on(other)
    assert stopped.path.read_bytes() == before


def test_what_differs_between_two_courses_is_told_as_the_options_have_it(stopped: Study) -> None:
    course = SMALL._replace(lessons=9, tables=32, editions=("bga", "diamant"), habits=SMALL.habits._replace(epochs=2))
    with pytest.raises(OtherCourse) as refused:
        begun(study(stopped.path.parent, course))
    english, polish = (refused.value.told(catalogue(language)) for language in ("en", "pl"))
    different = ("lessons 3, not 9", "editions diamant, not bga diamant", "learners 48, not 96", "epochs 1, not 2")
    assert f"(different: {'; '.join(different)})" in english
    assert "(różni się: lessons 3, a nie 9; editions diamant, a nie bga diamant;" in polish


def test_of_two_courses_of_which_one_reckons_no_more_is_told_than_was_asked_for(tmp_path: Path) -> None:
    reckons, plays_out = (study(tmp_path, train.course_for(4, 90, reckon=reckon)) for reckon in (True, False))
    keep(reckons.path, enrol(newborn(5, SIGNS)), about(reckons, 0, 0.0))
    with pytest.raises(OtherCourse, match=r"\(different: reckon yes, not no\)"):
        begun(plays_out)


@pytest.mark.parametrize("damage", [lambda whole: whole[:400], lambda whole: b"", lambda whole: b"PK" + whole[200:]])
def test_a_damaged_pupil_is_refused_by_name(stopped: Study, tmp_path: Path, damage: Any) -> None:
    (tmp_path / "amauta-3.npz").write_bytes(damage(stopped.path.read_bytes()))
    with pytest.raises(PupilUnreadable, match=r"amauta-3\.npz cannot be read: [^.]*\. Nothing has changed\."):
        go_on(study(tmp_path))


def of_another_version(pupil: Pupil) -> Pupil:
    """It reads two signs less."""
    first, *later = pupil.mind
    return pupil._replace(mind=(first._replace(weights=first.weights[:, 2:]), *later))


def who_learnt_nothing_but_nan(pupil: Pupil) -> Pupil:
    first, *later = pupil.average
    return pupil._replace(average=(first._replace(bias=first.bias * np.nan), *later))


@pytest.mark.parametrize(
    ("pupils", "told", "why"),
    [
        (of_another_version, {}, r"ValueError: for 3 players the shapes are \[\(\d+, 116\)"),
        (who_learnt_nothing_but_nan, {}, "ValueError: not all of its numbers are finite"),
        (lambda pupil: pupil, {"format": "other"}, "ValueError: its format is 'other', not incangold-pupil-1"),
        (lambda pupil: pupil, {"lesson": "two"}, "TypeError: lesson is 'two'"),
        (lambda pupil: pupil, {"seconds": None}, "TypeError: its seconds, its course or its habits are none"),
        (lambda pupil: pupil, {"course": {}}, "KeyError: 'players'"),
    ],
)
def test_a_pupil_that_is_none_is_refused_before_anything_is_learnt(
    stopped: Study, pupils: Any, told: dict[str, Any], why: str, tmp_path: Path
) -> None:
    pupil, known = kept(stopped.path)
    spoilt = study(tmp_path)
    keep(spoilt.path, pupils(pupil), known | told)
    before = spoilt.path.read_bytes()
    with pytest.raises(PupilUnreadable, match=f"cannot be read: {why}") as refused:
        begun(spoilt)
    assert "Przenieś plik" in refused.value.told(catalogue("pl"))
    assert spoilt.path.read_bytes() == before


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["train", "--folder", "{taken}/x"], "kept in {taken}/x: Not a directory. Say where with --folder"),
        (["exploit", "odds", "--folder", "{taken}/x"], "kept in {taken}/x: Not a directory. Say where with --folder"),
        (["exploit", "odds", "--page", "{taken}/page.md"], "Say where with --page"),
        (["exploit", "odds", "--page", "gains.json"], "call the page gains.md"),
        (["train", "--minutes", "nan"], "Invalid value for '--minutes': nan"),
    ],
)
def test_what_cannot_be_kept_is_refused_before_anything_is_learnt(
    command: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incangold.solver.learning.study.teach", None)
    taken = tmp_path / "taken"
    taken.write_text("no folder", "utf-8")
    told = CliRunner().invoke(cli, [part.format(taken=taken) for part in command])
    assert told.exit_code == 2
    assert why.format(taken=taken) in " ".join(told.output.split())


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
    monkeypatch.setattr("incangold.solver.learning.marks.examined", refuse_to_examine)
    assert asked(*command)["exam"] == told["exam"]


def test_who_stops_the_training_is_told_where_the_pupil_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(study: Study, **_: Any) -> None:
        keep(study.path, begun(study).pupil, about(study, 1, 2.0))
        raise KeyboardInterrupt

    monkeypatch.setattr("incangold.solver.learning.study.go_on", interrupted)
    command = ["train", "--players", "2", "--lessons", "9", "--learners", "160", "--folder", str(tmp_path)]
    stopped = CliRunner().invoke(cli, command)
    assert stopped.exit_code != 0
    assert "1 of 9 lessons for 2 players" in stopped.stderr
    assert str(tmp_path / "amauta-2-7.npz") in stopped.stderr.replace("\n", "")


def test_an_exam_is_taken_once_for_what_was_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def quick(mind: Any, edition: Any, players: int, *, games: int) -> list[Mark]:
        taken.append(games)
        return [Mark(match, 50.0, 1.0, games) for match in matches(players)]

    monkeypatch.setattr("incangold.solver.learning.marks.examined", quick)
    exam = Exam(tmp_path / "amauta-3.npz", "incan-gold", 3, 100)
    mind, done = weights.mind_for(3), list[int]()
    first = marks_of(exam, mind, done.append)
    assert marks_of(exam, mind, done.append) == first
    assert (taken, sum(done)) == ([100], 2 * len(first))
    marks_of(exam, weights.mind_for(4))  # it has learnt something
    marks_of(exam._replace(games=200), mind)
    marks_of(exam._replace(games=200, edition="diamant"), mind)
    assert taken == [100, 100, 200, 200]
    [kept_marks] = tmp_path.glob("*.exam.json")
    for damaged in (kept_marks.read_text("utf-8")[:90], "[]", '{"marks": [{"match": 1}]}'):
        kept_marks.write_text(damaged, "utf-8")
        assert len(marks_of(exam, mind)) == len(first)
    assert len(taken) == 7


@pytest.mark.parametrize(("language", "title"), [("en", "exam"), ("pl", "egzamin")])
def test_an_exam_shows_how_far_it_is(
    language: str, title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: dict[str, tuple[int, int]] = {}

    def watched(work: Any, total: int, title: str) -> Any:
        done: list[int] = []
        result = work(done.append)
        shown[title] = (sum(done), total)
        return result

    monkeypatch.setattr("incangold.solver.learning.exam.CROWDS", ())
    monkeypatch.setattr("incangold.cli.learning.with_progress", watched)
    command = ["train", "--players", "2", "--lessons", "1", "--learners", "160", "--edition", "diamant"]
    asked(*command, "--games", "100", "--folder", str(tmp_path), "--lang", language)
    assert shown[title] == (1, 1)


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


def test_the_course_in_this_process_takes_its_sizes_from_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where only JAX and NumPy are installed there is no other command."""
    asked_for: list[Study] = []
    monkeypatch.setattr(train, "go_on", lambda study, **_: asked_for.append(study))
    words = ["train", "--players", "5", "--lessons", "9", "--reckon", "--learners", "800", "--seed", "3", "--folder"]
    monkeypatch.setattr("sys.argv", [*words, str(tmp_path)])
    assert train.main() == 0
    assert [(one.course, one.seed) for one in asked_for] == [(train.course_for(5, 9, 800, reckon=True), 3)]
    assert asked_for[0].path == tmp_path / "amauta-5-3.npz"
