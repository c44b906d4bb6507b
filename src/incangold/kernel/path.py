"""What lies on the path, and how leavers divide it."""

import jax.numpy as jnp
from jax import Array

from incangold.editions import PathShare
from incangold.kernel.sets import total


def divided(stones: Array, among: Array) -> tuple[Array, Array]:
    """Quotient and remainder of small whole numbers; a float holds them exactly, and vector units divide floats."""
    among = jnp.maximum(among, 1)
    each = ((stones.astype(jnp.float32) + 0.5) / among.astype(jnp.float32)).astype(jnp.int32)
    return each, stones - each * among


def treasure_on(path_treasure: Array, how: PathShare) -> Array:
    """All treasure lying on the path."""
    if how is PathShare.POOLED:
        return path_treasure[0]
    return total([path_treasure[place] * (place + 1) for place in range(path_treasure.shape[0])])


def left_behind(path_treasure: Array, left: Array, how: PathShare) -> Array:
    """The path with one more treasure card, on which so much is left."""
    if how is PathShare.POOLED:
        return path_treasure + left
    return path_treasure + (jnp.arange(1, path_treasure.shape[0] + 1) == left)


def share_path(path_treasure: Array, *, among: Array, how: PathShare) -> tuple[Array, Array]:
    """R9. What each leaver takes, and the path with what does not divide still on it."""
    if how is PathShare.POOLED:
        each, left = divided(path_treasure[0], among)
        return each, left[None]
    stones = range(1, path_treasure.shape[0] + 1)
    shares = [divided(jnp.int32(number), among) for number in stones]
    each = total([share * path_treasure[place] for place, (share, _) in enumerate(shares)])
    left_on = [
        total([jnp.where(left == number, path_treasure[place], 0) for place, (_, left) in enumerate(shares)])
        for number in stones
    ]
    return each, jnp.stack(left_on)
