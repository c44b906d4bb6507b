"""Games to learn from: many tables play on step by step, and what every learner saw, did and got is written down.

Arrays over tables are [L]; T steps, P players, the first N of them learners, F signs.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.tree_util import Partial

from incangold.bots.amauta.mind import CHOICES, Mind, Thought, chances, think
from incangold.bots.amauta.signs import signs
from incangold.editions import Edition
from incangold.kernel.game import OVER, ROUND, Game, either
from incangold.kernel.luck import UPPER, Luck, Words
from incangold.kernel.packing import Packed, pack, unpack
from incangold.kernel.policies import Policies, Policy, camp_set
from incangold.kernel.rules import new_game
from incangold.kernel.turns import Turn, decided, perform
from incangold.kernel.view import seen_by
from incangold.solver.learning.foresight import shares_won

FINE = 1 << 24
STAYS = Policy(Partial(lambda seen, mine: jnp.int32(0)), sides=1)  # in place of a learner, who is asked elsewhere


class School(NamedTuple):
    """What is compiled in: which game, how many tables, how long one looks, and how many of the players learn.

    The first players of a table are the learners, all with one mind; the others are their rivals, if there are any.
    """

    edition: Edition
    players: int
    tables: int
    steps: int
    learners: int
    dice: tuple[int, ...] = ()  # adventurers whose cards a die lays, for those who look
    whim: float = 0.0  # so often a learner makes any choice it can, whatever it thinks of it


class Tables(NamedTuple):
    """All tables between two steps."""

    words: Packed
    counter: Words


class Lived(NamedTuple):
    """What learners lived through; arrays are [T, …]."""

    signs: Array  # [T, F, N, L]
    inside: Array  # [T, N, L] how many of mine were in the temple
    deciding: Array  # [T, N, L] bool: it was time to choose, and there was a choice
    left: Array  # [T, N, L] how many of mine left
    chance: Array  # [T, N, L] log of how likely that was
    expected: Array  # [T, N, L] share of the win
    won: Array  # [T, N, L] share of the win, in the step that ended a game
    ended: Array  # [T, 1, L] bool


class Moment(NamedTuple):
    """One step of all tables, and what the learners thought of it."""

    signs: Array  # [F, N, L]
    thought: Thought
    inside: Array  # [N, L] how many of mine are in the temple
    chance: Array  # [3, N, L] of none, one or both of mine leaving
    left: Array  # [N, L] how many of mine leave, if it is time to choose
    turn: Turn
    after: Game
    ended: Array  # [L] bool
    tables: Tables  # where games that have ended begin anew


def seat(school: School, first_game: int) -> Tables:
    """New games at all tables; games are numbered, and so is their luck."""
    numbers = jnp.arange(school.tables, dtype=jnp.uint32) + jnp.uint32(first_game % (1 << 32))
    upper = jnp.full(school.tables, first_game >> 32, jnp.uint32) * jnp.uint32(UPPER)
    return Tables(pack(opening(school, numbers)), (numbers, upper))


def opening(school: School, numbers: Array) -> Game:
    """The games of these numbers, before their first round."""
    game = new_game(school.edition, players=school.players).with_(dice=school.dice)
    first_player = (numbers % school.players).astype(jnp.int32)
    game = game.with_(phase=jnp.int32(ROUND))
    many = jax.tree.map(lambda number: jnp.broadcast_to(number, numbers.shape), game)
    return many.with_(first_player=first_player)


def attend(school: School, mind: Mind, rivals: Policies, key: Words, tables: Tables) -> tuple[Tables, Lived, Array]:
    """So many steps at all tables: what was lived through, and what the learners expect at the end."""
    tables, lived = lax.scan(lambda now, _: _step(school, mind, rivals, key, now), tables, None, length=school.steps)
    game = unpack(tables.words, school.edition, school.players, school.dice)
    return tables, lived, jax.nn.sigmoid(think(mind, reading(school, game), jnp).share)


def _step(school: School, mind: Mind, rivals: Policies, key: Words, tables: Tables) -> tuple[Tables, Lived]:
    now = play_on(school, mind, rivals, key, tables)
    lived = Lived(
        signs=now.signs,
        inside=now.inside.astype(jnp.int8),
        deciding=(now.inside > 0) & now.turn.chosen,
        left=now.left.astype(jnp.int8),
        chance=jnp.log(jnp.take_along_axis(now.chance, now.left[None], axis=0)[0] + 1e-12),
        expected=jax.nn.sigmoid(now.thought.share),
        won=jnp.where(now.ended, shares_won(now.after)[: school.learners], 0.0),
        ended=now.ended[None],
    )
    return now.tables, lived


def play_on(school: School, mind: Mind, rivals: Policies, key: Words, tables: Tables) -> Moment:
    """One step at all tables: learners choose as they think, rivals as they do, and luck turns a card."""
    game, luck = unpack(tables.words, school.edition, school.players, school.dice), Luck(key, tables.counter)
    read = reading(school, game)
    thought = think(mind, read, jnp)
    inside = inside_of(game, school.learners)
    chance = _on_a_whim(school.whim, chances(thought.wishes, inside, jnp), inside)  # [3, N, L]
    left = _thrown(chance, luck)
    cards, rolls = luck.words()
    others, fair = _rivals_leaving(school, rivals, game, rolls, luck)
    leaving = others | _leaving(game, left)
    turn = decided(game, leaving, cards, fair=fair)
    after = perform(game, turn)
    ended = after.phase == OVER
    later = _next(school, after, ended, luck.after(turn.drawn))
    return Moment(read, thought, inside, chance, left, turn, after, ended, later)


def _on_a_whim(whim: float, chance: Array, inside: Array) -> Array:
    """So often any choice that can be made is as likely as another."""
    if not whim:
        return chance
    possible = jnp.arange(CHOICES)[:, None, None] <= inside
    return (1 - whim) * chance + whim * possible / (inside + 1)


def reading(school: School, game: Game) -> Array:
    """The signs of all learners: [F, N, L]. What they see is laid side by side, so that all read at once."""
    seen = jax.tree.map(lambda *each: jnp.stack(each), *(seen_by(game, player) for player in range(school.learners)))
    return signs(seen, school.edition, school.players, jnp)


def _rivals_leaving(
    school: School, rivals: Policies, game: Game, rolls: Array, luck: Luck
) -> tuple[Array, Array | bool]:
    """The set of the rivals' adventurers that leave, and whether their dice were fair."""
    if not rivals:
        return jnp.uint32(0), True
    return camp_set(game, (*[STAYS] * school.learners, *rivals), rolls, luck)


def inside_of(game: Game, players: int) -> Array:
    """How many adventurers of the first players are in the temple: [N, L]."""
    each = game.seats // game.players
    mask = jnp.uint32((1 << each) - 1)
    own = [(game.in_temple >> (player * each)) & mask for player in range(players)]
    return jnp.stack([lax.population_count(seats).astype(jnp.int32) for seats in own])


def _thrown(chance: Array, luck: Luck) -> Array:
    """How many of theirs leave: [N, L]."""
    left = []
    for player in range(chance.shape[1]):
        threw = (luck.words(1 + player // 2)[player % 2] >> 8).astype(jnp.float32) / FINE
        upto = jnp.cumsum(chance[:, player], axis=0)
        left.append((threw >= upto[0]).astype(jnp.int32) + (threw >= upto[1]).astype(jnp.int32))
    return jnp.minimum(jnp.stack(left), jnp.where(chance[2] > 0, 2, 1))


def _leaving(game: Game, left: Array) -> Array:
    """The set of them; of two of mine it does not matter which one goes."""
    each, leaving = game.seats // game.players, jnp.uint32(0)
    for player in range(left.shape[0]):
        own = (game.in_temple >> (player * each)) & jnp.uint32((1 << each) - 1)
        one, number = own & -own, left[player]
        going = jnp.where(number == 0, jnp.uint32(0), jnp.where(number == 1, one, own))
        leaving = leaving | going << (player * each)
    return leaving


def _next(school: School, after: Game, ended: Array, counter: Words) -> Tables:
    """Tables whose game has ended begin another one; its number is the old one and as many as there are tables."""
    lower = counter[0] + jnp.where(ended, jnp.uint32(school.tables), jnp.uint32(0))
    upper = counter[1] // jnp.uint32(UPPER) + (lower < counter[0]).astype(jnp.uint32)
    counter = (lower, jnp.where(ended, upper * jnp.uint32(UPPER), counter[1]))
    return Tables(pack(either(ended, opening(school, lower), after)), counter)


def shared_out(lived: Lived) -> Lived:
    """As if the learners of a table won together, each an equal part."""
    return lived._replace(won=jnp.broadcast_to(lived.won.mean(axis=1, keepdims=True), lived.won.shape))


def in_a_row(lived: Lived) -> Lived:
    """The learners of all tables side by side: [T, …, N × L]."""
    everywhere = jnp.broadcast_to(lived.ended, lived.won.shape)
    return jax.tree.map(lambda part: part.reshape(*part.shape[:-2], -1), lived._replace(ended=everywhere))


attend_compiled = partial(jax.jit, static_argnums=0)(attend)
