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
from incangold.bots.line import ITS_OWN, Manner, tempered, through
from incangold.editions import Edition
from incangold.game import CAMP, TORCH, Choice
from incangold.seen import Seen, seen_by
from incangold.view import View

Chances = dict[tuple[Choice, ...], float]  # of every joint choice of those who are to choose
Numbers = npt.NDArray[np.float32]


class Amauta:
    """Plays for the win, not for the score, and keeps its choices as uncertain as they have to be."""

    def __init__(self, luck: Random, manner: Manner = ITS_OWN) -> None:
        self._luck, self._manner = luck, manner
        self._doubted: tuple[object, float] = (None, 0.0)

    def choose(self, view: View) -> Answer:
        """Each joint choice as often as it should be made."""
        likely = joint_chances(view, manner=self._manner)
        return self._luck.choices(list(likely), weights=list(likely.values()))[0]

    def doubt(self, view: View) -> float:
        """How hard the choice is, from 0 to 1; weighed once a turn, however often it is asked."""
        asked = (view.public.turn, view.to_choose)
        if self._doubted[0] != asked:
            surest = float(_leaving(view, self._manner, None).max())
            self._doubted = asked, min(1.0, 2 * (1 - surest))
        return self._doubted[1]


def joint_chances(view: View, *, manner: Manner = ITS_OWN, tents: tuple[int, ...] | None = None) -> Chances:
    """How likely the trained player, or a weaker one after its manner, makes each choice."""
    return dict(_joint(_leaving(view, manner, tents), len(view.to_choose)))


def _leaving(view: View, manner: Manner, tents: tuple[int, ...] | None) -> Numbers:
    """How likely none, one or both of its adventurers leave."""
    players, edition = view.public.leaders[-1] + 1, view.public.edition
    read = signs(through(manner, seen_by(view, tents), edition, players), edition, players, plain)
    wishes = tempered(manner, think(mind_for(players), read, np).wishes, np)
    return np.asarray(chances(wishes, len(view.to_choose), np), np.float32)


def _joint(likely: Numbers, choosing: int) -> Iterator[tuple[tuple[Choice, ...], float]]:
    """None, one or both as joint choices: of two either goes as likely."""
    for cards in product((TORCH, CAMP), repeat=choosing):
        leaving = cards.count(CAMP)
        yield cards, float(likely[leaving]) / (2 if choosing == 2 and leaving == 1 else 1)


def win_shares(seen: Seen, edition: Edition, players: int) -> Numbers:
    """The share of the win that whoever sees this can expect; of many positions where the numbers are arrays."""
    thought = think(mind_for(players), signs(seen, edition, players, np), np)
    return np.asarray(1 / (1 + np.exp(-thought.share)), np.float32)
