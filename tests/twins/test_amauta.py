"""The trained player makes the same choices at a table and in the kernel."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from incangold.bots.amauta import plain
from incangold.bots.amauta.amauta import joint_chances, win_shares
from incangold.bots.amauta.mind import think
from incangold.bots.amauta.signs import SIGNS, signs
from incangold.bots.amauta.weights import mind_for
from incangold.bots.line import ITS_OWN, LINE, Manner
from incangold.editions import Edition, edition
from incangold.game import CAMP, CHOICES, TORCH, Choice
from incangold.kernel.game import Game
from incangold.kernel.policies import array_policy
from incangold.kernel.view import as_arrays, seen_by
from incangold.seen import Seen
from incangold.seen import seen_by as seen_at_a_table
from incangold.view import View
from tests.twins.lockstep import both_play, in_batches, in_numpy, in_one_row, one_of, row_by_row
from tests.twins.scripts import TABLES, view_of


def seen_by_everybody(game: Game) -> list[Seen]:
    return [as_arrays(seen_by(game, player)) for player in range(game.players)]


def in_the_kernel(edition: Edition, players: int, seen: Sequence[Seen]) -> list[dict[str, Any]]:
    """Of each: the chance of Camp, or of the four joint choices, and the share of the win."""
    policy, mind = array_policy("amauta", edition, players), mind_for(players)

    def told(seen: Seen) -> dict[str, Any]:
        thought = think(mind, signs(seen, edition, players, jnp), jnp)
        return {"chance": policy.fear(seen), "share": jax.nn.sigmoid(thought.share)}

    return in_batches(told, seen)


def at_a_table(view: View, tents: tuple[int, ...], manner: Manner = ITS_OWN) -> Any:
    """The same of a View, told as the kernel tells it."""
    likely = joint_chances(view, manner=manner, tents=tents)
    if len(view.seats) == 1:
        return likely[(CAMP,)]

    def cards(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        return tuple(choice for seat, choice in zip(view.seats, choices, strict=True) if seat in view.to_choose)

    possible = [tuple(reversed(choices)) for choices in product((TORCH, CAMP), repeat=2)]
    return [likely[cards(choices)] if _stay_in_camp(view, choices) else 0 for choices in possible]


def _stay_in_camp(view: View, choices: tuple[Choice, ...]) -> bool:
    """Whether nobody leaves who is not in the temple."""
    laid = zip(view.seats, choices, strict=True)
    return not any(choice is CAMP and seat not in view.to_choose for seat, choice in laid)


@pytest.mark.parametrize(("text", "players"), TABLES)
def test_the_same_chances_and_the_same_share(text: str, players: int) -> None:
    games = both_play(text, players)
    everybody = in_numpy(row_by_row(seen_by_everybody, in_one_row(games.after)))
    choosing = [(number, position) for number, position in games.moments() if position.phase is CHOICES]
    each = [(position, player, one_of(everybody[player], at)) for at, position in choosing for player in range(players)]
    thoughts = in_the_kernel(edition(text), players, [seen for *_, seen in each])
    compared = 0
    for (position, player, _), thought in zip(each, thoughts, strict=True):
        view = view_of(position, player)
        share = win_shares(seen_at_a_table(view, position.in_tent), position.edition, players)
        assert thought["share"] == pytest.approx(float(share), abs=1e-5)
        if view.to_choose:
            assert thought["chance"] == pytest.approx(at_a_table(view, position.in_tent), abs=1e-5)
            compared += 1
    assert compared > 30


@pytest.mark.parametrize(("text", "players"), [("incan-gold", 4), ("incan-gold path_share=by_card", 2), ("bga", 5)])
def test_the_weaker_ones_of_the_line_choose_alike_too(text: str, players: int) -> None:
    games = both_play(text, players)
    weaker = [name for name in LINE if name != "amauta"]

    def chances(game: Game) -> list[Any]:
        seen = as_arrays(seen_by(game, 0))
        return [array_policy(name, game.edition, game.players).fear(seen) for name in weaker]

    kernel = row_by_row(chances, in_one_row(games.after))
    positions = [(number, position) for number, position in games.moments() if position.phase is CHOICES]
    views = [(number, view_of(position, 0), position.in_tent) for number, position in positions]
    compared = [(number, view, tents) for number, view, tents in views if view.to_choose]
    for number, view, tents in compared:
        for name, told in zip(weaker, kernel, strict=True):
            assert one_of(told, number) == pytest.approx(at_a_table(view, tents, LINE[name]), abs=1e-5), name
    assert len(compared) > 5


def test_signs_of_one_position_and_of_many_are_the_same() -> None:
    games = both_play("incan-gold", 5)
    positions = [position for _, position in games.moments()][:50]
    seen = [seen_at_a_table(view_of(position, 1), position.in_tent) for position in positions]
    together = type(seen[0])(*(_side_by_side(parts) for parts in zip(*seen, strict=True)))
    many = signs(together, positions[0].edition, 5, np)
    assert many.shape == (SIGNS, 50)
    for number, one in enumerate(seen):
        assert signs(one, positions[0].edition, 5, plain) == pytest.approx(many[:, number], abs=1e-6)


def _side_by_side(parts: tuple[Any, ...]) -> Any:
    if isinstance(parts[0], int):
        return np.array(parts)
    return [np.array(numbers) for numbers in zip(*parts, strict=True)]
