"""A short array whose numbers are kept apart: one for each adventurer, artifact or word.

To the compiler they are so many arrays over all lanes, and every operation is a plain loop over lanes. As one array
with a short axis they would be taken apart and put together again at every step, at many times the cost.
"""

import operator
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from incangold.kernel.machine import plus

Operand = Any  # a row, a sequence of constants, or a single number for all


@jax.tree_util.register_pytree_node_class
class Row:
    """Reckons number by number, with another row of its length or with a single number for all."""

    __slots__ = ("_sum", "numbers")

    def __init__(self, numbers: Iterable[Any], *, sum: Any = None) -> None:  # noqa: A002
        self.numbers = tuple(numbers)
        self._sum = sum

    def tree_flatten(self) -> tuple[tuple[Any, ...], None]:
        """For JAX: the numbers are the leaves."""
        return self.numbers, None

    @classmethod
    def tree_unflatten(cls, _: None, numbers: Iterable[Any]) -> "Row":
        """For JAX: the other way round."""
        return cls(numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Array]:
        return iter(self.numbers)

    def __getitem__(self, place: int) -> Array:
        return self.numbers[place]

    def __repr__(self) -> str:
        return f"Row({', '.join(map(str, self.numbers))})"

    def __add__(self, other: Operand) -> "Row":
        return each(plus, self, other)

    def __mul__(self, other: Operand) -> "Row":
        return each(operator.mul, self, other)

    def __and__(self, other: Operand) -> "Row":
        return each(operator.and_, self, other)

    def __or__(self, other: Operand) -> "Row":
        return each(operator.or_, self, other)

    def __rshift__(self, other: Operand) -> "Row":
        return each(operator.rshift, self, other)

    def __ge__(self, other: Operand) -> "Row":
        return each(operator.ge, self, other)

    def __lt__(self, other: Operand) -> "Row":
        return each(operator.lt, self, other)

    def __gt__(self, other: Operand) -> "Row":
        return each(operator.gt, self, other)

    def __invert__(self) -> "Row":
        return Row(~number for number in self.numbers)

    def sum(self) -> Array:
        """All of them together; a row may have been made with a quicker way to say it."""
        if self._sum is not None:
            return self._sum
        return reduce(operator.add, self.numbers) if self.numbers else jnp.int32(0)

    def max(self) -> Array:
        """The largest."""
        return reduce(jnp.maximum, self.numbers)

    def array(self) -> Array:
        """As one array."""
        return jnp.stack(self.numbers) if self.numbers else jnp.zeros(0, jnp.int32)


def each(function: Callable[..., Any], *operands: Operand) -> Row:
    """A function of the first numbers, of the second numbers …; a single number stands for a row of it."""
    length = max(len(one) for one in operands if isinstance(one, Row))
    return Row(map(function, *[one if _is_long(one) else [one] * length for one in operands]))


def _is_long(operand: Operand) -> bool:
    """A JAX array with an axis is one number for each lane; a constant of NumPy with one is a row."""
    return isinstance(operand, Row | list | tuple) or (isinstance(operand, np.ndarray) and operand.ndim == 1)


def where(truth: Operand, this: Operand, that: Operand) -> Any:
    """This where it is true, that where it is not; number by number if any of the three is a row."""
    if any(isinstance(one, Row) for one in (truth, this, that)):
        return each(jnp.where, truth, this, that)
    return jnp.where(truth, this, that)


def row_of(number: Any, length: int) -> Row:
    """The same number, so many times."""
    return Row([number] * length)
