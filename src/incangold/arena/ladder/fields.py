"""One field: the bots at one table, their games, and what is counted of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from incangold.arena.arena import places, play_game, run
from incangold.arena.contest import Contest, played_by
from incangold.arena.tally import Tally
from incangold.editions import Edition
from incangold.events import GameEnded
from incangold.seen import WHOLE_WIN
from incangold.table.table import Table


@dataclass(frozen=True)
class Field:
    """Its key tells it from all others of the ladder; of its first games the finishing order is kept."""

    key: str
    contest: Contest
    rated: int


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sums over the games of a field, by bot; and finishing orders, a digit for each bot: `1020`."""

    field: str
    games: int
    wins: list[int]  # in parts of a whole win
    wins_squared: list[int]
    scores: list[int]
    orders: str

    def suits(self, field: Field) -> bool:
        """Whether this can be what came of that field."""
        bots, orders = len(field.contest.bots), self.orders.split()
        sums = (self.wins, self.wins_squared, self.scores)
        return (
            self.games == field.contest.games
            and all(len(each) == bots for each in sums)
            and sum(self.wins) == WHOLE_WIN * self.games
            and len(orders) == field.rated
            and all(len(order) == bots and order.isdecimal() for order in orders)
        )


def make_field(
    kind: str, bots: tuple[str, ...], edition: Edition, *, games: int, seed: int, engine: str, rotations: int = 0
) -> Field:
    """A field with a seed of its own; everybody sits everywhere equally often."""
    key = f"{kind}: {', '.join(bots)}"
    size = len(bots)
    digest = sha256(f"{seed}/{key}".encode()).digest()
    contest = Contest(bots, edition, -(-games // size) * size, int.from_bytes(digest[:6]))
    return Field(key, played_by(contest, engine), min(rotations * size, contest.games))


def play_field(field: Field, cores: int = 1) -> Played:
    """All its games, at tables or in the kernel; finishing orders are always seen at tables."""
    tally, orders = Tally.empty(len(field.contest.bots)), []
    at_tables = field.contest.games if field.contest.engine == "table" else field.rated
    for game in range(at_tables):
        table = play_game(field.contest, game, tally)
        if game < field.rated:
            orders.append(finishing_order(table, game))
    if field.contest.engine == "kernel":
        tally = run(field.contest, cores=cores)
    return Played(field.key, tally.games, tally.wins, tally.wins_squared, tally.scores, " ".join(orders))


def finishing_order(table: Table, game: int) -> str:
    """The place of each bot, 0 for whoever won; equal treasure and artifacts share a place."""
    ended = table.view(None).public.story[-1]
    if not isinstance(ended, GameEnded):
        raise TypeError("only finished games have an order")
    standing = list(zip(ended.scores, ended.artifacts, strict=True))
    return "".join(str(_place(standing, player)) for player in places(len(standing), game))


def _place(standing: Sequence[tuple[int, int]], player: int) -> int:
    return sum(other > standing[player] for other in standing)
