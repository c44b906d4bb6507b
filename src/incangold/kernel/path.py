"""What lies on the path, and how leavers divide it."""

import jax.numpy as jnp
from jax import Array

from incangold.editions import PathShare
from incangold.kernel.machine import inverse
from incangold.kernel.row import Row


def divided(stones: Array, among: Array) -> tuple[Array, Array]:
    """Quotient and remainder of small whole numbers; nobody divides as one would.

    Vector units divide floats. With half a stone more, what should be whole is far from the next whole number.
    """
    among = jnp.maximum(among, 1)
    each = ((stones.astype(jnp.float32) + 0.5) * inverse(among.astype(jnp.float32))).astype(jnp.int32)
    return each, stones - each * among


def treasure_on(path_treasure: Row, how: PathShare) -> Array:
    """All treasure lying on the path."""
    if how is PathShare.POOLED:
        return path_treasure[0]
    return Row(cards * stones for stones, cards in enumerate(path_treasure, start=1)).sum()


def left_behind(path_treasure: Row, left: Array, how: PathShare) -> Row:
    """The path with one more treasure card, on which so much is left."""
    if how is PathShare.POOLED:
        return path_treasure + left
    return Row(cards + (left == stones) for stones, cards in enumerate(path_treasure, start=1))


def share_path(path_treasure: Row, *, among: Array, how: PathShare) -> tuple[Array, Row]:
    """R9. What each leaver takes, and the path with what does not divide still on it."""
    if how is PathShare.POOLED:
        each, left = divided(path_treasure[0], among)
        return each, Row([left])
    shares = [divided(jnp.int32(stones), among) for stones in range(1, len(path_treasure) + 1)]
    each = Row(cards * share for cards, (share, _) in zip(path_treasure, shares, strict=True)).sum()
    return each, Row(
        Row(jnp.where(left == stones, cards, 0) for cards, (_, left) in zip(path_treasure, shares, strict=True)).sum()
        for stones in range(1, len(path_treasure) + 1)
    )
