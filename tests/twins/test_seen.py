"""What one player may know is the same in both engines, number by number."""

import jax
import numpy as np
import pytest
from jax import Array

from incangold.envs import observation
from incangold.kernel.game import Game
from incangold.kernel.row import Row
from incangold.kernel.view import as_arrays, seen_by
from incangold.seen import Seen
from tests.twins.lockstep import both_play, in_numpy, in_one_row, one_of
from tests.twins.scripts import TABLES, view_of


@pytest.mark.parametrize(("text", "players"), TABLES)
def test_every_player_sees_the_same(text: str, players: int) -> None:
    games = both_play(text, players)
    kernel_sees = in_numpy(jax.vmap(seen_by_all)(in_one_row(games.after)))
    for number, position in games.moments():
        player = number % players
        seen = observation.seen_by(view_of(position, player), tents=position.in_tent)
        in_kernel = one_of(kernel_sees[player], number)
        assert np.array_equal(observation.flat(in_kernel), observation.flat(seen)), (position, in_kernel, seen)


def seen_by_all(game: Game) -> list[Seen]:
    return [as_arrays(seen_by(game, player)) for player in range(game.players)]


@pytest.mark.parametrize(("text", "players"), TABLES)
def test_every_sum_is_the_sum_of_its_numbers(text: str, players: int) -> None:
    """Some are said in a quicker way than by adding."""
    games = both_play(text, players)
    moments = [number for number, _ in games.moments()]
    said_and_added = in_numpy(jax.vmap(sums_of_all_seen)(in_one_row(games.after)))
    for field, (said, added) in said_and_added.items():
        assert said[moments].tolist() == added[moments].tolist(), field


def sums_of_all_seen(game: Game) -> dict[str, tuple[Array, Array]]:
    """Of everything that is more than one number."""
    seen = seen_by(game, game.players - 1, when_inside=True)._asdict()
    return {field: (part.sum(), Row(part).sum()) for field, part in seen.items() if isinstance(part, Row)}
