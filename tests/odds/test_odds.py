"""Exact chances, against the published figures and against counting by hand."""

from fractions import Fraction
from itertools import permutations

import pytest

from incangold.cards import Card, Hazard, HazardCard
from incangold.editions import EDITIONS, edition
from incangold.game import PathCard
from incangold.odds import driven_out_within, mean_card_that_drives_out, next_card
from tests.situations import after

THIRTY = EDITIONS["diamant"].box
THIRTY_ONE = after("open").game.quest_deck
SNAKES = HazardCard(Hazard.SNAKES)


@pytest.mark.parametrize(
    ("cards", "of_thirty", "of_thirty_one"),
    [(2, 3.4, 3.2), (4, 19.4, 18.2), (6, 42.4, 40.1), (8, 65.4, 62.5), (10, 82.9, 80.3), (12, 93.3, 91.6)],
)
def test_the_chance_of_being_driven_out_by_then(cards: int, of_thirty: float, of_thirty_one: float) -> None:
    assert (len(THIRTY), len(THIRTY_ONE)) == (30, 31)
    assert round(100 * driven_out_within(THIRTY, (), cards=cards), 1) == Fraction(str(of_thirty))
    assert round(100 * driven_out_within(THIRTY_ONE, (), cards=cards), 1) == Fraction(str(of_thirty_one))


def test_the_mean_card_that_drives_out() -> None:
    assert round(mean_card_that_drives_out(THIRTY), 2) == Fraction("7.42")
    assert round(mean_card_that_drives_out(THIRTY_ONE), 2) == Fraction("7.66")


def test_two_cards_by_hand() -> None:
    """Any hazard first (15 of 30), then one of its two twins (2 of 29)."""
    assert driven_out_within(THIRTY, (), cards=2) == Fraction(15, 30) * Fraction(2, 29)
    assert driven_out_within(THIRTY, (), cards=0) == driven_out_within(THIRTY, (), cards=1) == 0


def test_seven_cards_can_be_safe_only_by_treasure() -> None:
    """With five kinds and no treasure the sixth card at the latest drives out."""
    hazards_only = edition("diamant treasures=").box
    assert driven_out_within(hazards_only, (), cards=5) < 1
    assert driven_out_within(hazards_only, (), cards=6) == 1


def driven_out_by_counting(deck: tuple[Card, ...], path: tuple[PathCard, ...], cards: int) -> Fraction:
    """Every order of the deck, looked at one by one."""
    orders = list(permutations(deck))
    lying = [spot.card for spot in path]
    out = 0
    for order in orders:
        turned = [*lying, *order[:cards]]
        hazards = [card for card in turned if isinstance(card, HazardCard)]
        out += len(hazards) != len(set(hazards))
    return Fraction(out, len(orders))


@pytest.mark.parametrize("cards", range(8))
@pytest.mark.parametrize("on_path", ["", "snakes, 5", "fire, snakes"])
def test_small_decks_by_counting_every_order(cards: int, on_path: str) -> None:
    box = "diamant treasures=5,7,9 hazards=fire,snakes hazard_copies=2"
    now = after(on_path or "open", edition=box).game
    if cards <= len(now.quest_deck):
        counted = driven_out_by_counting(now.quest_deck, now.path, cards)
        assert driven_out_within(now.quest_deck, now.path, cards=cards) == counted


def test_the_mean_by_counting_every_order() -> None:
    deck = edition("diamant treasures=5,7 hazards=fire,snakes hazard_copies=2").box
    ends = []
    for order in permutations(deck):
        seen: set[Card] = set()
        for number, card in enumerate(order, start=1):
            if isinstance(card, HazardCard) and card in seen:
                ends.append(number)
                break
            seen.add(card)
    assert mean_card_that_drives_out(deck) == Fraction(sum(ends), len(ends))


def test_the_next_card_after_a_fright() -> None:
    now = after("snakes, 11").game
    odds = next_card(now.quest_deck, now.path, inside=3)
    assert odds.driven_out == odds.deadly[SNAKES] == Fraction(2, 29)
    assert sum(odds.cards.values()) == 1
    left = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 13, 14, 15, 17]
    assert odds.share == Fraction(sum(value // 3 for value in left), 29)
    assert odds.remainder == Fraction(sum(value % 3 for value in left), 29)


def test_a_kind_with_one_card_left_can_never_drive_out_and_the_odds_say_so() -> None:
    last_one = after("snakes, snakes, snakes, snakes, snakes, 5").game
    odds = next_card(last_one.quest_deck, last_one.path, inside=3)
    assert odds.deadly == {SNAKES: 0}
    assert odds.driven_out == 0
    lonely = after("snakes, snakes, snakes, snakes, 5, all stay, 7").game
    assert lonely.quest_deck.count(SNAKES) == 1
    fright = next_card(lonely.quest_deck, lonely.path, inside=3)
    assert fright.driven_out == 0
    assert fright.deadly == {}
