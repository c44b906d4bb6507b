"""A part of a course: positions are reckoned through, not played out.

Learners go on playing, now and then on a whim, so that many positions come up. Some of them are drawn, and for each it
is reckoned how players would choose there who regret nothing (of two), or a little less than they do (of a crowd), and
what everybody may then expect, as the average mind values what follows. That is what they learn. The luck of a
whole game plays no part in it, nobody runs after anybody, and choice by choice, from the end of a game backwards, it
comes nearer to an equilibrium. Where the others are rivals who stay as they are, it is reckoned how to answer them.

Arrays over tables are [L], over positions [K]; T steps, F signs, W words; a row [R] is what one of them sees.
"""

from functools import partial
from types import ModuleType
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.bots.amauta.mind import CHOICES, Mind, think
from incangold.kernel.game import CHOICES as CHOOSING
from incangold.kernel.game import Game
from incangold.kernel.luck import Words
from incangold.kernel.packing import pack, unpack
from incangold.kernel.policies import Policies
from incangold.solver.learning import crowd, duel
from incangold.solver.learning.foresight import Known, shares_of
from incangold.solver.learning.lessons import Pupil, Schedule, cross_entropy, log_chances, stepped
from incangold.solver.learning.school import School, Tables, inside_of, play_on, reading

NEAR_A_PROCESSOR, ON_A_GPU = 1 << 12, 1 << 20  # so many views of positions are looked at together
TIMES = 4  # every row is learnt from
CHOICE_COUNTS = 0.1  # so much, beside a surprise at who wins


class Rows(NamedTuple):
    """What is learnt: what somebody sees, how many of its adventurers may leave, and what is to be known about it."""

    signs: Array  # [F, R]
    inside: Array  # [R] 0 where there is nothing to choose
    likely: Array  # [3, R] how one would choose who regrets nothing
    share: Array  # [R] of the win that it may expect
    counts: Array  # [R] bool: false where too few positions came up


class Played(NamedTuple):
    """Positions as they came up, packed, and what became of each in one step."""

    before: Array  # [T, W, L]
    after: Array  # [T, W, L]


@partial(jax.jit, static_argnums=0)
def wander(school: School, mind: Mind, rivals: Policies, key: Words, tables: Tables) -> tuple[Tables, Played]:
    """So many steps at all tables."""

    def step(now: Tables, _: None) -> tuple[Tables, Played]:
        moment = play_on(school, mind, rivals, key, now)
        return moment.tables, Played(jnp.stack(now.words), jnp.stack(pack(moment.after)))

    return lax.scan(step, tables, None, length=school.steps)


@partial(jax.jit, static_argnums=(0, 1))
def reckoned(school: School, many: int, known: Known, played: Played, key: Array) -> Rows:
    """So many positions in which one of those who reckon is to choose, and a quarter as many in which none is."""
    way = way_of(school.players)
    school = school._replace(learners=way.those_who_reckon(school.players, known.rivals))
    before, after = (words.swapaxes(0, 1).reshape(words.shape[1], -1) for words in played)
    game = _game(school, before)
    choosing = (game.phase == CHOOSING) & (inside_of(game, school.learners).sum(axis=0) > 0)
    at, counts = _drawn(jax.random.fold_in(key, 0), choosing, many)
    chosen = _chosen_rows(school, known, before[:, at], counts, jax.random.fold_in(key, 2))
    at, counts = _drawn(jax.random.fold_in(key, 1), ~choosing, many // 4)
    followed = _following_rows(school, known, before[:, at], after[:, at], counts)
    return jax.tree.map(lambda *parts: jnp.concatenate(parts, axis=-1), chosen, followed)


def way_of(players: int) -> ModuleType:
    """Two reckon otherwise than a crowd."""
    return duel if players == 2 else crowd


def _drawn(key: Array, eligible: Array, many: int) -> tuple[Array, Array]:
    """So many places of those that are eligible, and whether each of them is: there may be fewer."""
    last = eligible.size - 1
    eligible = jnp.pad(eligible, (0, max(many - eligible.size, 0)))
    luck = jnp.where(eligible, jax.random.uniform(key, eligible.shape), -1.0)
    at = lax.top_k(luck, many)[1]
    return jnp.minimum(at, last), eligible[at]


def _chosen_rows(school: School, known: Known, words: Array, counts: Array, key: Array) -> Rows:
    """How those who reckon would choose there, and what they may expect."""
    way = way_of(school.players)

    def some(drawn: tuple[Array, Array]) -> tuple[Array, Array, Array, Array]:
        words, key = drawn
        game = _game(school, words)
        return reading(school, game), inside_of(game, school.learners), *way.reckoned(game, known, key)

    at_once = NEAR_A_PROCESSOR if jax.default_backend() == "cpu" else ON_A_GPU
    together = _largest_part(counts.size, at_once // way.views(school, known.rivals))
    keys = jax.random.split(key, counts.size // together)
    parts = lax.map(some, (_parted(words, together), keys))
    signs, inside, likely, share = (_in_rows(_in_rows(jnp.moveaxis(part, 0, -2))) for part in parts)
    return Rows(signs, inside, likely, share, _counting(school, known, counts))


def _following_rows(school: School, known: Known, before: Array, after: Array, counts: Array) -> Rows:
    """What may be expected one step later."""
    signs, learners = _in_rows(reading(school, _game(school, before))), school.learners
    share = _in_rows(shares_of([_game(school, after)] * learners, range(learners), known.judge))
    nothing = jnp.zeros((CHOICES, share.size))
    return Rows(signs, nothing[0].astype(jnp.int32), nothing, share, _counting(school, known, counts))


def _counting(school: School, known: Known, counts: Array) -> Array:
    """What all see who reckon, but not what a rival does: it learns nothing."""
    of_others = jnp.zeros_like(counts) if known.rivals else counts
    return jnp.concatenate([counts, *[of_others] * (school.learners - 1)])


def _game(school: School, words: Array) -> Game:
    return unpack(tuple(words), school.edition, school.players)


def _in_rows(numbers: Array) -> Array:
    """The last two axes as one."""
    return numbers.reshape(*numbers.shape[:-2], -1)


def _parted(numbers: Array, together: int) -> Array:
    """So many of the last axis at a time: [part, …]."""
    return jnp.moveaxis(numbers.reshape(*numbers.shape[:-1], -1, together), -2, 0)


def _largest_part(many: int, most: int) -> int:
    """The largest number up to `most` that divides so many evenly."""
    return max(size for size in range(1, many + 1) if many % size == 0 and size <= max(most, 1))


@partial(jax.jit, static_argnums=0)
def taken_in(parts: int, pupil: Pupil, rows: Rows, now: Schedule, key: Array) -> tuple[Pupil, dict[str, Array]]:
    """One lesson: all rows several times, in an order of luck, and a step by Muon for every part of them."""

    def once(pupil: Pupil, key: Array) -> tuple[Pupil, dict[str, Array]]:
        order = jax.random.permutation(key, rows.share.size)
        shuffled = jax.tree.map(lambda numbers: _parted(numbers[..., order], rows.share.size // parts), rows)
        return lax.scan(step, pupil, shuffled)

    def step(pupil: Pupil, part: Rows) -> tuple[Pupil, dict[str, Array]]:
        (_, told), slope = jax.value_and_grad(_ignorance, has_aux=True)(pupil.mind, part)
        return stepped(pupil, slope, now, even=True), told

    pupil, told = lax.scan(once, pupil, jax.random.split(key, TIMES))
    return pupil, jax.tree.map(jnp.mean, told)


def _ignorance(mind: Mind, rows: Rows) -> tuple[Array, dict[str, Array]]:
    """How far a mind is from what is to be known, and what of it is told."""
    thought, asked = think(mind, rows.signs, jnp), rows.counts & (rows.inside > 0)
    wishes = log_chances(thought.wishes, rows.inside)
    wished = _mean(-(rows.likely * wishes).sum(axis=0), asked)
    entropy = _mean(-(rows.likely * jnp.log(rows.likely + 1e-12)).sum(axis=0), asked)
    surprise = _mean(cross_entropy(thought.share, rows.share), rows.counts)
    wrong = _mean((jax.nn.sigmoid(thought.share) - rows.share) ** 2, asked)
    told = {"surprise": surprise, "entropy": entropy, "away": wished - entropy, "wrong": jnp.sqrt(wrong)}
    return surprise + CHOICE_COUNTS * wished, told


def _mean(numbers: Array, counts: Array) -> Array:
    """Of those that count."""
    return jnp.where(counts, numbers, 0.0).sum() / jnp.maximum(counts.sum(), 1)
