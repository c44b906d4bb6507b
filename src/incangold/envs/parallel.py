"""PettingZoo: everybody at the table acts at once; docs/pettingzoo.md shows how."""

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random

from incangold.editions import Edition
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
from incangold.envs.options import whole_number
from incangold.envs.refusals import ActionRefused, NothingPlayed
from incangold.envs.rendering import RENDER_MODES, Rendered, render, render_mode_named
from incangold.envs.rewards import reward_named
from incangold.record import Player, Record

try:
    from pettingzoo import ParallelEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.conversions import parallel_to_aec_wrapper  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ImportError as missing:
    raise ImportError('PettingZoo is not installed: pip install "incangold[envs]"') from missing

Steps = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, Info],
]


class ParallelIncanGold(EzPickle, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
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
        players = whole_number("players", players)
        EzPickle.__init__(self, edition, players, reward, render_mode)
        self.edition = edition_for(edition, players)
        self.possible_agents = [f"player_{player}" for player in range(players)]
        self.agents: list[str] = []
        self.render_mode = render_mode_named(render_mode)
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
        return self._told(self._expedition)

    def step(self, actions: Mapping[str, object]) -> Steps:
        """Everybody's action at once; an agent in camp waits with 0. Refuses before anything is laid."""
        expedition = self._playing()
        if not self.agents:
            raise NothingPlayed()
        _refuse_others(self.agents, actions)
        expedition.lay({player: expedition.choices(player, actions[agent]) for player, agent in enumerate(self.agents)})
        self._show()
        return self._come_back(expedition)

    def refuse_unless_open(self, agent: str, action: object) -> None:
        """Refuse what this agent cannot do now."""
        self._playing().choices(self.agents.index(agent), action)

    def _come_back(self, expedition: Expedition) -> Steps:
        """What everybody is told; all agents end together, when the tents are open."""
        agents, ended = self.agents, expedition.ended
        rewards = self._reward(ended) if ended else (0.0,) * len(agents)
        observations, infos = self._told(expedition)
        if ended:
            self.agents = []
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, ended is not None),
            dict.fromkeys(agents, False),
            infos,
        )

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
            raise NothingPlayed()
        return self._expedition

    def _told(self, expedition: Expedition) -> tuple[dict[str, Observation], dict[str, Info]]:
        told = {agent: expedition.told(player) for player, agent in enumerate(self.possible_agents)}
        return {agent: seen for agent, (seen, _) in told.items()}, {agent: info for agent, (_, info) in told.items()}


def _refuse_others(agents: list[str], actions: Mapping[str, object]) -> None:
    """Everybody acts in every step, and nobody else."""
    for agent in agents:
        if agent not in actions:
            raise ActionRefused(who=agent, action="–", why="its action is missing, and everybody acts in every step")
    for stranger in actions:
        if stranger not in agents:
            raise ActionRefused(who=stranger, action=repr(actions[stranger])[:40], why="there is no such agent")


class OneAfterTheOther(parallel_to_aec_wrapper):  # type: ignore[misc]  # PettingZoo has no types
    """PettingZoo's own conversion, but an action is refused to the agent who takes it, not to the last one."""

    def step(self, action: object) -> None:
        """One agent's action; after a refusal the same agent acts."""
        agent = self.agent_selection
        if not self.terminations[agent]:
            self.env.refuse_unless_open(agent, action)
        elif action is not None:
            raise ActionRefused(who=agent, action=repr(action)[:40], why="the game is over, so None is wanted")
        super().step(action)


class AecIncanGold(EzPickle, OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """The same table, one agent after the other."""

    def __init__(self, edition: str | Edition, players: int, reward: str, render_mode: str | None) -> None:
        EzPickle.__init__(self, edition, players, reward, render_mode)
        OrderEnforcingWrapper.__init__(self, OneAfterTheOther(parallel_env(edition, players, reward, render_mode)))

    def __str__(self) -> str:
        return str(self.env)


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
) -> AecIncanGold:
    """The same one after the other (AEC): nobody sees anything new until the last has chosen."""
    return AecIncanGold(edition, players, reward, render_mode)
