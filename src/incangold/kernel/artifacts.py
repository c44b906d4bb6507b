"""Artifacts that have left the temple: how many there are, who has them, what they count."""

import jax.numpy as jnp
from jax import Array

from incangold.editions import PRINTED_WORTH, Artifacts
from incangold.kernel.game import Game, Haul, haul
from incangold.kernel.row import Row, where
from incangold.kernel.sets import count, one_by_one


def artifacts_claimed(game: Game) -> Array:
    """How many artifacts have left the temple in the whole game: those that are nowhere else."""
    if not game.edition.artifacts_in_box:
        return jnp.int32(0)
    elsewhere = game.under_temples | game.quest_deck[-1] | game.path[-1] | game.removed[-1]
    return len(game.edition.artifacts_in_box) - count(elsewhere)


def artifacts_by_seat(game: Game) -> tuple[Row, Row]:
    """How many artifacts every adventurer has, and what they count: [S] each."""
    hauls = [haul(tent) for tent in game.tents]
    return Row(count(each.artifacts) for each in hauls), Row(_worth(game, each) for each in hauls)


def _worth(game: Game, held: Haul) -> Array:
    """R10. What artifacts count: 5, and 10 for the late ones; or what is printed on them."""
    if game.edition.artifacts is not Artifacts.PRINTED:
        return 5 * (count(held.artifacts) + held.late)
    printed = [PRINTED_WORTH[artifact] for artifact in game.edition.artifacts_in_box]
    return where(one_by_one(held.artifacts, len(printed)), printed, 0).sum()
