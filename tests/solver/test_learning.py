"""Trained play: what is learnt, what is kept, and what is refused."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
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
from incangold.errors import CourseNotFinished, GainsUnreadable, OtherCourse, WeightsUnreadable
from incangold.kernel.row import Row
from incangold.solver.learning import exploit
from incangold.solver.learning.company import NEVER
from incangold.solver.learning.council import council
from incangold.solver.learning.course import Course, companies, schedule, teach
from incangold.solver.learning.exam import Mark, examined, matches
from incangold.solver.learning.exploit import COLD, Trial, study_of
from incangold.solver.learning.gains import Gain, as_page, read_gains, write_gains
from incangold.solver.learning.kept import keep, kept
from incangold.solver.learning.lessons import USUAL, Habits, _evened, enrol, judge, newborn
from incangold.solver.learning.marks import Exam, marks_of
from incangold.solver.learning.packing import matches_to_pack, pack
from incangold.solver.learning.plots import draw
from incangold.solver.learning.school import Lived, School, in_a_row, opening, reading, shared_out
from incangold.solver.learning.study import Study, about, begun, diary, go_on
from incangold.solver.learning.train import course_for
from incangold.words.catalogue import catalogue

PACKAGED = Path(weights.__file__).with_name(weights.FILE)
SMALL = Course(
    players=3,
    lessons=3,
    tables=16,
    steps=4,
    editions=("diamant",),
    odd_share=0.25,
    united_share=0.25,
    dice_share=0.25,
    average_share=0.25,
    habits=Habits(parts=4),
)


def study(folder: Path, course: Course = SMALL, seed: int = 5) -> Study:
    return Study(course, folder / "amauta-3.npz", seed, lambda: newborn(seed, SIGNS, course.wide))


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


@pytest.mark.parametrize("damage", [lambda whole: whole[:400], lambda whole: b"", lambda whole: b"PK" + whole[200:]])
def test_a_damaged_pupil_is_refused_by_name(stopped: Study, tmp_path: Path, damage: Any) -> None:
    (tmp_path / "amauta-3.npz").write_bytes(damage(stopped.path.read_bytes()))
    with pytest.raises(WeightsUnreadable, match=r"amauta-3\.npz cannot be read: [^.]*\.$"):
        go_on(study(tmp_path))


def refuse_to_examine(*_: Any, **__: Any) -> Any:
    raise AssertionError("an exam was taken")


def taught(folder: Path, players: int, lesson: int, seed: int = 5) -> None:
    """A pupil that had so many of nine lessons, and learnt nothing."""
    path = folder / f"amauta-{players}-{seed}.npz"
    one = Study(SMALL._replace(players=players, lessons=9), path, seed, lambda: newborn(seed, SIGNS, SMALL.wide))
    keep(path, begun(one).pupil, about(one, lesson, 0.0))


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
    assert sum(done) == matches_to_pack() == 49
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


def asked(*words: str) -> Any:
    """What the command says, read as JSON."""
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_responder_learns_to_beat_a_coward(tmp_path: Path) -> None:
    """Against two who leave at the first choice, a newcomer soon takes most of the win; and what is known is kept."""
    page = tmp_path / "coward.md"
    command = ["exploit", "turn:1", "--players", "3", "--start", "cold", "--seeds", "1", "--lessons", "25"]
    command += ["--tables", "256", "--games", "2000", "--folder", str(tmp_path), "--page", str(page)]
    [gain] = asked(*command)
    assert gain["gain"] > 40
    assert 0 < gain["interval"] < 3
    assert asked(*command) == [gain]
    told = page.read_text("utf-8")
    assert f"| 3 | {gain['gain']:.2f} | 1 |" in told
    assert told.startswith("<!-- drawn from coward.json as ")
    assert json.loads((tmp_path / "coward.json").read_text("utf-8")) == [gain]


@pytest.fixture
def responded(monkeypatch: pytest.MonkeyPatch) -> list[Trial]:
    """Who learnt and was measured: all at once, for this test."""
    every: list[Trial] = []

    def at_once(trial: Trial, study: Study, *, games: int, **_: Any) -> Gain:
        every.append(trial)
        study.path.parent.mkdir(exist_ok=True)
        return Gain(*trial, study.course.lessons, study.course.tables, games, study.against, 0.5, 0.1, 9.0)

    monkeypatch.setattr("incangold.solver.learning.exploit.respond", at_once)
    return every


TINY = ["amauta", "--players", "3", "--start", "cold", "--lessons", "2", "--tables", "16", "--games", "100"]


def through_click(words: list[str]) -> tuple[str, str]:
    result = CliRunner().invoke(cli, ["exploit", *words, "--json", "--lang", "en"])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def without_click(words: list[str]) -> tuple[str, str]:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        assert exploit.main(words) == 0
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize("command", [through_click, without_click])
def test_more_seeds_measure_only_what_is_missing(command: Any, responded: list[Trial], tmp_path: Path) -> None:
    words = [*TINY, "--folder", str(tmp_path)]
    assert command([*words, "--seeds", "1"])[1] == ""
    first, second = (Trial("amauta", 3, COLD, seed) for seed in (1, 2))
    assert responded == [first]
    told, said = command([*words, "--seeds", "2"])
    assert responded == [first, second]
    assert [told.count(f'"seed": {seed},') for seed in (1, 2)] == [1, 1]
    assert said == "Measured already, and not again: 1 of 2.\n"
    command([*words, "--seeds", "1", "--games", "200"])  # another measure of the first
    assert responded == [first, second, first]
    assert len(read_gains(tmp_path / "gains.json")) == 3


@pytest.mark.parametrize("command", [through_click, without_click])
def test_what_a_page_tells_is_not_measured_again_and_stays(
    command: Any, responded: list[Trial], tmp_path: Path
) -> None:
    """As long as the bot plays as it did."""
    page = tmp_path / "page.md"
    words = [*TINY, "--page", str(page), "--seeds"]
    command([*words, "1", "--folder", str(tmp_path / "here")])
    [gain] = read_gains(tmp_path / "page.json")
    others = [gain._replace(players=4, against=weights.mark_for(4)), gain._replace(players=5, against="as it was")]
    write_gains(tmp_path / "page.json", [gain, *others])
    command([*words, "2", "--folder", str(tmp_path / "elsewhere")])
    assert [trial.seed for trial in responded] == [1, 2]
    assert read_gains(tmp_path / "page.json") == [gain, gain._replace(seed=2), others[0]]
    assert page.read_text("utf-8") == as_page(read_gains(tmp_path / "page.json"), numbers="page.json")


def test_who_stops_a_responder_is_told_that_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("incangold.solver.learning.exploit.respond", interrupted)
    stopped = CliRunner().invoke(cli, ["exploit", *TINY, "--folder", str(tmp_path), "--lang", "en"])
    assert stopped.exit_code != 0
    assert f"Stopped. Responders and gains are kept in {tmp_path}; the same command goes on." in stopped.stderr


def test_no_page_tells_of_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.solver.learning.exploit.respond", lambda *_, **__: None)  # the time was over
    page = tmp_path / "page.md"
    assert asked("exploit", *TINY, "--folder", str(tmp_path), "--page", str(page)) == []
    assert not page.exists()


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("nope", "There is no bot “nope”. Bots: die"),
        ("turn:0", "needs a whole number from 1"),
        ("nowhere.py:X", "could not be loaded"),
        ("moody", "“moody” cannot play inside the kernel"),
    ],
)
def test_nobody_learns_against_a_bot_that_there_is_not(bot: str, why: str, tmp_path: Path) -> None:
    refused = CliRunner().invoke(cli, ["exploit", bot, "--folder", str(tmp_path), "--lang", "en"])
    assert (refused.exit_code, why in refused.stderr) == (2, True)


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


def test_any_whole_number_is_a_seed() -> None:
    first, second = (newborn(seed, SIGNS)[0].weights for seed in (10**21, -7))
    assert not np.array_equal(first, second)


def test_a_page_is_not_written_over_the_gains_that_are_kept(tmp_path: Path) -> None:
    """Before anything is learnt; under any other name it may lie there."""
    write_gains(tmp_path / "gains.json", [])
    command = ["exploit", "amauta", "--folder", str(tmp_path), "--page", str(tmp_path / "gains.md"), "--lang", "en"]
    refused = CliRunner().invoke(cli, command)
    assert refused.exit_code == 2
    assert "The numbers of gains.md would be written over the gains that are kept in gains.json." in refused.stderr
    assert not (tmp_path / "gains.md").exists()


def test_a_responder_goes_on_against_the_same_weights_only(tmp_path: Path) -> None:
    trial = Trial("amauta", 3, COLD, 1)
    study = study_of(trial, tmp_path, lessons=9, tables=16)
    keep(study.path, begun(study).pupil, about(study._replace(against="others"), 2, 0.0))
    with pytest.raises(OtherCourse, match=f"different: against others, not {weights.mark_for(3)}"):
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


def test_learners_sit_among_themselves_with_odd_rivals_with_a_die_and_with_who_they_were() -> None:
    shares = SMALL._replace(odd_share=0.6, united_share=0.2, scavenger_share=0.1)
    every = companies(shares._replace(players=5, tables=40), ())
    assert [(len(each.rivals), each.tables, each.dice, each.united) for each in every] == [
        (0, 40, (), False),
        (2, 20, (), False),  # 120 of 200 learners more, half of them three at a table
        (4, 60, (), False),
        (1, 10, (), True),
        (1, 5, (), True),  # a scavenger
        (1, 12, (4,), False),
        (0, 50, (), False),  # before a lesson, when their average is known
    ]
    mind = newborn(1, SIGNS)
    assert [len(each.seated(5, mind)) for each in every] == [0, 2, 4, 1, 1, 1, 4]
    assert every[-1].seated(5, mind)[3].fear.args[0] is mind
    here, there, *_ = (rival.fear.args[0] for rival in every[2].rivals)
    assert here.shape == (4, 60)
    assert len({tuple(column) for column in np.asarray(here).T.tolist()}) > 20  # hardly two of them play alike
    assert not np.array_equal(here, there)


def test_two_alone_with_each_other_learn_otherwise_and_so_does_who_answers_them(tmp_path: Path) -> None:
    for players in range(2, 9):
        course, answers = course_for(players), study_of(Trial("amauta", players, COLD, 1), tmp_path).course
        assert course.habits == answers.habits
        assert course.habits.even == (players > 2)
        assert (course.average_share > 0) == (players == 2)
        others = (course.united_share, course.scavenger_share, course.dice_share)
        assert [share > 0 for share in others] == [players > 2] * 3


def test_steps_grow_shorter_until_they_are_level() -> None:
    course = course_for(4)._replace(lessons=100)
    rates, doubts = zip(*(schedule(course, lesson)[:2] for lesson in range(100)), strict=True)
    assert np.allclose(rates[:25], course.rate)
    assert np.all(np.diff(rates[25:61]) < 0)
    assert np.allclose(rates[60:], course.last_rate)
    assert doubts[0] > doubts[35] > doubts[36]
    assert np.allclose(doubts[36:], course.last_doubt)


def test_steps_are_even_where_the_course_says_so(tmp_path: Path) -> None:
    """After one step every weight of a hidden layer has moved as far by Adam, but not by Muon."""
    one_step = SMALL._replace(lessons=1, habits=Habits(parts=1))
    for even in (True, False):
        course = one_step._replace(habits=one_step.habits._replace(even=even))
        after = np.asarray(go_on(study(tmp_path / str(even), course)).pupil.mind[1].weights)
        moved = np.abs(after - np.asarray(newborn(5, SIGNS, course.wide)[1].weights))
        assert (np.quantile(moved, 0.9) > 1.5 * np.median(moved)) == even


def test_an_odd_rival_leaves_when_one_thing_is_enough() -> None:
    """One table each for those who have enough of 5 stones, of 3 cards, of 2 hazards, of 4 stones on the path."""
    odd = companies(SMALL, ())[1]
    enough = np.where(np.eye(4, dtype=bool), np.diag([5, 3, 2, 4]), NEVER)

    def leaves(beside: int, cards: int, hazards: int, lying: int) -> list[bool]:
        seen = SimpleNamespace(
            beside_tent=[beside], path_cards=cards, path_hazards=np.array([hazards]), path_treasure=Row([lying, 0])
        )
        return list(odd.rivals[0].fear.func(enough, seen, 0))

    assert leaves(4, 2, 1, 3) == [False] * 4
    assert leaves(5, 2, 1, 4) == [True, False, False, True]
    assert leaves(0, 3, 2, 0) == [False, True, True, False]


def test_a_die_is_seen_to_be_one() -> None:
    school = School(EDITIONS["diamant"], 3, 8, 1, 2, dice=(2,))
    signs = reading(school, opening(school, jnp.arange(8, dtype=jnp.uint32)))
    assert signs.shape == (SIGNS, 2, 8)
    assert np.all(signs[-17] == 0.5)  # before what is remembered of the others


def test_learners_of_all_tables_stand_in_a_row() -> None:
    """Two learners at three tables for two steps: who sat where can still be told."""
    numbers = jnp.arange(12.0).reshape(2, 2, 3)
    ended = jnp.array([[[True, False, False]], [[False, False, True]]])
    lived = in_a_row(Lived._make([jnp.stack([numbers, -numbers], axis=1), *[numbers] * 6, ended]))
    assert lived.won.tolist() == numbers.reshape(2, 1, 6).tolist()
    assert lived.signs[1, 1].tolist() == [[-6, -7, -8, -9, -10, -11]]
    assert lived.ended[0].tolist() == [[True, False, False, True, False, False]]


def test_the_united_share_what_they_win_and_nothing_else() -> None:
    numbers = jnp.arange(12.0).reshape(2, 2, 3)
    lived = Lived._make([numbers] * 8)
    together = shared_out(lived)
    assert together.won.tolist() == [[[1.5, 2.5, 3.5]] * 2, [[7.5, 8.5, 9.5]] * 2]
    assert together._replace(won=numbers) == lived


def test_an_evened_slope_goes_about_as_far_in_every_direction() -> None:
    """Adam would hardly move along those that are seldom seen."""
    luck = np.random.default_rng(2)
    left, right = (np.linalg.qr(luck.normal(size=(16, 16)))[0] for _ in range(2))
    slope = left[:, :12] * np.geomspace(5.0, 0.05, 12) @ right[:12]
    even = np.asarray(_evened(jnp.array(slope))) / (USUAL * 4)
    stretched = np.linalg.svd(even, compute_uv=False)[:12]
    assert 0.6 < stretched.min() < stretched.max() < 1.3
    assert np.abs(left[:, 12:].T @ even).max() < 1e-5  # and in no other
    assert np.trace(left[:, :12].T @ even @ right[:12].T) > 0.6 * 12


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
    with pytest.raises(GainsUnreadable, match=r"The measured gains in gains\.json cannot be read") as refused:
        read_gains(tmp_path / "gains.json")
    assert refused.value.told(catalogue("pl")).startswith("Nie da się odczytać zmierzonych zysków z pliku gains.json")
