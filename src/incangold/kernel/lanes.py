"""Lanes side by side: the game each of them is in, the luck it has, and the sums over the games it has finished.

All arrays here are [L], one number for each lane.
"""

from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from incangold.editions import Edition
from incangold.kernel.game import OVER, ROUND, Game, either
from incangold.kernel.luck import UPPER, Words, cards_turned
from incangold.kernel.machine import plus
from incangold.kernel.path import divided
from incangold.kernel.row import Row, row_of, where
from incangold.kernel.rules import new_game, open_tents
from incangold.kernel.sets import how_many
from incangold.seen import WHOLE_WIN


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Sums:
    """Whole numbers over finished games: uint32, so that they must be taken before they are full."""

    games: Array
    cards: Array
    driven_out: Array
    wins: Row  # [P] in parts of a whole win
    wins_squared: Row  # [P]
    scores: Row  # [P]
    scores_squared: Row  # [P]
    artifacts: Row  # [P]


def no_sums(players: int) -> Sums:
    """Nothing counted yet."""
    zero = jnp.uint32(0)
    return Sums(zero, zero, zero, *[row_of(zero, players)] * 5)


class Quota(NamedTuple):
    """The games that these lanes share: the number of the first, how many, and how many were taken already."""

    first: Words
    games: Array  # [] uint32
    taken: Array  # [] uint32


class Lanes(NamedTuple):
    """All lanes; one without a game rests: its game is over before its first round."""

    game: Game
    counter: Words
    sums: Sums


def at_rest(edition: Edition, players: int, lanes: int, *, dice: tuple[int, ...] = ()) -> Lanes:
    """Lanes before their first game."""
    game = new_game(edition, players=players).with_(dice=dice, phase=jnp.int32(OVER))
    counter = (jnp.uint32(0), jnp.uint32(0))
    return jax.tree.map(lambda number: jnp.full(lanes, number), Lanes(game, counter, no_sums(players)))


def are_playing(lanes: Lanes) -> Array:
    """Which lanes are in a game."""
    return lanes.game.phase != OVER


def harvest(lanes: Lanes, quota: Quota) -> tuple[Lanes, Quota]:
    """Finished games are counted, and their lanes and those at rest take the next games, as long as there are any."""
    game, counter, sums = lanes
    free = game.phase == OVER
    sums = _count_in(sums, free & (game.round > 0), game, counter)
    nth = quota.taken + jnp.cumsum(free.astype(jnp.uint32), dtype=jnp.uint32) - 1
    game = either(free, _opening(game, nth, quota), game)
    lower = quota.first[0] + nth
    upper = quota.first[1] + (lower < nth).astype(jnp.uint32)
    counter = (jnp.where(free, lower, counter[0]), jnp.where(free, upper * jnp.uint32(UPPER), counter[1]))
    taken = jnp.minimum(quota.taken + free.sum(dtype=jnp.uint32), quota.games)
    return Lanes(game, counter, sums), quota._replace(taken=taken)


def _opening(game: Game, nth: Array, quota: Quota) -> Game:
    """A new game, the start player going round with its number; over at once where no game is left."""
    first_player = ((quota.first[0] + nth) % game.players).astype(jnp.int32)
    phase = jnp.where(nth < quota.games, ROUND, OVER)
    fresh = new_game(game.edition, players=game.players)
    return fresh.with_(dice=game.dice, first_player=first_player, phase=phase)


def _count_in(sums: Sums, finished: Array, game: Game, counter: Words) -> Sums:
    """The sums with the finished games; of the others all tents are taken to be empty."""
    scores, artifacts, wins = open_tents(game.with_(tents=where(finished, game.tents, 0)))
    sharing = Row(win.astype(jnp.int32) for win in wins).sum()
    share = divided(jnp.int32(WHOLE_WIN), sharing)[0].astype(jnp.uint32)
    won, scored = where(wins, jnp.where(finished, share, jnp.uint32(0)), jnp.uint32(0)), _unsigned(scores)
    once = Sums(
        games=finished.astype(jnp.uint32),
        cards=jnp.where(finished, cards_turned(counter), 0),
        driven_out=jnp.where(finished, how_many(game.removed & game.box.hazards), 0).astype(jnp.uint32),
        wins=won,
        wins_squared=won * won,
        scores=scored,
        scores_squared=scored * scored,
        artifacts=_unsigned(artifacts),
    )
    return jax.tree.map(plus, sums, once)


def _unsigned(numbers: Row) -> Row:
    return Row(number.astype(jnp.uint32) for number in numbers)
