"""What the others are likely to choose: dice by their exact chances, the unlikely left out, equals not told apart."""

from itertools import product
from math import prod

import pytest

from incangold.coach.likely import as_act, everybody, others, standing
from incangold.game import CAMP, TORCH
from incangold.rules import reveal_choices
from tests.situations import after


def test_a_die_leaves_on_its_fear_or_less() -> None:
    game = after("11, all stay, snakes, Cy rolls 6, fire, Cy rolls 6, tumi", players=3, dice="Cy").game
    (likely,) = everybody([game])
    assert likely[2] == pytest.approx({(CAMP,): 3 / 6, (TORCH,): 3 / 6})
    for joint in product(((CAMP,), (TORCH,)), repeat=3):
        assert reveal_choices(game, as_act(game, joint)).game != game


def test_the_others_together_are_certain_and_chosen_as_each_would() -> None:
    game = after("17, Ana leaves, 5, all leave, 14, all stay, snakes", players=5).game
    (likely,) = everybody([game])
    alike = {player: standing(game, player) for player in likely}
    expected = {
        joint: prod(likely[player][cards] for player, cards in zip((1, 2, 3, 4), joint, strict=True))
        for joint in product(((CAMP,), (TORCH,)), repeat=4)
    }
    found = others(likely, alike, 0)
    assert sum(found.values()) == pytest.approx(1)
    for joint, chance in found.items():
        equals = {each: own for each, own in expected.items() if sorted(each) == sorted(joint)}
        assert chance == pytest.approx(sum(equals.values()), abs=2e-3)
    assert len(found) <= 5  # Bo to Eva are in the same position: only how many of them leave makes a difference
