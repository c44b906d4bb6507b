"""Bots made of the plain ones, as functions of arrays: the twin of `incangold.bots.temperaments`."""

from collections.abc import Callable

import jax.numpy as jnp
from jax import Array

from incangold.editions import Edition
from incangold.kernel.path import treasure_on
from incangold.kernel.simple import hazard, odds, treasure
from incangold.memory import HEAP, LARGE_HEAP
from incangold.seen import Seen


def timid(edition: Edition, seen: Seen, mine: int) -> Array:
    """Runs from the first hazard as soon as it has anything to lose, and at eight from its own shadow."""
    return (treasure(1, seen, mine) & hazard(1, seen, mine)) | treasure(8, seen, mine)


def greedy(edition: Edition, seen: Seen, mine: int) -> Array:
    """Never blinks before fifteen, or the fourth hazard."""
    return treasure(15, seen, mine) | hazard(4, seen, mine)


def scavenger(edition: Edition, seen: Seen, mine: int) -> Array:
    """Goes home to pick up what the others left: when the path holds more than a share of the next card would."""
    lying = treasure_on(seen.path_treasure, edition.path_share)
    return ((lying >= HEAP) & hazard(1, seen, mine)) | (lying >= LARGE_HEAP) | odds(edition, seen, mine)


def follower(edition: Edition, seen: Seen, mine: int) -> Array:
    """Stays while the crowd stays; once half of it is home, so is this one."""
    everybody = len(seen.in_temple)
    return (2 * seen.in_temple.sum() <= everybody) | hazard(4, seen, mine)


def hunter(edition: Edition, seen: Seen, mine: int) -> Array:
    """Waits for an artifact and for the others to leave; then walks out with it."""
    few_are_left = seen.in_temple.sum() <= 2
    return jnp.where(seen.path_artifacts.sum() > 0, few_are_left, treasure(12, seen, mine) | hazard(3, seen, mine))


CHARACTERS: dict[str, Callable[..., Array]] = {
    "timid": timid,
    "greedy": greedy,
    "scavenger": scavenger,
    "follower": follower,
    "hunter": hunter,
}
