"""Many games at once on one machine: pure functions for one game, to be mapped and compiled; docs/batched.md shows how."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import jax
import jax.numpy as jnp
from jax import Array

from incangold.editions import Edition
from incangold.envs.actions import actions
from incangold.envs.compiled import all_asked, begin, laid, new_luck, numbers, open_actions, pay, play_on
from incangold.envs.expedition import edition_for
from incangold.envs.observation import size
from incangold.envs.rewards import reward_named
from incangold.errors import IncanGoldError
from incangold.game import Game as Position
from incangold.kernel.encode import decode
from incangold.kernel.game import OVER, Game
from incangold.words.catalogue import Catalogue

Init = Callable[[Array], "State"]
Step = Callable[["State", Array, Array], "State"]


class WrongActions(IncanGoldError):
    """Actions that are not one whole number for each player of one game."""

    def told(self, words: Catalogue) -> str:
        """What was given, and what is wanted."""
        return (
            "Actions of shape {shape} and type {kind} are not one whole number for each of {players} players. "
            "For a batch of games map the step: jax.vmap(env.step).".format(**self.facts)
        )


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """One game between two choices; a batch has its axes in front of every array. P players, N numbers, A actions.

    What can be told from the game is told when it is asked for, so that a lane is little more than its game.
    """

    game: Game
    reached: Game  # where the last step led, even if the next game has begun
    rewards: Array  # [P] float32, 0 until the game is over
    terminated: Array  # [] bool
    truncated: Array  # [] bool, never: games end by themselves
    step_count: Array  # [] int32

    @property
    def observation(self) -> Array:
        """What each player may know: [P, N] int32."""
        return _observation(self.game)

    @property
    def legal_action_mask(self) -> Array:
        """The actions open to each player: [P, A] bool."""
        return _legal_action_mask(self.game)

    @property
    def final_observation(self) -> Array:
        """What each player knew where the last step led, even if the next game has begun: [P, N] int32."""
        return _observation(self.reached)


def of_all_players(told: Callable[[Game, int], Array]) -> Callable[[Game], Array]:
    """A function of one game and one player for all players, and for games with axes in front."""

    def one_game(game: Game) -> Array:
        return jnp.stack([told(game, player) for player in range(game.players)])

    def any_games(game: Game) -> Array:
        function = one_game
        for _ in range(game.phase.ndim):
            function = jax.vmap(function)
        return function(game)

    return jax.jit(any_games)


_observation = of_all_players(numbers)
_legal_action_mask = of_all_players(open_actions)


class BatchedIncanGold:
    """The game as Pgx has its games, but everybody moves at once: an action for each player."""

    def __init__(self, edition: str | Edition = "incan-gold", players: int = 4, reward: str = "win") -> None:
        self.edition = edition_for(edition, players)
        self.num_players = players
        self.num_actions = actions(players)
        self.observation_shape = (players, size(self.edition, players))
        reward_named(reward)
        self.reward = reward

    @property
    def id(self) -> str:
        """The name of the environment."""
        return "incangold"

    @property
    def version(self) -> str:
        """Changes when the same keys and actions would lead elsewhere, or an observation reads otherwise."""
        return "v0"

    def init(self, key: Array) -> State:
        """A new game at its first choice."""
        setting_out, first_cards = map(new_luck, jax.random.split(key))
        game = begin(self.edition, self.num_players, (), setting_out)
        game = play_on(game, self._all_lay(jnp.zeros(self.num_players, jnp.int32)), first_cards, asks=all_asked, answered=True)
        no, nothing = jnp.bool_(False), jnp.zeros(self.num_players, jnp.float32)
        return State(game, game, nothing, no, no, jnp.int32(0))

    def step(self, state: State, action: Array, key: Array) -> State:
        """All lay their cards, and the game goes on to the next choice or the end; after the end nothing happens."""
        policies = self._all_lay(self._checked(action))
        game = play_on(state.game, policies, new_luck(key), asks=all_asked, answered=False)
        return replace(
            state,
            game=game,
            reached=game,
            rewards=jnp.where(state.terminated, 0, pay(game, self.reward)),
            terminated=game.phase == OVER,
            step_count=state.step_count + ~state.terminated,
        )

    def _all_lay(self, action: Array):
        return tuple(laid(action[player], self.num_players) for player in range(self.num_players))

    def _checked(self, action: Array) -> Array:
        given = jnp.asarray(action)
        if given.shape != (self.num_players,) or not jnp.issubdtype(given.dtype, jnp.integer):
            raise WrongActions(shape=str(given.shape), kind=str(given.dtype), players=self.num_players)
        return given.astype(jnp.int32)


def auto_reset(step: Step, init: Init) -> Step:
    """A step after which a new game begins where one has ended; its rewards and last observation stay to be seen."""

    def step_and_begin(state: State, action: Array, key: Array) -> State:
        key, another = jax.random.split(key)
        playing = replace(state, terminated=jnp.bool_(False))
        ended = step(playing, action, key)
        return jax.tree.map(partial(jnp.where, ended.terminated), _begun(ended, init(another)), ended)

    return step_and_begin


def _begun(ended: State, new: State) -> State:
    return replace(new, reached=ended.game, rewards=ended.rewards, terminated=ended.terminated)


def position(state: State, *lane: int) -> Position:
    """The game of one lane as the rules know it, to be read or drawn."""
    return decode(jax.tree.map(lambda array: jax.device_get(array)[lane], state.game))
