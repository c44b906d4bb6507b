"""Sets as bits: cards by their place in the box (a row of words), adventurers by their seat (one word)."""

import operator
from collections.abc import Sequence
from functools import reduce

import jax.numpy as jnp
from jax import Array

from incangold.kernel.box import WORD
from incangold.kernel.machine import count_bits, plus
from incangold.kernel.row import Row


def card_set(card: Array, words: int) -> Row:
    """The set of one card, by its place in the box; of none, for a place below 0."""
    bit = jnp.uint32(1) << (card & (WORD - 1)).astype(jnp.uint32)
    return Row(jnp.where(card >> 5 == word, bit, jnp.uint32(0)) for word in range(words))


def how_many(cards: Row) -> Array:
    """How many cards are in a set."""
    return Row(map(count, cards)).sum()


def is_any(cards: Row) -> Array:
    """Whether there is a card in a set."""
    return reduce(operator.or_, cards) != 0


def nth_card(cards: Row, nth: Array) -> Array:
    """The place of the n-th card of a set, counted from 0: the way luck draws."""
    chosen, rest, place, before = cards[0], nth, jnp.uint32(0), jnp.int32(0)
    for word in range(1, len(cards)):
        before = before + count(cards[word - 1])
        beyond = nth >= before
        chosen = jnp.where(beyond, cards[word], chosen)
        rest = jnp.where(beyond, nth - before, rest)
        place = jnp.where(beyond, jnp.uint32(word * WORD), place)
    return (place + nth_bit(chosen, rest)).astype(jnp.int32)


def nth_bit(word: Array, nth: Array) -> Array:
    """The place of the n-th bit that is set, without a branch: is it in the upper half, in the upper quarter … ?"""
    sums = [word]
    for width, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        # of every 2, 4, 8, 16 neighbouring bits, how many are set, in their own places
        sums.append(plus(sums[-1] & jnp.uint32(mask), sums[-1] >> width & jnp.uint32(mask)))
    place = jnp.uint32(0)
    for half, below in zip((16, 8, 4, 2, 1), reversed(sums), strict=True):
        low = (below >> place & jnp.uint32(2 * half - 1)).astype(jnp.int32)
        beyond = nth >= low
        nth = jnp.where(beyond, nth - low, nth)
        place = jnp.where(beyond, place + jnp.uint32(half), place)
    return place


def count(word: Array) -> Array:
    """How many bits are set."""
    return count_bits(word).astype(jnp.int32)


def one_by_one(bits: Array, number: int) -> Row:
    """The lowest bits of a word, one truth for each."""
    return Row((bits & jnp.uint32(1 << place)) != 0 for place in range(number))


def looked_up(values: Sequence[int], place: Array) -> Array:
    """The value (below 256) at a place of a short table, without reading memory: four of them to a word."""
    groups = [values[first : first + 4] for first in range(0, len(values), 4)] or [()]
    words = [sum(value << 8 * number for number, value in enumerate(group)) for group in groups]
    word = jnp.uint32(words[0])
    for number, constant in enumerate(words[1:], start=1):
        word = jnp.where(place >> 2 == number, jnp.uint32(constant), word)
    return (word >> ((place & 3) * 8).astype(jnp.uint32) & jnp.uint32(0xFF)).astype(jnp.int32)
