"""Climbing: play what has not been played yet, keep each field as it is finished, then say where everybody stands."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from incangold.arena.arena import WORTH_A_PROCESS
from incangold.arena.ladder.fields import Field, Played, play_field
from incangold.arena.ladder.kept import Kept
from incangold.arena.ladder.ladder import Ladder
from incangold.arena.ladder.rating import Ratings, Workers, ratings
from incangold.arena.processes import on_all_cores

Progress = Callable[[int], None]
Result = tuple[Field, Played]


class Climbed(NamedTuple):
    """All that was played, and the rating that came of it."""

    mixed: list[Result]
    ratings: dict[str, Ratings]
    champion: str
    against_champion: list[Result]
    again: list[Result]  # the lowest of these
    alone: list[Result]


def climb(ladder: Ladder, kept: Kept, *, cores: int, elsewhere: Workers | None, progress: Progress) -> Climbed:
    """The whole ladder; fields at tables may be played elsewhere, ratings and the kernel stay here."""
    here = in_processes(cores)
    play = partial(_played, kept=kept, cores=cores, workers=elsewhere or here, progress=progress)
    mixed = play([field for _, field in ladder.mixed()])
    rated = ratings(ladder.bots, [_orders(*each) for each in mixed], ladder.seed, here)
    champion = ladder.champion or max(rated, key=lambda bot: rated[bot].wins.mean)
    against, alone = list(ladder.against_champion(champion)), list(ladder.alone_among_champions(champion))
    played = play([*against, *alone])
    first_look = played[: len(against)]
    again = play([*ladder.again_against(lowest(first_look, ladder.again))])
    return Climbed(mixed, rated, champion, first_look, again, played[len(against) :])


def lowest(results: Iterable[Result], number: int) -> list[Field]:
    """The fields in which the bot that is named first won least."""
    return [field for field, _ in sorted(results, key=lambda each: each[1].wins[0] / each[1].games)[:number]]


def work_ahead(ladder: Ladder) -> int:
    """How many games there are to play; who will be champion makes no difference."""
    anyone = ladder.champion or ladder.bots[0]
    fields = [field for _, field in ladder.mixed()]
    against = list(ladder.against_champion(anyone))
    fields += [*against, *ladder.again_against(against[: ladder.again]), *ladder.alone_among_champions(anyone)]
    return sum(field.contest.games for field in fields)


def in_processes(cores: int) -> Workers:
    """The first task tells how long the rest will take: not worth a second process, or all cores at once."""

    def work(each: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        waiting = list(tasks)
        began = perf_counter()
        yield from (each(*task) for task in waiting[:1])
        rest = waiting[1:]
        if cores == 1 or (perf_counter() - began) * len(rest) < WORTH_A_PROCESS:
            yield from (each(*task) for task in rest)
        else:
            yield from on_all_cores(each, rest, min(cores, len(rest)))

    return work


def _played(fields: Sequence[Field], *, kept: Kept, cores: int, workers: Workers, progress: Progress) -> list[Result]:
    """Every field with what came of it, in the order of the fields."""
    missing = [field for field in fields if kept.of(field) is None]
    progress(sum(field.contest.games for field in fields) - sum(field.contest.games for field in missing))
    for played in _at_work(missing, cores, workers):
        kept.add(played)
        progress(played.games)
    return [(field, kept.played[field.key]) for field in fields]


def _at_work(fields: Sequence[Field], cores: int, workers: Workers) -> Iterator[Played]:
    """Tables on all workers, then the kernel, which uses the cores itself."""
    yield from workers(play_field, [(field,) for field in fields if field.contest.engine == "table"])
    for field in fields:
        if field.contest.engine == "kernel":
            yield play_field(field, cores)


def _orders(field: Field, played: Played) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return field.contest.bots, tuple(played.orders.split())
