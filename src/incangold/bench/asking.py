"""What the kernel's sums do not tell: how often somebody is asked in a game, and what a lane takes in memory."""

from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.editions import Edition
from incangold.kernel.lanes import Lanes, Quota, are_playing, at_rest, harvest
from incangold.kernel.luck import Luck, Words
from incangold.kernel.match import key_of
from incangold.kernel.packing import pack
from incangold.kernel.policies import Policies, array_policy
from incangold.kernel.rollout import Loop, play_lanes
from incangold.kernel.sets import count
from incangold.kernel.turns import decide, perform

SAMPLE = 1 << 14
Asked = tuple[Lanes, Array]


def decisions_a_game(edition: Edition, policies: Policies, *, seed: int, games: int = SAMPLE) -> float:
    """How many adventurers are asked in a game, on average: counted in the first games of this seed."""
    with _on_a_cpu():
        asked = _asked(policies, key_of(seed), edition=edition, games=games)
    return float(asked.sum(dtype=jnp.int32)) / games


@partial(jax.jit, static_argnames=("edition", "games"))
def _asked(policies: Policies, key: Words, *, edition: Edition, games: int) -> Array:
    """One game for each lane, turn by turn; how many were asked in it: [L]."""

    def one_turn(state: Asked) -> Asked:
        (game, counter, sums), asked = state
        turn = decide(game, policies, Luck(key, counter))
        asked = asked + jnp.where(turn.chosen, count(game.in_temple), 0)
        after = jax.tree.map(lambda new, old: jnp.broadcast_to(new, old.shape), perform(game, turn), game)
        return Lanes(after, Luck(key, counter).after(turn.drawn), sums), asked

    none = jnp.uint32(0)
    lanes, _ = harvest(at_rest(edition, len(policies), games), Quota((none, none), jnp.uint32(games), none))
    nobody = jnp.zeros(games, jnp.int32)
    return lax.while_loop(lambda state: are_playing(state[0]).any(), one_turn, (lanes, nobody))[1]


def bytes_of_a_lane(edition: Edition, players: int) -> dict[str, int]:
    """What one lane keeps, by the sizes of its arrays: the packed position, the counter of its luck, its sums."""
    lane = jax.eval_shape(lambda: at_rest(edition, players, 1))
    return {
        "position": _bytes(jax.eval_shape(pack, lane.game)),
        "luck": _bytes(lane.counter),
        "sums": _bytes(lane.sums),
    }


def bytes_of_the_loop(edition: Edition, players: int, *, lanes: int) -> int:
    """What so many lanes take while they play on a CPU, by the compiler's own plan; nothing is played."""
    with _on_a_cpu():
        policies, none = (array_policy("die", edition, players),) * players, jnp.uint32(0)
        quota = Quota((none, none), jnp.uint32(lanes), none)
        loop = jax.jit(partial(play_lanes, Loop(edition, players, lanes, window=4)))
        planned: Any = loop.lower(policies, key_of(0), quota).compile().memory_analysis()
    return int(planned.temp_size_in_bytes + planned.output_size_in_bytes)


def _on_a_cpu() -> AbstractContextManager[Any]:
    """Where small programs are compiled soonest; JAX may have been told to leave it alone."""
    try:
        cpu: AbstractContextManager[Any] = jax.default_device(jax.devices("cpu")[0])
    except RuntimeError:
        return nullcontext()
    return cpu


def _bytes(arrays: Any) -> int:
    return sum(array.size * array.dtype.itemsize for array in jax.tree.leaves(arrays))
