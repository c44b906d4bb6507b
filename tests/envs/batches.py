"""Batches of games, mapped, compiled and played to the end: at random among what the masks allow."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import numpy as np
import pytest
from jax import Array

from incangold.envs.batched import BatchedIncanGold, State

LANES, LONGEST = 24, 60
COMPANIES = (
    ("incan-gold", 3),
    ("literal path_share=by_card rounds=3", 2),
    ("modern treasures=5 hazards=snakes,rocks hazard_copies=2 rounds=2", 4),
)
every_company = pytest.mark.parametrize(("box", "players"), COMPANIES)


class Moment(NamedTuple):
    """A batch, and what everybody does next."""

    state: State
    action: Any


class Table(NamedTuple):
    """An environment with its functions mapped and compiled."""

    env: BatchedIncanGold
    init: Any
    step: Any


@cache
def table(box: str, players: int) -> Table:
    """Compiled once for all tests."""
    env = BatchedIncanGold(box, players)
    return Table(env, jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step)))


def keys(number: int) -> Array:
    """Luck for every lane."""
    return jax.random.split(jax.random.key(number), LANES)


def all_do(*action: int) -> Any:
    """The same actions in every lane."""
    return np.tile(np.array(action, np.int32), (LANES, 1))


def allowed(state: State, luck: np.random.Generator) -> Any:
    """Anything the masks allow, staying more often than not."""
    mask = np.asarray(state.legal_action_mask)
    wish = luck.random(mask.shape)
    wish[..., 0] += luck.random(mask.shape[:-1]) < 0.6
    return np.where(mask, wish, -1).argmax(-1).astype(np.int32)


@cache
def played(box: str, players: int, seed: int = 0) -> list[Moment]:
    """Whole games in some lanes, and a step after the last has ended."""
    _, init, step = table(box, players)
    luck, state, moments = np.random.default_rng(seed), init(keys(seed)), []
    for number in range(LONGEST):
        moments.append(Moment(state, allowed(state, luck)))
        if np.all(state.terminated):
            break
        state = step(state, moments[-1].action, keys(1000 + number))
    return [*moments, Moment(step(*moments[-1], keys(7)), moments[-1].action)]


def pairs(box: str, players: int) -> Iterator[tuple[State, Any, State]]:
    """Every moment, what was done, and the next one."""
    moments = played(box, players)
    for before, after in pairwise(moments):
        yield *before, after.state
