"""One game from choice to choice: what has no choice in it, from opened rounds to turned cards, happens in between."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from incangold.editions import Edition
from incangold.editions import edition as read_edition
from incangold.envs.actions import action_mask, actions, choices
from incangold.envs.bounds import highest
from incangold.envs.observation import Numbers, flat, seen_by
from incangold.envs.rewards import win_shares
from incangold.events import Event, GameEnded, ReturnedToCamp
from incangold.game import Choice
from incangold.record import Player, Practice, Record
from incangold.rules import new_game
from incangold.table.table import Table
from incangold.view import Public, View

Observation = dict[str, Any]  # {"observation": Numbers, "action_mask": Mask}
Info = dict[str, Any]
Answer = Choice | tuple[Choice, ...]


class Expedition:
    """A table where every player acts at once; tents are counted along, as by one who forgets nothing."""

    def __init__(self, edition: Edition, players: tuple[Player, ...], luck: np.random.Generator) -> None:
        # One number of the environment's generator is the whole game's luck, so a game can be told by its record.
        self._table = Table(edition, players, Practice(str(luck.integers(2**63))))
        self._tents = [0] * len(self.public.leaders)
        self.ended: GameEnded | None = None
        self._proceed()

    @property
    def public(self) -> Public:
        """What is open to all."""
        return self._table.view(None).public

    def view(self, player: int) -> View:
        """What one player may know."""
        return self._table.view(player)

    def choices(self, player: int, action: object) -> tuple[Choice, ...]:
        """The cards that an action lays; refuses what is not open to this player now."""
        return choices(self.view(player), action, who=self._table.players[player].name)

    def lay(self, answers: Mapping[int, Answer]) -> None:
        """Everybody in the temple lays at once, and the game goes on to the next choice or the end."""
        for player, answer in answers.items():
            if self.view(player).to_choose:
                self._table.lay_for(player, answer)
        self._proceed()

    def numbers(self, player: int) -> Numbers:
        """What one player may know, as numbers."""
        return flat(seen_by(self.view(player), tuple(self._tents)))

    def told(self, player: int) -> tuple[Observation, Info]:
        """Numbers and mask; the mask again in the info, where some look for it, and at the end how the game went."""
        mask = action_mask(self.view(player))
        info: Info = {"action_mask": mask.copy()}
        if self.ended:
            info |= {"score": self.ended.scores[player], "win_share": win_shares(self.ended)[player]}
        return {"observation": self.numbers(player), "action_mask": mask}, info

    def record(self) -> Record:
        """The game so far, to be kept, shown or verified."""
        return self._table.record()

    def _proceed(self) -> None:
        for event in self._table.proceed():
            self._follow(event)

    def _follow(self, event: Event) -> None:
        if isinstance(event, ReturnedToCamp):
            for seat, brought in zip(event.seats, event.brought, strict=True):
                self._tents[seat] += brought
        elif isinstance(event, GameEnded):
            self.ended = event


def edition_for(edition: str | Edition, players: int) -> Edition:
    """The edition, by its text or itself; refuses a number of players that it is not for."""
    read = read_edition(edition) if isinstance(edition, str) else edition
    return new_game(read, players=players).edition


def numbers_space(edition: Edition, players: int) -> spaces.Box:
    """Where the numbers of an observation lie."""
    return spaces.Box(low=0, high=highest(edition, players), dtype=np.int32)


def observation_space(edition: Edition, players: int) -> spaces.Dict:
    """Numbers, and a mask of the actions that are open."""
    mask = spaces.MultiBinary(actions(players))
    return spaces.Dict({"observation": numbers_space(edition, players), "action_mask": mask})


def action_space(players: int) -> spaces.Discrete:
    """Torch or Camp; for two players, for each of two adventurers."""
    return spaces.Discrete(actions(players))
