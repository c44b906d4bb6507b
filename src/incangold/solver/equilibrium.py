"""One choice: everybody inside leaves with the same chance; which chances leave nobody a better choice.

If j of the n others leave, staying is worth `gains[j]` more than leaving. When each of them leaves with chance p, it is
worth Σ C(n, j) p^j (1 − p)^(n − j) · gains[j] more: a polynomial whose roots between 0 and 1 are found by halving, for
it has at most as many as its gains change sign, and one where they change sign once.
"""

import numpy as np
from numpy.typing import NDArray

from incangold.solver.compiled import compiled

Numbers = NDArray[np.float64]
LOWEST, HIGHEST, BEST, WORST = range(4)  # which equilibrium may be taken where there are several
DEEPEST = 48  # halvings after which two roots are one
NARROW = 1e-15


@compiled
def mean(worth: Numbers, others: int, chance: float) -> float:
    """What something is worth on average that depends on how many of the others leave."""
    stay, total, ways, power = 1.0 - chance, worth[0], 1.0, 1.0
    for leavers in range(1, others + 1):
        power *= chance
        ways = ways * (others - leavers + 1) / leavers
        total = total * stay + ways * power * worth[leavers]
    return float(total)


@compiled
def sign_changes(gains: Numbers, others: int) -> int:
    """How often the sign changes along the gains, zeros left out."""
    changes, before = 0, 0.0
    for leavers in range(others + 1):
        now = gains[leavers]
        if now != 0.0:
            changes += before != 0.0 and (now < 0.0) != (before < 0.0)
            before = now
    return changes


@compiled
def _first_sign(gains: Numbers, others: int) -> float:
    """The first gain that is not zero: it has the polynomial's sign at the beginning of the interval."""
    for leavers in range(others + 1):
        if gains[leavers] != 0.0:
            return float(gains[leavers])
    return 0.0


@compiled
def _root(gains: Numbers, others: int, low: float, high: float, rising: bool) -> float:
    """The one root between two chances: false position that cannot get stuck (Illinois), or halving at a zero."""
    at_low, at_high, side = mean(gains, others, low), mean(gains, others, high), 0
    first, last, middle = low, high, low
    while high - low > NARROW:
        before, middle = middle, 0.5 * (low + high)
        if at_low != 0.0 and at_high != 0.0 and (at_low < 0.0) != (at_high < 0.0):
            middle = min(max((low * at_high - high * at_low) / (at_high - at_low), low), high)
        here = mean(gains, others, middle)
        if here == 0.0 or middle == before:
            break
        if (here < 0.0) == rising:
            low, at_low, at_high, side = middle, here, at_high * (0.5 if side < 0 else 1.0), -1
        else:
            high, at_high, at_low, side = middle, here, at_low * (0.5 if side > 0 else 1.0), 1
    return middle if first < middle < last else _halved(gains, others, first, last, rising)


@compiled
def _halved(gains: Numbers, others: int, low: float, high: float, rising: bool) -> float:
    """The same by halving alone, for an end that is a root but for less than can be reckoned with."""
    while high - low > NARROW:
        middle = 0.5 * (low + high)
        if (mean(gains, others, middle) < 0.0) == rising:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@compiled
def _halve(gains: Numbers, others: int, left: Numbers, right: Numbers) -> None:
    """The gains of the same polynomial on each half of its interval (de Casteljau)."""
    right[: others + 1] = gains[: others + 1]
    for turn in range(others + 1):
        left[turn] = right[0]
        for at in range(others - turn):
            right[at] = 0.5 * (right[at] + right[at + 1])


@compiled
def _between(gains: Numbers, others: int, roots: Numbers, number: int) -> int:
    """All roots between 0 and 1; so many were known before."""
    pieces, lows, widths = np.empty((DEEPEST + 2, others + 1)), np.zeros(DEEPEST + 2), np.ones(DEEPEST + 2)
    pieces[0], top = gains[: others + 1], 0
    left, right = np.empty(others + 1), np.empty(others + 1)
    while top >= 0 and number < len(roots) - 1:
        low, width, changes = lows[top], widths[top], sign_changes(pieces[top], others)
        if changes == 1 or (changes > 1 and top == DEEPEST):
            roots[number] = _root(gains, others, low, low + width, _first_sign(pieces[top], others) < 0.0)
            number += 1
        elif changes > 1:
            _halve(pieces[top], others, left, right)
            if right[0] == 0.0:
                roots[number] = low + width / 2
                number += 1
            pieces[top], lows[top], widths[top] = right, low + width / 2, width / 2
            pieces[top + 1], lows[top + 1], widths[top + 1] = left, low, width / 2
            top += 2
        top -= 1
    return number


@compiled
def equilibria(gains: Numbers, others: int, chances: Numbers) -> int:
    """Every chance at which nobody gains by choosing otherwise, rising; how many there are, at least one."""
    number = 0
    if gains[0] >= 0.0:
        chances[0] = 0.0
        number = 1
    changes = sign_changes(gains, others)
    if changes == 1:
        chances[number] = _root(gains, others, 0.0, 1.0, _first_sign(gains, others) < 0.0)
        number += 1
    elif changes:
        begin, number = number, _between(gains, others, chances, number)
        chances[begin:number].sort()
    if gains[others] < 0.0 or (gains[others] == 0.0 and number == 0):
        chances[number] = 1.0
        number += 1
    return number


@compiled
def worth_of(gains: Numbers, leave: Numbers, others: int, chance: float) -> float:
    """What a choice brings to each when all leave with this chance."""
    return mean(leave, others, chance) + (1.0 - chance) * mean(gains, others, chance)


@compiled
def chosen(wanted: int, gains: Numbers, leave: Numbers, others: int, chances: Numbers) -> tuple[float, float, float]:
    """The chance to leave, what the choice then brings, and how far apart the best and the worst equilibrium are."""
    number = equilibria(gains, others, chances)
    best, worst = 0, 0
    most = least = worth_of(gains, leave, others, chances[0])
    if number == 1:
        return chances[0], most, 0.0
    for one in range(1, number):
        worth = worth_of(gains, leave, others, chances[one])
        if worth > most:
            best, most = one, worth
        if worth < least:
            worst, least = one, worth
    chance = chances[(0, number - 1, best, worst)[wanted]]
    return chance, worth_of(gains, leave, others, chance), most - least
