"""The program for a GPU plays the same games, and a GPU's compiler takes it; neither needs a GPU to be seen."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from incangold.editions import edition
from incangold.kernel.lanes import Quota, Sums
from incangold.kernel.on_gpu import play_lanes_on_gpu
from incangold.kernel.policies import Policies, array_policy
from incangold.kernel.rollout import Loop, play_lanes
from incangold.rules import new_game

BLOCK = 8
LANES = 3 * BLOCK
KEY = (jnp.uint32(7), jnp.uint32(9))
NEAR_THE_END = (1 << 32) - 50  # of the numbers that one word can say

TABLES = {
    "four dice": ("incan-gold rounds=2", ("die",) * 4),
    "two players": ("incan-gold rounds=2", ("die", "odds")),
    "different bots": ("modern rounds=2", ("turn:4", "odds", "random")),
    "the card first": ("literal rounds=1", ("hazard:2", "random", "treasure:9")),
    "temperaments": ("bga rounds=2", ("timid", "greedy", "scavenger", "follower", "hunter")),
    "no artifacts": ("diamant rounds=2", ("random", "turn:6", "die")),
}
every_table = pytest.mark.parametrize("table", TABLES)


def seated(table: str) -> tuple[Loop, Policies]:
    text, bots = TABLES[table]
    box = edition(text)
    dice = new_game(box, players=len(bots), dice=[at for at, bot in enumerate(bots) if bot == "die"]).dice
    return Loop(box, len(bots), LANES, window=3, dice=dice), tuple(array_policy(bot, box, len(bots)) for bot in bots)


def quota(first: int, games: int) -> Quota:
    return Quota((jnp.uint32(first & 0xFFFFFFFF), jnp.uint32(first >> 32)), jnp.uint32(games), jnp.uint32(0))


def compiled(play: Any, loop: Loop) -> Any:
    return jax.jit(partial(play, loop))


def totals(sums: Sums) -> list[int]:
    """Over all lanes, in numbers without an end."""
    return [int(np.asarray(lanes).sum(dtype=np.uint64)) for lanes in jax.tree.leaves(sums)]


@every_table
def test_both_programs_count_the_same(table: str) -> None:
    """Also where blocks get uneven parts, fewer games than lanes, or games on both sides of 2³²."""
    loop, policies = seated(table)
    on_cpu = compiled(play_lanes, loop)
    on_gpu = compiled(partial(play_lanes_on_gpu, interpret=True, block=BLOCK), loop)
    for part in (quota(0, 100), quota(5, 2), quota(NEAR_THE_END, 101)):
        here, there = totals(on_cpu(policies, KEY, part)), totals(on_gpu(policies, KEY, part))
        assert here == there
        assert here[0] == int(part.games)


@every_table
def test_a_gpu_has_words_for_it(table: str) -> None:
    loop, policies = seated(table)
    play = jax.jit(partial(play_lanes_on_gpu, loop, block=BLOCK))
    lowered = play.trace(policies, KEY, quota(0, 100)).lower(lowering_platforms=("cuda",))
    assert "triton" in lowered.as_text()


def test_games_past_the_end_of_a_word_are_games_like_others() -> None:
    loop, policies = seated("different bots")
    play = compiled(play_lanes, loop)
    at_once = totals(play(policies, KEY, quota(NEAR_THE_END, 100)))
    before, after, first_ones = (totals(play(policies, KEY, quota(first, 50))) for first in (NEAR_THE_END, 1 << 32, 0))
    assert at_once == [one + other for one, other in zip(before, after, strict=True)]
    assert after != first_ones
