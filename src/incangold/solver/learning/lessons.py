"""What learners make of what they lived through: proximal policy optimisation, in a few lines of JAX.

Choices that went better than expected become more likely, but never by a leap; expectations move towards what came.
They step by Adam; where a course says so, hidden layers by Muon, which goes as far in directions that are seldom seen
as in common ones.
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.bots.amauta.mind import CHOICES, Mind, Thought, think
from incangold.solver.learning.school import Lived

FORGETS = (0.9, 0.999)  # how quickly the memory of earlier slopes fades
LONGEST = 0.5  # no step is taken by a longer slope
EVENING = (3.4445, -4.7750, 2.0315)  # Newton–Schulz: x, x³ and x⁵, so many times each bring singular values near one
EVENINGS = 5
LARGEST_SEED = (1 << 32) - 1  # of this generator; games have luck for any whole number
USUAL = 0.2  # as long is a step of Adam, for each weight and a rate of one


class Schedule(NamedTuple):
    """Numbers that change while it learns."""

    rate: Array  # how far one step goes
    doubt: Array  # what a nat of entropy is worth, in shares of the win
    memory: Array  # of the average mind


class Habits(NamedTuple):
    """Numbers that are compiled in."""

    parts: int = 16  # steps of learning for one look
    epochs: int = 1
    leap: float = 0.2  # a choice's chance may change by this part at once
    patience: float = 0.97  # how much surprises one step further ahead count
    unit: float = 0.1  # a surprise of this share of the win is a usual one
    even: bool = True  # hidden layers go by Muon, not by Adam


class Pupil(NamedTuple):
    """A mind that learns."""

    mind: Mind
    average: Mind  # of the minds it had lately; steadier, and the one that plays
    slope: Mind
    slope_squared: Mind
    steps: Array


def enrol(mind: Mind) -> Pupil:
    """Before the first lesson."""
    nothing = jax.tree.map(jnp.zeros_like, mind)
    return Pupil(mind, mind, nothing, nothing, jnp.float32(0))


@partial(jax.jit, static_argnums=0)
def learn(habits: Habits, pupil: Pupil, lived: Lived, expected: Array, now: Schedule) -> tuple[Pupil, dict[str, Array]]:
    """One lesson of learners in a row; `expected` is what they thought when it ended."""
    better, came = judge(lived, expected, habits.patience)

    def step(pupil: Pupil, part: tuple[Lived, Array, Array]) -> tuple[Pupil, dict[str, Array]]:
        (_, told), slope = jax.value_and_grad(_regret, has_aux=True)(pupil.mind, habits, part, now)
        return stepped(pupil, slope, now, even=habits.even), told

    in_parts = jax.tree.map(lambda a: a.reshape(habits.parts, -1, *a.shape[1:]), (lived, better, came))
    for _ in range(habits.epochs):
        pupil, told = lax.scan(step, pupil, in_parts)
    return pupil, jax.tree.map(jnp.mean, told) | {"won": lived.won.sum() / jnp.maximum(lived.ended.sum(), 1)}


def judge(lived: Lived, expected: Array, patience: float) -> tuple[Array, Array]:
    """How much better everything went than expected [T, …], and the share that had to be expected."""

    def earlier(later: tuple[Array, Array], now: Lived) -> tuple[tuple[Array, Array], Array]:
        better, value = later
        goes_on = 1.0 - now.ended
        better = now.won + goes_on * (value + patience * better) - now.expected
        return (better, now.expected), better

    _, better = lax.scan(earlier, (jnp.zeros_like(expected), expected), lived, reverse=True)
    return better, jnp.clip(better + lived.expected, 0.0, 1.0)


def _regret(
    mind: Mind, habits: Habits, part: tuple[Lived, Array, Array], now: Schedule
) -> tuple[Array, dict[str, Array]]:
    lived, better, came = part
    thought = _thoughts(mind, lived)
    likely = log_chances(thought.wishes, lived.inside)
    decisions = jnp.maximum(lived.deciding.sum(), 1)
    wiser = _by_what_came(habits, likely, lived, better)
    improved = jnp.where(lived.deciding, wiser / habits.unit, 0.0).sum() / decisions
    spread = -(jnp.exp(likely) * jnp.where(likely > -1e8, likely, 0.0)).sum(axis=1)
    entropy = jnp.where(lived.deciding, spread, 0.0).sum() / decisions
    surprise = cross_entropy(thought.share, came).mean()
    told = {"surprise": surprise, "entropy": entropy, "improved": improved}
    return surprise - improved - now.doubt / habits.unit * entropy, told


def _thoughts(mind: Mind, lived: Lived) -> Thought:
    """Of all steps: wishes [T, 3, R] and shares [T, R]."""
    step_by_step = [think(mind, signs, jnp) for signs in lived.signs]  # no large array need be turned round for this
    return jax.tree.map(lambda *steps: jnp.stack(steps), *step_by_step)


def _by_what_came(habits: Habits, likely: Array, lived: Lived, better: Array) -> Array:
    """More of what went better than expected, but no choice's chance changes by a leap."""
    chosen = jnp.take_along_axis(likely, lived.left[:, None].astype(jnp.int32), axis=1)[:, 0]
    ratio = jnp.exp(chosen - lived.chance)
    bounded = jnp.clip(ratio, 1 - habits.leap, 1 + habits.leap)
    return jnp.minimum(ratio * better, bounded * better)


def log_chances(wishes: Array, inside: Array) -> Array:
    """How likely each choice is that can be made, as logs: [..., 3, R]."""
    number = jnp.arange(CHOICES)[:, None]
    return jax.nn.log_softmax(jnp.where(number <= inside[..., None, :], wishes, -1e9), axis=-2)


def cross_entropy(logit: Array, wanted: Array) -> Array:
    """How surprising it is that a share is what it is."""
    return jnp.maximum(logit, 0) - logit * wanted + jnp.log1p(jnp.exp(-jnp.abs(logit)))


def stepped(pupil: Pupil, slope: Any, now: Schedule, *, even: bool) -> Pupil:
    """One step, and one of the average that follows it."""
    length = jnp.sqrt(sum((part**2).sum() for part in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda part: part * jnp.minimum(1.0, LONGEST / (length + 1e-9)), slope)
    steps = pupil.steps + 1
    first, second = FORGETS
    mean = jax.tree.map(lambda old, new: first * old + (1 - first) * new, pupil.slope, slope)
    square = jax.tree.map(lambda old, new: second * old + (1 - second) * new**2, pupil.slope_squared, slope)
    rate = now.rate * jnp.sqrt(1 - second**steps) / (1 - first**steps)
    step = jax.tree.map(lambda m, s: rate * m / (jnp.sqrt(s) + 1e-8), mean, square)
    if even:
        hidden = zip(step[:-1], mean[:-1], strict=True)
        step = (*(layer._replace(weights=now.rate * _evened(m.weights)) for layer, m in hidden), step[-1])
    mind = jax.tree.map(lambda w, far: w - far, pupil.mind, step)
    average = jax.tree.map(lambda old, new: now.memory * old + (1 - now.memory) * new, pupil.average, mind)
    return Pupil(mind, average, mean, square, steps)


def _evened(slope: Array) -> Array:
    """The same directions, all about as far; altogether as far as Adam usually goes."""
    linear, cubic, quintic = EVENING
    even = slope / (jnp.sqrt((slope**2).sum(axis=(-2, -1), keepdims=True)) + 1e-7)
    for _ in range(EVENINGS):
        turned = even @ even.mT
        even = linear * even + (cubic * turned + quintic * turned @ turned) @ even
    return USUAL * max(slope.shape[-2:]) ** 0.5 * even


def newborn(seed: int, signs: int, wide: int = 128, hidden: int = 2) -> Mind:
    """A mind that knows nothing yet."""
    from incangold.bots.amauta.mind import Layer

    sizes = [signs, *[wide] * hidden, CHOICES + 1]
    keys = jax.random.split(jax.random.key(seed & LARGEST_SEED), len(sizes) - 1)
    scales = [(2 / rows) ** 0.5 for rows in sizes[:-2]] + [0.01]
    return tuple(
        Layer(jax.random.normal(key, (out, rows)) * scale, jnp.zeros(out))
        for key, rows, out, scale in zip(keys, sizes, sizes[1:], scales, strict=False)
    )
