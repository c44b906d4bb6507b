"""How sure a figure is that was counted over games: half of its 95 % interval."""

from math import sqrt

from incangold.seen import WHOLE_WIN

Z95 = 1.959964


def least_half_width(games: int) -> float:
    """As near as so many games can come to a win share, even if all ended alike: Wilson's interval reaches so far."""
    return Z95**2 / (games + Z95**2)


def within_reach(margin: float, value: float, most: float = 1.0) -> float:
    """No wider than what can be at all: from 0 to `most`. A few games spread further than that, and say no more."""
    return min(margin, max(value, most - value))


def win_margin(wins: int, squares: int, games: int) -> float | None:
    """Half of the 95 % interval of a win share; never narrower than so many games allow, nor wider than can be."""
    margin = half_width(wins, squares, games, unit=WHOLE_WIN)
    if margin is None:
        return None
    return within_reach(max(margin, least_half_width(games)), wins / (WHOLE_WIN * games))


def half_width(total: int, squares: int, games: int, *, unit: int = 1) -> float | None:
    """Half of the 95 % interval of a mean, from the sums of values and of their squares; one game has none."""
    if games < 2:
        return None
    variance = max(0.0, (squares - total * total / games) / (games - 1))
    return Z95 * sqrt(variance / games) / unit
