"""Two ratings for every bot by OpenSkill (the model of Plackett and Luce), with intervals that do not trust it blindly.

One asks who wins: winners before all others. One asks for the finishing order: the second before the third. A rating
that is updated game by game depends on the order of the games, and its own sigma knows nothing of the fields that
happened to be drawn. So the fields are drawn again with replacement, their games put into a new order and rated from
the start, many times over: the rating is the mean of that, the interval what the middle 95 % of it span.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import fmean, quantiles
from typing import Any, NamedTuple

RESAMPLES = 100
START = 25.0

Orders = tuple[tuple[str, ...], tuple[str, ...]]  # the bots of a field; the finishing orders of its rated games
Workers = Callable[[Callable[..., Any], Iterable[tuple[Any, ...]]], Iterable[Any]]


class Rating(NamedTuple):
    """Where a bot stands; 25 is where everybody starts."""

    mean: float
    low: float
    high: float


class Ratings(NamedTuple):
    """Of one bot: who wins, and who finishes before whom."""

    wins: Rating
    places: Rating


def ratings(bots: Sequence[str], fields: Sequence[Orders], seed: int, workers: Workers) -> dict[str, Ratings]:
    """Rate all bots, in whatever processes the workers are."""
    tasks = [(bots, fields, f"{seed}/{number}") for number in range(RESAMPLES)]
    samples = sorted(workers(rated_twice, tasks))  # in whatever order they were finished
    by_bot = zip(*(zip(*sample, strict=True) for sample in samples), strict=True)
    both = ([_middle(values) for values in zip(*pairs, strict=True)] for pairs in by_bot)
    return {bot: Ratings(*each) for bot, each in zip(bots, both, strict=True)}


def _middle(values: Sequence[float]) -> Rating:
    parts = quantiles(values, n=40, method="inclusive")
    return Rating(fmean(values), parts[0], parts[-1])


def rated_twice(bots: Sequence[str], fields: Sequence[Orders], seed: str) -> tuple[list[float], list[float]]:
    """Every bot's ratings after one sample of the fields, in the order of the bots."""
    luck = Random(seed)
    games = [(names, order) for names, orders in luck.choices(fields, k=len(fields)) for order in orders]
    luck.shuffle(games)
    won = [(names, [float(place != "0") for place in order]) for names, order in games]
    finished = [(names, list(map(float, order))) for names, order in games]
    return _rated(bots, won), _rated(bots, finished)


def _rated(bots: Sequence[str], games: Iterable[tuple[tuple[str, ...], list[float]]]) -> list[float]:
    """Bots do not change while they play, so uncertainty only shrinks: tau is 0."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=START, tau=0.0)
    standing = {bot: model.rating() for bot in bots}
    for names, places in games:
        after = model.rate([[standing[name]] for name in names], ranks=places)
        standing.update((name, team[0]) for name, team in zip(names, after, strict=True))
    return [standing[bot].mu for bot in bots]
