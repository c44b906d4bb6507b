"""A small neural network as a player: what somebody's own policy costs inside the compiled loop."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from incangold.editions import Edition
from incangold.kernel.policies import Policy, own_policy
from incangold.seen import Seen, shapes

WIDTHS = (64, 64, 1)
Layers = list[tuple[Any, Any]]  # weights and biases


def network(edition: Edition, players: int, *, seed: int) -> Policy:
    """All that is seen → 64 → 64 → the probability of Camp, with random weights that a seed fixes."""
    luck, layers, inputs = np.random.default_rng(seed), [], sum(shapes(edition, players))
    for width in WIDTHS:
        weights = luck.normal(0, inputs**-0.5, (inputs, width)).astype(np.float32)
        layers.append((weights, np.zeros(width, np.float32)))
        inputs = width
    return own_policy(chance_of_camp, layers)


def chance_of_camp(layers: Layers, seen: Seen) -> Array:
    """What the network says."""
    signal = jnp.concatenate([jnp.atleast_1d(part).astype(jnp.float32) for part in seen])
    for weights, biases in layers[:-1]:
        signal = jax.nn.relu(signal @ weights + biases)
    weights, biases = layers[-1]
    return jax.nn.sigmoid((signal @ weights + biases)[0])
