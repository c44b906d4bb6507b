"""The trained player as a policy of arrays: the same signs and the same network as at a table."""

from functools import cache
from typing import Any

import jax.numpy as jnp
from jax import Array

from incangold.bots.amauta.mind import Mind, chances, inside_of, think
from incangold.bots.amauta.signs import signs
from incangold.bots.line import ITS_OWN, Manner, tempered, through
from incangold.editions import Edition
from incangold.kernel.policies import Policy, own_policy
from incangold.seen import Seen


def mind_policy(mind: Mind, edition: Edition, players: int, manner: Manner = ITS_OWN) -> Policy:
    """A trained mind at a table of so many players, as it is or weakened."""
    return own_policy(_chance(edition, players, manner), mind)


@cache
def _chance(edition: Edition, players: int, manner: Manner) -> Any:
    """One function for one edition, company and manner, the same each time, so that nothing is compiled twice."""

    def chance(mind: Mind, seen: Seen) -> Array:
        read = signs(through(manner, seen, edition, players), edition, players, jnp)
        wishes = tempered(manner, think(mind, read, jnp).wishes, jnp)
        likely = chances(wishes, inside_of(seen, players), jnp)
        return joint(likely, seen) if players == 2 else likely[1]

    return chance


def joint(likely: Array, seen: Seen) -> Array:
    """None, one or both as the four joint choices of two adventurers: of two in the temple either goes as likely."""
    first, second = seen.in_temple[0], seen.in_temple[1]
    either_one = jnp.maximum(first + second, 1)
    return jnp.stack([likely[0], likely[1] * first / either_one, likely[1] * second / either_one, likely[2]])
