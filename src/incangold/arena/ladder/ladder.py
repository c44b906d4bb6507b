"""The ladder that was asked for, and all its fields: mixed ones for everybody, then those of the champion."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb
from random import Random
from typing import Any

from incangold import __version__
from incangold.arena.ladder.climbers import ALL_SEATS, signature
from incangold.arena.ladder.design import different_triples, mixed_fields
from incangold.arena.ladder.fields import Field, make_field
from incangold.editions import Edition, name_of
from incangold.errors import NotOnTheLadder, TooFewOnTheLadder
from incangold.rules import RULES_VERSION

ROTATIONS = 4  # of each mixed field's games so many times round the table are rated
CHAMPION_SEATS = 4
MORE_GAMES = 10  # times as many, where the champion's lowest fields are played again


@dataclass(frozen=True)
class Ladder:
    """Who plays whom, how often; `fields` is how many each bot plays at each number of seats."""

    bots: tuple[str, ...]
    edition: Edition
    seats: tuple[int, ...] = ALL_SEATS
    fields: int = 16
    games: int = 120
    triples: int = 60
    champion_games: int = 1000
    again: int = 10
    alone_games: int = 2000
    champion: str | None = None  # the strongest by rating
    seed: int = 1
    engine: str = "table"

    def __post_init__(self) -> None:
        if self.champion not in (None, *self.bots):
            raise NotOnTheLadder(name=str(self.champion)[:60], bots=", ".join(self.bots))
        if not self.seat_counts():
            raise TooFewOnTheLadder(bots=len(self.bots), needed=min(self.seats))

    def identity(self) -> dict[str, Any]:
        """What fields that were played before must have in common with these to be counted with them."""
        return {
            "version": __version__,
            "rules": RULES_VERSION,
            "edition": name_of(self.edition),
            "bots": list(self.bots),
            "signature": signature(self.bots, self.edition),
            "games": self.games,
            "champion_games": self.champion_games,
            "alone_games": self.alone_games,
            "seed": self.seed,
            "engine": self.engine,
        }

    def seat_counts(self) -> tuple[int, ...]:
        """With more seats than bots a table would need clones, which spoil each other: those are left out."""
        return tuple(seats for seats in self.seats if seats <= len(self.bots))

    def mixed(self) -> Iterator[tuple[int, Field]]:
        """Every mixed field with its number of seats."""
        for seats in self.seat_counts():
            drawn = mixed_fields(self.bots, seats, Random(f"{self.seed}/{seats}"))
            number = -(-self.fields * len(self.bots) // seats)
            for place, bots in enumerate(islice(drawn, number), start=1):
                yield seats, self._field(f"mixed {place}", bots, self.games, rotations=ROTATIONS)

    def against_champion(self, champion: str) -> Iterator[Field]:
        """The champion with three different others at a table of four."""
        others = [bot for bot in self.bots if bot != champion]
        if self.triples:
            for three in different_triples(others, self.triples, Random(f"{self.seed}/triples")):
                yield self._field("champion", (champion, *three), self.champion_games)

    def again_against(self, lowest: Iterable[Field]) -> Iterator[Field]:
        """Fields in which the champion won least, with fresh luck and more of it: some were only unlucky."""
        for field in lowest:
            yield self._field("again", field.contest.bots, MORE_GAMES * self.champion_games)

    def all_triples(self) -> int:
        """How many threes of different others there are."""
        return comb(len(self.bots) - 1, 3)

    def alone_among_champions(self, champion: str) -> Iterator[Field]:
        """Each other bot alone with three champions."""
        for bot in self.bots:
            if bot != champion and self.triples:
                yield self._field("alone", (bot, champion, champion, champion), self.alone_games)

    def _field(self, kind: str, bots: tuple[str, ...], games: int, *, rotations: int = 0) -> Field:
        how = {"games": games, "seed": self.seed, "rotations": rotations}
        return make_field(kind, bots, self.edition, engine=self.engine, **how)
