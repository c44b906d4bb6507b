"""The plain bots as functions of arrays, each giving its fear: the twin of `incangold.bots.simple`."""

from typing import Any

import jax.numpy as jnp
from jax import Array

from incangold.editions import PRINTED_WORTH, Artifacts, Edition
from incangold.kernel.path import treasure_on
from incangold.seen import Seen, different_treasures


def turn(number: Array | int, seen: Seen, mine: int) -> Array:
    """Leaves at the first choice with so many cards on the path."""
    return seen.path_cards >= number


def treasure(number: Array | int, seen: Seen, mine: int) -> Array:
    """Leaves with so much beside the tent."""
    return seen.beside_tent[mine] >= number


def hazard(number: Array | int, seen: Seen, mine: int) -> Array:
    """Leaves when so many hazards lie on the path."""
    return seen.path_hazards.sum() >= number


def at_random(edition: Edition, seen: Seen, mine: int) -> Array:
    """Tosses a coin."""
    return jnp.int32(1)


def die(edition: Edition, seen: Seen, mine: int) -> Array:
    """R16. 1 per artifact; with a hazard on the path also 1 per hazard, 1 for 7 at the tent, 1 for 7 on the path."""
    hazards, artifacts = seen.path_hazards.sum(), seen.path_artifacts.sum()
    rich = (seen.beside_tent[mine] >= 7).astype(jnp.int32)
    tempting = (treasure_on(seen.path_treasure, edition.path_share) >= 7).astype(jnp.int32)
    return artifacts + jnp.where(hazards > 0, hazards + rich + tempting, 0)


def odds(edition: Edition, seen: Seen, mine: int) -> Array:
    """Leaves when the expected loss of one more card is at least its expected gain (`incangold.odds.one_more_card`)."""
    claimed, found = seen.artifacts.sum(), seen.path_artifacts.sum()
    lying = treasure_on(seen.path_treasure, edition.path_share)
    gain = (seen.deck_treasures * different_treasures(edition)).sum()
    before = jnp.int32(0)
    for place, artifact in enumerate(edition.artifacts_in_box):
        lying = lying + seen.path_artifacts[place] * _worth(edition, artifact, claimed + before)
        gain = gain + seen.deck_artifacts[place] * _worth(edition, artifact, claimed + found)
        before = before + seen.path_artifacts[place]
    deadly = (seen.path_hazards * seen.deck_hazards).sum()
    inside = seen.in_temple.sum()
    return deadly * (seen.beside_tent[mine] * inside + lying) >= gain


def _worth(edition: Edition, artifact: Any, claimed: Array) -> Array:
    if edition.artifacts is Artifacts.PRINTED:
        return jnp.int32(PRINTED_WORTH[artifact])
    return jnp.where(claimed < 3, 5, 10)
