"""A choice of two players: what it promises, and how they choose when neither can do better."""

from itertools import product

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incangold.bots.amauta.weights import mind_for
from incangold.game import CAMP, TORCH, Choice, Game, seats_of
from incangold.solver.learning.duel import answered, promised, settled, worth
from tests.solver.by_the_rules import promised_by_the_rules
from tests.solver.positions import in_arrays, met


def inside(game: Game, player: int) -> list[int]:
    return [seat for seat in seats_of(game.leaders, player) if seat in game.in_temple]


@pytest.mark.parametrize("name", ["incan-gold", "literal path_share=by_card first_hazard=choose"])
def test_all_that_both_may_do_promises_what_the_rules_and_the_deck_make_of_it(name: str) -> None:
    games = met(name, 2, many=6)
    judge = jax.tree.map(jnp.asarray, mind_for(2))
    told = np.asarray(jax.jit(promised)(in_arrays(games), judge))
    for place, game in enumerate(games):
        mine, others = inside(game, 0), inside(game, 1)
        for my, other in product(range(len(mine) + 1), range(len(others) + 1)):
            laid: list[Choice | None] = [TORCH if seat in game.in_temple else None for seat in range(4)]
            for seat in others[:other]:
                laid[seat] = CAMP
            wanted = promised_by_the_rules(game, laid, player=0, leaving=my)
            assert told[my, other, place] == pytest.approx(wanted, abs=2e-5)


def chosen(shares: list[list[float]], doubt: float = 0.001, among: tuple[int, int] = (2, 2)) -> np.ndarray:
    """How both choose where the first wins so much by its row and the other's column: [2, 3]."""
    likely = settled(jnp.array(shares)[..., None], jnp.array(among)[:, None], jnp.float32(doubt))
    return np.asarray(likely)[..., 0].T


@pytest.mark.parametrize("scale", [0.01, 0.1, 1.0])
def test_known_games_are_played_as_everybody_knows(scale: float) -> None:
    """Whether much or little is at stake."""
    doubt = 0.01 * scale

    def played(shares: list[list[float]], among: tuple[int, int] = (2, 2)) -> np.ndarray:
        return chosen((0.5 * scale * np.array(shares)).tolist(), doubt, among)

    scissors: list[list[float]] = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
    assert played(scissors) == pytest.approx(np.full((2, 3), 1 / 3), abs=0.01)
    # Of the first two choices only, each makes the first in one of four.
    lopsided: list[list[float]] = [
        [3, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
    ]  # of the first two choices only, each makes the first in one of four
    assert played(lopsided, (1, 1)) == pytest.approx(np.array([[0.25, 0.75, 0]] * 2), abs=0.02)
    better = [[0.2, 0.3, 0.4], [0, 0.2, 0.2], [0.1, 0.1, 0.3]]  # whatever the other does
    assert played(better) == pytest.approx(np.array([[1, 0, 0]] * 2), abs=0.01)


def test_who_may_doubt_more_is_less_decided() -> None:
    better = [[0.5] * 3, [0.499] * 3, [0.0] * 3]
    for doubt in (0.0005, 0.002):
        first, second, _ = chosen(better, doubt, (1, 0))[0]
        assert first / second == pytest.approx(np.exp(0.001 / doubt), rel=1e-3)


def test_what_cannot_be_chosen_is_not() -> None:
    tempting = [[0.1, 0.9, 0.9], [0.1, 0.9, 0.9], [0.1, 0.9, 0.9]]
    assert chosen(tempting, among=(0, 2)).tolist() == [[1, 0, 0], [1, 0, 0]]
    assert chosen(np.transpose(tempting).tolist(), among=(1, 2))[0].tolist() == pytest.approx([0, 1, 0], abs=1e-6)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.floats(0, 1, width=32), min_size=9, max_size=9),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.sampled_from([0.02, 0.3, 1.0]),
)
def test_neither_could_do_better(numbers: list[float], among: tuple[int, int], scale: float) -> None:
    """By no other choice does either win more than what a doubt of so many nats is worth."""
    doubt, shares = 0.01 * scale, scale * np.array(numbers).reshape(3, 3)
    first, second = chosen(shares.tolist(), doubt, among)
    share, other = np.asarray(worth(jnp.array(shares)[..., None], jnp.array([first, second]).T[..., None]))[:, 0]
    assert share + other == pytest.approx(1)
    allowed = doubt * np.log(3) + 0.005 * scale
    assert (shares @ second)[: among[0] + 1].max() - share < allowed
    assert share - (first @ shares)[: among[1] + 1].min() < allowed


def test_who_knows_how_the_other_chooses_takes_the_best_against_it() -> None:
    shares = jnp.array([[0.2, 0.9, 0.5], [0.6, 0.4, 0.5], [0.9, 0.9, 0.9]])[..., None]
    rival = jnp.array([0.75, 0.25, 0.0])[:, None]
    for inside, best in ((1, 1), (2, 2), (0, 0)):
        likely = answered(shares, jnp.array([[inside], [2]]), rival, jnp.float32(1e-4))
        assert likely[:, 0, 0].tolist() == pytest.approx(np.eye(3)[best], abs=1e-6)
        assert np.array_equal(likely[:, 1], rival)
