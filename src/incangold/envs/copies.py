"""Copies of an environment: made with the same arguments, not yet reset."""

from typing import Any

from gymnasium.envs.registration import EnvSpec
from gymnasium.utils import EzPickle


class MadeAgain(EzPickle):
    """A copied or pickled environment is a fresh one, under the name by which Gymnasium made the first."""

    spec: EnvSpec | None

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"spec": self.spec}

    def __setstate__(self, d: dict[str, Any]) -> None:
        super().__setstate__(d)
        self.spec = d["spec"]
