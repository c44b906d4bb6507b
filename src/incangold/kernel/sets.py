"""Sets as bits: cards by their place in the box (a row of words), adventurers by their seat (one word)."""

import operator
from functools import reduce

import jax.numpy as jnp
from jax import Array, lax

from incangold.kernel.row import Row

WORD = 32


def card_set(card: Array, words: int) -> Row:
    """The set of one card, by its place in the box."""
    bit = jnp.uint32(1) << (card % WORD).astype(jnp.uint32)
    return Row(jnp.where(card // WORD == word, bit, jnp.uint32(0)) for word in range(words))


def how_many(cards: Row) -> Array:
    """How many cards are in a set."""
    return Row(map(count, cards)).sum()


def is_any(cards: Row) -> Array:
    """Whether there is a card in a set."""
    return reduce(operator.or_, cards) != 0


def nth_card(cards: Row, nth: Array) -> Array:
    """The place of the n-th card of a set, counted from 0: the way luck draws."""
    chosen, rest, place, before = cards[0], nth, jnp.int32(0), jnp.int32(0)
    for word in range(1, len(cards)):
        before = before + count(cards[word - 1])
        beyond = nth >= before
        chosen = jnp.where(beyond, cards[word], chosen)
        rest = jnp.where(beyond, nth - before, rest)
        place = jnp.where(beyond, word * WORD, place)
    return place + nth_bit(chosen, rest)


def nth_bit(word: Array, nth: Array) -> Array:
    """The place of the n-th bit that is set, without a branch: halves, quarters … by how many bits they hold."""
    place = jnp.int32(0)
    for half in (16, 8, 4, 2, 1):
        low = count(word & jnp.uint32((1 << half) - 1))
        beyond = nth >= low
        nth = jnp.where(beyond, nth - low, nth)
        word = jnp.where(beyond, word >> half, word)
        place = jnp.where(beyond, place + half, place)
    return place


def count(word: Array) -> Array:
    """How many bits are set."""
    return lax.population_count(word).astype(jnp.int32)


def one_by_one(bits: Array, number: int) -> Row:
    """The lowest bits of a word, one truth for each."""
    return Row((bits >> place) & 1 == 1 for place in range(number))


def as_bits(truths: Row) -> Array:
    """The other way round."""
    return reduce(operator.or_, [truth.astype(jnp.uint32) << place for place, truth in enumerate(truths)], jnp.uint32(0))
