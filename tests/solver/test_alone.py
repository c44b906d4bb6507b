"""One adventurer alone for one round, exactly."""

import pytest

from incangold.editions import EDITIONS, edition
from incangold.solver.alone import best_expectation, expectation

DIAMANT = EDITIONS["diamant"]


def test_the_best_possible_expectation_is_17_340() -> None:
    assert best_expectation(DIAMANT) == pytest.approx(17.340, abs=5e-4)


def test_leaving_after_card_6_gives_16_76() -> None:
    assert expectation(DIAMANT, lambda alone: alone.cards >= 6) == pytest.approx(16.76, abs=5e-3)


def test_leaving_with_23_and_a_hazard_on_the_path_gives_16_59() -> None:
    leaves = expectation(DIAMANT, lambda alone: alone.beside_tent >= 23 and alone.hazards > 0)
    assert leaves == pytest.approx(16.59, abs=5e-3)


def test_a_box_small_enough_for_pencil_and_paper() -> None:
    """One treasure of 6, one kind of hazard twice. The six orders of 6, S, s come down to three equally likely ones.

    6 first: leave at once with 6. S first: another card is turned; 6 (half the time): leave with 6; s: driven out.
    So 1/3 × 6 + 2/3 × 1/2 × 6 = 4.
    """
    tiny = edition("diamant treasures=6 hazards=snakes hazard_copies=2")
    assert best_expectation(tiny) == pytest.approx(4)
    assert expectation(tiny, lambda alone: False) == 0


def test_where_nothing_can_drive_out_everything_is_brought_home() -> None:
    assert best_expectation(edition("diamant hazard_copies=1")) == pytest.approx(124)
