"""Which bots meet at which table: everybody plays equally often, and everybody meets everybody about equally often.

All fields are far too many to play (12,870 of eight out of sixteen), and chance alone would favour some. So fields are
drawn one after the other: whoever has played least sits down first, and of those whoever has met the others least; what
is still even is drawn by lot. The first fields are the same however many follow.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random

Field = tuple[str, ...]


def mixed_fields(bots: Sequence[str], seats: int, luck: Random) -> Iterator[Field]:
    """Fields of so many different bots, without end; who sits beside whom is drawn by lot."""
    played: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    while True:
        field = _drawn(bots, seats, played, met, luck)
        played.update(field)
        met.update(map(frozenset, combinations(field, 2)))
        luck.shuffle(field)
        yield tuple(field)


def _drawn(
    bots: Sequence[str], seats: int, played: Counter[str], met: Counter[frozenset[str]], luck: Random
) -> list[str]:
    field: list[str] = []
    waiting = {bot: luck.random() for bot in bots}
    while len(field) < seats:
        least = min(
            waiting, key=lambda bot: (played[bot], sum(met[frozenset((bot, other))] for other in field), waiting[bot])
        )
        field.append(least)
        del waiting[least]
    return field


def different_triples(bots: Sequence[str], most: int, luck: Random) -> list[Field]:
    """So many different threes of these bots, or all there are; of nearly all, some are left out by lot."""
    if most > comb(len(bots), 3) // 2:
        return luck.sample(list(combinations(bots, 3)), min(most, comb(len(bots), 3)))
    drawn: dict[frozenset[str], Field] = {}
    triples = mixed_fields(bots, 3, luck)
    while len(drawn) < most:
        field = next(triples)
        drawn.setdefault(frozenset(field), field)
    return list(drawn.values())
