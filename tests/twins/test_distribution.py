"""Whole games by both engines: the same luck in the long run, however many games are played side by side."""

from functools import cache
from math import sqrt

import pytest

from incangold.arena.arena import play_batch
from incangold.arena.contest import Contest
from incangold.arena.tally import Tally
from incangold.editions import EDITIONS, edition
from incangold.kernel.match import Counted, Plan, play_games
from incangold.seen import WHOLE_WIN

SIGMAS = 4
AT_TABLE, IN_KERNEL = 1500, 20_000
DICE = ("die",) * 4

Count = Tally | Counted


@cache
def at_table(name: str, bots: tuple[str, ...] = DICE) -> Tally:
    return play_batch(Contest(bots, edition(name), AT_TABLE, seed=7), range(AT_TABLE))


@cache
def in_kernel(name: str, bots: tuple[str, ...] = DICE) -> Counted:
    return play_games(edition(name), bots, games=IN_KERNEL, seed=7)


def assert_near(this: float, that: float, error: float) -> None:
    assert abs(this - that) <= SIGMAS * error, (this, that, error)


def mean(sums: list[int], counted: Count, player: int) -> float:
    return sums[player] / counted.games


def error(sums: list[int], squares: list[int], counted: Count, player: int) -> float:
    """The standard error of a mean."""
    variance = squares[player] / counted.games - mean(sums, counted, player) ** 2
    return sqrt(variance / counted.games)


TABLES = [("incan-gold", DICE), ("literal", ("odds", "hazard:2"))]
every_table = pytest.mark.parametrize(("name", "bots"), TABLES)


@every_table
def test_scores_agree(name: str, bots: tuple[str, ...]) -> None:
    table, kernel = at_table(name, bots), in_kernel(name, bots)
    for bot in range(len(bots)):
        errors = [error(one.scores, one.scores_squared, one, bot) for one in (table, kernel)]
        assert_near(mean(table.scores, table, bot), mean(kernel.scores, kernel, bot), sqrt(sum(e * e for e in errors)))


@every_table
def test_wins_agree(name: str, bots: tuple[str, ...]) -> None:
    table, kernel = at_table(name, bots), in_kernel(name, bots)
    for bot in range(len(bots)):
        errors = [error(one.wins, one.wins_squared, one, bot) for one in (table, kernel)]
        assert_near(mean(table.wins, table, bot), mean(kernel.wins, kernel, bot), sqrt(sum(e * e for e in errors)))


@every_table
def test_cards_and_rounds_that_end_in_danger_agree(name: str, bots: tuple[str, ...]) -> None:
    """Five rounds end in danger or not, so that number varies by no more than that of five coins; the cards of a
    game vary by less than 7."""
    table, kernel = at_table(name, bots), in_kernel(name, bots)
    both = sqrt(1 / table.games + 1 / kernel.games)
    assert_near(table.driven_out / table.games, kernel.driven_out / kernel.games, sqrt(5) / 2 * both)
    assert_near(table.cards / table.games, kernel.cards / kernel.games, 7 * both)


@every_table
def test_artifacts_agree(name: str, bots: tuple[str, ...]) -> None:
    """There are five, so the square of anybody's number is at most five times the number."""
    table, kernel = at_table(name, bots), in_kernel(name, bots)
    for bot in range(len(bots)):
        often, in_the_kernel = mean(table.artifacts, table, bot), mean(kernel.artifacts, kernel, bot)
        assert_near(often, in_the_kernel, sqrt(5 * often / table.games + 5 * in_the_kernel / kernel.games))


@every_table
def test_every_game_is_counted_and_every_win_given(name: str, bots: tuple[str, ...]) -> None:
    kernel = in_kernel(name, bots)
    assert kernel.games == IN_KERNEL
    assert sum(kernel.wins) == IN_KERNEL * WHOLE_WIN


def test_the_sums_depend_neither_on_lanes_nor_on_looks() -> None:
    other = Plan(lanes=1280, window=40, games=7000)
    assert play_games(EDITIONS["incan-gold"], DICE, games=IN_KERNEL, seed=7, plan=other) == in_kernel("incan-gold")


def test_one_seed_has_one_result() -> None:
    again = play_games(EDITIONS["incan-gold"], DICE, games=IN_KERNEL, seed=7)
    other = play_games(EDITIONS["incan-gold"], DICE, games=IN_KERNEL, seed=8)
    assert again == in_kernel("incan-gold")
    assert again.scores != other.scores
