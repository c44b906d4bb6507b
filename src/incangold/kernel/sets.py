"""Sets as bits: cards by their place in the box (one or more words), adventurers by their seat (one word)."""

from functools import reduce
from operator import add, or_

import jax.numpy as jnp
from jax import Array, lax

WORD = 32


def words_of(cards: Array) -> list[Array]:
    """The words of a set of cards, one by one."""
    return [cards[word] for word in range(cards.shape[0])]


def card_set(card: Array, words: int) -> Array:
    """The set of one card, by its place in the box: [W] uint32."""
    bit = jnp.uint32(1) << (card % WORD).astype(jnp.uint32)
    return jnp.stack([jnp.where(card // WORD == word, bit, jnp.uint32(0)) for word in range(words)])


def how_many(cards: Array) -> Array:
    """How many cards are in a set."""
    return total([count(word) for word in words_of(cards)])


def total(numbers: list[Array]) -> Array:
    """A sum written out: a compiler keeps it in the same loop as what it sums."""
    return reduce(add, numbers, jnp.int32(0))


def is_any(cards: Array) -> Array:
    """Whether there is a card in a set."""
    return reduce(or_, words_of(cards)) != 0


def nth_card(cards: Array, nth: Array) -> Array:
    """The place of the n-th card of a set, counted from 0: the way luck draws."""
    chosen, rest, place, before = cards[0], nth, jnp.int32(0), jnp.int32(0)
    for word in range(1, cards.shape[0]):
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


def by_seat(seats: Array, number: int) -> Array:
    """A set of adventurers as one truth for each seat: [S] bool."""
    return (seats >> jnp.arange(number, dtype=jnp.uint32)) & 1 == 1


def seat_set(truths: Array) -> Array:
    """The other way round: [S] bool as a set of adventurers."""
    return reduce(or_, [truths[seat].astype(jnp.uint32) << seat for seat in range(truths.shape[0])])
