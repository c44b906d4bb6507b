"""A choice of three players or more: the first few as a small game of their own, all others as they usually choose.

What they may do together, and what it promises each of them, is known from the rules, the deck, the others' likely
choices, and what a judge says of the positions after the next card. Such a game may have several equilibria: in some
one of them yields and in some another. So it is not solved from nothing: all set out from how they choose already, and
go a little way towards what is better. Where the others stay as they are, it is reckoned how one player answers them.

Arrays over positions are [K]; D players reckon, O others do not; J joint choices of the ones, M of the others.
"""

from functools import reduce
from itertools import product
from operator import mul
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from incangold.bots.amauta.mind import CHOICES, chances, think
from incangold.bots.amauta.signs import signs
from incangold.kernel.game import Game
from incangold.kernel.policies import Policies, leaving_chances
from incangold.kernel.view import seen_by
from incangold.solver.learning.foresight import (
    Cards,
    Known,
    after_every,
    cards_of,
    every_card,
    shares_of,
    some_cards,
)
from incangold.solver.learning.school import School, inside_of

RECKONING = 4  # players at most who set out for something better together
OTHERS_MAY = 2  # joint choices of all others, by lot where they may do more: so many if they learn as well
RIVALS_MAY = 32  # and so many if they stay as they are
TRIES = 60  # of choosing a little better than before, with no more than
STEP = 0.5  # so many nats each for all that is at stake
LEAST_STAKE = 0.001  # of a win: with less, steps grow no longer
NEVER = -1e9  # the wish for what cannot be chosen
HARDLY = 1e-9  # nothing is less likely at first, or it would stay so


class OthersMay(NamedTuple):
    """What those may do who do not reckon, and how much each of it weighs."""

    sets: Array  # [M, K] who of them leaves
    weight: Array  # [M, K]


def reckoned(game: Game, known: Known, key: Array) -> tuple[Array, Array]:
    """How likely those who reckon make each choice [3, D, K], and the share of the win that they may expect [D, K]."""
    return answered(game, known, key) if known.rivals else settled(game, known, key)


def settled(game: Game, known: Known, key: Array) -> tuple[Array, Array]:
    """Of the first few, who go a little way from how they choose to what is better."""
    reckoning, likely = those_who_reckon(game.players, ()), _likely(game, known)
    others, cards = jax.random.split(key)
    may = _others_may(others, likely[1, reckoning:], OTHERS_MAY)
    promises = promised(game, known, some_cards(game, cards), may, reckoning)
    better = improved(promises, inside_of(game, reckoning), likely[:2, :reckoning], known.doubt)
    return _of_three(better), (_together(better)[:, None] * promises).sum(axis=0)


def answered(game: Game, known: Known, key: Array) -> tuple[Array, Array]:
    """Of the first player, against rivals who stay as they are."""
    leave = jnp.stack([leaving_chances(rival, game, player)[1] for player, rival in enumerate(known.rivals, start=1)])
    promises = promised(game, known, every_card(game), _others_may(key, leave, RIVALS_MAY), reckoning=1)
    possible = jnp.arange(2)[:, None, None] <= inside_of(game, 1)
    likely = jax.nn.softmax(jnp.where(possible, promises / known.doubt, NEVER), axis=0)
    return _of_three(likely), (likely * promises).sum(axis=0)


def those_who_reckon(players: int, rivals: Policies) -> int:
    """How many they are."""
    return 1 if rivals else min(players, RECKONING)


def views(school: School, rivals: Policies) -> int:
    """So many views of what follows are looked at for every position."""
    reckoning, others_may = those_who_reckon(school.players, rivals), RIVALS_MAY if rivals else OTHERS_MAY
    choices = 2**reckoning * min(others_may, 2 ** (school.players - reckoning))
    return reckoning * choices * cards_of(school.edition, some=not rivals)


def promised(game: Game, known: Known, cards: Cards, may: OthersMay, reckoning: int) -> Array:
    """What every joint choice of the first players promises each of them: [J, D, K]."""
    own = jnp.array([_set_of(does) for does in _joint_choices(reckoning)], jnp.uint32)
    leaving = game.in_temple & (own[:, None, None] | (may.sets << jnp.uint32(reckoning)))  # [J, M, K]
    after, chance = after_every(cards, game, leaving)
    everywhere = jax.tree.map(lambda numbers: jnp.broadcast_to(numbers, chance.shape), after)
    shares = shares_of([everywhere] * reckoning, range(reckoning), known.judge)  # [C, J, M, D, K]
    on_average = (chance[..., None, :] * shares).sum(axis=0)
    return (may.weight[:, None] * on_average).sum(axis=1)


def improved(promises: Array, inside: Array, likely: Array, doubt: Array) -> Array:
    """How likely each of them leaves or not [2, D, K], a little wiser than `likely`; all go at the same time.

    Each looks a little ahead, as if the others went on as they went last: or they would run in a circle.
    """
    possible = jnp.arange(2)[:, None, None] <= inside
    step = STEP / jnp.maximum(promises.max(axis=0) - promises.min(axis=0), LEAST_STAKE)

    def once_more(_: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        wishes, gained = now
        gains = _gains(promises, jax.nn.softmax(wishes, axis=0))
        wiser = (jax.nn.log_softmax(wishes, axis=0) + step * (2 * gains - gained)) / (1 + step * doubt)
        return jnp.where(possible, wiser, NEVER), gains

    wishes = jnp.where(possible, jnp.log(likely + HARDLY), NEVER)
    wishes, _ = lax.fori_loop(0, TRIES, once_more, (wishes, _gains(promises, likely)))
    return jax.nn.softmax(wishes, axis=0)


def _gains(promises: Array, likely: Array) -> Array:
    """What staying and leaving promise each of them, as the others are likely to choose: [2, D, K]."""
    players = promises.shape[1]
    every = np.array(_joint_choices(players), bool)
    gains = []
    for player in range(players):
        others = _together(likely.at[:, player].set(1.0))
        by_choice = others * promises[:, player]
        gains.append(jnp.stack([by_choice[every[:, player] == leaves].sum(axis=0) for leaves in (False, True)]))
    return jnp.stack(gains, axis=1)


def _together(likely: Array) -> Array:
    """How likely every joint choice is, if each chooses so likely [2, D, K]: [J, K]."""
    every = np.array(_joint_choices(likely.shape[1]))
    return reduce(mul, [likely[every[:, player], player] for player in range(likely.shape[1])])


def _likely(game: Game, known: Known) -> Array:
    """How all are likely to choose already: [3, N, K]."""
    everybody = range(game.players)
    seen = jax.tree.map(lambda *each: jnp.stack(each), *(seen_by(game, player) for player in everybody))
    thought = think(known.judge, signs(seen, game.edition, game.players, jnp), jnp)
    return chances(thought.wishes, inside_of(game, game.players), jnp)


def _others_may(key: Array, leave: Array, many: int) -> OthersMay:
    """All they may do, who leave so likely [O, K]; or so much of it by lot."""
    others, positions = leave.shape
    if 2**others > many:
        does = jax.random.uniform(key, (many, *leave.shape)) < leave
        return OthersMay(_sets(does), jnp.full((many, positions), 1 / many))
    does = jnp.array(_joint_choices(others), bool)[:, :, None]
    weight = jnp.where(does, leave, 1 - leave).prod(axis=1)
    return OthersMay(_sets(jnp.broadcast_to(does, (2**others, *leave.shape))), weight)


def _joint_choices(players: int) -> list[tuple[int, ...]]:
    """Who of so many leaves (1) or stays (0)."""
    return list(product((0, 1), repeat=players))


def _set_of(does: tuple[int, ...]) -> int:
    return sum(leaves << player for player, leaves in enumerate(does))


def _sets(does: Array) -> Array:
    """Who leaves [M, O, K] as sets [M, K]."""
    places = jnp.arange(does.shape[1], dtype=jnp.uint32)[:, None]
    return (does.astype(jnp.uint32) << places).sum(axis=1, dtype=jnp.uint32)


def _of_three(likely: Array) -> Array:
    """With one adventurer each, both of them never leave: [3, D, K]."""
    return jnp.concatenate([likely, jnp.zeros_like(likely[: CHOICES - 2])])
