"""One player's lane among bots of the roster, compiled: from its choice to its next one, and into the next game."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from incangold.editions import Edition
from incangold.envs.compiled import REWARDS, ending, is_asked, laid, numbers, open_actions, play_on, set_out, thrown
from incangold.kernel.game import OVER, Game
from incangold.kernel.policies import Policies, array_policy
from incangold.kernel.view import as_arrays, seen_by
from incangold.seen import Seen

BY_ADVENTURER = ("in_temple", "beside_tent", "in_tent", "artifacts", "worth", "dice")


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Company:
    """Who plays what, and where the player may sit: one place, or several to draw from for every game."""

    edition: Edition = field(metadata={"static": True})
    dice: tuple[int, ...] = field(metadata={"static": True})  # players whose cards a die lays
    opponents: Policies
    seats: Array  # [places]

    @property
    def players(self) -> int:
        """The player and its opponents."""
        return len(self.opponents) + 1


def company_of(edition: Edition, opponents: tuple[str, ...], seats: Iterable[int]) -> Company:
    """The player among bots of the roster; they need an array form."""
    policies = tuple(array_policy(name, edition, len(opponents) + 1) for name in opponents)
    return Company(edition, thrown(policies, first=1), policies, jnp.array([*seats]))


class Lane(NamedTuple):
    """In its game the player is always the first: nothing but what it sees depends on where it sits."""

    game: Game
    seat: Array  # []


class Told(NamedTuple):
    """What the player is told."""

    numbers: Array  # [N] int32
    mask: Array  # [A] int8


class Ending(NamedTuple):
    """What a game was worth to the player."""

    over: Array  # [] bool
    reward: Array  # [] float32, 0 until it is over
    score: Array  # [] int32
    win_share: Array  # [] float32


@partial(jax.jit, static_argnames="lanes")
def first_choices(company: Company, lanes: int, key: Array) -> Lane:
    """New games in all lanes, each at the player's first choice."""

    def one(key: Array) -> Lane:
        first, cards = jax.random.split(key)
        return _play_on(company, _take_seat(company, first), jnp.int32(0), cards, answered=True)

    return jax.vmap(one)(jax.random.split(key, lanes))


@jax.jit
def next_choices(company: Company, lanes: Lane, actions: Array, key: Array) -> tuple[Lane, Lane]:
    """All lanes at the player's next choice, in the next game where one has ended; and before any other began."""

    def one(lane: Lane, action: Array, key: Array) -> tuple[Lane, Lane]:
        now, next_game, cards = jax.random.split(key, 3)
        reached = _play_on(company, lane, action, now, answered=False)
        is_over = reached.game.phase == OVER
        begun = jax.tree.map(partial(jnp.where, is_over), _take_seat(company, next_game), reached)
        return _play_on(company, begun, jnp.int32(0), cards, answered=True), reached

    return jax.vmap(one)(lanes, actions, jax.random.split(key, len(actions)))


@jax.jit
def told(lanes: Lane) -> Told:
    """What the player sees from its seat in every lane, and what is open to it."""

    def one(lane: Lane) -> Told:
        seen = _from_seat(as_arrays(seen_by(lane.game, 0)), lane)
        return Told(numbers(seen), open_actions(lane.game, 0).astype(jnp.int8))

    return jax.vmap(one)(lanes)


@partial(jax.jit, static_argnames="reward")
def endings(lanes: Lane, reward: str) -> Ending:
    """How the player's games stand."""

    def one(game: Game) -> Ending:
        (scores, wins), over = ending(game), game.phase == OVER
        worth = jnp.where(over, REWARDS[reward](scores, wins), 0)
        return Ending(over, worth[0], scores[0].astype(jnp.int32), wins[0] / wins.sum())

    return jax.vmap(one)(lanes.game)


def _take_seat(company: Company, key: Array) -> Lane:
    """A game before its first round."""
    sits, first = jax.random.split(key)
    seat = company.seats[jax.random.randint(sits, (), 0, len(company.seats))]
    return Lane(set_out(company.edition, company.players, company.dice, first), seat)


def _play_on(company: Company, lane: Lane, action: Array, key: Array, *, answered: bool) -> Lane:
    """Nobody waits for one in camp: on to the player's next choice, or to the end."""
    policies = (laid(action, company.players), *company.opponents)
    asks = partial(is_asked, player=0)
    return lane._replace(game=play_on(lane.game, policies, key, asks=asks, answered=answered))


def _from_seat(seen: Seen, lane: Lane) -> Seen:
    """Opponents sit in their order, and the player after so many of them: whoever is to its left comes first."""
    if lane.game.players == 2:
        return seen
    others = lane.game.players - 1
    leftwards = jnp.append(0, 1 + (jnp.arange(others) + lane.seat) % others)
    return seen._replace(**{name: getattr(seen, name)[leftwards] for name in BY_ADVENTURER})
