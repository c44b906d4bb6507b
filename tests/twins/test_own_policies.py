"""Policies of one's own: chances of any type are the same chances, and the sure ones are sure."""

from functools import partial
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import pytest
from jax import Array

from incangold.editions import edition
from incangold.game import CHOICES
from incangold.kernel.game import Game
from incangold.kernel.luck import Luck
from incangold.kernel.match import Plan, play_games
from incangold.kernel.policies import array_policy, camp_set, own_policy
from incangold.seen import Seen
from tests.twins.lockstep import both_play, in_numpy, in_one_row, one_of

WHOLE = [jnp.float32, jnp.float16, jnp.bfloat16, jnp.int8, jnp.int32, jnp.uint8, jnp.bool_]
BROKEN = [jnp.float32, jnp.float16, jnp.bfloat16]
any_type = pytest.mark.parametrize("dtype", WHOLE, ids=lambda dtype: dtype.__name__)
any_broken_type = pytest.mark.parametrize("dtype", BROKEN, ids=lambda dtype: dtype.__name__)

EXTREME_THROWS = jnp.uint32([0, 1, 255, 256, 1 << 31, (1 << 32) - 257, (1 << 32) - 256, (1 << 32) - 1])


class Given(NamedTuple):
    """Luck as a test wants it: this word for everybody."""

    word: Array

    def words(self, block: int = 0) -> tuple[Array, Array]:
        return self.word, self.word


def camps(game: Game, word: Array, chance: Any) -> Array:
    """Who lays Camp, if all have this policy."""
    return camp_set(game, (own_policy(chance),) * game.players, jnp.uint32(0), cast(Luck, Given(word)))[0]


def choosing(players: int) -> Game:
    """Some position in which cards are laid."""
    games = both_play("incan-gold", players)
    number = next(number for number, position in games.moments() if position.phase is CHOICES)
    return cast(Game, one_of(in_one_row(games.after), number))


def after_every_throw(players: int, chance: Any) -> set[int]:
    """The sets of leavers, whatever the fine die shows."""
    camp = partial(camps, choosing(players), chance=chance)
    return set(in_numpy(jax.vmap(camp)(EXTREME_THROWS)).tolist())


def where_an_odd_number_lies_on_the_path(seen: Seen, dtype: Any) -> Array:
    return (seen.path_cards % 2).astype(dtype)


@any_type
def test_every_type_of_answer_is_understood_alike(dtype: Any) -> None:
    games = in_one_row(both_play("incan-gold", 3).after)
    word = jnp.full(games.phase.shape, (1 << 32) - 1, jnp.uint32)
    leaving = jax.vmap(partial(camps, chance=partial(where_an_odd_number_lies_on_the_path, dtype=dtype)))(games, word)
    odd = sum(jnp.bitwise_count(word).astype(jnp.int32) for word in games.path) % 2
    assert in_numpy(leaving).tolist() == in_numpy(odd * 0b111).tolist()


@any_type
def test_who_is_sure_is_sure_whatever_the_die_shows(dtype: Any) -> None:
    assert after_every_throw(3, lambda seen: jnp.ones((), dtype)) == {0b111}
    assert after_every_throw(3, lambda seen: jnp.zeros((), dtype)) == {0b000}


@any_broken_type
def test_no_number_is_a_torch(dtype: Any) -> None:
    assert after_every_throw(3, lambda seen: jnp.array(jnp.nan, dtype)) == {0b000}


@any_broken_type
def test_half_a_chance_is_half_of_all_throws(dtype: Any) -> None:
    camp = partial(camps, choosing(3), chance=lambda seen: jnp.array(0.5, dtype))
    throws = jnp.uint32([0, (1 << 31) - 1, 1 << 31, (1 << 32) - 1])
    assert in_numpy(jax.vmap(camp)(throws)).tolist() == [0b111, 0b111, 0b000, 0b000]


@any_type
@pytest.mark.parametrize("both", range(4), ids=["both stay", "the first leaves", "the second leaves", "both leave"])
def test_two_adventurers_do_what_is_sure(dtype: Any, both: int) -> None:
    sure = jnp.arange(4) == both
    assert after_every_throw(2, lambda seen: sure.astype(dtype)) == {both * 0b0101}


@any_type
def test_four_equal_chances_share_the_throws_evenly(dtype: Any) -> None:
    camp = partial(camps, choosing(2), chance=lambda seen: jnp.ones(4, dtype))
    quarters = jnp.uint32([0, (1 << 30) - 1, 1 << 30, (1 << 31) - 1, 1 << 31, (3 << 30) - 1, 3 << 30, (1 << 32) - 1])
    assert in_numpy(jax.vmap(camp)(quarters)).tolist() == [both * 0b0101 for both in (0, 0, 1, 1, 2, 2, 3, 3)]


def afraid_of_dice(seen: Seen) -> Array:
    return seen.dice.sum() > 0


def test_a_die_is_seen_to_be_one_however_it_was_seated() -> None:
    box = edition("diamant rounds=1")
    plan = Plan(lanes=128, window=4, games=1000)

    def cards_turned(other: Any) -> int:
        return play_games(box, (other, afraid_of_dice, afraid_of_dice), games=200, seed=7, plan=plan).cards

    by_name, by_policy = cards_turned("die"), cards_turned(array_policy("die", box, 3))
    assert by_name == by_policy
    assert by_name < cards_turned("turn:1")
