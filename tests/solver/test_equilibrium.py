"""One choice: which chances to leave are equilibria."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incangold.solver.equilibrium import chosen, equilibria, mean


def found(*gains: float) -> list[float]:
    chances = np.zeros(10)
    number = equilibria(np.array(gains, float), len(gains) - 1, chances)
    return [float(chance) for chance in chances[:number]]


@pytest.mark.parametrize(
    ("gains", "chances"),
    [
        ((3.0,), [0]),  # alone, and going on is better
        ((-3.0,), [1]),
        ((0.0,), [0]),
        ((-1.0, 1.0), [0.5]),  # each wants to do what the other does not
        ((1.0, -1.0), [0, 0.5, 1]),  # each wants to do what the other does
        ((-1.0, -2.0), [1]),
        ((2.0, 1.0), [0]),
        ((3.0, -5.0, 3.0), [0, 0.25, 0.75]),
        ((1.0, -1.0, 1.0), [0, 0.5]),  # it only touches zero
        ((-1.0, 1.0, -1.0), [0.5, 1]),
        ((0.0, -1.0, 1.0), [0, 2 / 3]),
        ((-1.0, 1.0, -1.0, 1.0), [0.5]),
        ((-1.0, 1.0, 1e-59), [1 / 3]),  # the end is a root, but for next to nothing
    ],
    ids=str,
)
def test_by_hand(gains: tuple[float, ...], chances: list[float]) -> None:
    assert found(*gains) == pytest.approx(chances, abs=1e-7)


@given(st.lists(st.floats(-20, 20, allow_subnormal=False), min_size=1, max_size=8))
@settings(max_examples=300, deadline=None)
def test_at_every_equilibrium_nobody_wants_to_choose_otherwise(gains: list[float]) -> None:
    chances = found(*gains)
    assert chances == sorted(chances)
    assert chances
    for chance in chances:
        gain = mean(np.array(gains), len(gains) - 1, chance)
        assert chance == 0 or gain < 1e-9
        assert chance == 1 or gain > -1e-9


@given(st.lists(st.floats(-20, 20, allow_subnormal=False), min_size=1, max_size=8))
@settings(max_examples=100, deadline=None)
def test_none_is_missed(gains: list[float]) -> None:
    """Wherever the gain changes sign on a fine grid, an equilibrium lies between."""
    grid = np.linspace(0, 1, 201)
    gain = np.array([mean(np.array(gains), len(gains) - 1, chance) for chance in grid])
    chances = np.array(found(*gains))
    for at in np.flatnonzero(gain[1:] * gain[:-1] < 0):
        assert np.any((chances >= grid[at]) & (chances <= grid[at + 1]))


def test_one_of_several_is_taken_by_rule() -> None:
    """Each wants to do what the other does: staying together brings 5, leaving together 3."""
    leave, gains = np.array([4.0, 3.0]), np.array([1.0, -1.0])
    taken = [chosen(rule, gains, leave, 1, np.zeros(10)) for rule in range(4)]
    assert [chance for chance, _, _ in taken] == [0, 1, 0, 1]
    assert [worth for _, worth, _ in taken] == [5, 3, 5, 3]
    assert {spread for _, _, spread in taken} == {2}
