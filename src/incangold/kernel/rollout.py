"""Whole games in lanes: a lane that has finished its game takes the next one, until all are played.

Every game that is begun is finished and counted. The luck of a game depends on the key and its number alone, so the
sums depend neither on how many lanes there are nor on which of them plays it, nor on how often one looks.
"""

from functools import partial
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from incangold.editions import Edition
from incangold.kernel.game import Game
from incangold.kernel.lanes import Lanes, Quota, Sums, are_playing, at_rest, harvest
from incangold.kernel.luck import Luck, Words
from incangold.kernel.packing import Packed, pack, unpack
from incangold.kernel.policies import Policies
from incangold.kernel.turns import decide, from_one_word, in_one_word, perform

BLOCK = 32  # lanes that a GPU moves together


class Loop(NamedTuple):
    """What is compiled in: which game, how many lanes, and how many cards between two looks at who has finished."""

    edition: Edition
    players: int
    lanes: int
    window: int
    dice: tuple[int, ...] = ()  # adventurers whose cards a die lays, for those who look


class Kept(NamedTuple):
    """What is kept of all lanes between two steps. Every array is [L]."""

    words: Packed
    counter: Words
    sums: Sums


def play_lanes(loop: Loop, policies: Policies, key: Words, quota: Quota) -> Sums:
    """Play a quota of games; the sums of every lane: [L]."""

    def reaped(lanes: Lanes, quota: Quota) -> tuple[Kept, Quota, Array]:
        lanes, quota = harvest(lanes, quota)
        return Kept(pack(lanes.game), lanes.counter, lanes.sums), quota, are_playing(lanes).any()

    def window(state: tuple[Kept, Quota, Array]) -> tuple[Kept, Quota, Array]:
        kept, quota, _ = state
        words, counter = lax.fori_loop(0, loop.window, partial(_card, loop, policies, key), (kept.words, kept.counter))
        return reaped(Lanes(_unpacked(loop, words), counter, kept.sums), quota)

    begun = reaped(at_rest(loop.edition, loop.players, loop.lanes, dice=loop.dice), quota)
    return lax.while_loop(lambda state: state[2], window, begun)[0].sums


def _card(loop: Loop, policies: Policies, key: Words, _: Array, state: tuple[Packed, Words]) -> tuple[Packed, Words]:
    """One card in every lane. A CPU computes a loop over lanes anew for every array it fills: so a lane is a few words,
    and a turn, which all of them need, is one."""
    words, counter = state

    def decided(words: Packed, counter: Words) -> Array:
        return in_one_word(decide(_unpacked(loop, words), policies, Luck(key, counter)))

    turn = from_one_word(_once(decided, words, counter))
    after = perform(_unpacked(loop, words), turn)
    return pack(after), Luck(key, counter).after(turn.drawn)


def _unpacked(loop: Loop, words: Packed) -> Game:
    return unpack(words, loop.edition, loop.players, loop.dice)


def _once(function: Any, words: Packed, counter: Words) -> Array:
    """Behind a branch that a compiler cannot foresee, a result is computed once and kept."""
    nothing = jnp.zeros(counter[0].shape, jnp.uint32)
    return lax.cond(counter[1][0] < jnp.uint32(0xFFFFFFFF), function, lambda *_: nothing, words, counter)
