"""The same lanes as one program for a GPU: a lane's position stays in registers from its first game to its last.

Blocks of lanes share out a part of the quota each, so no block waits for another.
"""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

from incangold.kernel import machine
from incangold.kernel.lanes import Lanes, Quota, Sums, are_playing, at_rest, harvest, no_sums
from incangold.kernel.luck import Luck, Words
from incangold.kernel.policies import Policies
from incangold.kernel.rollout import BLOCK, Loop
from incangold.kernel.turns import decide, perform

WARPS = 1


def play_lanes_on_gpu(
    loop: Loop,
    policies: Policies,
    key: Words,
    quota: Quota,
    *,
    block: int = BLOCK,
    warps: int = WARPS,
    interpret: bool = False,
) -> Sums:
    """Play a quota of games; the sums of every lane: [L]."""
    weights, policy_structure = jax.tree.flatten(policies)
    sums, sums_structure = jax.tree.flatten(jax.eval_shape(lambda: no_sums(loop.players)))
    given = [jnp.reshape(number, 1) for number in (*key, *quota.first, quota.games, jnp.uint32(1), *weights)]

    def program(*refs: Any) -> None:
        k0, k1, f0, f1, games, one, *numbers = [ref[0] for ref in refs[: len(given)]]
        mine = _part(Quota((f0, f1), games, jnp.uint32(0)), loop.lanes // block)
        policies = jax.tree.unflatten(policy_structure, numbers)
        with machine.speaking(machine.AS_JAX_SAYS if interpret else _words_of_a_gpu(one)):
            played = _play_block(loop._replace(lanes=block), policies, (k0, k1), mine)
        for ref, total in zip(refs[len(given) :], jax.tree.leaves(played), strict=True):
            ref[...] = total

    play = pl.pallas_call(
        program,
        grid=(loop.lanes // block,),
        in_specs=[pl.BlockSpec((1,), lambda _: (0,))] * len(given),
        out_specs=[pl.BlockSpec((block,), lambda number: (number,))] * len(sums),
        out_shape=[jax.ShapeDtypeStruct((loop.lanes,), jnp.uint32)] * len(sums),
        compiler_params=plgpu.CompilerParams(num_warps=warps, num_stages=1),
        interpret=interpret,
    )
    return jax.tree.unflatten(sums_structure, play(*given))


def _part(quota: Quota, blocks: int) -> Quota:
    """This block's part of the quota: the games are divided evenly, the first blocks taking one more."""
    number = pl.program_id(0).astype(jnp.uint32)
    each, more = quota.games // jnp.uint32(blocks), quota.games % jnp.uint32(blocks)
    before = number * each + jnp.minimum(number, more)
    lower = quota.first[0] + before
    first = lower, quota.first[1] + (lower < before).astype(jnp.uint32)
    return Quota(first, each + (number < more).astype(jnp.uint32), jnp.uint32(0))


def _play_block(loop: Loop, policies: Policies, key: Words, quota: Quota) -> Sums:
    def card(_: Array, state: tuple[Any, Words]) -> tuple[Any, Words]:
        game, counter = state
        turn = decide(game, policies, Luck(key, counter))
        in_all_lanes = jax.tree.map(lambda new, old: jnp.broadcast_to(new, old.shape), perform(game, turn), game)
        return in_all_lanes, Luck(key, counter).after(turn.drawn)

    def window(state: tuple[Lanes, Quota]) -> tuple[Lanes, Quota]:
        (game, counter, sums), quota = state
        game, counter = lax.fori_loop(0, loop.window, card, (game, counter))
        return harvest(Lanes(game, counter, sums), quota)

    def some_play(state: tuple[Lanes, Quota]) -> Array:
        return are_playing(state[0]).astype(jnp.int32).sum() > 0

    begun = harvest(at_rest(loop.edition, loop.players, loop.lanes, dice=loop.dice), quota)
    return lax.while_loop(some_play, window, begun)[0].sums


def _words_of_a_gpu(one: Array) -> machine.Words:
    """Its own instructions for counting bits and for inverses; what JAX says for them takes many, or is not known.

    The adders are busy with everything else, the multipliers are not: a sum is this × 1 + that, where the compiler
    does not see the 1.
    """
    return machine.Words(
        count_bits=partial(_instruction, "popc.b32 $0, $1;", "=r,r", jnp.int32),
        plus=lambda this, that: this * one.astype(this.dtype) + that,
        inverse=partial(_instruction, "rcp.approx.ftz.f32 $0, $1;", "=f,f", jnp.float32),
    )


def _instruction(name: str, constraints: str, dtype: Any, number: Array) -> Array:
    """One instruction on every number."""
    result = jax.ShapeDtypeStruct(number.shape, dtype)
    return plgpu.elementwise_inline_asm(
        name, args=[number], constraints=constraints, pack=1, result_shape_dtypes=[result]
    )[0]
