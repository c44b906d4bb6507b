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
    kernel_sees, sums = in_numpy(jax.vmap(seen_and_summed)(in_one_row(games.after)))
    moments = dict(games.moments())
    for number, position in moments.items():
        player = number % players
        seen = observation.seen_by(view_of(position, player), tents=position.in_tent)
        in_kernel = one_of(kernel_sees[player], number)
        assert np.array_equal(observation.flat(in_kernel), observation.flat(seen)), (position, in_kernel, seen)
    for field, (said, added) in sums.items():
        assert said[list(moments)].tolist() == added[list(moments)].tolist(), field


def seen_and_summed(game: Game) -> tuple[list[Seen], dict[str, tuple[Array, Array]]]:
    """What everybody sees; and every sum that is said in a quicker way than by adding, beside what adding says."""
    last = seen_by(game, game.players - 1, when_inside=True)._asdict()
    sums = {field: (part.sum(), Row(part).sum()) for field, part in last.items() if isinstance(part, Row)}
    return [as_arrays(seen_by(game, player)) for player in range(game.players)], sums
