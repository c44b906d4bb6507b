"""The trained player at a table: it reads the signs, weighs its wishes and lays its cards, in plain NumPy."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import numpy.typing as npt

from incangold.bots.amauta import plain
from incangold.bots.amauta.mind import chances, think
from incangold.bots.amauta.signs import signs
from incangold.bots.amauta.weights import mind_for
from incangold.bots.bot import Answer
from incangold.editions import Edition
from incangold.game import CAMP, TORCH, Choice
from incangold.seen import Seen, seen_by
from incangold.view import View

Chances = dict[tuple[Choice, ...], float]  # of every joint choice of those who are to choose
Numbers = npt.NDArray[np.float32]


class Amauta:
    """Plays for the win, not for the score, and keeps its choices as uncertain as they have to be."""

    def __init__(self, luck: Random, *, softness: float = 1.0) -> None:
        self._luck, self._softness = luck, softness

    def choose(self, view: View) -> Answer:
        """Each joint choice as often as it should be made."""
        likely = joint_chances(view, softness=self._softness)
        return self._luck.choices(list(likely), weights=list(likely.values()))[0]


def joint_chances(view: View, *, softness: float = 1.0, tents: tuple[int, ...] | None = None) -> Chances:
    """How likely the trained player makes each choice; a softness above 1 brings them closer together."""
    players, choosing = view.public.leaders[-1] + 1, len(view.to_choose)
    read = signs(seen_by(view, tents), view.public.edition, players, plain)
    likely = chances(think(mind_for(players), read, np).wishes / softness, choosing, np)
    return dict(_joint(likely, choosing))


def _joint(likely: Numbers, choosing: int) -> Iterator[tuple[tuple[Choice, ...], float]]:
    """None, one or both as joint choices: of two either goes as likely."""
    for cards in product((TORCH, CAMP), repeat=choosing):
        leaving = cards.count(CAMP)
        yield cards, float(likely[leaving]) / (2 if choosing == 2 and leaving == 1 else 1)


def win_shares(seen: Seen, edition: Edition, players: int) -> Numbers:
    """The share of the win that whoever sees this can expect; of many positions where the numbers are arrays."""
    thought = think(mind_for(players), signs(seen, edition, players, np), np)
    return np.asarray(1 / (1 + np.exp(-thought.share)), np.float32)
