"""One game from choice to choice inside a compiled program: what `expedition` is at a table, for one lane of many."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax, random
from jax.tree_util import Partial

from incangold.editions import Edition
from incangold.envs.actions import actions
from incangold.kernel.game import CHOICES, OVER, Game
from incangold.kernel.luck import Luck, Words, draw, is_fair
from incangold.kernel.policies import Policies, Policy
from incangold.kernel.rules import new_game, open_tents
from incangold.kernel.turns import decide, perform
from incangold.kernel.view import as_arrays, seen_by

Question = Callable[[Game], Array]
Reward = Callable[[Array, Array], Array]


def new_luck(key: Array) -> Luck:
    """The luck that a key of JAX, of whatever kind, stands for."""
    words = random.bits(key, (2,), jnp.uint32)
    return Luck((words[0], words[1]), (jnp.uint32(0), jnp.uint32(0)))


def begin(edition: Edition, players: int, dice: tuple[int, ...], luck: Luck) -> Game:
    """A game before its first round; luck says who is start player."""
    drawn = partial(_start_player, players, luck.key)
    _, start_player, _ = lax.while_loop(lambda attempt: ~attempt[-1], lambda attempt: drawn(attempt[0]), drawn(luck.counter))
    return new_game(edition, players=players, dice=dice).with_(start_player=start_player)


def _start_player(players: int, key: Words, counter: Words) -> tuple[Words, Array, Array]:
    """A draw, whether it was fair, and the counter for another attempt."""
    luck = Luck(key, counter)
    nth, word = draw(luck.words()[1], players)
    return luck.after(jnp.bool_(False)), nth, is_fair(word, jnp.int32(players))


def all_asked(game: Game) -> Array:
    """Whether cards are to be laid."""
    return game.phase == CHOICES


class _Lane(NamedTuple):
    game: Game
    counter: Words
    answered: Array  # [] bool


def play_on(game: Game, policies: Policies, luck: Luck, *, asks: Question, answered: bool) -> Game:
    """Everything up to the next choice that is asked for, or the end; if none was answered yet, that one comes first."""

    def goes_on(lane: _Lane) -> Array:
        return (lane.game.phase != OVER) & ~(lane.answered & asks(lane.game))

    def one_card(lane: _Lane) -> _Lane:
        luck_now = Luck(luck.key, lane.counter)
        turn = decide(lane.game, policies, luck_now)
        return _Lane(perform(lane.game, turn), luck_now.after(turn.drawn), lane.answered | turn.chosen)

    return lax.while_loop(goes_on, one_card, _Lane(game, luck.counter, jnp.bool_(answered))).game


def laid(action: Array, players: int) -> Policy:
    """The player who lays what an action says; one that does not exist lays a Torch for all."""
    exists = (action >= 0) & (action < actions(players))
    return Policy(Partial(_bit, jnp.where(exists, action, 0)), sides=1)


def _bit(action: Array, seen: object, mine: int) -> Array:
    return action >> mine & 1


def numbers(game: Game, player: int) -> Array:
    """What one player may know, in the layout of an observation: [N]."""
    return jnp.concatenate([jnp.ravel(part) for part in as_arrays(seen_by(game, player))])


def open_actions(game: Game, player: int) -> Array:
    """Which actions are open to one player: [A] bool; in camp one can only wait."""
    each = game.seats // game.players
    asked = jnp.where(game.phase == CHOICES, game.in_temple >> player * each & 2**each - 1, 0)
    return jnp.arange(2**each, dtype=jnp.uint32) & ~asked == 0


def win(scores: Array, wins: Array) -> Array:
    """The share of the win above an even one."""
    return wins / wins.sum() - 1 / len(wins)


def score(scores: Array, wins: Array) -> Array:
    """One's own score."""
    return scores


def margin(scores: Array, wins: Array) -> Array:
    """One's own score above the mean of the others'."""
    return scores - (scores.sum() - scores) / (len(scores) - 1)


REWARDS: dict[str, Reward] = {"win": win, "score": score, "margin": margin}


def pay(game: Game, reward: str) -> Array:
    """What the game was worth to each player, if it is over: [P]."""
    scores, _, wins = (row.array().astype(jnp.float32) for row in open_tents(game))
    return jnp.where(game.phase == OVER, REWARDS[reward](scores, wins), 0)
