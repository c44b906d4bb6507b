"""Advice: exact odds, exact shares where they can be computed, and nothing that the player may not know."""

from fractions import Fraction
from functools import cache

import pytest

from incangold.cards import ARTIFACTS, HAZARDS, ArtifactCard, Hazard, HazardCard, TreasureCard
from incangold.coach.advice import advice, counted_out, weigh
from incangold.coach.exact import LARGEST, decided, is_alone, known, results
from incangold.die import die_choice, fear_of
from incangold.editions import TREASURES
from incangold.errors import NotInTemple, NotTimeToChoose, UnknownPlayer
from incangold.game import CAMP, CARD, CHOICES, OVER, TORCH, Choice, Choices, Game
from incangold.rules import reveal_choices, turn_card
from incangold.seen import seen_by
from incangold.solver.alone_from_here import Here, best_from, positions_from
from incangold.table.table import Table
from incangold.view import View, public_part
from tests.situations import Situation, after
from tests.tables import at_the_first_choice, table_of


def seen(situation: Situation, player: int) -> View:
    """What one player sees in a situation."""
    game = situation.game
    seats = tuple(seat for seat, leader in enumerate(game.leaders) if leader == player)
    inside = tuple(seat for seat in seats if seat in game.in_temple and game.phase is CHOICES)
    tents = tuple(game.in_tent[seat] for seat in seats)
    nothing = (None,) * len(seats)
    return View(public_part(game, situation.story), player, seats, inside, tents, nothing, nothing, ())


def test_the_next_card_and_the_way_home_are_told_exactly() -> None:
    told = advice(seen(after("11, all stay, snakes, all stay, tumi", players=4, artifacts="tumi"), 0))
    assert told.driven_out == Fraction(2, 28)
    assert told.next_card == Fraction(sum(value // 4 for value in (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 13, 14, 15, 17)), 28)
    assert (told.leaving_alone, told.leaving_together, told.artifacts) == (5, 2, 5)
    assert not told.exact


def test_the_best_choice_costs_nothing_and_no_other_less() -> None:
    for situation in ("11", "1, all stay, 17, all stay, snakes, Bo leaves, 15, all stay, fire"):
        told = advice(seen(after(situation, players=4), 0))
        assert told.choices[0].cost == 0
        assert told.share == told.choices[0].share
        costs = [max(told.share - one.share, 0) for one in told.choices]
        assert [one.cost for one in told.choices] == pytest.approx(costs)
        assert sum(one.likely for one in told.choices) == pytest.approx(1)
        assert all(one.cost >= 0 and 0 <= one.share <= 1 for one in told.choices)


def test_two_adventurers_have_four_joint_choices() -> None:
    told = advice(seen(after("11, all stay, snakes", players=2), 1))
    by_cards = {one.cards: one for one in told.choices}
    assert set(by_cards) == {(one, other) for one in Choice for other in Choice}
    assert by_cards[TORCH, CAMP].share == pytest.approx(by_cards[CAMP, TORCH].share)


@pytest.mark.parametrize(
    ("situation", "players"),
    [("11", 2), ("11", 3), ("11, all stay, snakes, all stay, 5", 4), ("17, all stay, 5, all stay, snakes", 8)],
)
def test_what_everybody_may_expect_is_together_the_whole_win(situation: str, players: int) -> None:
    """Each choosing as often as the strongest player would; what would hardly ever be seen is left out."""
    game = after(situation, players=players).game
    shares = [sum(one.likely * one.share for one in weigh(game, player)) for player in range(players)]
    assert sum(shares) == pytest.approx(1, abs=0.005)


def test_where_the_trained_player_never_comes_it_is_not_believed_to_win() -> None:
    """One of Ana's has gone home with five from the first card; nothing threatens the other one yet.

    Taken at its word, the network would promise Ana 52 % for going home; games played on from there bring 30 %.
    """
    told = advice(seen(after("14, Ana1 leaves, 2", players=2, artifacts="tumi"), 0))
    assert told.choices[0].cards == (TORCH,)
    assert told.share < 0.45


# ── Known answers: alone in the last round ────────────────────────────────────────────────────────────────────────


@cache
def perfect(game: Game, player: int) -> float:
    """The best share of the win for one who is alone, by trying everything the rules allow."""
    if game.phase is OVER:
        return results(game)[player]
    if game.phase is CARD:
        return sum(perfect(turn_card(game, card).game, player) for card in game.quest_deck) / len(game.quest_deck)
    return max(perfect_choice(game, player, card) for card in Choice)


def perfect_choice(game: Game, player: int, card: Choice) -> float:
    laid = tuple(card if seat in game.in_temple else None for seat in range(len(game.leaders)))
    return perfect(reveal_choices(game, Choices(laid)).game, player)


SMALL = "rounds=1 treasures=1,4,5,7 hazards=fire,snakes hazard_copies=2"
ALONE = [
    (f"incan-gold {SMALL}", "4, all stay, snakes, Bo leaves, 1, Cy leaves, 5", 3),
    (f"modern {SMALL}", "7, Ana and Cy leave, tumi", 3),
    (f"literal {SMALL}", "7, Ana leaves, snakes, Cy leaves, tumi", 3),
    (f"bga {SMALL} path_share=by_card", "5, Ana and Cy leave, snakes", 3),
    (f"incan-gold {SMALL}", "4, Ana1 and Bo1 leave, snakes, Ana2 leaves, 1", 2),
]


@pytest.mark.parametrize(("edition", "script", "players"), ALONE)
def test_alone_in_the_last_round_it_is_perfect_play(edition: str, script: str, players: int) -> None:
    situation = after(script, players=players, edition=edition, artifacts="tumi")
    (seat,) = situation.game.in_temple
    player = situation.game.leaders[seat]
    told = advice(seen(situation, player))
    assert told.exact
    assert {one.cards[0]: one.share for one in told.choices} == pytest.approx(
        {card: perfect_choice(situation.game, player, card) for card in Choice}, abs=1e-9
    )


def test_alone_with_the_printed_deck_it_is_the_solvers_answer() -> None:
    """Ana needs 24 more than the 3 in her hands to beat Bo, 23 to share the win with him."""
    game = after("9, Bo and Cy leave, snakes", players=3, edition="diamant rounds=1").game._replace(in_tent=(0, 27, 3))
    here = Here(game.quest_deck, [Hazard.SNAKES], 3)
    exact = best_from(here, lambda treasure, _: (treasure > 27) + (treasure == 27) / 2)
    assert {one.cards: one.share for one in weigh(game, 0)} == pytest.approx(
        {(TORCH,): exact.go_on, (CAMP,): exact.leave}, abs=1e-9
    )
    assert decided(game) == pytest.approx((exact.go_on, 1 - exact.go_on, 0.0), abs=1e-9)


COPIES = (3, 3, 2, 2, 1)  # of the hazards, when four that drove everybody out have been removed in unlike numbers


def test_with_printed_cards_whoever_is_alone_is_always_told_exactly() -> None:
    """The most that can be left: one treasure was turned, no artifact in five rounds."""
    hazards = [HazardCard(kind) for kind, copies in zip(HAZARDS, COPIES, strict=True) for _ in range(copies)]
    treasures = [TreasureCard(value) for value in TREASURES]
    treasures.remove(TreasureCard(5))
    here = Here((*treasures, *hazards, *map(ArtifactCard, ARTIFACTS)), [], 5)
    assert positions_from(here) == 9_216 * 18 * 32 <= LARGEST
    assert positions_from(here, alike=True) == 9_216 * 18 * 6
    assert positions_from(here._replace(hazards=[HAZARDS[4], HAZARDS[0]])) == 9_216 * 6 * 32


def test_hazards_and_artifacts_count_in_what_is_too_large_to_be_exact() -> None:
    """Fifteen treasures alone could be counted out; with every set of hazards and artifacts they are estimated."""
    values = ",".join(map(str, range(60, 76)))
    game = after("60, Bo and Cy leave, 61", players=3, edition=f"modern rounds=1 treasures={values}").game
    hazards = [HazardCard(kind) for kind, copies in zip(HAZARDS, (1, 2, 3, 4, 5), strict=True) for _ in range(copies)]
    treasures = [card for card in game.quest_deck if isinstance(card, TreasureCard)]
    assert is_alone(game)
    assert not is_alone(game._replace(quest_deck=(*treasures, *hazards, *map(ArtifactCard, ARTIFACTS))))


@cache
def as_it_rolls(game: Game, player: int) -> float:
    """The share of the win of a die that is alone, over all that it may show and every card that may come."""
    if game.phase is OVER:
        return results(game)[player]
    if game.phase is CARD:
        return sum(as_it_rolls(turn_card(game, card).game, player) for card in game.quest_deck) / len(game.quest_deck)
    fears = fear_of(game, game.in_temple[0])
    shown = range(1, 7) if fears else [None]
    return sum(as_it_rolls(_rolled(game, roll), player) for roll in shown) / len(shown)


def _rolled(game: Game, roll: int | None) -> Game:
    (seat,) = game.in_temple
    laid = tuple(die_choice(game, seat, roll) if place == seat else None for place in range(len(game.leaders)))
    return reveal_choices(game, Choices(laid, (roll,))).game


@pytest.mark.parametrize(
    ("edition", "script"),
    [
        (f"incan-gold {SMALL}", "4, all stay, snakes, Bo leaves Cy rolls 6, 1, Ana leaves Cy rolls 6, 5"),
        (f"modern {SMALL}", "7, Ana and Bo leave, tumi"),
        (f"bga {SMALL} path_share=by_card", "5, Ana and Bo leave, snakes"),
    ],
)
def test_a_die_alone_in_the_last_round_is_counted_out_by_its_rolls(edition: str, script: str) -> None:
    game = after(script, players=3, dice="Cy", edition=edition, artifacts="tumi").game
    assert game.in_temple == (2,)
    exact = decided(game)
    assert exact
    assert exact[2] == pytest.approx(as_it_rolls(game, 2), abs=1e-9)
    assert sum(exact) == pytest.approx(1)


def test_whoever_waits_behind_somebody_in_the_last_round_has_lost() -> None:
    game = after("11, Ana leaves, 17, Bo leaves, 5", players=4, edition="diamant rounds=1").game
    assert known(game) == {0: 0.0}


# ── Secrets ───────────────────────────────────────────────────────────────────────────────────────────────────────


def laid_by_the_others(table: Table, choice: Choice) -> Table:
    for seat in table.waiting_for[1:]:
        table.lay(seat, choice)
    return table


def test_advice_is_blind_to_what_lies_face_down_and_to_the_deck() -> None:
    for players in (2, 4):
        first = advice(at_the_first_choice(players).view(0))
        for choice in Choice:
            assert advice(laid_by_the_others(at_the_first_choice(players), choice).view(0)) == first


def test_advice_is_the_same_for_another_order_of_the_same_deck() -> None:
    """Two tables with other secrets that have shown the same first card."""
    tables = [at_the_first_choice(3, seed=str(seed), of="diamant") for seed in range(40)]
    by_path: dict[object, list[Table]] = {}
    for table in tables:
        by_path.setdefault(table.view(None).path, []).append(table)
    alike = max(by_path.values(), key=len)
    assert len(alike) > 1
    views = [table.view(0)._replace(public=table.view(0).public._replace(start_player=0)) for table in alike]
    assert len({advice(view) for view in views}) == 1


def test_a_view_holds_all_that_advice_needs() -> None:
    table = at_the_first_choice(4)
    view = table.view(2)
    game = counted_out(view.public)
    assert public_part(game, view.public.story) == view.public
    assert tuple(game.in_tent) == seen_by(view).in_tent


# ── Refusals ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_there_is_nothing_to_advise_one_who_does_not_choose() -> None:
    table = table_of(3)
    with pytest.raises(NotTimeToChoose):
        advice(table.view(0))
    with pytest.raises(UnknownPlayer):
        advice(table.view(None))
    with pytest.raises(NotInTemple):
        advice(seen(after("11, Bo leaves, 7", players=3), 1))
