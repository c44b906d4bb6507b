"""Lesson after lesson: games are played out and learnt from, or positions are reckoned through."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import Array

from incangold.editions import EDITIONS
from incangold.kernel.luck import Words
from incangold.kernel.match import key_of
from incangold.kernel.policies import Policies
from incangold.solver.learning.company import Company
from incangold.solver.learning.course import (
    Course,
    closing,
    companies,
    ending,
    reckoning,
    schedule,
    schedule_of_reckoning,
    shares,
)
from incangold.solver.learning.foresight import Known
from incangold.solver.learning.lessons import LARGEST_SEED, Pupil, enrol, learn
from incangold.solver.learning.reckoning import Played, reckoned, taken_in, wander
from incangold.solver.learning.school import Lived, School, Tables, attend_compiled, in_a_row, seat, shared_out

GAMES_A_LESSON = 1 << 22  # numbers of games kept apart for the tables of one resumption
STROLL = 8  # steps between two lessons of reckoning
MANY_AT_LEAST = 64  # positions of an edition, and in whole portions of so many
WHIM = 0.05  # so often learners choose anything, that every place is visited

Lesson = tuple[int, Pupil, dict[str, Array]]  # its number, the pupil after it, and how it went


@dataclass
class Classroom:
    """The tables of one company, and the program that plays on at them."""

    company: Company
    tables: Tables
    play: Callable[..., tuple[Tables, Lived, Array]]


def teach(course: Course, pupil: Pupil, *, seed: int, begun: int = 0, rivals: Policies = ()) -> Iterator[Lesson]:
    """Lesson after lesson, from the one after `begun`."""
    reckons, ends = reckoning(course), ending(course)
    parts = (_played_out, 0, reckons), (_reckoned_through, reckons, ends), (_played_out, ends, course.lessons)
    for part, first, last in parts:
        if begun < last:
            setting_out = enrol(pupil.average) if course.afresh and begun == first else pupil
            for lesson in part(course, setting_out, seed, range(begun, last), rivals):
                begun, pupil, _ = lesson
                yield lesson


def _played_out(course: Course, pupil: Pupil, seed: int, lessons: range, rivals: Policies) -> Iterator[Lesson]:
    key, rooms = key_of(seed), []
    for lesson in lessons:
        if lesson in (lessons.start, closing(course)):
            rooms = classrooms(course, pupil, rivals, key, lesson)
        parts = []
        for room in rooms:
            room.tables, lived, expected = room.play(pupil.mind, room.company.rivals, key, room.tables)
            lived = shared_out(lived) if room.company.united else lived
            parts.append((in_a_row(lived), expected.reshape(-1)))
        lived, expected = jax.tree.map(lambda *arrays: jnp.concatenate(arrays, axis=-1), *parts)
        pupil, told = learn(course.habits, pupil, lived, expected, schedule(course, lesson))
        yield lesson + 1, pupil, told


def classrooms(course: Course, pupil: Pupil, rivals: Policies, key: Words, begun: int) -> list[Classroom]:
    """A room for every company; their programs are compiled side by side."""

    def room(company: Company) -> Classroom:
        learners = course.players - len(company.rivals)
        edition, sizes = EDITIONS[company.edition], (course.players, company.tables, course.steps, learners)
        school = School(edition, *sizes, company.dice)
        at = seat(school, begun * GAMES_A_LESSON)
        program = attend_compiled.lower(school, pupil.mind, company.rivals, key, at)
        return Classroom(company, at, program.compile())

    with ThreadPoolExecutor() as pool:
        return list(pool.map(room, companies(course, rivals, begun)))


@dataclass
class Stroll:
    """The tables of one company that are visited, not played out."""

    school: School
    company: Company
    tables: Tables

    def on(self, pupil: Pupil, key: Words) -> Played:
        """A few steps at all tables."""
        self.tables, played = wander(self.school, pupil.mind, self.company.rivals, key, self.tables)
        return played


def _reckoned_through(course: Course, pupil: Pupil, seed: int, lessons: range, rivals: Policies) -> Iterator[Lesson]:
    key, strolls = key_of(seed), list(_strolls(course, rivals, lessons.start))
    luck = jax.random.key(seed & LARGEST_SEED)
    for lesson in lessons:
        now, luck_now = schedule_of_reckoning(course, lesson), jax.random.fold_in(luck, lesson)
        known = Known(pupil.average, now.doubt, rivals)
        rows = [
            reckoned(school, many, known, played, jax.random.fold_in(luck_now, number))
            for number, (school, many, played) in enumerate(_visited(course, strolls, pupil, key))
        ]
        everything = jax.tree.map(lambda *parts: jnp.concatenate(parts, axis=-1), *rows)
        pupil, told = taken_in(course.habits.parts, pupil, everything, now, luck_now)
        yield lesson + 1, pupil, told


def _strolls(course: Course, rivals: Policies, begun: int) -> Iterator[Stroll]:
    for company in companies(course, rivals, begun):
        learners = course.players - len(company.rivals)
        school = School(EDITIONS[company.edition], course.players, company.tables, STROLL, learners, whim=WHIM)
        yield Stroll(school, company, seat(school, begun * GAMES_A_LESSON))


def _visited(course: Course, strolls: list[Stroll], pupil: Pupil, key: Words) -> Iterator[tuple[School, int, Played]]:
    """By edition: how many positions of a sort are to be drawn, and all that came up."""
    for name, share in zip(course.editions, shares(course), strict=True):
        here = [stroll for stroll in strolls if stroll.company.edition == name]
        played = [stroll.on(pupil, key) for stroll in here]
        portions = int(course.positions * course.tables * course.players * share / MANY_AT_LEAST)
        many = max(portions, 1) * MANY_AT_LEAST
        everything = jax.tree.map(lambda *parts: jnp.concatenate(parts, axis=-1), *played)
        yield here[0].school, many, everything
