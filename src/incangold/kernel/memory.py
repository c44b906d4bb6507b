"""What whoever watches remembers of each adventurer: the twin of `incangold.memory`."""

import jax.numpy as jnp
from jax import Array

from incangold.game import MOST_REMEMBERED
from incangold.kernel.game import Game
from incangold.kernel.path import treasure_on
from incangold.kernel.row import Row, where
from incangold.kernel.sets import one_by_one
from incangold.kernel.temperaments import scavenger
from incangold.kernel.view import seen_by


def walked_past(game: Game, leaving: Array) -> Row:
    """By seat: the most it left lying on the path to go on."""
    lying = jnp.minimum(treasure_on(game.path_treasure, game.edition.path_share), MOST_REMEMBERED)
    passed_by = one_by_one(game.in_temple & ~leaving, game.seats)
    return where(passed_by & (game.walked_past < lying), lying, game.walked_past)


def scavenging(game: Game, leaving: Array) -> Array:
    """The set of those who have gone home whenever a scavenger would, and never else: all inside see the same."""
    goes = scavenger(game.edition, seen_by(game, 0, when_inside=True), 0)
    return game.scavenging & ~(where(goes, game.in_temple, jnp.uint32(0)) ^ leaving)
