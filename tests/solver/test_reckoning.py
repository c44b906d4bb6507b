"""The last part of a course: which positions are reckoned through, and what a pupil makes of them."""

from functools import cache
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from incangold.bots.amauta import plain
from incangold.bots.amauta.mind import Layer, Mind, chances, think
from incangold.bots.amauta.signs import SIGNS, signs
from incangold.coach.exact import results
from incangold.editions import EDITIONS, Edition, edition
from incangold.game import CAMP, CARD, CHOICES, OVER, TORCH, Choice, Choices, Game, OpenRound, seats_of
from incangold.kernel.game import CHOICES as CHOOSING
from incangold.kernel.luck import Words
from incangold.kernel.match import key_of
from incangold.kernel.packing import unpack
from incangold.kernel.policies import array_policy
from incangold.rules import new_game, play, reveal_choices, turn_card
from incangold.seen import seen_by
from incangold.solver.learning.course import Course
from incangold.solver.learning.foresight import Known
from incangold.solver.learning.lessons import Habits, Schedule, enrol, newborn
from incangold.solver.learning.reckoning import Played, Rows, _drawn, reckoned, taken_in, wander
from incangold.solver.learning.school import School, seat
from incangold.solver.learning.study import Study, begun, go_on
from incangold.solver.learning.teaching import teach
from tests.twins.scripts import view_of

MANY = 224  # positions in which somebody is to choose, more than come up; of each, two rows
SETTLED = slice(0, 2 * MANY)
FOLLOWING = slice(2 * MANY, 2 * MANY + MANY // 2)
SCHOOL = School(EDITIONS["diamant"], players=2, tables=32, steps=8, learners=2, whim=0.05)
COURSE = Course(2, lessons=4, tables=160, reckoning_from=0.0, wide=16, last_doubt=1e-3, habits=Habits(parts=4))
NOW = Schedule(jnp.float32(2e-3), jnp.float32(1e-3), jnp.float32(0.5))


@pytest.fixture(scope="module")
def mind() -> Mind:
    return newborn(3, SIGNS, 16)


@pytest.fixture(scope="module")
def played(mind: Mind) -> Played:
    """Games that have gone on for a while."""
    key: Words = key_of(1)
    tables, _ = wander(SCHOOL, mind, (), key, seat(SCHOOL, 0))
    positions: Played = wander(SCHOOL, mind, (), key, tables)[1]
    return positions


@pytest.fixture(scope="module")
def rows(mind: Mind, played: Played) -> Rows:
    told = reckoned(SCHOOL, MANY, Known(mind, jnp.float32(0.01)), played, jax.random.key(2))
    return Rows(*map(np.asarray, told))  # type: ignore[arg-type]


def test_both_learn_how_to_choose_and_what_they_may_expect(rows: Rows) -> None:
    assert rows.signs.shape == (SIGNS, FOLLOWING.stop)
    came_up = rows.counts[SETTLED]
    assert 100 < came_up.sum() / 2 < MANY
    inside, likely = rows.inside[SETTLED][came_up], rows.likely[:, SETTLED][:, came_up]
    assert set(np.unique(inside)) == {0, 1, 2}
    assert likely.sum(axis=0) == pytest.approx(np.ones(came_up.sum()), abs=1e-5)
    assert not likely[1:, inside == 0].any()
    assert not likely[2, inside == 1].any()
    assert rows.share[SETTLED].reshape(2, MANY).sum(axis=0) == pytest.approx(np.ones(MANY), abs=1e-5)


def test_where_nobody_is_asked_the_next_position_says_what_may_be_expected(rows: Rows) -> None:
    assert not rows.inside[FOLLOWING].any()
    assert rows.counts[FOLLOWING].any()
    shares = rows.share[FOLLOWING].reshape(2, -1)
    assert len(np.unique(shares)) > 10
    assert np.all((shares >= 0) & (shares <= 1))


def test_a_rival_learns_nothing_and_is_answered(mind: Mind, played: Played) -> None:
    """One who always leaves: it stays in the temple that knows it is alone there."""
    coward = array_policy("turn:1", SCHOOL.edition, 2)
    known = Known(mind, jnp.float32(1e-5), (coward,))
    rows = Rows(*map(np.asarray, reckoned(SCHOOL, MANY, known, played, jax.random.key(2))))  # type: ignore[arg-type]
    mine, rival = rows.likely[:, SETTLED].reshape(3, 2, MANY).swapaxes(0, 1)
    inside, counts = (numbers[SETTLED].reshape(2, MANY) for numbers in (rows.inside, rows.counts))
    assert np.array_equal(rival.argmax(axis=0), inside[1])
    assert set(np.unique(rival)) == {0, 1}
    assert counts[0].any()
    assert not counts[1].any()
    assert np.median(mine.max(axis=0)) > 0.99  # whoever knows what comes has little doubt


def test_who_reckons_alone_learns_in_camp_too_what_it_may_expect() -> None:
    """Where others choose and it cannot: what comes next tells, or it would come to think camp worth anything."""
    school, mind = SCHOOL._replace(players=3, learners=1), newborn(3, SIGNS, 16)
    rivals = (array_policy("hazard:3", SCHOOL.edition, 3),) * 2
    key: Words = key_of(1)
    tables, _ = wander(school, mind, rivals, key, seat(school, 0))
    _, played = wander(school, mind, rivals, key, tables)
    before, after = (words.swapaxes(0, 1).reshape(words.shape[1], -1) for words in played)
    game = unpack(tuple(before), school.edition, 3)
    in_camp = np.flatnonzero((game.phase == CHOOSING) & (game.in_temple & 1 == 0))[:16]
    assert in_camp.size == 16
    chosen = Played(before[None, :, in_camp], after[None, :, in_camp])
    rows = reckoned(school, 16, Known(mind, jnp.float32(1e-4), rivals), chosen, jax.random.key(2))
    assert rows.counts.tolist() == [False] * 16 + [True] * 4


def test_what_did_not_come_up_is_not_learnt(rows: Rows, mind: Mind) -> None:
    nonsense = rows._replace(signs=jnp.where(rows.counts, rows.signs, 7), share=jnp.where(rows.counts, rows.share, 0.5))
    once, again = (taken_in(4, enrol(mind), one, NOW, jax.random.key(1))[0] for one in (rows, nonsense))
    assert all(jax.tree.leaves(jax.tree.map(np.array_equal, once.mind, again.mind)))
    other = rows._replace(share=1 - rows.share)
    assert not np.array_equal(
        taken_in(4, enrol(mind), other, NOW, jax.random.key(1))[0].mind[0].weights, once.mind[0].weights
    )


def test_a_pupil_comes_nearer_to_what_is_to_be_known(rows: Rows, mind: Mind) -> None:
    pupil, told = enrol(mind), []
    for lesson in range(40):
        pupil, now = taken_in(4, pupil, rows, NOW, jax.random.key(lesson))
        told.append({name: float(number) for name, number in now.items()})
    assert told[-1]["away"] < 0.2 * told[0]["away"]
    assert told[-1]["wrong"] < 0.5 * told[0]["wrong"]


@pytest.mark.parametrize(("players", "ending_from", "played"), [(2, 1.0, [1, 2]), (3, 0.75, [1, 2, 4])])
def test_some_lessons_are_reckoned_and_a_command_goes_on_there(
    players: int, ending_from: float, played: list[int], tmp_path: Path
) -> None:
    """Two reckon to the end; three play out again in their last lesson."""
    course = COURSE._replace(players=players, editions=("diamant",), afresh=players > 2)
    course = course._replace(reckoning_from=0.5, ending_from=ending_from)
    study = Study(course, tmp_path / "amauta-5.npz", 5, lambda: newborn(5, SIGNS, course.wide))
    told = {lesson: set(told) for lesson, _, told in teach(course, begun(study).pupil, seed=5)}
    assert [lesson for lesson in (1, 2, 3, 4) if "won" in told[lesson]] == played
    assert told[3] == {"surprise", "entropy", "away", "wrong"}
    stopped = go_on(study, seconds=0)
    assert stopped.lesson == 1
    while (studied := go_on(study, seconds=0)).lesson < 4:
        assert begun(study).lesson == studied.lesson


def test_where_fewer_positions_came_up_than_are_wanted_those_are_learnt_from() -> None:
    drawn, counts = _drawn(jax.random.key(1), jnp.array([True, False, True]), 8)
    assert set(drawn[counts].tolist()) == {0, 2}
    assert counts.sum() == 2
    assert drawn.max() <= 2


@pytest.mark.parametrize("part", ["taken_in", "learn"])
def test_a_crowd_sets_out_afresh_from_its_average(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two go on as they are. No lesson moves anybody here, so that what they set out from can be seen."""
    monkeypatch.setattr(f"incangold.solver.learning.teaching.{part}", lambda _, pupil, *__: (pupil, {}))
    before = enrol(newborn(5, SIGNS, 16))._replace(average=newborn(6, SIGNS, 16), steps=jnp.float32(9))
    for players, afresh in ((2, False), (3, True)):
        course = COURSE._replace(players=players, lessons=2, editions=("diamant",), afresh=afresh)
        course = course._replace(ending_from=1.0 if part == "taken_in" else 0.5, reckoning_from=0.5)
        [(_, pupil, _)] = teach(course, before, seed=5, begun=1)
        assert np.array_equal(pupil.mind[0].weights, (before.average if afresh else before.mind)[0].weights)
        assert pupil.steps == (0 if afresh else 9)


TINY = "incan-gold treasures=3,8 hazards=fire,snakes hazard_copies=2 artifacts=none rounds=1"


def test_in_a_tiny_box_hardly_anything_is_left_to_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who answers as well as can be, every card and choice tried out by the rules, wins hardly more than half."""
    box = edition(TINY)
    monkeypatch.setitem(EDITIONS, "tiny", box)
    course = COURSE._replace(lessons=40, wide=32, editions=("tiny",), doubt=1e-3, rate=4e-3)
    newcomer = newborn(5, SIGNS, course.wide)
    *_, (_, pupil, _) = teach(course, enrol(newcomer), seed=5)
    assert best_answer(box, newcomer) > 0.6
    assert best_answer(box, pupil.average) < 0.505


def best_answer(box: Edition, mind: Mind) -> float:
    """The share of the win of whoever answers this mind as well as can be."""

    mind = [Layer(np.asarray(weights), np.asarray(bias)) for weights, bias in mind]

    @cache
    def share(game: Game) -> float:
        if game.phase is OVER:
            return results(game)[0]
        if game.phase is CHOICES:
            return max(against(game, mine) for mine in range(len(inside(game, 0)) + 1))
        if game.phase is CARD:
            return sum(share(turn_card(game, card).game) for card in game.quest_deck) / len(game.quest_deck)
        return share(play(game, OpenRound(None)).game)

    @cache
    def likely(game: Game) -> list[float]:
        seen = seen_by(view_of(game, 1), game.in_tent)
        wishes = think(mind, np.asarray(signs(seen, box, 2, plain), np.float32), np).wishes
        return [float(chance) for chance in chances(wishes, len(inside(game, 1)), np)]

    def against(game: Game, mine: int) -> float:
        others = range(len(inside(game, 1)) + 1)
        after = [reveal_choices(game, Choices(laid_by(game, mine, other))).game for other in others]
        return sum(chance * share(then) for chance, then in zip(likely(game), after, strict=False))

    return share(new_game(box, players=2))


def inside(game: Game, player: int) -> list[int]:
    return [seat for seat in seats_of(game.leaders, player) if seat in game.in_temple]


def laid_by(game: Game, mine: int, other: int) -> tuple[Choice | None, ...]:
    """So many of mine leave, and so many of the other's."""
    leaving = {*inside(game, 0)[:mine], *inside(game, 1)[:other]}
    return tuple((CAMP if seat in leaving else TORCH) if seat in game.in_temple else None for seat in range(4))
