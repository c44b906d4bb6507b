"""The closing part of a course for two: positions are reckoned through, not played out.

Learners go on playing, now and then on a whim, so that many positions come up. Some of them are drawn, and for each it
is reckoned how players would choose there who regret nothing, and what everybody may then expect, as the average mind
values what follows. That is what they learn. The luck of cards and the whims of others play no part in it, nobody runs
after anybody, and choice by choice, from the end of a game backwards, it comes near an equilibrium.

Where the other is a rival who stays as it is, it is reckoned how to answer it.

Arrays over tables are [L], over positions [K]; T steps, F signs, W words; a row [R] is what one of the two sees.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.bots.amauta.mind import CHOICES, Mind, think
from incangold.kernel.box import box_of
from incangold.kernel.game import CHOICES as CHOOSING
from incangold.kernel.game import Game
from incangold.kernel.luck import Words
from incangold.kernel.packing import pack, unpack
from incangold.kernel.policies import Policies, leaving_chances
from incangold.solver.learning.duel import answered, promised, settled, worth
from incangold.solver.learning.foresight import kinds_of, shares_of
from incangold.solver.learning.lessons import Pupil, Schedule, cross_entropy, log_chances, stepped
from incangold.solver.learning.school import School, Tables, inside_of, play_on, reading

AT_ONCE = 1 << 15  # so many views of positions are looked at together: no more than fit near a processor
TIMES = 4  # every row is learnt from
CHOICE_COUNTS = 0.1  # so much, beside a surprise at who wins


class Rows(NamedTuple):
    """What is learnt: what somebody sees, how many of its adventurers may leave, and what is to be known about it."""

    signs: Array  # [F, R]
    inside: Array  # [R] 0 where there is nothing to choose
    likely: Array  # [3, R] how one would choose who regrets nothing
    share: Array  # [R] of the win that it may expect
    counts: Array  # [R] bool: false where too few positions came up


class Known(NamedTuple):
    """What positions are reckoned with."""

    judge: Mind  # says what the positions are worth that follow
    doubt: Array  # what a nat of it is worth, in shares of the win
    rivals: Policies = ()  # the second player, where only the first one learns


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
    """So many positions in which somebody is to choose, and a quarter as many in which nobody is."""
    school = school._replace(learners=school.players)
    before, after = (words.swapaxes(0, 1).reshape(words.shape[1], -1) for words in played)
    choosing = _game(school, before).phase == CHOOSING
    at, counts = _drawn(jax.random.fold_in(key, 0), choosing, many)
    chosen = _settled_rows(school, known, before[:, at], counts)
    at, counts = _drawn(jax.random.fold_in(key, 1), ~choosing, many // 4)
    followed = _following_rows(school, known, before[:, at], after[:, at], counts)
    return jax.tree.map(lambda *parts: jnp.concatenate(parts, axis=-1), chosen, followed)


def _drawn(key: Array, eligible: Array, many: int) -> tuple[Array, Array]:
    """So many places of those that are eligible, and whether each of them is: there may be fewer."""
    luck = jnp.where(eligible, jax.random.uniform(key, eligible.shape), -1.0)
    at = lax.top_k(luck, many)[1]
    return at, eligible[at]


def _settled_rows(school: School, known: Known, words: Array, counts: Array) -> Rows:
    """How both would choose there, and what they may expect."""

    def some(drawn: tuple[Array, Array]) -> Rows:
        words, counts = drawn
        game = _game(school, words)
        inside, promises = inside_of(game, school.players), promised(game, known.judge)
        if known.rivals:
            rival = leaving_chances(known.rivals[0], game, player=1)
            likely = answered(promises, inside, rival, known.doubt)
        else:
            likely = settled(promises, inside, known.doubt)
        signs, inside, likely, share = map(_in_rows, (reading(school, game), inside, likely, worth(promises, likely)))
        return Rows(signs, inside, likely, share, _counting(known, counts))

    views = len(kinds_of(box_of(school.edition))) * CHOICES**2
    together = _largest_part(counts.size, AT_ONCE // views)
    parts = lax.map(some, (_parted(words, together), _parted(counts, together)))
    return jax.tree.map(lambda rows: _in_rows(jnp.moveaxis(rows, 0, -2)), parts)


def _following_rows(school: School, known: Known, before: Array, after: Array, counts: Array) -> Rows:
    """What may be expected one step later."""
    signs = _in_rows(reading(school, _game(school, before)))
    share = _in_rows(shares_of([_game(school, after)] * school.players, range(school.players), known.judge))
    nothing = jnp.zeros((CHOICES, share.size))
    return Rows(signs, nothing[0].astype(jnp.int32), nothing, share, _counting(known, counts))


def _counting(known: Known, counts: Array) -> Array:
    """What both see, but not what a rival does: it learns nothing."""
    return jnp.concatenate([counts, jnp.zeros_like(counts) if known.rivals else counts])


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
