"""Chance for a lane: a counter-based generator, and fair draws from its words.

Threefry-2x32 turns a key and a counter of 64 bits each into 64 bits, one to one: no two counters of a key give the same
pair of words. The counter is the number of the game and of the card in it, so every game has luck of its own, whichever
lane plays it, and no two games share any.
"""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from incangold.kernel.machine import inverse, plus

ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)
PARITY = 0x1BD11BDA
ROUNDS = 20

# The second word of a counter, from its lowest bits: which pair of words for this card, attempts at a fair draw,
# cards turned so far in the game, the upper bits of the game's number.
BLOCK_BITS, ATTEMPT_BITS, CARD_BITS, UPPER_BITS = 4, 6, 12, 10
ATTEMPT = 1 << BLOCK_BITS
CARD = ATTEMPT << ATTEMPT_BITS
UPPER = CARD << CARD_BITS
MOST_GAMES = 1 << (32 + UPPER_BITS)
MOST_ATTEMPTS = 1 << ATTEMPT_BITS

Words = tuple[Array, Array]  # uint32 each


class Luck(NamedTuple):
    """All the luck of one card of one game."""

    key: Words
    counter: Words

    def words(self, block: int = 0) -> Words:
        """One of 16 pairs of random words."""
        return threefry(self.key, (self.counter[0], self.counter[1] | jnp.uint32(block)))

    def after(self, drawn: Array) -> Words:
        """The counter of the next card, or of the next attempt at this one: it only ever rises.

        Attempts are counted over a whole game: the few words that are refused, and idle steps after its end.
        """
        lower, upper = self.counter
        return lower, upper + jnp.where(drawn, jnp.uint32(CARD), jnp.uint32(ATTEMPT))


def cards_turned(counter: Words) -> Array:
    """How many cards of its game a counter has seen."""
    return (counter[1] // CARD) % (1 << CARD_BITS)


def threefry(key: Words, counter: Words, *, rounds: int = ROUNDS) -> Words:
    """The block cipher of Salmon, Moraes, Dror and Shaw (2011)."""
    keys = (*key, key[0] ^ key[1] ^ jnp.uint32(PARITY))
    left, right = plus(counter[0], keys[0]), plus(counter[1], keys[1])
    for number in range(rounds):
        left = plus(left, right)
        right = _rotated(right, ROTATIONS[number % 8]) ^ left
        if number % 4 == 3:
            injection = number // 4 + 1
            left = plus(left, keys[injection % 3])
            right = plus(right, keys[(injection + 1) % 3] + jnp.uint32(injection))
    return left, right


def _rotated(word: Array, by: int) -> Array:
    return (word << by) | (word >> (32 - by))


class Draw(NamedTuple):
    """One of so many equal chances, and what is left of the word for the next draw."""

    number: Array  # int32, from 0
    word: Array


def draw(word: Array, chances: Array, *, bits: int) -> Draw:
    """Of a word of so many bits: the whole part of word × chances / 2ᵇⁱᵗˢ is drawn, the fraction is left."""
    product = word * chances.astype(jnp.uint32)
    return Draw((product >> bits).astype(jnp.int32), product & jnp.uint32((1 << bits) - 1))


def is_fair(word: Array, chances: Array, *, bits: int) -> Array:
    """Whether the draws that left this word were all equally likely, with so many chances in all (Lemire's test).

    Most numbers of chances do not divide 2ᵇⁱᵗˢ words evenly; whoever draws one of the words too many draws again.
    """
    return word >= too_many(chances, bits=bits).astype(jnp.uint32)


def too_many(chances: Array, *, bits: int) -> Array:
    """How many words are left over when 2ᵇⁱᵗˢ (up to 2²⁴) are divided evenly: a remainder, exactly."""
    one_part = inverse(chances.astype(jnp.float32))
    rest = jnp.int32(1 << bits) - (jnp.float32(1 << bits) * one_part).astype(jnp.int32) * chances  # a few parts off
    return rest - jnp.floor((rest.astype(jnp.float32) + 0.5) * one_part).astype(jnp.int32) * chances
