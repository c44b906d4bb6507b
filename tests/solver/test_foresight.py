"""What may come next: every card with its chance, or a few that stand for all."""

from collections import Counter

import jax
import numpy as np
import pytest

from incangold.cards import ArtifactCard, Card, TreasureCard
from incangold.editions import EDITIONS, Artifacts, edition
from incangold.game import Game
from incangold.kernel.box import box_of
from incangold.path import hazards_on
from incangold.solver.learning.foresight import Cards, cards_of, every_card, some_cards
from tests.solver.positions import in_arrays, met

BOXES = [*EDITIONS, "incan-gold hazards=fire,snakes hazard_copies=2"]
DRAWS = 400  # of the few cards


def told(game: Game, cards: Cards) -> list[tuple[Card, float]]:
    """Those that can come, and what each of them stands for."""
    places, chances = (np.asarray(part)[:, 0] for part in cards)
    in_box = box_of(game.edition).places
    return [(in_box[int(place)], float(chance)) for place, chance in zip(places, chances, strict=True) if chance > 0]


def in_deck(game: Game, *, artifacts_alike: bool) -> dict[str, float]:
    """The share of the deck of every card."""
    names = Counter(named(card, artifacts_alike) for card in game.quest_deck)
    return {name: number / len(game.quest_deck) for name, number in names.items()}


def named(card: Card, artifacts_alike: bool) -> str:
    return "artifact" if artifacts_alike and isinstance(card, ArtifactCard) else str(card)


@pytest.mark.parametrize("name", BOXES)
def test_every_card_comes_as_often_as_it_lies_in_the_deck(name: str) -> None:
    alike = edition(name).artifacts is not Artifacts.PRINTED
    for game in met(name, 4):
        cards = every_card(in_arrays([game]))
        shares = Counter[str]()
        for card, chance in told(game, cards):
            shares[named(card, alike)] += chance  # type: ignore[assignment]
        assert shares == pytest.approx(in_deck(game, artifacts_alike=alike))
        assert len(cards.places) == cards_of(game.edition, some=False)


@pytest.mark.parametrize("name", BOXES)
def test_a_few_cards_stand_for_all(name: str) -> None:
    """Each comes as often as it lies in the deck; how likely any deadly one is, every draw has right."""
    draw = jax.jit(some_cards)
    for game in met(name, 4, many=2):
        position, shares = in_arrays([game]), Counter[str]()
        deadly = hazards_on(game.path)
        danger = sum(card in deadly for card in game.quest_deck) / len(game.quest_deck)
        for number in range(DRAWS):
            drawn = told(game, draw(position, jax.random.key(number)))
            assert sum(chance for _, chance in drawn) == pytest.approx(1)
            assert sum(chance for card, chance in drawn if card in deadly) == pytest.approx(danger)
            for card, chance in drawn:
                assert card in game.quest_deck
                shares[str(card)] += chance / DRAWS  # type: ignore[assignment]
        assert shares == pytest.approx(in_deck(game, artifacts_alike=False), abs=0.03)
        assert len(draw(position, jax.random.key(0)).places) == cards_of(game.edition, some=True)


def test_treasures_are_drawn_from_small_to_large() -> None:
    """One of each quarter of the treasure cards, so that no draw promises far too much."""
    for game in met("incan-gold", 4):
        values = [card.value for card in game.quest_deck if isinstance(card, TreasureCard)]
        for number in range(50):
            drawn = told(game, some_cards(in_arrays([game]), jax.random.key(number)))
            treasures = [(card.value, chance) for card, chance in drawn if isinstance(card, TreasureCard)]
            mean = sum(value * chance for value, chance in treasures) / sum(chance for _, chance in treasures)
            assert mean == pytest.approx(np.mean(values), abs=2.5)
