"""What leaving and staying are worth in one position of a solved round, when all others play the solution."""

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from incangold.editions import PathShare
from incangold.solver.one_round import OneRound
from incangold.solver.positions import Position
from incangold.solver.solution import Solution


class Weighed(NamedTuple):
    """One position as those inside see it, in treasure brought home on average."""

    leave: float
    stay: float
    chance_to_leave: float


def weigh(solution: Solution, position: Position) -> Weighed:
    """Both choices of one adventurer inside; all others, and everybody later on, play the solution."""
    chance, others = solution.chance_to_leave(position), position.inside - 1
    leave = stay = 0.0
    for leavers in range(others + 1):
        likely = comb(others, leavers) * chance**leavers * (1 - chance) ** (others - leavers)
        leave += likely * _leaving(solution.round, position, with_others=leavers)
        stay += likely * _one_more_card(solution, position, leavers)
    return Weighed(leave, stay, chance)


def _shared(on_path: tuple[int, ...], among: int, how: PathShare) -> tuple[int, tuple[int, ...]]:
    """R9. What each leaver takes, and what stays on the path."""
    if how is PathShare.BY_CARD:
        return sum(left // among for left in on_path), tuple(left % among for left in on_path if left % among)
    each, left = divmod(sum(on_path), among)
    return each, (left,) if left else ()


def _leaving(one: OneRound, position: Position, *, with_others: int) -> float:
    """R9, R10. What leaving brings; artifacts only to one who leaves alone."""
    brought = position.beside_tent + _shared(position.on_path, with_others + 1, one.path_share)[0]
    if with_others:
        return brought
    where = zip(one.artifacts, position.artifacts, strict=False)
    return brought + sum(sum(load[carried:turned]) for load, (turned, carried) in where)


def _after_leavers(one: OneRound, position: Position, leavers: int) -> Position:
    """R9, R10. What those who stay see after so many left."""
    if not leavers:
        return position
    return position._replace(
        inside=position.inside - leavers,
        on_path=_shared(position.on_path, leavers, one.path_share)[1],
        artifacts=tuple((out, out) for out, _ in position.artifacts) if leavers == 1 else position.artifacts,
    )


def _one_more_card(solution: Solution, position: Position, leavers: int) -> float:
    """What staying for the next card brings when so many of the others leave before it; R12 when there is none."""
    one = solution.round
    turned = sum(out for out, _ in position.artifacts)
    left = one.cards - len(position.treasures) - len(position.hazards) - turned
    if not left:
        return _leaving(one, position, with_others=position.inside - 1)
    after = _after_leavers(one, position, leavers)
    return sum(cards * solution.value(then) for cards, then in _next(one, after)) / left


def _next(one: OneRound, now: Position) -> Iterator[tuple[int, Position]]:
    """Where the cards of the deck may lead, and how many lead there; those that drive out are not among them."""
    for value, cards in (Counter(one.treasures) - Counter(now.treasures)).items():
        each, rest = divmod(value, now.inside)
        lying = (*now.on_path, rest) if rest else now.on_path
        then = now._replace(beside_tent=now.beside_tent + each, on_path=lying, treasures=(*now.treasures, value))
        yield cards, then
    for copies, kinds in (Counter(one.hazards) - Counter(now.hazards)).items():
        yield copies * kinds, now._replace(hazards=(*now.hazards, copies))
    where = now.artifacts or ((0, 0),) * len(one.artifacts)
    for at, (load, (out, carried)) in enumerate(zip(one.artifacts, where, strict=True)):
        if out < len(load):
            found = (*where[:at], (out + 1, carried), *where[at + 1 :])
            yield len(load) - out, now._replace(artifacts=found)
