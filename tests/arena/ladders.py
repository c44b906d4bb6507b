"""Small ladders for the tests, and results made by hand."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from incangold.arena.contest import Contest
from incangold.arena.ladder.climb import Climbed, climb
from incangold.arena.ladder.fields import Field, Played
from incangold.arena.ladder.kept import Kept
from incangold.arena.ladder.ladder import Ladder
from incangold.editions import EDITIONS, edition
from incangold.seen import WHOLE_WIN

BOTS = ("odds", "turn:5", "timid", "random", "die")
SMALL = Ladder(
    BOTS,
    edition("diamant rounds=2"),
    seats=(2, 4, 8),
    fields=2,
    games=4,
    triples=2,
    champion_games=8,
    alone_games=8,
    seed=7,
)


def climbed(ladder: Ladder, path: Path, cores: int = 1) -> Climbed:
    """A ladder, climbed to its end."""
    kept = Kept(path, ladder.identity())
    kept.begin()
    return climb(ladder, kept, cores=cores, elsewhere=None, progress=lambda games: None)


def here(work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterable[Any]:
    """Workers that are this process."""
    return (work(*task) for task in tasks)


def by_hand(bots: tuple[str, ...], wins: tuple[float, ...], games: int = 100) -> tuple[Field, Played]:
    """A field in which each bot has won so many of the games."""
    field = Field(", ".join(bots), Contest(bots, EDITIONS["incan-gold"], games, 1), 0)
    parts = [round(won * WHOLE_WIN) for won in wins]
    squares = [part * WHOLE_WIN for part in parts]
    return field, Played(field.key, games, parts, squares, [0] * len(bots), "")


def options(**values: object) -> list[str]:
    """Options as they are typed: `--champion-games 4`."""
    return [word for name, value in values.items() for word in (f"--{name.replace('_', '-')}", str(value))]
