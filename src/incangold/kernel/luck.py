"""Chance for a lane: a counter-based generator, and fair draws from its words.

Threefry-2x32 turns a key and a counter of 64 bits into 64 bits, one to one: no two counters of a key give the same
pair of words. The counter is the number of the game and the number of the card in it, so every game has luck of its
own, whichever lane plays it.
"""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)
PARITY = 0x1BD11BDA
ROUNDS = 20
Words = tuple[Array, Array]  # uint32 each


def threefry(key: Words, counter: Words, *, rounds: int = ROUNDS) -> Words:
    """The block cipher of Salmon, Moraes, Dror and Shaw (2011)."""
    keys = (*key, key[0] ^ key[1] ^ jnp.uint32(PARITY))
    left, right = counter[0] + keys[0], counter[1] + keys[1]
    for number in range(rounds):
        left = left + right
        right = _rotated(right, ROTATIONS[number % 8]) ^ left
        if number % 4 == 3:
            injection = number // 4 + 1
            left = left + keys[injection % 3]
            right = right + keys[(injection + 1) % 3] + jnp.uint32(injection)
    return left, right


def _rotated(word: Array, by: int) -> Array:
    return (word << by) | (word >> (32 - by))


class Draw(NamedTuple):
    """One of so many equal chances, and the word for the next draw."""

    number: Array  # int32, from 0
    word: Array


def draw(word: Array, chances: Array | int) -> Draw:
    """The whole part of word × chances / 2³² is the draw, the fraction is the word for the next one."""
    chances = jnp.uint32(chances)
    carried = (word & 0xFFFF) * chances >> 16
    return Draw(((word >> 16) * chances + carried >> 16).astype(jnp.int32), word * chances)


def is_fair(word: Array, chances: Array) -> Array:
    """Whether draws that left this word, with so many chances multiplied, were all equally likely (Lemire's test).

    A few words in 2³² are too many to be divided evenly; whoever draws one of them draws again.
    """
    return word >= _beyond_even(chances).astype(jnp.uint32)


def _beyond_even(chances: Array) -> Array:
    """2³² modulo a number below 2¹², exactly, in floats."""
    half = _modulo(jnp.int32(1 << 16), chances)
    return _modulo(half * half, chances)


def _modulo(number: Array, divisor: Array) -> Array:
    whole = ((number.astype(jnp.float32) + 0.5) / divisor.astype(jnp.float32)).astype(jnp.int32)
    return number - whole * divisor
