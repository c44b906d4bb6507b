"""A review adds up: shares to the whole win, accounts to the result, and best choices cost nothing."""

from pathlib import Path
from time import process_time

import pytest

from incangold.bots.amauta.mind import Layer
from incangold.bots.amauta.weights import mind_for
from incangold.cards import Hazard, HazardCard, TreasureCard
from incangold.coach.advice import advice
from incangold.coach.reading import Reading
from incangold.coach.review import Review, review
from incangold.errors import ReviewTooLarge
from incangold.game import OVER, TORCH, Choices, Draw, Game, OpenRound
from incangold.record import ByHand, Player, Record, read, replay
from incangold.rules import open_tents
from tests.situations import Situation, after, choices_of
from tests.tables import finished, table_of

GOLDEN = sorted(Path(__file__).parents[1].joinpath("golden").glob("*.game"))
SNAKES = HazardCard(Hazard.SNAKES)
MIXED = ("timid", "greedy", "hunter", "scavenger", "moody", "odds", "follower", "amauta")


@pytest.fixture(scope="module")
def of_eight() -> Record:
    return finished(*MIXED).record()


def check_that_it_adds_up(record: Record, told: Review) -> None:
    players = range(len(record.players))
    assert [moment.act for moment in told.curve] == list(range(-1, len(record.acts)))
    assert told.curve[0].shares == (1 / len(players),) * len(players)
    assert all(sum(moment.shares) == pytest.approx(1) for moment in told.curve)
    assert all(min(moment.shares) >= 0 for moment in told.curve)
    assert all(decision.cost >= 0 for decision in told.decisions)
    for player in players:
        account = told.accounts[player]
        assert sum(account) == pytest.approx(told.curve[-1].shares[player] - 1 / len(players), abs=1e-12)
        costs = [decision.cost for decision in told.decisions if decision.player == player]
        assert account.skill == pytest.approx(-sum(costs))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_game_adds_up_to_its_result(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    told = review(record)
    check_that_it_adds_up(record, told)
    last = list(replay(record))[-1].game
    assert told.finished is (last.phase is OVER)
    winners = open_tents(last).winners
    result = tuple((player in winners) / len(winners) for player in range(last.players))
    assert not told.finished or told.curve[-1].shares == result


def test_every_choice_of_everybody_but_a_die_is_a_decision() -> None:
    record = finished("die", "odds", "amauta").record()
    told = review(record)
    laid = [
        (number, player)
        for number, act in enumerate(record.acts)
        if isinstance(act, Choices)
        for player in (1, 2)
        if act.laid[player]
    ]
    assert [(decision.act, decision.player) for decision in told.decisions] == laid
    assert told.accounts[0].skill == 0


def test_a_players_advice_is_what_its_review_says_afterwards() -> None:
    table = table_of(3, of="incan-gold rounds=2", bots=("odds",))
    advised = []
    table.proceed()
    while not table.is_over:
        views = [view for player in range(3) if (view := table.view(player)).to_choose]
        for view in views:
            told = advice(view)
            advised.append((view.player, told.choices[0].cards, told.choices[0].share))
            table.lay_for(view.player or 0, told.choices[0].cards)
        table.proceed()
    decisions = review(table.record()).decisions
    assert [(one.player, one.cards) for one in decisions] == [(player, cards) for player, cards, _ in advised]
    assert [one.share for one in decisions] == pytest.approx([share for *_, share in advised], abs=1e-6)
    assert all(one.cost == 0 and one.best == one.cards for one in decisions)


def test_what_a_die_shows_is_luck_and_evens_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all that the die may show, what it does to everybody adds up to nothing.

    In double precision: these are six reviews, and single precision rounds each of them otherwise.
    """
    exact = tuple(Layer(*(part.astype(float) for part in layer)) for layer in mind_for(3))
    monkeypatch.setattr("incangold.coach.reading.mind_for", lambda _: exact)
    before = after("17, all stay, snakes", players=3, dice="Cy", edition="diamant rounds=1")
    lucks = [luck_of(before, f"Cy rolls {roll}") for roll in range(1, 7)]
    for player in range(3):
        assert sum(luck[player] for luck in lucks) == pytest.approx(0, abs=1e-9)
    assert lucks[0] != lucks[5]


def luck_of(situation: Situation, turn: str) -> list[float]:
    """What this turn adds to everybody's luck."""
    players = (Player("Ana"), Player("Bo"), Player("Cy", "die"))
    acts = (OpenRound(None), Draw(TreasureCard(17)), Choices((TORCH, TORCH, TORCH), (None,)), Draw(SNAKES))
    record = Record(situation.game.edition, players, 0, True, ByHand(), acts)
    longer = record._replace(acts=(*acts, choices_of(situation.game, turn.split())))
    lucks = zip(review(record).accounts, review(longer).accounts, strict=True)
    return [now.luck - then.luck for then, now in lucks]


def test_a_game_that_was_not_finished_is_reviewed_as_far_as_it_goes(of_eight: Record) -> None:
    for length in (0, 1, 2, 17):
        record = of_eight._replace(acts=of_eight.acts[:length])
        told = review(record)
        check_that_it_adds_up(record, told)
        assert not told.finished


def test_turning_points_are_the_largest_swings_in_the_order_of_the_game(of_eight: Record) -> None:
    told = review(of_eight)
    swings = {
        number: max((later - before for before, later in zip(was.shares, now.shares, strict=True)), key=abs)
        for number, (was, now) in enumerate(zip(told.curve, told.curve[1:], strict=False))
    }
    largest = sorted(swings, key=lambda number: -abs(swings[number]))[: len(told.turning_points)]
    assert [point.act for point in told.turning_points] == sorted(largest)
    for point in told.turning_points:
        assert point.swing == pytest.approx(swings[point.act])
        assert (point.by == "choice") is isinstance(of_eight.acts[point.act], Choices)


def test_a_game_looked_at_act_by_act_is_the_same_game(of_eight: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = review(of_eight)
    monkeypatch.setattr("incangold.coach.review.ANSWERED_AT_ONCE", 1)
    act_by_act = review(of_eight)
    assert [one.cards for one in act_by_act.decisions] == [one.cards for one in whole.decisions]
    assert [one.cost for one in act_by_act.decisions] == pytest.approx([one.cost for one in whole.decisions], abs=1e-6)
    for one, other in zip(act_by_act.curve, whole.curve, strict=True):
        assert one.shares == pytest.approx(other.shares, abs=1e-6)


def test_however_long_the_game_only_so_many_positions_are_read_together(
    of_eight: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []

    class Counted(Reading):
        def __init__(self, games: list[Game]) -> None:
            sizes.append(len(games))
            super().__init__(games)

    monkeypatch.setattr("incangold.coach.ahead.Reading", Counted)
    review(of_eight)
    assert sum(sizes) > 4096
    assert max(sizes) <= 4096


def test_a_game_with_too_much_to_weigh_is_refused_where_there_is_a_limit(of_eight: Record) -> None:
    for most in (1_000, 15_000):  # before anything is weighed, and on the way
        with pytest.raises(ReviewTooLarge):
            review(of_eight, most=most)
    assert review(of_eight, most=200_000) == review(of_eight)


def test_eight_players_and_five_rounds_take_less_than_two_seconds(of_eight: Record) -> None:
    began = process_time()
    review(of_eight)
    assert process_time() - began < 2
