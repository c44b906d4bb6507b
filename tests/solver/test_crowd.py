"""A choice of three players or more: what it promises, and how the first few get a little wiser."""

from itertools import product

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incangold.bots.amauta.weights import mind_for
from incangold.editions import EDITIONS
from incangold.game import CAMP, TORCH, Choice, Game
from incangold.kernel.policies import array_policy
from incangold.solver.learning import crowd
from incangold.solver.learning.crowd import OthersMay, improved, promised, reckoned, those_who_reckon
from incangold.solver.learning.foresight import Known, every_card
from tests.solver.by_the_rules import promised_by_the_rules
from tests.solver.positions import in_arrays, met

JOINT = [(0, 0), (0, 1), (1, 0), (1, 1)]  # who of the first two leaves


def laid(game: Game, leaving: set[int]) -> list[Choice | None]:
    every = range(game.players)
    return [(CAMP if seat in leaving else TORCH) if seat in game.in_temple else None for seat in every]


def known(players: int, doubt: float = 1e-3, rivals: tuple[object, ...] = ()) -> Known:
    return Known(jax.tree.map(jnp.asarray, mind_for(players)), jnp.float32(doubt), rivals)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["incan-gold", "literal path_share=by_card first_hazard=choose"])
def test_all_that_the_first_two_may_do_promises_what_the_rules_and_the_deck_make_of_it(name: str) -> None:
    """The third goes on or leaves, three of four times that."""
    games = met(name, 3)
    others, weight = jnp.array([[0], [1]], jnp.uint32), jnp.array([[0.25], [0.75]])
    every, position = jnp.ones((1, len(games))), in_arrays(games)
    third_may = OthersMay(others * every.astype(jnp.uint32), weight * every)
    told = np.asarray(jax.jit(promised, static_argnums=4)(position, known(3), every_card(position), third_may, 2))
    for place, game in enumerate(games):
        for joint, leaving in enumerate(JOINT):
            for player in range(2):
                if player not in game.in_temple:
                    continue
                wanted = 0.0
                for third, often in ((set[int](), 0.25), ({2}, 0.75)):
                    does = laid(game, {seat for seat in range(2) if leaving[seat]} | third)
                    wanted += often * promised_by_the_rules(game, does, player, leaving[player])
                assert told[joint, player, place] == pytest.approx(wanted, abs=3e-5)


def wiser(shares: list[list[tuple[float, float]]], likely: tuple[float, float], doubt: float = 1e-3) -> list[float]:
    """How likely each of the two leaves afterwards; shares by what the first and the second does."""
    promises = jnp.array(shares, jnp.float32).reshape(4, 2, 1)
    before = jnp.array([[1 - likely[0], 1 - likely[1]], likely], jnp.float32)[..., None]
    after = improved(promises, jnp.ones((2, 1), jnp.int32), before, jnp.float32(doubt))
    assert np.asarray(after.sum(axis=0)) == pytest.approx(np.ones((2, 1)), abs=1e-6)
    return [float(leaves) for leaves in after[1, :, 0]]


def test_a_choice_promises_what_it_does_by_all_that_the_others_may_do() -> None:
    """Of three who reckon together, counted one joint choice after the other."""
    luck = np.random.default_rng(4)
    promises, leave = luck.random((8, 3, 2)), luck.random((3, 2))
    told = np.asarray(crowd._gains(jnp.array(promises), jnp.array([1 - leave, leave])))
    wanted = np.zeros((2, 3, 2))
    for number, does in enumerate(product((0, 1), repeat=3)):
        often = [leave[player] if does[player] else 1 - leave[player] for player in range(3)]
        for player, others in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1))):
            wanted[does[player], player] += often[others[0]] * often[others[1]] * promises[number, player]
    assert told == pytest.approx(wanted, abs=1e-6)


def test_who_has_a_better_choice_makes_it() -> None:
    """Whatever the other does, the first had better leave and the second stay."""
    assert wiser([[(0.1, 0.3), (0.1, 0.2)], [(0.2, 0.3), (0.2, 0.2)]], (0.5, 0.5)) == pytest.approx([1, 0], abs=1e-3)


def test_nobody_runs_in_a_circle() -> None:
    """One wants to do what the other does, who does not want that."""
    pennies = [[(0.2, 0.1), (0.1, 0.2)], [(0.1, 0.2), (0.2, 0.1)]]
    assert wiser(pennies, (0.5, 0.5)) == pytest.approx([0.5, 0.5], abs=1e-3)
    far, near = wiser(pennies, (0.9, 0.2)), (0.9, 0.2)
    assert abs(far[0] - 0.5) < 0.5 * abs(near[0] - 0.5)
    assert abs(far[1] - 0.5) < 0.5 * abs(near[1] - 0.5)


def test_who_yields_already_goes_on_yielding() -> None:
    """Either may yield to the other: what they usually do decides who does; who stand alike stay alike."""
    chicken = [[(0.0, 0.0), (0.3, 0.1)], [(0.1, 0.3), (0.1, 0.1)]]
    assert wiser(chicken, (0.8, 0.3)) == pytest.approx([1, 0], abs=0.02)
    assert wiser(chicken, (0.3, 0.8)) == pytest.approx([0, 1], abs=0.02)
    first, second = wiser(chicken, (0.6, 0.6))
    assert first == second


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 1, width=32), min_size=8, max_size=8), st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_who_is_in_camp_stays_there_and_the_other_takes_what_is_better(
    numbers: list[float], first: float, second: float
) -> None:
    promises = jnp.array(numbers, jnp.float32).reshape(4, 2, 1)
    before = jnp.array([[1 - first, 1.0], [first, 0.0]], jnp.float32)[..., None]
    after = np.asarray(improved(promises, jnp.array([[1], [0]]), before, jnp.float32(1e-4)))[..., 0]
    assert after[:, 1].tolist() == [1, 0]
    gain = numbers[4] - numbers[0]  # of leaving, where the other is not there
    assert (after[1, 0] - first) * gain >= -1e-6
    if abs(gain) > 0.5 * (max(numbers[::2]) - min(numbers[::2])) > 0.05:
        assert after[1, 0] == pytest.approx(float(gain > 0), abs=1e-3)


@pytest.mark.parametrize("players", [3, 8])
def test_those_who_reckon_expect_what_their_choices_promise(players: int) -> None:
    """By all that the others may do, or by some of it."""
    game = in_arrays(games := met("diamant", players))
    likely, share = map(np.asarray, reckoned(game, known(players), jax.random.key(1)))
    many = those_who_reckon(players, ())
    assert likely.shape == (3, many, len(games))
    assert likely.sum(axis=0) == pytest.approx(np.ones((many, len(games))), abs=1e-5)
    assert not likely[2].any()
    assert np.all((share >= 0) & (share <= 1))
    for place, position in enumerate(games):
        for player in range(many):
            assert player in position.in_temple or likely[0, player, place] == 1


def test_what_others_may_do_is_all_of_it_or_drawn_by_lot() -> None:
    leave = jnp.array([[0.1, 0.0], [0.5, 1.0]])
    sets, weight = map(np.asarray, crowd._others_may(jax.random.key(1), leave, 4))
    assert sets.T.tolist() == [[0, 2, 1, 3]] * 2
    assert weight.T.tolist() == [pytest.approx([0.45, 0.45, 0.05, 0.05]), pytest.approx([0, 1, 0, 0])]
    sets, weight = map(np.asarray, crowd._others_may(jax.random.key(1), jnp.full((6, 500), 0.25), 8))
    assert sets.shape == weight.shape == (8, 500)
    assert weight.sum(axis=0) == pytest.approx(np.ones(500))
    assert [np.mean(sets >> seat & 1) for seat in range(6)] == pytest.approx([0.25] * 6, abs=0.03)


def test_rivals_who_stay_as_they_are_are_answered() -> None:
    """Two cowards who always leave: whoever knows that has no doubt, and does what the rules promise more for."""
    games = met("incan-gold", 3)
    cowards = (array_policy("turn:1", EDITIONS["incan-gold"], 3),) * 2
    likely, share = map(np.asarray, reckoned(in_arrays(games), known(3, 1e-6, cowards), jax.random.key(1)))
    assert likely.shape == (3, 1, len(games))
    for place, game in enumerate(games):
        choices = (0, 1) if 0 in game.in_temple else (0,)
        promises = [promised_by_the_rules(game, laid(game, {1, 2}), 0, leaving) for leaving in choices]
        if 0 in game.in_temple:
            assert share[0, place] == pytest.approx(max(promises), abs=1e-4)
            assert likely[:, 0, place].argmax() == int(np.argmax(promises))
