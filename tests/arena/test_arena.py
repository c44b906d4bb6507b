"""Bots against bots: the same seed gives the same numbers, shares of wins add up to one."""

import json
from itertools import pairwise, repeat

import pytest

from incangold.arena.arena import BATCH, _batches, play_batch, play_game, run
from incangold.arena.contest import Contest
from incangold.arena.report import as_grid, as_json, summary
from incangold.arena.tally import Tally
from incangold.editions import EDITIONS, edition
from incangold.errors import UnknownBot, WrongNumberOfPlayers
from incangold.game import Draw, OpenRound
from incangold.margins import half_width
from incangold.seen import WHOLE_WIN
from incangold.table.table import Table
from incangold.words.catalogue import catalogue
from tests.tables import finished

INCAN_GOLD = EDITIONS["incan-gold"]
FOUR = ("die", "odds", "turn:6", "treasure:9")


def contest(*bots: str, games: int = 60, seed: int = 7, of: str = "incan-gold") -> Contest:
    return Contest(bots, edition(of), games, seed)


def test_the_same_seed_gives_the_same_numbers_whatever_the_number_of_cores() -> None:
    whole = contest("random", "odds", "moody", games=4 * BATCH + 5)
    alone, together = run(whole, cores=1), run(whole, cores=2)
    assert alone == together
    assert alone.games == whole.games


def test_another_seed_gives_other_numbers() -> None:
    assert run(contest(*FOUR, seed=7)) != run(contest(*FOUR, seed=8))


@pytest.mark.parametrize("bots", [("odds", "die"), FOUR, ("greedy",) * 8])
def test_win_shares_add_up_to_one(bots: tuple[str, ...]) -> None:
    tally = run(contest(*bots))
    assert sum(tally.wins) == WHOLE_WIN * tally.games


def test_seats_are_rotated() -> None:
    """A bot sits in every seat, one game after the other: who sits where decides who draws which lot."""
    seen: list[tuple[str | None, ...]] = []
    remember = Tally.count

    def count(self: Tally, table: Table, player_of: list[int]) -> None:
        seen.append(tuple(player.bot for player in table.players))
        remember(self, table, player_of)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tally, "count", count)
        run(contest("turn:1", "odds", "die", games=3), cores=1)
    assert seen == [("turn:1", "odds", "die"), ("die", "turn:1", "odds"), ("odds", "die", "turn:1")]


def test_the_report_is_in_the_order_of_the_command() -> None:
    """A bot that always leaves first is known by its score, wherever the command names it."""
    one = as_json(contest("turn:1", "odds", "odds"), run(contest("turn:1", "odds", "odds")))
    other = as_json(contest("odds", "odds", "turn:1"), run(contest("odds", "odds", "turn:1")))
    assert [seat["bot"] for seat in other["seats"]] == ["odds", "odds", "turn:1"]
    assert one["seats"][0]["mean"] < 20 > other["seats"][2]["mean"]
    assert min(one["seats"][1]["mean"], other["seats"][0]["mean"]) > 20


def test_clones_win_alike() -> None:
    whole = contest("die", "die", "die", games=900)
    for seat in as_json(whole, run(whole))["seats"]:
        assert abs(seat["wins"] - 1 / 3) < 2 * seat["ci95"]


def test_a_bot_that_won_every_game_might_still_lose_one() -> None:
    """After 100 wins of 100 Wilson's interval reaches down to 96.3 %; a single game says nothing."""
    whole, tally = contest("odds", "timid"), Tally.empty(2)
    tally.games, tally.rounds = 100, 500
    tally.wins, tally.wins_squared = [100 * WHOLE_WIN, 0], [100 * WHOLE_WIN**2, 0]
    assert [round(seat["ci95"], 3) for seat in as_json(whole, tally)["seats"]] == [0.037, 0.037]
    tally.games = 1
    assert as_json(whole, tally)["seats"][0]["ci95"] is None


def test_two_games_leave_all_open_but_no_more_than_that() -> None:
    """One won, one lost: 50 ± 98 % by the spread alone."""
    whole, tally = contest("odds", "timid"), Tally.empty(2)
    tally.games, tally.rounds = 2, 10
    tally.wins, tally.wins_squared = [WHOLE_WIN] * 2, [WHOLE_WIN**2] * 2
    assert [seat["ci95"] for seat in as_json(whole, tally)["seats"]] == [0.5, 0.5]


def test_the_report_for_programs() -> None:
    whole = contest(*FOUR)
    report = as_json(whole, run(whole))
    assert list(report) == ["games", "seed", "engine", "edition", "seats", "driven_out_rate", "cards_per_round"]
    assert list(report["seats"][0]) == ["bot", "wins", "mean", "ci95", "artifacts"]
    assert json.loads(json.dumps(report)) == report
    assert (report["games"], report["seed"], report["edition"]) == (60, 7, "incan-gold")
    assert 0 < report["driven_out_rate"] < 1
    assert 4 < report["cards_per_round"] < 12


def test_cards_and_rounds_are_counted_as_the_story_tells_them() -> None:
    tally = Tally.empty(3)
    table = finished("turn:2", "turn:2", "turn:2")
    tally.count(table, [0, 1, 2])
    acts = table.record().acts
    assert tally.rounds == sum(isinstance(act, OpenRound) for act in acts) == 5
    assert tally.cards == sum(isinstance(act, Draw) for act in acts)


def test_the_report_for_people() -> None:
    whole = contest(*FOUR)
    tally = run(whole)
    assert as_grid(whole, tally, catalogue("en")).row_count == 4
    assert summary(whole, tally, catalogue("pl")).startswith("Gry: 60 przy stołach, edycja incan-gold, ziarno 7")


def test_nobody_leaves_and_everybody_is_driven_out() -> None:
    """turn:999 never leaves: every round ends with the pair, after 7.66 cards on average while the box is full."""
    report = as_json(contest(*("turn:999",) * 3), run(contest(*("turn:999",) * 3)))
    assert report["driven_out_rate"] == 1
    assert report["seats"][0]["mean"] == 0
    assert report["seats"][0]["wins"] == pytest.approx(1 / 3)


def test_intervals_by_hand() -> None:
    # Of four games two are won: mean 1/2, variance 1/3, and 1.96 × √(1/3 / 4).
    assert half_width(2, 2, 4) == pytest.approx(1.96 * (1 / 12) ** 0.5, rel=1e-4)
    assert half_width(1, 1, 1) is None


def test_batches_can_be_added_in_any_order() -> None:
    whole = contest(*FOUR, games=BATCH + 40)
    batches = list(map(play_batch, repeat(whole), (range(100), range(100, whole.games))))
    forwards, backwards = Tally.empty(4), Tally.empty(4)
    for batch in batches:
        forwards.add(batch)
    for batch in reversed(batches):
        backwards.add(batch)
    assert forwards == backwards == run(whole, cores=1)


@pytest.mark.parametrize(("games", "cores"), [(1, 4), (2, 4), (9, 2), (501, 2), (100_000, 64), (100_000_000, 8)])
def test_batches_hold_every_game_but_the_first_once(games: int, cores: int) -> None:
    batches = _batches(games, cores)
    assert sum(map(len, batches)) == games - 1
    assert all(one.stop == other.start for one, other in pairwise(batches))
    assert len(batches) <= 4001


def test_each_game_has_a_seed_of_its_own() -> None:
    one, other = Tally.empty(4), Tally.empty(4)
    play_game(contest(*FOUR), 0, one)
    play_game(contest(*FOUR), 4, other)
    assert one != other


def test_too_few_too_many_and_unknown_bots_are_refused_before_the_first_game() -> None:
    with pytest.raises(WrongNumberOfPlayers):
        contest("odds")
    with pytest.raises(WrongNumberOfPlayers):
        contest(*("odds",) * 9)
    with pytest.raises(UnknownBot):
        contest("odds", "nobody")
