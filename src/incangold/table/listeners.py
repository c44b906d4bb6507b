"""Hooks around each act: records, statistics, data sets."""

from typing import Protocol

from incangold.events import Step
from incangold.game import Act, Game


class Listener(Protocol):
    """Told after every act: the position before it, the act, the position after it and what happened."""

    def __call__(self, before: Game, act: Act, step: Step) -> None:
        """Something happened."""
