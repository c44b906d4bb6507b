"""How the trained player makes up its mind: a small network from signs to wishes, in NumPy or in JAX."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from incangold.seen import Array, Seen

CHOICES = 3  # none of mine leaves, one does, both do


class Layer(NamedTuple):
    """One layer of a network, or of several side by side, each of which listens to its own."""

    weights: Array  # [out, in], or side by side [networks, out, in]
    bias: Array  # [out], or one after the other [networks * out]


Mind = Sequence[Layer]


class Thought(NamedTuple):
    """What it makes of a position; the axes of many positions come last."""

    wishes: Array  # [3, …] logits: how many of mine should leave
    share: Array  # […] of the win that it expects, as a logit


def think(mind: Mind, signs: Array, xp: Any) -> Thought:
    """From signs [F, …] to a thought."""
    *hidden, last = mind
    signal = signs
    for layer in hidden:
        signal = xp.maximum(_through(layer, signal, xp), 0)
    out = _through(last, signal, xp)
    return Thought(out[:CHOICES], out[CHOICES])


def _through(layer: Layer, signal: Array, xp: Any) -> Array:
    bias = layer.bias.reshape(-1, *[1] * (signal.ndim - 1))
    if layer.weights.ndim == 2:
        return xp.tensordot(layer.weights, signal, axes=1) + bias
    networks, _, wide = layer.weights.shape
    heard = xp.matmul(layer.weights, signal.reshape(networks, wide, -1))
    return heard.reshape(-1, *signal.shape[1:]) + bias


def chances(wishes: Array, inside: Array, xp: Any) -> Array:
    """How likely none, one or both of mine leave, with so many of them in the temple: [3, …]."""
    number = xp.arange(CHOICES).reshape(-1, *[1] * (wishes.ndim - 1))
    possible = xp.where(number <= inside, wishes, -1e9)
    weight = xp.exp(possible - possible.max(axis=0))
    return weight / weight.sum(axis=0)


def inside_of(seen: Seen, players: int) -> Array:
    """How many of one's own adventurers are in the temple."""
    return sum(seen.in_temple[seat] for seat in range(len(seen.in_temple) // players))
