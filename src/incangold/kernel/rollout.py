"""Whole games in lanes: a lane that has finished its game takes the next one, until all are played.

Every game that is begun is finished and counted. The luck of a game depends on the key and its number alone, so the
sums depend neither on how many lanes there are nor on which of them plays it, nor on how often one looks.
"""

from functools import partial
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from incangold.editions import Edition
from incangold.kernel.lanes import Lanes, Quota, Sums, are_playing, at_rest, harvest
from incangold.kernel.luck import Luck, Words
from incangold.kernel.packing import Packed, pack, unpack
from incangold.kernel.policies import Policies
from incangold.kernel.turns import decide, from_one_word, in_one_word, perform


class Loop(NamedTuple):
    """What is compiled in: which game, how many lanes, and how many cards between two looks at who has finished."""

    edition: Edition
    players: int
    lanes: int
    window: int


def play_lanes(loop: Loop, policies: Policies, key: Words, quota: Quota) -> Sums:
    """Play a quota of games; the sums of every lane: [L]."""

    def some_play(state: tuple[Lanes, Quota]) -> Array:
        return are_playing(state[0]).any()

    def window(state: tuple[Lanes, Quota]) -> tuple[Lanes, Quota]:
        return harvest(_cards(loop, policies, key, state[0]), state[1])

    (_, _, sums), _ = lax.while_loop(some_play, window, harvest(at_rest(loop.edition, loop.players, loop.lanes), quota))
    return sums


def _cards(loop: Loop, policies: Policies, key: Words, lanes: Lanes) -> Lanes:
    """A window of cards. A CPU computes a loop over lanes anew for every array it fills, so a lane is a few words,
    and a turn, which all of them need, is one."""
    unpacked = partial(unpack, edition=loop.edition, players=loop.players)

    def decided(words: Packed, counter: Words) -> Array:
        return in_one_word(decide(unpacked(words), policies, Luck(key, counter)))

    def card(_: Array, state: tuple[Packed, Words]) -> tuple[Packed, Words]:
        words, counter = state
        turn = from_one_word(_once(decided, words, counter))
        return pack(perform(unpacked(words), turn)), Luck(key, counter).after(turn.drawn)

    words, counter = lax.fori_loop(0, loop.window, card, (pack(lanes.game), lanes.counter))
    return Lanes(unpacked(words), counter, lanes.sums)


def _once(function: Any, words: Packed, counter: Words) -> Array:
    """Behind a branch that a compiler cannot foresee, a result is computed once and kept."""
    nothing = jnp.zeros(counter[0].shape, jnp.uint32)
    return lax.cond(counter[1][0] < jnp.uint32(0xFFFFFFFF), function, lambda *_: nothing, words, counter)
