"""The kernel's front door: what it refuses before anything is compiled, and sums that no plan can change."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import jax.numpy as jnp
import pytest

from incangold.editions import Edition, edition
from incangold.errors import (
    BadBotNumber,
    BadPlan,
    IncanGoldError,
    NoArrayForm,
    TooManyGames,
    TooMuchTreasure,
    UnknownEdition,
    WrongAnswerShape,
    WrongNumberOfPlayers,
)
from incangold.kernel.luck import MOST_GAMES
from incangold.kernel.match import MOST_TREASURE, Counted, Plan, Player, play_games
from incangold.seen import Seen

SHORT = edition("diamant rounds=1")
RICH = edition("literal hazards= rounds=20 treasures=10" + ",99" * 10)
THREE = ("die", "turn:3", "random")
SMALL = Plan(lanes=16, window=4, games=64)


def three_chances(seen: Seen) -> Any:
    return jnp.zeros(3) + seen.round


def one_chance(seen: Seen) -> Any:
    return 0.5 + 0.0 * seen.round


def four_chances(seen: Seen) -> Any:
    return jnp.full(4, 0.25) + 0.0 * seen.round


def refused(
    why: type[IncanGoldError],
    players: Sequence[Player] = THREE,
    *,
    box: Edition | str = SHORT,
    games: int = 10,
    plan: Plan | None = None,
) -> None:
    with pytest.raises(why) as refusal:
        play_games(box, players, games=games, seed=7, plan=plan)
    assert type(refusal.value) is why
    assert refusal.value.key() not in str(refusal.value)  # there is a sentence for it


@pytest.mark.parametrize("games", [0, -1, MOST_GAMES + 1])
def test_games_that_cannot_be_numbered(games: int) -> None:
    refused(TooManyGames, games=games)


class EnoughSeen(Exception):
    """Raised between two portions."""


def test_the_most_games_are_begun() -> None:
    def after_one_portion(games: int) -> None:
        raise EnoughSeen(games)

    with pytest.raises(EnoughSeen, match="64"):
        play_games(SHORT, THREE, games=MOST_GAMES, seed=7, plan=SMALL, progress=after_one_portion)


@pytest.mark.parametrize("players", [0, 1, 9])
def test_a_company_too_small_or_too_large(players: int) -> None:
    refused(WrongNumberOfPlayers, ("die",) * players)


def test_more_treasure_than_can_be_counted() -> None:
    """A single stone more is enough."""
    refused(TooMuchTreasure, box=replace(RICH, treasures=(11, *RICH.treasures[1:])))


@pytest.mark.parametrize("bot", ["turn:0", "turn:000000006999999999999", "turn:", "hazard:x", "treasure:-1"])
def test_bots_with_impossible_numbers(bot: str) -> None:
    refused(BadBotNumber, ("die", bot, "die"))


@pytest.mark.parametrize("bot", ["moody", "greedy:6", "die:6", "my_bot.py:MyBot"])
def test_bots_without_an_array_form(bot: str) -> None:
    refused(NoArrayForm, ("die", bot, "die"))


def test_an_edition_that_nobody_knows() -> None:
    refused(UnknownEdition, box="inca-gold")


@pytest.mark.parametrize("plan", [Plan(0, 4, 64), Plan(16, 0, 64), Plan(16, 4, 0), Plan(-16, 4, 64)])
def test_plans_by_which_nothing_would_be_played(plan: Plan) -> None:
    refused(BadPlan, plan=plan)


@pytest.mark.parametrize(
    ("players", "chance"), [(3, three_chances), (3, four_chances), (2, one_chance), (2, three_chances)]
)
def test_answers_of_a_wrong_shape(players: int, chance: Player) -> None:
    """One chance for one adventurer, four for two."""
    refused(WrongAnswerShape, ("random",) * (players - 1) + (chance,))


GAMES = 600
ONE_GAME_A_LANE = Plan(lanes=GAMES, window=32, games=GAMES)
SEVERAL = Plan(lanes=30, window=32, games=1 << 20)


def rich(plan: Plan) -> Counted:
    """One takes nearly all there is: the others go home with the first card, and nothing can happen to it."""
    return play_games(RICH, ("turn:1", "turn:1", "turn:999"), games=GAMES, seed=7, plan=plan)


def test_sums_are_taken_before_they_are_full() -> None:
    assert sum(RICH.treasures) * RICH.rounds == MOST_TREASURE
    by_one = rich(ONE_GAME_A_LANE)
    assert by_one.scores_squared[2] > SEVERAL.lanes << 32
    assert by_one.scores[2] > 0.9 * GAMES * MOST_TREASURE
    assert rich(SEVERAL) == by_one


PLANS = {
    "one lane": Plan(lanes=1, window=4, games=1000),
    "a lane for every game": Plan(lanes=512, window=1, games=1000),
    "more lanes than games": Plan(lanes=4000, window=4, games=1000),
    "looks seldom": Plan(lanes=16, window=1000, games=1000),
    "takes the sums often": Plan(lanes=16, window=4, games=7),
}


@pytest.mark.parametrize("plan", PLANS)
def test_no_plan_changes_the_numbers(plan: str) -> None:
    """Least of all one that lets lanes idle for longer than luck can count."""
    assert play_games(SHORT, THREE, games=200, seed=7, plan=PLANS[plan]) == by_the_small_plan(200)


def by_the_small_plan(games: int) -> Counted:
    return play_games(SHORT, THREE, games=games, seed=7, plan=SMALL)


def test_an_edition_may_be_named() -> None:
    assert play_games("diamant rounds=1", THREE, games=200, seed=7, plan=SMALL) == by_the_small_plan(200)
