"""One game from choice to choice inside a compiled program: what `expedition` is at a table, for one lane of many."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.tree_util import Partial

from incangold.editions import Edition
from incangold.envs.actions import actions
from incangold.kernel.game import CHOICES, OVER, Game
from incangold.kernel.luck import Luck, Words
from incangold.kernel.policies import Policies, Policy
from incangold.kernel.rules import new_game, open_tents
from incangold.kernel.turns import decide, from_one_word, in_one_word, perform
from incangold.seen import Seen

Question = Callable[[Game], Array]
Reward = Callable[[Array, Array], Array]


def set_out(edition: Edition, players: int, dice: tuple[int, ...], key: Array) -> Game:
    """A game before its first round, with the players whom a die leads; luck says who is start player."""
    first_player = jax.random.randint(key, (), 0, players, jnp.int32)
    return new_game(edition, players=players, dice=dice).with_(first_player=first_player)


def thrown(policies: Policies, first: int = 0) -> tuple[int, ...]:
    """The players whose cards a die lays, where the first of these has this number."""
    return tuple(player for player, policy in enumerate(policies, start=first) if policy.is_die)


class _Lane(NamedTuple):
    game: Game
    counter: Words
    answered: Array  # [] bool


def play_on(game: Game, policies: Policies, key: Array, *, asks: Question, answered: bool) -> Game:
    """Everything up to the next choice that is asked for, or the end; one that is not answered yet comes first."""
    words = jax.random.bits(key, (2,), jnp.uint32)

    def goes_on(lane: _Lane) -> Array:
        return (lane.game.phase != OVER) & ~(lane.answered & asks(lane.game))

    def one_card(lane: _Lane) -> _Lane:
        luck = Luck((words[0], words[1]), lane.counter)
        turn = from_one_word(_once(lambda: in_one_word(decide(lane.game, policies, luck))))
        return _Lane(perform(lane.game, turn), luck.after(turn.drawn), lane.answered | turn.chosen)

    none = jnp.uint32(0)
    return lax.while_loop(goes_on, one_card, _Lane(game, (none, none), jnp.bool_(answered))).game


def _once(word: Callable[[], Array]) -> Array:
    """In a loop of a single turn, a word is computed once and not again for every array that is made of it."""

    def is_missing(state: tuple[Array, Array]) -> Array:
        return state[0]

    def computed(_: tuple[Array, Array]) -> tuple[Array, Array]:
        return jnp.bool_(False), word()

    result: Array = lax.while_loop(is_missing, computed, (jnp.bool_(True), jnp.uint32(0)))[1]
    return result


def never(game: Game) -> Array:
    """No choice is asked for: the policies play to the end."""
    return jnp.zeros((), jnp.bool_)


def is_asked(game: Game, player: int | None = None) -> Array:
    """Whether cards are to be laid; by this player, if one is named."""
    inside = game.in_temple if player is None else own(game, player)
    return (game.phase == CHOICES) & (inside != 0)


def own(game: Game, player: int) -> Array:
    """Which of one's own adventurers are in the temple: the first is the lowest bit."""
    each = game.seats // game.players
    inside: Array = game.in_temple >> player * each & 2**each - 1
    return inside


def laid(action: Array, players: int) -> Policy:
    """The player who lays what an action says; one that there is not lays a Torch for all."""
    exists = (action >= 0) & (action < actions(players))
    return Policy(Partial(_camp, jnp.where(exists, action, 0)), sides=1)


def _camp(action: Array, seen: Seen, mine: int) -> Array:
    return action >> mine & 1


def numbers(seen: Seen) -> Array:
    """What one player may know, laid end to end: [N] int32."""
    return jnp.concatenate([jnp.ravel(part) for part in seen]).astype(jnp.int32)


def open_actions(game: Game, player: int) -> Array:
    """Which actions are open to one player: [A] bool; in camp one can only wait."""
    inside = jnp.where(game.phase == CHOICES, own(game, player), 0)
    return jnp.arange(actions(game.players), dtype=jnp.uint32) & ~inside == 0


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


def ending(game: Game) -> tuple[Array, Array]:
    """Scores, and 1 for every winner: [P] float32 each."""
    scores, _, wins = open_tents(game)
    return scores.array().astype(jnp.float32), wins.array().astype(jnp.float32)


def pay(game: Game, reward: str) -> Array:
    """What the game was worth to each player, if it is over: [P] float32."""
    return jnp.where(game.phase == OVER, REWARDS[reward](*ending(game)), 0)
