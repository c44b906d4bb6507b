"""What one player may know is the same in both engines, number by number."""

import jax
import numpy as np
import pytest

from incangold.editions import EDITIONS
from incangold.envs import observation
from incangold.game import Game as Position
from incangold.game import seats_of
from incangold.kernel.game import Game
from incangold.kernel.seen import Seen
from incangold.kernel.view import as_arrays, seen_by
from incangold.view import View, public_part
from tests.twins.lockstep import both_play, in_numpy, in_one_row

BY_CARD = [("incan-gold path_share=by_card", 2), ("literal path_share=by_card first_hazard=choose", 5)]
TABLES = [(name, players) for name in EDITIONS for players in range(2, 9)] + BY_CARD


@pytest.mark.parametrize(("text", "players"), TABLES)
def test_every_player_sees_the_same(text: str, players: int) -> None:
    games = both_play(text, players)
    kernel_sees = in_numpy(jax.vmap(seen_by_all)(in_one_row(games.after)))
    for number, position in games.moments():
        for player in range(players):
            seen = observation.seen_by(view_of(position, player), tents=position.in_tent)
            for name, numbers in seen._asdict().items():
                in_kernel = getattr(kernel_sees[player], name)[number]
                assert np.array_equal(in_kernel, numbers), (position, player, name)


def seen_by_all(game: Game) -> list[Seen]:
    return [as_arrays(seen_by(game, player)) for player in range(game.players)]


def view_of(position: Position, player: int) -> View:
    seats = seats_of(position.leaders, player)
    tents = tuple(position.in_tent[seat] for seat in seats)
    nothing = (None,) * len(seats)
    return View(public_part(position, ()), player, seats, (), tents, nothing, nothing, ())
