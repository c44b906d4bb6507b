"""Positions to reckon with: met in games at random, and as arrays."""

from collections.abc import Iterable
from random import Random
from typing import Any

import jax
import jax.numpy as jnp

from incangold.editions import edition
from incangold.game import CHOICES, Game
from incangold.kernel.encode import encode
from tests.twins.scripts import at_random


def met(name: str, players: int, many: int = 5) -> list[Game]:
    """Positions in which somebody is to choose; the last choice ends a game."""
    luck, box = Random(5), edition(name)
    every = [game for _ in range(6) for game in at_random(box, players, luck).moments if game.phase is CHOICES]
    return [*luck.sample(every, many), every[-1]]


def in_arrays(games: Iterable[Game]) -> Any:
    """All of them as one position of arrays."""
    return jax.tree.map(lambda *each: jnp.stack(each), *map(encode, games))
