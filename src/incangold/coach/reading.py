"""Many positions at once, as the trained player reads them: one pass over the games, one over the network."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from incangold.bots.amauta.mind import Thought, think
from incangold.bots.amauta.signs import signs
from incangold.bots.amauta.weights import mind_for
from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import Edition, PathShare
from incangold.game import Game, HeldArtifact
from incangold.path import Path, treasure_on
from incangold.seen import Seen, different_treasures, leftwards, path_numbers

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
AT_ONCE = 4096  # positions that go through the network together: what a processor keeps close by


class Reading:
    """Positions of one table, to be looked at by any of its players."""

    def __init__(self, games: Sequence[Game]) -> None:
        first = games[0]
        self._edition, self._leaders, self._players = first.edition, first.leaders, first.players
        self._dice = [int(seat in first.dice) for seat in range(len(self._leaders))]
        rows = _Rows(first.edition, len(self._leaders))
        self._columns: Whole = np.array([rows.row(game) for game in games], np.int64).T

    def thoughts(self, rows: Sequence[int], players: Sequence[int]) -> Thought:
        """What each of these players thinks of the position beside it: wishes [3, R] and share [R]."""
        parts = [
            self._think(np.array(rows[start : start + AT_ONCE]), np.array(players[start : start + AT_ONCE]))
            for start in range(0, len(rows), AT_ONCE)
        ]
        return Thought(*(np.concatenate(each, axis=-1) for each in zip(*parts, strict=True)))

    def _think(self, rows: Whole, players: Whole) -> Thought:
        read = signs(self._seen(rows, players), self._edition, self._players, np)
        return think(mind_for(self._players), read, np)

    def _seen(self, rows: Whole, players: Whole) -> Seen:
        """What they see: the same numbers for all, those by adventurer from their own around the table."""
        edition, seats = self._edition, len(self._leaders)
        order = np.array([leftwards(self._leaders, player) for player in range(self._players)]).T
        mine, rest = order[:, players], self._columns[:, rows]
        parts = np.split(rest, np.cumsum(_lengths(edition, seats))[:-1])
        (number,), (turn,), (start,), *by_seat = parts[:10]
        inside, beside, safe, held, worth, past, may = (np.take_along_axis(part, mine, axis=0) for part in by_seat)
        treasures, hazards, artifacts, (cards,), *lying = parts[10:]
        dice, left = np.array(self._dice)[mine], (start - players) % self._players
        deck = (treasures, hazards, artifacts)
        return Seen(number, turn, left, inside, beside, safe, held, worth, dice, past, may, *deck, cards, *lying)


def _lengths(edition: Edition, seats: int) -> list[int]:
    """How many numbers of a row belong to each part of what is seen, dice left out."""
    kinds, artifacts = len(edition.hazards), len(edition.artifacts_in_box)
    deck = [len(different_treasures(edition)), kinds, artifacts]
    return [1, 1, 1, *[seats] * 7, *deck, 1, path_numbers(edition, seats), kinds, artifacts, artifacts]


class _Rows:
    """Games as rows of whole numbers; decks and paths come up again and again and are counted once."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self._edition, self._seats = edition, seats
        treasures = map(TreasureCard, different_treasures(edition))
        cards: list[Card] = [*treasures, *map(HazardCard, edition.hazards)]
        self._place = {card: place for place, card in enumerate([*cards, *map(ArtifactCard, edition.artifacts_in_box)])}
        self._signs: list[Card] = [*map(HazardCard, edition.hazards), *map(ArtifactCard, edition.artifacts_in_box)]
        self._decks: dict[tuple[Card, ...], list[int]] = {}
        self._paths: dict[Path, list[int]] = {}

    def row(self, game: Game) -> list[int]:
        """One game: time, the adventurers, the deck, the path, what lies under the Temple cards."""
        inside = [0] * self._seats
        for seat in game.in_temple:
            inside[seat] = 1
        number, worth = _held(game.artifacts)
        return [
            *(game.round, game.turn, game.start_player),
            *inside,
            *game.beside_tent,
            *game.in_tent,
            *number,
            *worth,
            *game.walked_past,
            *[int(seat in game.scavenging) for seat in range(self._seats)],
            *self._deck(game.quest_deck),
            *self._path(game.path),
            *[int(artifact in game.under_temples) for artifact in self._edition.artifacts_in_box],
        ]

    def _deck(self, deck: tuple[Card, ...]) -> list[int]:
        if deck not in self._decks:
            copies = [0] * len(self._place)
            for card in deck:
                copies[self._place[card]] += 1
            self._decks[deck] = copies
        return self._decks[deck]

    def _path(self, path: Path) -> list[int]:
        if path not in self._paths:
            lying = {spot.card for spot in path}
            signs_on = [int(card in lying) for card in self._signs]
            self._paths[path] = [len(path), *self._treasure(path), *signs_on]
        return self._paths[path]

    def _treasure(self, path: Path) -> list[int]:
        """What leavers would divide: one heap, or the cards with 1, 2 … on them."""
        if self._edition.path_share is PathShare.POOLED:
            return [treasure_on(path)]
        left = [spot.treasure for spot in path]
        return [left.count(treasure) for treasure in range(1, self._seats)]


@lru_cache(maxsize=1024)
def _held(artifacts: tuple[tuple[HeldArtifact, ...], ...]) -> tuple[list[int], list[int]]:
    """How many artifacts everybody has, and what they count."""
    return [len(held) for held in artifacts], [sum([one.worth for one in held]) for held in artifacts]
