"""A course of lessons: a mind that plays itself, or one that learns to beat another that stays as it is."""

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

import jax.numpy as jnp

from incangold.kernel.policies import Policies
from incangold.solver.learning.company import Company, dice_company, odd_company, scavenger_company, united_company
from incangold.solver.learning.lessons import Habits, Schedule
from incangold.solver.learning.reckoning import TIMES

BOLD, DOUBTFUL = 0.6, 0.6  # parts of a course: until steps grow shorter, until doubt is at its least
SLOWLY = 20  # a crowd must not forget at once: its average looks back over a part of so many lessons at least
ODD_WHILE_RECKONING = 0.5  # so many as all learners together sit with odd rivals then: positions of every sort


class Course(NamedTuple):
    """Everything that decides what is learnt, but for luck's seed."""

    players: int
    lessons: int
    tables: int = 1 << 15
    steps: int = 32
    editions: tuple[str, ...] = ("incan-gold",)
    first_share: float = 0.6  # of the tables that play the first edition; the others divide the rest
    odd_share: float = 0.0  # so many learners more, who sit with odd rivals: half a table, or nobody else
    tempted: float = 0.3  # so many of the odd rivals go home for treasure on the path
    united_share: float = 0.0  # so many learners who win together, with one odd rival
    scavenger_share: float = 0.0  # so many who win together, with a scavenger
    dice_share: float = 0.0  # so many who sit with a die
    closing_from: float = 1.0  # from this part of the course on they sit with nobody but themselves
    closing_size: int = 1  # and at so many times as many tables
    reckoning_from: float = 1.0  # from this part on they reckon positions through instead of playing them out
    positions: float = 2.0  # so many of them in a lesson for every learner
    ending_from: float = 1.0  # and from this part on they play out again, among themselves
    afresh: bool = False  # for both they set out afresh from their average, with a pace of its own:
    later_rate: float = 3e-4
    later_doubt: float = 1e-3
    ending_memory: float = 0.25  # the average looks back over this part of the ending
    wide: int = 128  # neurons in each of two layers
    rate: float = 1e-3
    last_rate: float = 5e-5
    doubt: float = 3e-3
    last_doubt: float = 3e-5
    memory: float = 0.1  # the average mind looks back over this part of the course
    habits: Habits = Habits()


class Pace(NamedTuple):
    """How far steps go and what doubt is worth, from one lesson on and for so many."""

    begun: int
    lessons: int
    rate: float
    last_rate: float
    doubt: float
    last_doubt: float
    memory: float


def pace(course: Course, lesson: int) -> Pace:
    """One for the whole course, or one of its own for all that comes before reckoning, for that, and for the ending."""
    reckons, ends = (reckoning(course), ending(course)) if course.afresh else (course.lessons, course.lessons)
    if lesson < reckons or not course.afresh:
        return Pace(0, reckons, course.rate, course.last_rate, course.doubt, course.last_doubt, course.memory)
    rates, doubt = (course.later_rate, course.last_rate), course.later_doubt
    if lesson < ends:
        return Pace(reckons, ends - reckons, *rates, doubt, doubt, course.memory)
    return Pace(ends, max(course.lessons - ends, 1), *rates, doubt, course.last_doubt, course.ending_memory)


def schedule(course: Course, lesson: int) -> Schedule:
    """Bold at first, careful later; doubt is at its least while there is still time to learn with no more of it."""
    now = pace(course, lesson)
    taken = lesson - now.begun
    done = taken / now.lessons
    rate = now.rate * (now.last_rate / now.rate) ** max(0.0, (done - BOLD) / (1 - BOLD))
    doubt = now.doubt * (now.last_doubt / now.doubt) ** min(1.0, done / DOUBTFUL)
    steps_back = now.memory * now.lessons * course.habits.parts * course.habits.epochs
    memory = min(1 - 1 / max(steps_back, 2), (taken + 1) / (taken + 10))
    return Schedule(jnp.float32(rate), jnp.float32(doubt), jnp.float32(memory))


def schedule_of_reckoning(course: Course, lesson: int) -> Schedule:
    """The same, but for the average: it looks back over a part of what has been reckoned so far."""
    reckoned = lesson - reckoning(course)
    lessons_back = max(reckoned, SLOWLY) if course.players > 2 else reckoned
    steps_back = course.memory * lessons_back * course.habits.parts * TIMES
    return schedule(course, lesson)._replace(memory=jnp.float32(1 - 1 / max(steps_back, 2)))


def companies(course: Course, rivals: Policies, lesson: int) -> list[Company]:
    """Tables of every edition; where all players learn, also some with others, until the course is closing."""
    if lesson >= closing(course):
        odd = ODD_WHILE_RECKONING if reckoning(course) <= lesson < ending(course) and not rivals else 0.0
        alone = course._replace(odd_share=odd, united_share=0.0, scavenger_share=0.0, dice_share=0.0)
        course = alone._replace(tables=course.tables * course.closing_size)
    among = [Company(name, tables, rivals) for name, tables in zip(course.editions, _sizes(course), strict=True)]
    first, learners = course.editions[0], course.tables * course.players
    if course.odd_share:
        odd_at_a_table = {course.players // 2, course.players - 1}
        each = int(learners * course.odd_share / len(odd_at_a_table))
        among += [odd_company(first, course.players, odd, each, course.tempted) for odd in sorted(odd_at_a_table)]
    if course.united_share:
        among.append(united_company(first, course.players, int(learners * course.united_share)))
    if course.scavenger_share:
        among.append(scavenger_company(first, course.players, int(learners * course.scavenger_share)))
    if course.dice_share:
        among.append(dice_company(first, course.players, int(learners * course.dice_share)))
    return among


def _sizes(course: Course) -> list[int]:
    """How many tables play each edition."""
    others = len(course.editions) - 1
    first = int(course.tables * course.first_share) if others else course.tables
    return [first, *[(course.tables - first) // max(others, 1)] * others]


def shares(course: Course) -> list[float]:
    """The part of every edition."""
    others = len(course.editions) - 1
    return [course.first_share, *[(1 - course.first_share) / others] * others] if others else [1.0]


def closing(course: Course) -> int:
    """How many lessons come before: who has met all others ends among themselves, where luck does least."""
    return ceil(course.closing_from * course.lessons)


def reckoning(course: Course) -> int:
    """How many lessons are played out before positions are reckoned through."""
    return ceil(course.reckoning_from * course.lessons)


def reckons(course: Mapping[str, Any]) -> bool:
    """Whether it has such a part, of a course as it is kept; what was kept long ago knows of no ending."""
    return bool(course["reckoning_from"] < course.get("ending_from", 1.0))


def ending(course: Course) -> int:
    """How many lessons come before those in which they play out again what they have reckoned."""
    return ceil(course.ending_from * course.lessons)
