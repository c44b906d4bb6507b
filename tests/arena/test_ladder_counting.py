"""What is made of the games: finishing orders, ratings, shares and their intervals, the page."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from incangold.arena.arena import places, play_game
from incangold.arena.ladder.climb import Climbed
from incangold.arena.ladder.fields import finishing_order, make_field, play_field
from incangold.arena.ladder.page import page
from incangold.arena.ladder.plots import plots
from incangold.arena.ladder.publishing import as_grids, as_json, champion_in_short
from incangold.arena.ladder.rating import Rating, Ratings, ratings
from incangold.arena.ladder.standing import Champion, Estimate, Rung, Share, Standing, estimate, standing, student95
from incangold.arena.tally import Tally
from incangold.editions import edition
from incangold.events import GameEnded
from incangold.words.catalogue import LANGUAGES, Catalogue, catalogue
from tests.arena.ladders import SMALL, by_hand, here

DOCS = Path(__file__).parents[2] / "docs"


def test_the_finishing_order_names_the_winners_and_follows_the_bots_round_the_table() -> None:
    field = make_field("mixed", ("turn:1", "odds", "random"), edition("incan-gold"), games=9, seed=3, engine="table")
    for game in range(9):
        table = play_game(field.contest, game, Tally.empty(3))
        ended = table.view(None).public.story[-1]
        assert isinstance(ended, GameEnded)
        order, seats = finishing_order(table, game), places(3, game)
        assert {seats[bot] for bot in range(3) if order[bot] == "0"} == set(ended.winners)
        by_place = sorted(range(3), key=lambda bot: order[bot])
        scores = [ended.scores[seats[bot]] for bot in by_place]
        assert scores == sorted(scores, reverse=True)


def test_equal_treasure_and_artifacts_share_a_place() -> None:
    """Whoever stays for ever brings nothing home: everybody wins, everybody has place 0."""
    forever = ("turn:999", "turn:998")
    field = make_field("m", forever, edition("diamant"), games=2, seed=3, engine="table", rotations=1)
    assert play_field(field).orders == "00 00"


def test_a_field_in_the_kernel_still_sees_finishing_orders_at_tables() -> None:
    short = edition("diamant rounds=1")
    field = make_field("m", ("turn:2", "turn:3"), short, games=60, seed=3, engine="kernel", rotations=2)
    played = play_field(field)
    assert field.contest.engine == "kernel"
    assert played.suits(field)
    assert (played.games, len(played.orders.split())) == (60, 4)


def tables(chance: float, fields: int = 25) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Fields of three in which `strong` wins with this chance and one of the others otherwise."""
    luck = Random(1)
    orders = ("011", "101", "110")
    return [
        (("strong", "one", "other"), tuple(luck.choices(orders, [chance, *[(1 - chance) / 2] * 2], k=6)))
        for _ in range(fields)
    ]


def test_whoever_wins_more_is_rated_higher_and_intervals_tell_luck_from_skill() -> None:
    bots = ("one", "strong", "other")
    skilled = ratings(bots, tables(0.6), 1, here)
    assert skilled["strong"].wins.low > max(skilled["one"].wins.high, skilled["other"].wins.high)
    even = ratings(bots, tables(1 / 3), 1, here)
    assert max(each.wins.low for each in even.values()) < min(each.wins.high for each in even.values())


def test_second_places_count_in_the_finishing_order_alone() -> None:
    fields = [(("first", "second", "last"), ("012", "012", "120"))] * 10
    found = ratings(("first", "second", "last"), fields, 1, here)
    assert found["second"].places.mean > found["last"].places.mean
    assert found["second"].wins.mean < found["last"].wins.mean


def test_ratings_do_not_depend_on_who_is_done_first() -> None:
    def backwards(work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterable[Any]:
        return list(here(work, tasks))[::-1]

    bots, fields = ("one", "strong", "other"), tables(0.5, fields=4)
    assert ratings(bots, fields, 1, here) == ratings(bots, fields, 1, backwards)
    assert ratings(bots, fields, 1, here) != ratings(bots, fields, 2, here)


FIELDS = [
    by_hand(("odds", "die"), (60, 40)),
    by_hand(("odds", "die"), (80, 20)),
    by_hand(("die", "timid"), (30, 70)),
    by_hand(("odds", "die", "timid", "random"), (50, 0, 25, 25)),
]


def stood(**changes: Any) -> Standing:
    bots = ("odds", "die", "timid", "random", "turn:5")
    level = {bot: 30.0 - place for place, bot in enumerate(bots)}
    rated = {bot: Ratings(Rating(each, each - 1, each + 2), Rating(25, 24, 26)) for bot, each in level.items()}
    against = [
        by_hand(("odds", "die", "timid", "random"), (40, 20, 20, 20)),
        by_hand(("odds", "timid", "random", "turn:5"), (20, 30, 30, 20)),
    ]
    alone = [
        by_hand(("die", "odds", "odds", "odds"), (5, 50, 25, 20)),
        by_hand(("timid", "odds", "odds", "odds"), (12, 50, 20, 18)),
    ]
    fields = [*FIELDS, by_hand(("turn:5", "random"), (50, 50)), by_hand(("turn:5", *bots[:3]), (10, 30, 30, 30))]
    again = [by_hand(("odds", "timid", "random", "turn:5"), (300, 300, 300, 100), games=1000)]
    climbed = Climbed(fields, rated, "odds", against, again, alone)
    return standing(replace(SMALL, **{"bots": bots, **changes}), climbed, command="incangold ladder")


def test_shares_by_hand() -> None:
    odds, die = stood().rungs[:2]
    assert (odds.bot, odds.shares["2"].value, odds.shares["2"].fields) == ("odds", 0.7, 2)
    # Three fields of two: 40, 20 and 30 per cent; mean 30, standard deviation 10, and 4.303 × 10 / √3 = 24.84.
    assert (die.bot, die.shares["2"].value, die.shares["2"].fields) == ("die", 0.3, 3)
    assert die.shares["2"].ci95 == pytest.approx(0.24841, abs=1e-5)
    # As multiples of a fair share: 1.2 and 1.6 with two seats, 2 and 1.2 with four.
    assert odds.times_fair.value == pytest.approx(1.5)


def test_the_matrix_by_hand() -> None:
    result = stood()
    place = {rung.bot: number for number, rung in enumerate(result.rungs)}
    meeting = result.matrix[place["odds"]][place["timid"]]
    assert meeting is not None
    assert meeting.value == pytest.approx(1.6)  # 2 and 1.2
    assert meeting.fields == 2
    assert result.matrix[place["timid"]][place["timid"]] is None
    assert result.matrix[place["timid"]][place["turn:5"]] is not None


def test_the_champions_lowest_field_comes_first_and_the_best_of_the_others_too() -> None:
    champion = stood().champion
    assert [each.share for each in champion.against] == [0.2, 0.4]
    assert [(each.bot, each.share) for each in champion.alone] == [("timid", 0.12), ("die", 0.05)]
    assert champion.against[0].ci95 == pytest.approx(1.96 * (0.2 * 0.8 / 99) ** 0.5, abs=1e-4)
    assert (champion.triples, champion.of) == (2, 4)


def test_games_that_all_ended_alike_leave_something_open() -> None:
    """After 20 wins of 20 Wilson's interval reaches from 83.9 to 100 %; after as many losses to 16.1 %."""
    climbed = Climbed(
        [by_hand(("odds", "die"), (20, 0), 20), by_hand(("odds", "die"), (20, 0), 20)],
        {bot: Ratings(Rating(25, 24, 26), Rating(25, 24, 26)) for bot in ("odds", "die")},
        "odds",
        [by_hand(("odds", "die", "timid", "random"), (20, 0, 0, 0), 20)],
        [],
        [by_hand(("die", "odds", "odds", "odds"), (0, 20, 0, 0), 20)],
    )
    result = standing(replace(SMALL, bots=("odds", "die")), climbed, command="incangold ladder")
    for share in (*result.champion.against, *result.champion.alone):
        assert share.ci95 == pytest.approx(0.161, abs=1e-3)
    for rung in result.rungs:  # two fields, 40 games: 8.8 % of the wins, twice that of a fair share of two
        assert rung.shares["2"].ci95 == pytest.approx(0.0876, abs=1e-3)
        assert rung.times_fair.ci95 == pytest.approx(0.1753, abs=1e-3)


def test_an_interval_is_no_wider_than_what_can_be() -> None:
    """Two fields of two: 60 and 80 per cent; mean 70, and 12.706 × 14.142 / √2 = 127.06, but none are less than 0."""
    odds = stood().rungs[0]
    assert odds.shares["2"].ci95 == 0.7
    # Wins of 1.2 and 1.6 times a fair share, but nobody wins less than never or more than twice that of two.
    pair = estimate([1.2, 1.6], 0.1, most=2.0)
    assert (pair.value, pair.ci95) == (1.4, 1.4)


def test_students_t() -> None:
    """As tables print it."""
    for freedom, printed in ((1, 12.706), (2, 4.303), (4, 2.776), (10, 2.228), (30, 2.042), (120, 1.980)):
        assert student95(freedom) == pytest.approx(printed, abs=0.01)


def test_the_page_says_what_was_counted() -> None:
    text = page(stood())
    assert "| `odds` | 70.0 ± 70.0 |" in text
    assert "Its lowest win share is 20.0 ± 7.9 %; the whole 95 % interval\nlies above 25 % in 1 of 2 fields" in text
    assert "| `timid` | 12.0 ± 6.4 |" in text
    assert "2 of all 4 threes" in text
    assert "The 2 lowest:" in text
    assert "The lowest was played again, with fresh luck" in text
    assert "The lowest of those played again:" in text
    assert "| `timid`, `random`, `turn:5` | 30.0 ± 2.8 |" in text
    assert "the interval reaches down to 25 % in\n0 of 2." in text


def test_the_page_is_made_again_where_it_lies(tmp_path: Path) -> None:
    """Its command as printed, run in the same place: nobody wants to write over the published one."""
    mine = tmp_path / "my ladder"
    for folder, command in (
        (Path("docs"), "incangold ladder"),
        (Path("docs/"), "incangold ladder"),
        (Path("line"), "incangold ladder --into line"),
        (mine, f"incangold ladder --into '{mine}'"),
    ):
        assert f"\n    {command}\n\n" in page(stood(), folder)
    assert page(stood()) == page(stood(), Path("docs"))


def test_the_page_tells_the_roster_from_somebodys_own(tmp_path: Path) -> None:
    result = stood()
    assert "\n5 bots of the [roster](roster.md) at mixed tables" in page(result)
    assert "\n5 bots of the roster at mixed tables" in page(result, tmp_path)
    assert "\n3 bots of the [roster](roster.md) and 2 of somebody's own (`a.py:A`, `b:B`) at" in page(owned(result, 2))
    assert "\n1 bot of the roster and 4 of somebody's own (`a.py:A`, " in page(owned(result, 4), tmp_path)
    assert "\n5 bots of somebody's own (`a.py:A`, `b:B`, `c:C`, `d:D`, `e:E`) at mixed" in page(owned(result, 5))


def owned(result: Standing, number: int) -> Standing:
    """The same, but so many of the bots are somebody's own."""
    own = ("a.py:A", "b:B", "c:C", "d:D", "e:E")[:number]
    rungs = [msgspec.structs.replace(rung, bot=bot) for rung, bot in zip(result.rungs, own, strict=False)]
    return msgspec.structs.replace(result, rungs=[*rungs, *result.rungs[number:]])


def test_a_single_three_is_told_as_one() -> None:
    result = stood(bots=("odds", "die", "timid", "random"))
    assert "with three different others, the only three there is," in page(result)
    words = Catalogue("en")
    words.sentences["ladder.champion"] = {"one": "{triples} three", "other": "{triples} threes"}
    one = msgspec.structs.replace(result.champion, triples=1)
    assert champion_in_short(result, words) == "2 threes"
    assert champion_in_short(msgspec.structs.replace(result, champion=one), words) == "1 three"


def test_plots_are_the_same_bytes_each_time() -> None:
    first = plots(stood())
    assert first == plots(stood())
    assert all(b"turn:5" in drawing and b"<dc:date>" not in drawing for drawing in first.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_for_people(language: str) -> None:
    words = catalogue(language)
    ratings_grid, shares_grid = as_grids(stood(), words)
    assert ratings_grid.row_count == shares_grid.row_count == 5
    assert words.decimal(20.0, 1) in champion_in_short(stood(), words)


def test_the_result_for_programs_can_be_read_back() -> None:
    assert msgspec.json.decode(as_json(stood()), type=Standing) == stood()


def test_the_result_for_programs_is_described() -> None:
    described = (DOCS / "json.md").read_text("utf-8")
    for kind in (Standing, Rung, Champion, Estimate, Share):
        assert not [name for name in kind.__struct_fields__ if f"`{name}`" not in described.replace('"', "`")]


def test_the_published_page_is_what_its_results_say() -> None:
    """Only `incangold ladder` changes it."""
    kept = (DOCS / "ladder.json").read_text("utf-8")
    result = msgspec.json.decode(kept, type=Standing)
    assert as_json(result) == kept
    assert page(result) == (DOCS / "ladder.md").read_text("utf-8")
    assert all((DOCS / name).is_file() for name in ("ladder-rating.svg", "ladder-seats.svg", "ladder-matrix.svg"))
