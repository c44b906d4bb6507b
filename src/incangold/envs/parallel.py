"""PettingZoo: everybody at the table acts at once; docs/pettingzoo.md shows how."""

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random

from incangold.editions import Edition
from incangold.envs.actions import ActionRefused
from incangold.envs.expedition import (
    Expedition,
    Info,
    Observation,
    action_space,
    edition_for,
    numbers_space,
    observation_space,
)
from incangold.envs.observation import LAYOUT, Numbers
from incangold.envs.rendering import RENDER_MODES, Rendered, render
from incangold.envs.rewards import reward_named
from incangold.errors import NoGameNow
from incangold.record import Player, Record

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec
except ImportError as missing:
    raise ImportError('PettingZoo is not installed: pip install "incangold[envs]"') from missing

Steps = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, Info],
]


class ParallelIncanGold(EzPickle, ParallelEnv):
    """A table of 2 to 8 players, each an agent from the first choice to the open tents."""

    metadata = {  # noqa: RUF012  # PettingZoo's own name and shape
        "name": "incangold_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": True,
        "layout": LAYOUT,
    }

    def __init__(
        self,
        edition: str | Edition = "incan-gold",
        players: int = 4,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, edition, players, reward, render_mode)
        self.edition = edition_for(edition, players)
        self.possible_agents = [f"player_{player}" for player in range(players)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._reward = reward_named(reward)
        self._observation_spaces = {agent: observation_space(self.edition, players) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space(players) for agent in self.possible_agents}
        self.state_space = numbers_space(self.edition, players)
        self._luck, _ = np_random()
        self._expedition: Expedition | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """What this agent may see, the same object every time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What this agent may do, the same object every time."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """A new game, at its first choice; the same seed deals the same game."""
        if seed is not None:
            self._luck, _ = np_random(seed)
        seated = tuple(map(Player, self.possible_agents))
        self._expedition = Expedition(self.edition, seated, self._luck)
        self.agents = self.possible_agents[:]
        self._show()
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, object]) -> Steps:
        """Everybody's action at once; an agent in camp waits with 0. Refuses before anything is laid."""
        expedition = self._playing()
        if not self.agents:
            raise NoGameNow()
        answers = {player: expedition.choices(player, self._action(agent, actions)) for player, agent in self._seated()}
        expedition.lay(answers)
        self._show()
        over = expedition.ended is not None
        rewards = self._reward(expedition.ended) if expedition.ended else (0.0,) * len(self.agents)
        steps = (
            self._observations(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            self._infos(),
        )
        self.agents = [] if over else self.agents
        return steps

    def state(self) -> Numbers:
        """The whole position, as player_0 sees it: with counted tents nobody knows more than anybody else."""
        return self._playing().numbers(0)

    def render(self) -> Rendered:
        """The position as text or as a picture."""
        return render(self._playing().public, self.render_mode, self.possible_agents)

    def close(self) -> None:
        """Nothing is open."""

    def record(self) -> Record:
        """The game so far, to be kept, shown or verified."""
        return self._playing().record()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _playing(self) -> Expedition:
        if self._expedition is None:
            raise NoGameNow()
        return self._expedition

    def _seated(self) -> list[tuple[int, str]]:
        return list(enumerate(self.possible_agents))

    def _action(self, agent: str, actions: Mapping[str, object]) -> object:
        if agent not in actions:
            raise ActionRefused(who=agent, action="–", why="everybody acts in every step, and its action is missing")
        return actions[agent]

    def _observations(self) -> dict[str, Observation]:
        expedition = self._playing()
        return {agent: expedition.observation(player) for player, agent in self._seated()}

    def _infos(self) -> dict[str, Info]:
        expedition = self._playing()
        return {agent: expedition.info(player) for player, agent in self._seated()}


def parallel_env(
    edition: str | Edition = "incan-gold",
    players: int = 4,
    reward: str = "win",
    render_mode: str | None = None,
) -> ParallelIncanGold:
    """The game as PettingZoo's ParallelEnv: simultaneous moves as they are."""
    return ParallelIncanGold(edition, players, reward, render_mode)


def env(
    edition: str | Edition = "incan-gold",
    players: int = 4,
    reward: str = "win",
    render_mode: str | None = None,
) -> AECEnv:
    """The same one after the other (AEC): nobody sees anything new until the last has chosen."""
    return parallel_to_aec(parallel_env(edition, players, reward, render_mode))
