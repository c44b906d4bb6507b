"""The same lanes as one program for a GPU: a lane's position stays in registers from its first game to its last.

Blocks of lanes share out a part of the quota each, so no block waits for another.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

from incangold.kernel.lanes import Lanes, Quota, Sums, are_playing, at_rest, harvest, no_sums
from incangold.kernel.luck import Luck, Words
from incangold.kernel.policies import Policies
from incangold.kernel.rollout import Loop
from incangold.kernel.sets import counting_bits
from incangold.kernel.turns import decide, perform

BLOCK = 128
WARPS = 4
UNROLL = 1


def play_lanes_on_gpu(loop: Loop, policies: Policies, key: Words, quota: Quota, *, block: int = BLOCK, warps: int = WARPS, interpret: bool = False) -> Sums:
    """Play a quota of games; the sums of every lane: [L]."""
    weights, policy_structure = jax.tree.flatten(policies)
    sums, sums_structure = jax.tree.flatten(jax.eval_shape(lambda: no_sums(loop.players)))
    given = [jnp.reshape(number, 1) for number in (*key, *quota.first, quota.games, *weights)]

    def program(*refs: Any) -> None:
        k0, k1, f0, f1, games, *numbers = [ref[0] for ref in refs[: len(given)]]
        mine = _part(Quota((f0, f1), games, jnp.uint32(0)), loop.lanes // block)
        played = _play_block(loop._replace(lanes=block), jax.tree.unflatten(policy_structure, numbers), (k0, k1), mine)
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
    before = counting_bits.set(jax.lax.population_count if interpret else _popc)
    try:
        return jax.tree.unflatten(sums_structure, play(*given))
    finally:
        counting_bits.reset(before)


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
        after = perform(game, turn)
        return jax.tree.map(lambda new, old: jnp.broadcast_to(new, old.shape), after, game), Luck(key, counter).after(turn.drawn)

    def window(state: tuple[Lanes, Quota]) -> tuple[Lanes, Quota]:
        (game, counter, sums), quota = state
        game, counter = lax.fori_loop(0, loop.window, card, (game, counter), unroll=UNROLL)
        return harvest(Lanes(game, counter, sums), quota)

    def some_play(state: tuple[Lanes, Quota]) -> Array:
        return are_playing(state[0]).astype(jnp.int32).sum() > 0

    begun = harvest(at_rest(loop.edition, loop.players, loop.lanes), quota)
    return lax.while_loop(some_play, window, begun)[0].sums


def _popc(word: Array) -> Array:
    """The GPU's own instruction; what JAX says for it is not known to every compiler of these programs."""
    shape = jax.ShapeDtypeStruct(word.shape, jnp.int32)
    (bits,) = plgpu.elementwise_inline_asm(
        "popc.b32 $0, $1;", args=[word], constraints="=r,r", pack=1, result_shape_dtypes=[shape]
    )
    return bits
