"""Positions read many at once are read exactly as the trained player reads them at a table, one by one."""

import numpy as np
import pytest

from incangold.bots.amauta.amauta import joint_chances, win_shares
from incangold.coach.advice import counted_out
from incangold.coach.likely import everybody
from incangold.coach.reading import Reading
from incangold.game import CAMP, TORCH
from incangold.seen import seen_by
from incangold.table.table import Table
from incangold.view import View
from tests.tables import table_of

TABLES = [(2, "incan-gold"), (3, "modern path_share=by_card"), (5, "literal"), (8, "bga hazard_copies=0 rounds=2")]


def views_of_a_game(table: Table) -> list[View]:
    """What everybody sees at every choice of a game in which whoever sits further left is bolder."""
    views = []
    table.proceed()
    while not table.is_over:
        players = [view for player in range(len(table.players)) if (view := table.view(player)).to_choose]
        views += players
        for view in players:
            player = view.player or 0
            table.lay_for(player, CAMP if len(view.path) > 2 + player else TORCH)
        table.proceed()
    return views


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_many_at_once_are_read_as_one_by_one(players: int, edition: str) -> None:
    views = views_of_a_game(table_of(players, of=edition))
    games = [counted_out(view.public) for view in views]
    assert len(views) > 10
    shares = Reading(games).thoughts(range(len(views)), [view.player or 0 for view in views]).share
    for view, game, logit in zip(views, games, shares, strict=True):
        alone = float(win_shares(seen_by(view), game.edition, players))
        assert 1 / (1 + np.exp(-float(logit))) == pytest.approx(alone, abs=1e-6)


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_everybody_is_expected_to_choose_as_the_trained_player_would(players: int, edition: str) -> None:
    views = views_of_a_game(table_of(players, of=edition))
    for view, likely in zip(views, everybody([counted_out(view.public) for view in views]), strict=True):
        assert view.player is not None
        assert likely[view.player] == pytest.approx(joint_chances(view), abs=1e-5)
