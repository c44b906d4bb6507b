"""What an environment is made with, checked before anything is set out."""

from collections.abc import Sequence
from operator import index
from typing import Literal

from incangold.envs.refusals import OptionRefused

Sits = int | Literal["any"]


def whole_number(option: str, value: object) -> int:
    """A whole number, of whatever type; a text or a fraction is refused."""
    try:
        return index(value)  # type: ignore[arg-type]  # whatever is no whole number is refused
    except TypeError:
        raise OptionRefused(option=option, value=repr(value)[:40], why="a whole number is wanted") from None


def opponents_named(opponents: object) -> tuple[str, ...]:
    """The names of the bots one plays against; a single text is no list of names."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise _no_names(opponents)
    for name in opponents:
        if not isinstance(name, str):
            raise _no_names(opponents)
    return tuple(opponents)


def seat_named(seat: object, players: int) -> Sits:
    """Where the player sits, counted from 0, or "any"."""
    if seat == "any":
        return "any"
    try:
        number = index(seat)  # type: ignore[arg-type]  # whatever is no whole number is refused
    except TypeError:
        number = -1
    if not 0 <= number < players:
        why = f'with {players} players a seat is a whole number from 0 to {players - 1}, or "any"'
        raise OptionRefused(option="seat", value=repr(seat)[:40], why=why)
    return number


def _no_names(opponents: object) -> OptionRefused:
    why = "a list of names is wanted, such as ['die', 'odds']"
    return OptionRefused(option="opponents", value=repr(opponents)[:40], why=why)
