#!/usr/bin/env python3
"""A first policy by self-play, in plain JAX: four copies of a small network play each other in many games at once.

    python examples/train_first_policy.py --seconds 120

It needs `pip install "incangold[envs]"`; the seconds include compiling, about half a minute on two cores. Whatever
went better than the network expected, it does more often (advantage actor-critic). Every line it prints tells of two
matches, against three `die` and against three `odds`.
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.envs.batched import BatchedIncanGold, State, auto_reset
from incangold.envs.bounds import highest
from incangold.envs.compiled import numbers
from incangold.kernel.policies import Policy, own_policy
from incangold.seen import Seen

PLAYERS, LANES, STEPS, GAMES = 4, 256, 32, 4096
RATE, PATIENCE = 3e-3, 0.97
SECONDS = "train for so long, compiling included, about half a minute on two cores (default: %(default)s)"

env = BatchedIncanGold(players=PLAYERS, reward="win")
init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
most = highest(env.edition, PLAYERS).clip(1)

Weights = list[tuple[Array, Array]]
Played = dict[str, Array]  # [steps, lanes, players, …]


def untrained(key: Array, sizes: tuple[int, ...] = (len(most), 64, 64, 2)) -> Weights:
    """The layers of a network that knows nothing yet."""
    layers = zip(jax.random.split(key, len(sizes) - 1), sizes, sizes[1:], strict=False)
    return [(jax.random.normal(luck, (rows, wide)) / rows**0.5, jnp.zeros(wide)) for luck, rows, wide in layers]


def network(weights: Weights, observation: Array) -> tuple[Array, Array]:
    """How much it wants to leave (a logit), and the reward it expects."""
    *hidden, (last, shift) = weights
    signal = jnp.sqrt(observation / most)  # from 0 to 1, small numbers well apart
    for matrix, bias in hidden:
        signal = jnp.tanh(signal @ matrix + bias)
    out = signal @ last + shift
    return out[..., 0], out[..., 1]


def play(weights: Weights, state: State, key: Array) -> tuple[State, Played]:
    """One step of all lanes: what was seen and done, what was open, what came of it."""
    choosing, stepping = jax.random.split(key)
    seen, is_open = state.observation, state.legal_action_mask[..., 1]
    logit, value = network(weights, seen)
    camp = jax.random.bernoulli(choosing, jax.nn.sigmoid(logit)) & is_open
    state = step(state, camp.astype(jnp.int32), jax.random.split(stepping, LANES))
    goes_on = jnp.broadcast_to(~state.terminated[:, None], value.shape)
    done = {"seen": seen, "is_open": is_open, "camp": camp, "value": value}
    return state, done | {"reward": state.rewards, "goes_on": goes_on}


def advantages(played: Played, value: Array) -> Array:
    """How much better it went than expected after each step; surprises far ahead count less (GAE)."""

    def earlier(later: tuple[Array, Array], now: Played) -> tuple[tuple[Array, Array], Array]:
        better, value = later
        better = now["reward"] - now["value"] + now["goes_on"] * (value + PATIENCE * better)
        return (better, now["value"]), better

    return lax.scan(earlier, (jnp.zeros_like(value), value), played, reverse=True)[1]


def loss(weights: Weights, played: Played, better: Array) -> Array:
    """Choose more often what went better, and expect what came."""
    logit, value = network(weights, played["seen"])
    likelihood = jax.nn.log_sigmoid(jnp.where(played["camp"], logit, -logit))
    gain = jnp.sum(played["is_open"] * likelihood * better) / (jnp.sum(played["is_open"]) * better.std())
    return jnp.mean((value - played["value"] - better) ** 2) - gain


def adam(number: Array, weight: Array, slope: Array, mean: Array, square: Array) -> tuple[Array, Array, Array]:
    """One step downhill."""
    mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
    step_by = RATE * jnp.sqrt(1 - 0.999**number) / (1 - 0.9**number)
    return weight - step_by * mean / (jnp.sqrt(square) + 1e-8), mean, square


@jax.jit
def improve(number: Array, learnt: Any, state: State, key: Array) -> tuple[Any, State]:
    """Play a while, and learn from it; `learnt` is the weights and what Adam remembers of their slopes."""
    state, played = lax.scan(partial(play, learnt[0]), state, jax.random.split(key, STEPS))
    better = advantages(played, network(learnt[0], state.observation)[1])
    slopes = jax.grad(loss)(learnt[0], played, better)
    stepped = jax.tree.map(partial(adam, number), learnt[0], slopes, *learnt[1:])
    return jax.tree.transpose(jax.tree.structure(slopes), jax.tree.structure((0, 0, 0)), stepped), state


def training(seed: int) -> Iterator[Weights]:
    """The weights, untrained and after every iteration."""
    first, games, luck = jax.random.split(jax.random.key(seed), 3)
    weights, state = untrained(first), jax.jit(init)(jax.random.split(games, LANES))
    zeros, number = jax.tree.map(jnp.zeros_like, weights), 0
    learnt = (weights, zeros, zeros)
    while True:
        yield learnt[0]
        number += 1
        learnt, state = improve(jnp.float32(number), learnt, state, jax.random.fold_in(luck, number))


def chance(weights: Weights, seen: Seen) -> Array:
    """The network as a policy of the kernel: how likely it leaves. It has never met a die, so it is told of none."""
    return jax.nn.sigmoid(network(weights, numbers(seen._replace(dice=jnp.zeros_like(seen.dice))))[0])


@partial(jax.jit, static_argnames="opponent")
def match(weights: Weights, opponent: str, key: Array) -> tuple[Array, Array]:
    """One network against three of the roster: its share of the wins, and how far off that may be (95 %)."""
    policies: list[str | Policy] = [own_policy(chance, weights), *[opponent] * (PLAYERS - 1)]
    rewards = jax.vmap(partial(env.play_out, policies))(jax.random.split(key, GAMES)).rewards[:, 0]
    return 100 * (rewards.mean() + 1 / PLAYERS), 196 * rewards.std() / GAMES**0.5


def main() -> None:
    """Train for so long, and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=120, help=SECONDS)
    parser.add_argument("--iterations", type=int, default=10**6, help="or for so many iterations")
    parser.add_argument("--every", type=int, default=100, help="iterations between two matches (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="the same seed learns the same (default: %(default)s)")
    options, began = parser.parse_args(), time.monotonic()
    for number, weights in enumerate(training(options.seed)):
        seconds = time.monotonic() - began
        is_last = number >= options.iterations or seconds > options.seconds
        if is_last or number % options.every == 0:
            shares = {name: match(weights, name, jax.random.key(number)) for name in ("die", "odds")}
            wins = "   ".join(f"three {name}: {win:4.1f} ± {off:.1f} %" for name, (win, off) in shares.items())
            print(f"iteration {number:5}   {seconds:4.0f} s   wins against {wins}", flush=True)
        if is_last:
            break


if __name__ == "__main__":
    main()
