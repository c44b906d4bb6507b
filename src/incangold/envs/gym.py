"""Gymnasium: one player against bots of the roster; docs/gymnasium.md shows how."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from incangold.bots.bot import Bot, what_went_wrong
from incangold.bots.roster import make_bot
from incangold.editions import Edition
from incangold.envs.copies import MadeAgain
from incangold.envs.expedition import Expedition, Info, Observation, action_space, edition_for, observation_space
from incangold.envs.observation import LAYOUT
from incangold.envs.options import Sits, opponents_named, seat_named
from incangold.envs.refusals import NothingPlayed
from incangold.envs.rendering import RENDER_MODES, Rendered, render, render_mode_named
from incangold.envs.rewards import reward_named
from incangold.errors import BotFailed
from incangold.record import Player, Record
from incangold.view import View

OPPONENTS = ("die", "odds", "turn:6")


class IncanGold(MadeAgain, gymnasium.Env[Observation, np.int64]):
    """One player's seat: every step is a choice of its own, and while it is in camp the others play on."""

    metadata = {  # noqa: RUF012  # Gymnasium's own name and shape
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "layout": LAYOUT,
    }

    def __init__(
        self,
        opponents: Sequence[str] = OPPONENTS,
        edition: str | Edition = "incan-gold",
        seat: Sits = 0,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.opponents = opponents_named(opponents)
        MadeAgain.__init__(self, self.opponents, edition, seat, reward, render_mode)
        players = len(self.opponents) + 1
        self.edition = edition_for(edition, players)
        self._seat = seat_named(seat, players)
        for name in self.opponents:
            make_bot(name, seed="")  # refuses an unknown name now, not in the middle of a training
        self.observation_space = observation_space(self.edition, players)
        self.action_space = action_space(players)
        self.render_mode = render_mode_named(render_mode)
        self._reward = reward_named(reward)
        self._playing = False
        self._player = 0
        self._bots: dict[int, Bot] = {}
        self._expedition: Expedition | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """A new game, at this player's first choice; the same seed deals the same game."""
        super().reset(seed=seed)
        self._player = int(self.np_random.integers(len(self.opponents) + 1)) if self._seat == "any" else self._seat
        seated = seated_at(self._player, self.opponents)
        self._bots = {
            player: make_bot(name, seed=str(self.np_random.integers(2**63)))
            for player, (_, name) in enumerate(seated)
            if name is not None
        }
        self._expedition = expedition = Expedition(self.edition, seated, self.np_random)
        self._playing = True
        self._play_on(expedition)
        return expedition.told(self._player)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """One choice; then on to this player's next one, or to the end."""
        expedition, player = self._game(), self._player
        if not self._playing:
            raise NothingPlayed()
        choices = expedition.choices(player, action)
        expedition.lay({**self._answers(expedition), player: choices})
        self._play_on(expedition)
        self._playing = expedition.ended is None
        reward = self._reward(expedition.ended)[player] if expedition.ended else 0.0
        observation, info = expedition.told(player)
        return observation, reward, not self._playing, False, info

    def render(self) -> Rendered:  # type: ignore[override]  # a picture besides Gymnasium's own kinds of frame
        """The position as text or as a picture."""
        names = [name for name, _ in seated_at(self._player, self.opponents)]
        return render(self._game().public, self.render_mode, names)

    def record(self) -> Record:
        """The game so far, to be kept, shown or verified."""
        return self._game().record()

    def _game(self) -> Expedition:
        if self._expedition is None:
            raise NothingPlayed()
        return self._expedition

    def _answers(self, expedition: Expedition) -> dict[int, Any]:
        """What every bot in the temple lays; all of them see the same position."""
        views = {player: expedition.view(player) for player in self._bots}
        return {player: self._answer(player, view) for player, view in views.items() if view.to_choose}

    def _answer(self, player: int, view: View) -> Any:
        """What one bot lays; an error of its own is told as the arena tells it."""
        try:
            return self._bots[player].choose(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            name, bot_name = seated_at(self._player, self.opponents)[player]
            raise BotFailed(who=f"{name} ({bot_name})", why=what_went_wrong(error)) from error

    def _play_on(self, expedition: Expedition) -> None:
        """Nobody waits for one in camp."""
        while not expedition.ended and not expedition.view(self._player).to_choose:
            expedition.lay(self._answers(expedition))
        if self.render_mode == "human":
            self.render()


def seated_at(seat: int, opponents: Sequence[str]) -> tuple[Player, ...]:
    """The player at its seat, and the bots around it in their order, numbered so that no two are called the same."""
    bots = [Player(f"{name} {place}"[-24:].strip(), name) for place, name in enumerate(opponents, start=1)]
    return (*bots[:seat], Player("player"), *bots[seat:])
