"""Many games at once: pure functions of one game, to be mapped and compiled; docs/batched.md shows how."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from incangold.editions import Edition
from incangold.envs.actions import actions
from incangold.envs.compiled import is_asked, laid, never, numbers, open_actions, pay, play_on, set_out, thrown
from incangold.envs.expedition import edition_for
from incangold.envs.observation import LAYOUT, size
from incangold.envs.options import whole_number
from incangold.envs.rewards import reward_named
from incangold.errors import IncanGoldError
from incangold.game import Game as Position
from incangold.kernel.encode import decode
from incangold.kernel.game import OVER, Game
from incangold.kernel.policies import Policies, Policy, array_policy
from incangold.kernel.view import as_arrays, seen_by
from incangold.words.catalogue import Catalogue

Init = Callable[[Array], "State"]
Step = Callable[["State", Array, Array], "State"]


class WrongActions(IncanGoldError):
    """Actions that are not one whole number for each player of one game."""

    def told(self, words: Catalogue) -> str:
        """What was given, and what is wanted."""
        return (
            "Actions of shape {shape} and type {kind} are not one whole number for each of {players} players; "
            "a batch of games is played by jax.vmap(env.step).".format(**self.facts)
        )


class WrongPolicies(IncanGoldError):
    """More or fewer policies than players."""

    def told(self, words: Catalogue) -> str:
        """How many were given, and how many are wanted."""
        return "{given} policies cannot play for {players} players: each of them needs one.".format(**self.facts)


class WrongLane(IncanGoldError):
    """A lane that a batch does not have."""

    def told(self, words: Catalogue) -> str:
        """Which, and what there is."""
        return (
            "There is no lane {lane} in games of shape {shape}; "
            "position(state, lane) takes a whole number for each axis in front.".format(**self.facts)
        )


def for_all_players(told: Callable[[Game, int], Array]) -> Callable[[Game], Array]:
    """A function of one game and one player, for all players and for games with axes in front."""

    def one_game(game: Game) -> Array:
        return jnp.stack([told(game, player) for player in range(game.players)])

    def games(game: Game) -> Array:
        function = one_game
        for _ in range(game.phase.ndim):
            function = jax.vmap(function)
        return function(game)

    return jax.jit(games)


_observation = for_all_players(lambda game, player: numbers(as_arrays(seen_by(game, player))))
_legal_action_mask = for_all_players(open_actions)


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """One game between two choices; a batch has axes of its own in front. P players, N numbers, A actions.

    What can be told from the game is told when it is asked for, so that a lane is little more than its game.
    """

    game: Game
    reached: Game  # where the last step led, even if another game has begun
    rewards: Array  # [P] float32, 0 until the game is over
    terminated: Array  # [] bool
    truncated: Array  # [] bool, never true: games end by themselves
    step_count: Array  # [] int32

    @property
    def observation(self) -> Array:
        """What each player may know: [P, N] int32."""
        return _observation(self.game)

    @property
    def legal_action_mask(self) -> Array:
        """The actions that are open to each player: [P, A] bool."""
        return _legal_action_mask(self.game)

    @property
    def final_observation(self) -> Array:
        """What each player knew where the last step led, even if another game has begun: [P, N] int32."""
        return _observation(self.reached)


class BatchedIncanGold:
    """The game in the shape of a Pgx environment, but everybody moves at once: an action for each player."""

    id = "incangold-v0"  # another number when the same keys and actions lead elsewhere
    layout = LAYOUT

    def __init__(self, edition: str | Edition = "incan-gold", players: int = 4, reward: str = "win") -> None:
        reward_named(reward)
        players = whole_number("players", players)
        self.edition = edition_for(edition, players)
        self.reward = reward
        self.num_players = players
        self.num_actions = actions(players)
        self.observation_shape = (players, size(self.edition, players))

    def init(self, key: Array) -> State:
        """A new game at its first choice."""
        first, cards = jax.random.split(key)
        nobody_acts = self._all_lay(jnp.zeros(self.num_players, jnp.int32))
        game = play_on(self._set_out(first), nobody_acts, cards, asks=is_asked, answered=True)
        return self._opening(game)

    def step(self, state: State, action: Array, key: Array) -> State:
        """All lay their cards, and the game goes on to the next choice or the end; after the end nothing happens."""
        game = play_on(state.game, self._all_lay(self._checked(action)), key, asks=is_asked, answered=False)
        return self._stepped(state, game)

    def play_out(self, policies: Sequence[str | Policy], key: Array) -> State:
        """A whole game between names of the roster or policies of the kernel, one for each player, in one step."""
        seated = self._seated(policies)
        first, cards = jax.random.split(key)
        game = self._set_out(first, seated)
        return self._stepped(self._opening(game), play_on(game, seated, cards, asks=never, answered=True))

    def _seated(self, policies: Sequence[str | Policy]) -> Policies:
        if isinstance(policies, str) or len(policies) != self.num_players:
            given = 1 if isinstance(policies, str) else len(policies)
            raise WrongPolicies(given=given, players=self.num_players)
        company = self.edition, self.num_players
        return tuple(array_policy(one, *company) if isinstance(one, str) else one for one in policies)

    def _set_out(self, key: Array, policies: Policies = ()) -> Game:
        return set_out(self.edition, self.num_players, thrown(policies), key)

    def _opening(self, game: Game) -> State:
        no = jnp.bool_(False)
        return State(game, game, jnp.zeros(self.num_players, jnp.float32), no, no, jnp.int32(0))

    def _stepped(self, state: State, game: Game) -> State:
        return replace(
            state,
            game=game,
            reached=game,
            rewards=jnp.where(state.terminated, 0, pay(game, self.reward)),
            terminated=game.phase == OVER,
            step_count=state.step_count + ~state.terminated,
        )

    def _all_lay(self, action: Array) -> Policies:
        return tuple(laid(action[player], self.num_players) for player in range(self.num_players))

    def _checked(self, action: Array) -> Array:
        given = action if isinstance(action, jax.Array) else np.asarray(action)
        if given.shape != (self.num_players,) or not jnp.issubdtype(given.dtype, jnp.integer):
            raise WrongActions(shape=str(given.shape), kind=str(given.dtype), players=self.num_players)
        exists = (given >= 0) & (given < self.num_actions)  # before 64 bits become 32
        return jnp.where(exists, given, 0).astype(jnp.int32)


def auto_reset(step: Step, init: Init) -> Step:
    """A step after which another game begins where one has ended; rewards and last observation stay to be seen."""

    def step_and_begin(state: State, action: Array, key: Array) -> State:
        now, next_game = jax.random.split(key)
        stepped = step(replace(state, terminated=jnp.bool_(False)), action, now)
        begun = replace(init(next_game), reached=stepped.game, rewards=stepped.rewards, terminated=stepped.terminated)
        after: State = jax.tree.map(partial(jnp.where, stepped.terminated), begun, stepped)
        return after

    return step_and_begin


def position(state: State, *lane: int) -> Position:
    """The game of one lane as the rules know it, to be read or drawn."""
    shape = state.game.phase.shape
    if len(lane) != len(shape) or not all(-most <= at < most for at, most in zip(lane, shape, strict=True)):
        raise WrongLane(lane=str(lane), shape=str(shape))
    return decode(jax.tree.map(lambda array: array[lane], jax.device_get(state.game)))
