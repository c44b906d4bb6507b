"""Every holding that can come to be: how many are inside, what lies beside each tent, what lies on the path."""

from typing import NamedTuple

import numpy as np

from incangold.editions import PathShare
from incangold.errors import TooLargeToSolve
from incangold.solver.compiled import compiled
from incangold.solver.one_round import OneRound, TreasureSets, Whole
from incangold.solver.positions import BESIDE, BITS, ON_PATH, Holdings

MANY = 8  # more than one holding adds at once


@compiled
def holding(inside: int, beside: int, path: int) -> int:
    """As one number."""
    return (inside << (BESIDE + ON_PATH)) | (beside << ON_PATH) | path


@compiled
def opened(key: int) -> tuple[int, int, int]:
    """How many are inside, what lies beside each tent, what lies on the path."""
    beside = (key >> ON_PATH) & ((1 << BESIDE) - 1)
    return key >> (BESIDE + ON_PATH), beside, key & ((1 << ON_PATH) - 1)


@compiled
def shared(path: int, among: int, by_card: bool) -> tuple[int, int]:
    """R9. What each of so many leavers takes, and what still lies on the path."""
    if not by_card:
        return path // among, path % among
    each, rest = 0, 0
    for remainder in range(1, 8):
        cards = (path >> (BITS * (remainder - 1))) & ((1 << BITS) - 1)
        each += cards * (remainder // among)
        if remainder % among:
            rest += cards << (BITS * (remainder % among - 1))
    return each, rest


@compiled
def with_treasure(key: int, value: int, by_card: bool) -> int:
    """R6. After a treasure was divided among those inside."""
    inside, beside, path = opened(key)
    each, left = value // inside, value % inside
    if left:
        path += (1 << (BITS * (left - 1))) if by_card else left
    return holding(inside, beside + each, path)


@compiled
def after_leaving(key: int, leavers: int, by_card: bool) -> int:
    """R9. After so many left, for those who stay; one who is alone can count all that lies on the path as held."""
    inside, beside, path = opened(key)
    path = shared(path, leavers, by_card)[1] if leavers else path
    if inside - leavers > 1:
        return holding(inside - leavers, beside, path)
    return holding(1, beside + shared(path, 1, by_card)[0], 0)


class _Found(NamedTuple):
    """The holdings of one set as they are found: a table to see which are known, and a list."""

    known: Whole
    turn: Whole  # at which turn a place of the table was filled; what an earlier turn left counts as empty
    keys: Whole


@compiled
def _add(found: _Found, number: int, turn: int, key: int) -> int:
    """How many holdings are known with this one, which may be known already."""
    mask = len(found.known) - 1
    place = ((key * 0x1E3779B97F4A7C15) >> 20) & mask
    while found.turn[place] == turn:
        if found.known[place] == key:
            return number
        place = (place + 1) & mask
    found.known[place], found.turn[place], found.keys[number] = key, turn, key
    return number + 1


@compiled
def _leave(found: _Found, number: int, turn: int, by_card: bool) -> int:
    """Let some of those inside leave, in every way, as far as there is room."""
    at = 0
    while at < number and number + MANY < len(found.keys):
        for leavers in range(1, opened(found.keys[at])[0]):
            number = _add(found, number, turn, after_leaving(found.keys[at], leavers, by_card))
        at += 1
    return number


@compiled
def _of_set(number: int, sets: TreasureSets, held: Holdings, found: _Found, by_card: bool) -> int:
    """Find the holdings of one set from those of the sets with a treasure less, as far as there is room."""
    known = 0
    for which in range(len(sets.values)):
        if sets.turned[number, which]:
            before = number - sets.step[which]
            for at in range(held.first[before], held.first[before + 1]):
                if known + MANY < len(found.keys):
                    known = _add(found, known, number, with_treasure(held.keys[at], sets.values[which], by_card))
    return _leave(found, known, number, by_card)


@compiled
def _from(begin: int, sets: TreasureSets, held: Holdings, found: _Found, by_card: bool) -> tuple[int, bool]:
    """Go on from this set to the first one without room, and say whether it is too many for one set."""
    for number in range(begin, len(sets.size)):
        known = _of_set(number, sets, held, found, by_card)
        if known + MANY >= len(found.keys):
            return number, True
        end = held.first[number] + known
        if end > len(held.keys):
            return number, False
        held.keys[held.first[number] : end] = np.sort(found.keys[:known])
        held.first[number + 1] = end
    return len(sets.size), False


def _room(places: int) -> _Found:
    return _Found(np.zeros(2 * places, np.int64), np.full(2 * places, -1), np.zeros(places, np.int64))


def all_holdings(one: OneRound, *, most: int) -> Holdings:
    """Every holding with every set of treasures; refuses to find more than so many."""
    sets, by_card = one.treasure_sets, one.path_share is PathShare.BY_CARD
    held, found = _before_any_treasure(one), _room(1 << 10)
    at, crowded = _from(1, sets, held, found, by_card)
    while at < len(sets.size):
        _refuse_more_than(most, one, held, at)
        found = _room(2 * len(found.keys) if crowded else len(found.keys))
        if not crowded:
            held = Holdings(held.first, np.concatenate([held.keys, np.zeros_like(held.keys)]))
        at, crowded = _from(at, sets, held, found, by_card)
    _refuse_more_than(most, one, held, at)
    return Holdings(held.first, held.keys[: held.first[-1]].copy())


def _refuse_more_than(most: int, one: OneRound, held: Holdings, at: int) -> None:
    if held.first[at] > most:
        share = f"{at / len(one.treasure_sets.size):.0%}"
        raise TooLargeToSolve(positions=int(held.first[at]) * one.signs, share=share)


def _before_any_treasure(one: OneRound) -> Holdings:
    """Nobody holds anything, and nothing lies on the path; some may have left all the same."""
    held = Holdings(np.zeros(len(one.treasure_sets.size) + 1, np.int64), np.zeros(1 << 16, np.int64))
    for inside in range(1, one.adventurers + 1):
        held.keys[inside - 1] = holding(inside, 0, 0)
    held.first[1] = one.adventurers
    return held
