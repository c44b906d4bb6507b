"""Who meets whom: everybody plays equally often, everybody meets everybody about equally often."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incangold.arena.ladder.climbers import ANY_NUMBER, NUMBERS, climbers, signature
from incangold.arena.ladder.design import different_triples, mixed_fields
from incangold.arena.ladder.fields import make_field
from incangold.bots import roster
from incangold.editions import EDITIONS
from incangold.errors import BotTwice, NotOnTheLadder, TooFewOnTheLadder
from incangold.view import View
from tests.arena.ladders import BOTS, SMALL

INCAN_GOLD = EDITIONS["incan-gold"]


def names(number: int) -> list[str]:
    return [f"turn:{place}" for place in range(1, number + 1)]


@settings(max_examples=60)
@given(st.integers(2, 14), st.integers(2, 8), st.integers(1, 40), st.integers())
def test_after_every_field_everybody_has_played_equally_often(bots: int, seats: int, fields: int, seed: int) -> None:
    seats = min(seats, bots)
    played = Counter(dict.fromkeys(names(bots), 0))
    for field in islice(mixed_fields(names(bots), seats, Random(seed)), fields):
        assert len(set(field)) == len(field) == seats
        played.update(field)
        assert max(played.values()) - min(played.values()) <= 1


@pytest.mark.parametrize(("bots", "seats"), [(9, 2), (9, 8), (16, 3), (16, 4), (16, 8), (22, 5)])
def test_everybody_meets_everybody_about_equally_often(bots: int, seats: int) -> None:
    fields = islice(mixed_fields(names(bots), seats, Random(1)), 16 * bots // seats)
    met = Counter(frozenset(pair) for field in fields for pair in combinations(field, 2))
    meetings = [met[frozenset(pair)] for pair in combinations(names(bots), 2)]
    assert max(meetings) - min(meetings) <= 4
    assert all(abs(each - sum(meetings) / len(meetings)) < 2.5 for each in meetings)


def test_more_fields_begin_with_the_same_ones() -> None:
    few, many = ([field.key for _, field in replace(SMALL, fields=number).mixed()] for number in (2, 5))
    assert set(few) < set(many)


@pytest.mark.parametrize(("asked", "drawn"), [(10, 10), (50, 50), (70, 70), (84, 84), (1000, 84)])
def test_the_champions_threes_are_all_different(asked: int, drawn: int) -> None:
    triples = different_triples(names(9), asked, Random(1))
    assert len(triples) == len(set(map(frozenset, triples))) == drawn
    assert all(len(set(three)) == 3 for three in triples)


def test_tables_that_would_need_clones_are_left_out() -> None:
    assert SMALL.seats == (2, 4, 8)
    assert SMALL.seat_counts() == (2, 4)
    assert {len(field.contest.bots) for _, field in SMALL.mixed()} == {2, 4}


def test_every_field_has_a_seed_of_its_own_and_everybody_sits_everywhere_equally_often() -> None:
    fields = [field for _, field in SMALL.mixed()]
    assert len({field.contest.seed for field in fields}) == len(fields)
    seven = make_field("mixed", tuple(names(7)), INCAN_GOLD, games=240, seed=1, engine="table", rotations=4)
    assert (seven.contest.games, seven.rated) == (245, 28)


def test_the_kernel_plays_large_fields_of_those_it_knows() -> None:
    others = ("odds", "moody")
    for bots, games, engine in ((BOTS[:4], 10_000, "kernel"), (BOTS[:4], 9_996, "table"), (others, 10_000, "table")):
        field = make_field("mixed", bots, INCAN_GOLD, games=games, seed=1, engine="auto")
        assert field.contest.engine == engine


def test_the_whole_roster_climbs_whoever_joins_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(roster.NUMBERED, "hops", lambda number: lambda view, seat: True)
    everybody = climbers((), ("turn:99",))
    numbered = {f"{kind}:{number}" for kind, numbers in NUMBERS.items() for number in numbers}
    assert set(everybody) == {*roster.NAMED, *numbered, f"hops:{ANY_NUMBER[0]}", "turn:99"}


def test_whoever_cannot_climb_is_refused() -> None:
    with pytest.raises(BotTwice, match="“odds” is named twice"):
        climbers(("odds", "die"), ("odds",))
    with pytest.raises(TooFewOnTheLadder):
        climbers(("odds",), ())
    with pytest.raises(NotOnTheLadder, match="“greedy” is not on this ladder"):
        replace(SMALL, champion="greedy")


def test_a_bot_that_plays_otherwise_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signature(BOTS, INCAN_GOLD)
    assert before == signature(BOTS, INCAN_GOLD)
    monkeypatch.setitem(roster.THOUGHTS, "timid", lambda view, seat: view.beside_tent(seat) >= 9)
    assert before != signature(BOTS, INCAN_GOLD)


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_bot_that_plays_otherwise_at_one_size_is_another(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the trained player has learnt anew for one number of players."""
    before, timid = signature(("timid",), INCAN_GOLD), roster.THOUGHTS["timid"]

    def runs_there(view: View, seat: int) -> bool:
        return view.public.leaders[-1] + 1 == seats or timid(view, seat)

    monkeypatch.setitem(roster.THOUGHTS, "timid", runs_there)
    assert before != signature(("timid",), INCAN_GOLD)
