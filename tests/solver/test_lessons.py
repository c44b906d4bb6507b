"""Whom learners sit with, how they step, and what they make of what they lived through."""

from pathlib import Path
from random import Random
from types import SimpleNamespace

import jax.numpy as jnp
import numpy as np
import pytest

from incangold.bots.amauta.signs import SIGNS
from incangold.editions import EDITIONS
from incangold.kernel.row import Row
from incangold.solver.learning.company import NEVER
from incangold.solver.learning.course import closing, companies, ending, reckoning, schedule
from incangold.solver.learning.exploit import COLD, Trial, study_of
from incangold.solver.learning.lessons import USUAL, Habits, _evened, judge, newborn
from incangold.solver.learning.school import Lived, School, in_a_row, opening, reading, shared_out
from incangold.solver.learning.study import go_on
from incangold.solver.learning.train import course_for
from tests.solver.pupils import SMALL, study


def test_any_whole_number_is_a_seed() -> None:
    first, second = (newborn(seed, SIGNS)[0].weights for seed in (10**21, -7))
    assert not np.array_equal(first, second)


def test_learners_sit_among_themselves_with_odd_rivals_and_with_a_die() -> None:
    shares = SMALL._replace(odd_share=0.6, united_share=0.2, scavenger_share=0.1)
    every = companies(shares._replace(players=5, tables=40), (), 0)
    assert [(len(each.rivals), each.tables, each.dice, each.united) for each in every] == [
        (0, 40, (), False),
        (2, 20, (), False),  # 120 of 200 learners more, half of them three at a table
        (4, 60, (), False),
        (1, 10, (), True),
        (1, 5, (), True),  # a scavenger
        (1, 12, (4,), False),
    ]
    here, there, *_ = (rival.fear.args[0] for rival in every[2].rivals)
    assert here.shape == (4, 60)
    assert len({tuple(column) for column in np.asarray(here).T.tolist()}) > 20  # hardly two of them play alike
    assert not np.array_equal(here, there)


def test_two_alone_with_each_other_learn_otherwise_and_so_does_who_answers_them(tmp_path: Path) -> None:
    for players in range(2, 9):
        course, answers = course_for(players), study_of(Trial("amauta", players, COLD, 1), tmp_path).course
        assert course.habits == answers.habits
        assert reckoning(answers) == answers.lessons
        assert course.habits.even == (players > 2)
        others = (course.united_share, course.scavenger_share, course.dice_share)
        assert [share > 0 for share in others] == [players > 2] * 3


def test_two_three_and_five_reckon_unless_told_otherwise_and_nobody_plays_less_for_it() -> None:
    for players in range(2, 9):
        played_out, reckons = (course_for(players, reckon=reckon) for reckon in (False, True))
        assert course_for(players) == (reckons if players in (2, 3, 5) else played_out)
        assert reckoning(played_out) == ending(played_out) == played_out.lessons == 1600
        assert reckoning(reckons) < ending(reckons)
        if players > 2:
            both = played_out, reckons
            assert {(closing(each), reckoning(each)) for each in both} == {(1200, 1600)}
            first, other = ([schedule(each, lesson) for lesson in range(0, 1600, 50)] for each in both)
            assert first == other


def test_steps_grow_shorter_to_the_end_and_doubt_is_least_before() -> None:
    course = course_for(2)._replace(lessons=100)
    rates, doubts = zip(*(schedule(course, lesson)[:2] for lesson in range(101)), strict=True)
    assert np.allclose(rates[:61], course.rate)
    assert np.all(np.diff(rates[60:]) < 0)
    assert np.isclose(rates[100], course.last_rate)
    assert doubts[0] > doubts[59] > doubts[60]
    assert np.allclose(doubts[60:], course.last_doubt)


def test_every_part_that_sets_out_afresh_has_a_pace_of_its_own() -> None:
    course = course_for(4, 1080, reckon=True)
    begins, ends = reckoning(course), ending(course)
    assert (closing(course), begins, ends) == (480, 640, 960)
    parts = [range(begins), range(begins, ends), range(ends, 1081)]
    before, reckoned, played_out = ([schedule(course, lesson) for lesson in part] for part in parts)
    assert np.isclose(before[-1].rate, course.last_rate, rtol=0.2)
    for part, last_doubt in ((reckoned, course.later_doubt), (played_out, course.last_doubt)):
        assert [part[0].rate, part[0].doubt] == pytest.approx([course.later_rate, course.later_doubt])
        assert [part[-1].rate, part[-1].doubt] == pytest.approx([course.last_rate, last_doubt], rel=0.05)
    assert before[0].memory == played_out[0].memory < played_out[-1].memory
    alone = course._replace(lessons=begins, reckoning_from=1.0, ending_from=1.0, afresh=False)
    assert [schedule(alone, lesson) for lesson in range(begins)] == before


def test_odd_rivals_come_again_while_positions_are_reckoned_and_not_in_the_end() -> None:
    course = course_for(3, 27, 800, reckon=True)
    odd = [sum(bool(each.rivals) for each in companies(course, (), lesson)) for lesson in range(27)]
    assert all(odd[:12])
    assert odd[12:] == [0] * 4 + [2] * 8 + [0] * 3
    assert companies(course, (), 26) == companies(course, (), 12)


def test_who_has_met_the_others_ends_among_themselves_and_in_large_classes() -> None:
    course = SMALL._replace(lessons=8, scavenger_share=0.1, closing_from=0.75, closing_size=3)
    before = [companies(course, (), lesson) for lesson in range(6)]
    themselves, *others = before[0]
    assert len(others) == 5
    assert all([each.tables for each in then] == [each.tables for each in before[0]] for then in before)
    three_times = [themselves._replace(tables=3 * themselves.tables)]
    assert companies(course, (), 6) == companies(course, (), 7) == three_times


def test_among_themselves_it_does_not_matter_who_would_have_come(tmp_path: Path) -> None:
    """The same lesson, whether half of them sat with odd rivals before, or nobody did; with them it is another one."""
    lesson = SMALL._replace(lessons=1, odd_share=0.5, united_share=0.0, dice_share=0.0)
    courses = {
        "alone": lesson._replace(odd_share=0.0),
        "weaned": lesson._replace(closing_from=0.0),
        "in company": lesson,
    }
    minds = {name: go_on(study(tmp_path / name, course)).pupil.mind for name, course in courses.items()}
    first = {name: np.asarray(mind[0].weights) for name, mind in minds.items()}
    assert np.array_equal(first["alone"], first["weaned"])
    assert not np.array_equal(first["alone"], first["in company"])


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
    odd = companies(SMALL, (), 0)[1]
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
    assert lived.won.tolist() == numbers.reshape(2, 6).tolist()
    assert lived.signs[1, 1].tolist() == [-6, -7, -8, -9, -10, -11]
    assert lived.ended[0].tolist() == [True, False, False, True, False, False]


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


def test_slopes_side_by_side_are_evened_each_for_itself() -> None:
    """A large one beside it makes no step shorter."""
    slopes = np.random.default_rng(5).normal(size=(2, 8, 12)) * [[[100.0]], [[0.01]]]
    apart = [_evened(jnp.array(slope)) for slope in slopes]
    assert np.allclose(_evened(jnp.array(slopes)), apart, atol=1e-5)


def test_surprises_are_judged_as_written_down_by_hand() -> None:
    luck = Random(3)
    steps, patience = 6, 0.9
    expected = [luck.random() for _ in range(steps)]
    ended, won, last = [0, 0, 1, 0, 0, 0], [0, 0, 0.5, 0, 0, 0], luck.random()
    lived = Lived(*[None] * 5, *(jnp.array(numbers)[:, None] for numbers in (expected, won, ended)))  # type: ignore[arg-type]
    better, came = judge(lived, jnp.array([last]), patience)
    by_hand, later, following = [0.0] * steps, 0.0, last
    for step in reversed(range(steps)):
        later = won[step] - expected[step] + (0 if ended[step] else following + patience * later)
        by_hand[step], following = later, expected[step]
    assert better[:, 0].tolist() == pytest.approx(by_hand, abs=1e-6)
    assert came[:, 0].tolist() == pytest.approx(np.clip(np.add(by_hand, expected), 0, 1), abs=1e-6)
