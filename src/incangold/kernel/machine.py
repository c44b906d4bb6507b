"""The few operations that a machine may say in its own words; everybody else says them as JAX does."""

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from jax import Array, lax


class Words(NamedTuple):
    """How a machine says it."""

    count_bits: Callable[[Array], Array]
    plus: Callable[[Any, Any], Any]
    inverse: Callable[[Array], Array]


AS_JAX_SAYS = Words(lax.population_count, operator.add, lambda number: 1 / number)
_spoken = ContextVar("spoken", default=AS_JAX_SAYS)


def count_bits(word: Array) -> Array:
    """How many bits of a word are set."""
    return _spoken.get().count_bits(word)


def plus(this: Any, that: Any) -> Any:
    """A sum; said so where there are many of them."""
    return _spoken.get().plus(this, that)


def inverse(number: Array) -> Array:
    """1 / number, right to the last bit but one."""
    return _spoken.get().inverse(number)


@contextmanager
def speaking(words: Words) -> Iterator[None]:
    """While a program is traced for a machine with words of its own."""
    before = _spoken.set(words)
    try:
        yield
    finally:
        _spoken.reset(before)
