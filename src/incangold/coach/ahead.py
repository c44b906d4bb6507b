"""What may follow: every next card with its exact chance, and the share of the win it leaves everybody."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from incangold.coach.exact import decided, known
from incangold.coach.reading import Numbers, Reading
from incangold.game import CARD, Game
from incangold.rules import turn_card

READ_AT_ONCE = 4096  # positions; reading them is one long breath, in which no other thread gets a word in


class Following(NamedTuple):
    """What may follow a position: places in the list of all positions to be valued, and their chances."""

    first: int
    chances: Numbers  # [L]
    exact: tuple[float, ...] | None = None  # everybody's share, where nothing has to be estimated


class Ahead:
    """Positions that may follow, asked about one by one and valued all at once."""

    def __init__(self) -> None:
        self._games: list[Game] = []
        self._asked: dict[tuple[int, int], int] = {}  # (position, player) → where its answer is
        self._shares: Numbers = np.zeros(0)
        self._told: dict[int, tuple[float, ...]] = {}  # by the first of what may follow

    @property
    def asked(self) -> int:
        """How many answers are to be found."""
        return len(self._asked)

    def follow(self, game: Game) -> Following:
        """The next card if one is to be turned, else the position itself."""
        if exact := decided(game):
            return Following(0, np.zeros(0), exact)
        first, chances = len(self._games), [1.0]
        if game.phase is CARD:
            copies = Counter(game.quest_deck)
            self._games += [turn_card(game, card).game for card in copies]
            chances = [number / len(game.quest_deck) for number in copies.values()]
        else:
            self._games.append(game)
        return Following(first, np.array(chances))

    def ask(self, following: Following) -> None:
        """Remember to find out what everybody may expect of it."""
        if not following.exact:
            for place in range(following.first, following.first + len(following.chances)):
                for player in range(self._games[place].players):
                    self._asked.setdefault((place, player), len(self._asked))

    def answer(self) -> None:
        """Everything asked so far."""
        self._shares = np.zeros(len(self._asked))
        if not self._asked:
            return
        places, players = np.array(list(self._asked)).T
        for first in range(0, len(self._games), READ_AT_ONCE):
            these = np.flatnonzero((places >= first) & (places < first + READ_AT_ONCE))
            if len(these):
                reading = Reading(self._games[first : first + READ_AT_ONCE])
                logits = reading.thoughts(places[these] - first, players[these]).share.astype(np.float64)
                self._shares[these] = 1 / (1 + np.exp(-logits))
        certain = [known(game) for game in self._games]
        for (place, player), where in self._asked.items():
            if player in certain[place]:
                self._shares[where] = certain[place][player]

    def shares(self, following: Following) -> tuple[float, ...]:
        """What everybody may expect: together the whole win.

        Where the network has hardly ever been, it promises too much to all of them, or too little.
        """
        if following.exact:
            return following.exact
        if following.first not in self._told:
            players = self._games[following.first].players
            every = np.array([self._answers(following, player) for player in range(players)])
            expected = (every / every.sum(axis=0)) @ following.chances
            self._told[following.first] = tuple(expected.tolist())
        return self._told[following.first]

    def _answers(self, following: Following, player: int) -> Numbers:
        places = range(following.first, following.first + len(following.chances))
        return self._shares[[self._asked[place, player] for place in places]]
