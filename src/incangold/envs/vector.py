"""Gymnasium's vector form: one player against bots of the roster in many lanes; docs/gymnasium.md shows how."""

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from jax import Array

from incangold.bots.roster import make_bot
from incangold.editions import Edition
from incangold.envs.copies import MadeAgain
from incangold.envs.expedition import Info, Observation, action_space, edition_for, observation_space
from incangold.envs.gym import OPPONENTS
from incangold.envs.lanes import Ending, Lane, Told, company_of, endings, first_choices, next_choices, told
from incangold.envs.observation import LAYOUT
from incangold.envs.options import Sits, opponents_named, seat_named, whole_number
from incangold.envs.refusals import ActionRefused, NothingPlayed, UnknownOption
from incangold.envs.rewards import reward_named

Truths = npt.NDArray[np.bool_]
Steps = tuple[Observation, npt.NDArray[np.float64], Truths, Truths, Info]


class IncanGoldVector(MadeAgain, VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Every lane is an `IncanGold`, and all of them take a step in one compiled program."""

    metadata = {  # noqa: RUF012  # Gymnasium's own name and shape
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "layout": LAYOUT,
    }

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[str] = OPPONENTS,
        edition: str | Edition = "incan-gold",
        seat: Sits = 0,
        reward: str = "win",
    ) -> None:
        if whole_number("num_envs", num_envs) < 1:
            raise UnknownOption(what="number of lanes", value=num_envs, known="1 and more")
        self.opponents = opponents_named(opponents)
        MadeAgain.__init__(self, num_envs, self.opponents, edition, seat, reward)
        players = len(self.opponents) + 1
        reward_named(reward)
        self.num_envs = num_envs
        self.edition = edition_for(edition, players)
        self.single_observation_space = observation_space(self.edition, players)
        self.single_action_space = action_space(players)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        for name in self.opponents:
            make_bot(name, seed="")  # whoever is not in the roster at all is refused as unknown
        self._company = company_of(self.edition, self.opponents, places(seat, players))
        self._reward = reward
        self._lanes: Lane | None = None
        self._mask = np.zeros((num_envs, 0), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """New games in all lanes, each at the player's first choice; the same seed deals the same games."""
        super().reset(seed=seed)
        self._lanes = first_choices(self._company, self.num_envs, self._key())
        return self._tell(self._lanes)

    def step(self, actions: npt.ArrayLike) -> Steps:
        """One choice in every lane, and on to the next one; refuses before any card is laid."""
        if self._lanes is None:
            raise NothingPlayed()
        chosen = checked(np.asarray(actions), self._mask)
        self._lanes, reached = next_choices(self._company, self._lanes, chosen, self._key())
        ended = endings(reached, self._reward)
        observation, info = self._tell(self._lanes)
        if np.any(ended.over):
            info |= final(ended, told(reached))
        over = np.array(ended.over)
        return observation, np.array(ended.reward, np.float64), over, np.zeros_like(over), info

    def _tell(self, lanes: Lane) -> tuple[Observation, Info]:
        observation = as_observation(told(lanes))
        self._mask = observation["action_mask"].copy()
        return observation, {"action_mask": self._mask.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _key(self) -> Array:
        words = jnp.asarray(self.np_random.integers(2**32, size=2, dtype=np.uint32))
        key: Array = jax.random.wrap_key_data(words, impl="threefry2x32")
        return key


def places(seat: Sits, players: int) -> list[int]:
    """Where the player may sit; refuses a place that there is not."""
    named = seat_named(seat, players)
    return list(range(players)) if named == "any" else [named]


def checked(actions: npt.NDArray[Any], mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int32]:
    """The actions, if each is open in its lane."""
    lanes, number = mask.shape
    if actions.shape != (lanes,) or actions.dtype.kind not in "iu":
        given = f"of shape {actions.shape} and type {actions.dtype}"
        raise ActionRefused(who="The player", action=given, why=f"each of {lanes} lanes takes one whole number")
    exists = (actions >= 0) & (actions < number)
    is_open = exists & (mask[np.arange(lanes), np.where(exists, actions, 0)] == 1)
    for lane in np.flatnonzero(~is_open)[:1]:
        in_camp = "one in camp lays no card, so its bit must be 0"
        why = in_camp if exists[lane] else f"an action is a whole number from 0 to {number - 1}"
        raise ActionRefused(who=f"The player in lane {lane}", action=int(actions[lane]), why=why)
    return actions.astype(np.int32)


def as_observation(seen: Told) -> Observation:
    """What is told, as arrays that may be written to."""
    return {"observation": np.array(seen.numbers), "action_mask": np.array(seen.mask)}


def final(ended: Ending, last: Told) -> Info:
    """How games ended, the way Gymnasium tells it where the next game begins in the same step."""
    over, observation = np.array(ended.over), as_observation(last)
    final_obs = np.full(len(over), None, object)
    for lane in np.flatnonzero(over):
        final_obs[lane] = {name: part[lane] for name, part in observation.items()}
    facts = {"action_mask": observation["action_mask"], "score": np.array(ended.score)}
    facts["win_share"] = np.array(ended.win_share, np.float64)
    final_info: Info = {}
    for name, fact in facts.items():
        fact[~over] = 0
        final_info |= {name: fact, f"_{name}": over.copy()}
    return {"final_obs": final_obs, "_final_obs": over.copy(), "final_info": final_info, "_final_info": over.copy()}
