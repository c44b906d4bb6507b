"""Alone in the middle of a round: exactly what the rules say, whatever it is worth to bring something home."""

from collections import Counter
from random import Random

import pytest

from incangold.cards import ARTIFACTS, HAZARDS, Artifact, ArtifactCard, Card, Hazard, HazardCard, TreasureCard
from incangold.editions import EDITIONS
from incangold.solver.alone_from_here import Best, DrivenOut, Found, Here, Utility, best_from


def by_trying(here: Here, utility: Utility, driven_out: DrivenOut) -> Best:
    """The same by trying every order of the cards, one card at a time."""
    leave = utility(here.held, here.artifacts)
    if not here.deck:
        return Best(leave, leave)
    total = 0.0
    for card, copies in Counter(here.deck).items():
        deck = list(here.deck)
        deck.remove(card)
        total += copies * after(here._replace(deck=deck), card, utility, driven_out)
    return Best(leave, total / len(here.deck))


def after(here: Here, card: Card, utility: Utility, driven_out: DrivenOut) -> float:
    match card:
        case TreasureCard(value):
            here = here._replace(held=here.held + value)
        case HazardCard(kind) if kind in here.hazards:
            return driven_out(kind, here.artifacts)
        case HazardCard(kind):
            here = here._replace(hazards={*here.hazards, kind})
        case ArtifactCard(artifact):
            here = here._replace(artifacts=(*here.artifacts, artifact))
    return max(by_trying(here, utility, driven_out))


def some_win(treasure: int, found: Found) -> float:
    """Enough is enough: nothing counts beyond 15, and not every artifact is worth the same."""
    return float(min(treasure, 15) ** 0.5 + sum(1 + ARTIFACTS.index(one) for one in found))


def some_loss(hazard: Hazard, lost: Found) -> float:
    """It matters which card is out of the game for good, and what was lost."""
    return 0.3 * HAZARDS.index(hazard) - 0.1 * len(lost)


def a_position(luck: Random) -> Here:
    artifacts = luck.sample(ARTIFACTS, 3)
    cards: list[Card] = [TreasureCard(luck.choice([1, 5, 5, 7, 11])) for _ in range(luck.randint(0, 3))]
    cards += [HazardCard(luck.choice(HAZARDS[:3])) for _ in range(luck.randint(0, 3))]
    cards += [ArtifactCard(one) for one in artifacts[: luck.randint(0, 2)]]
    on_path: tuple[Artifact, ...] = tuple(artifacts[2:]) if luck.random() < 0.5 else ()
    return Here(cards, set(luck.sample(HAZARDS[:3], luck.randint(0, 2))), luck.randint(0, 20), on_path)


def test_the_same_as_trying_every_order() -> None:
    luck = Random(3)
    for _ in range(150):
        here = a_position(luck)
        assert best_from(here, some_win, some_loss) == pytest.approx(by_trying(here, some_win, some_loss)), here


def test_where_only_their_number_matters_artifacts_need_not_be_told_apart() -> None:
    luck = Random(4)

    def counted(treasure: int, found: Found) -> float:
        return treasure + (0, 5, 10, 20)[len(found)]

    for _ in range(50):
        here = a_position(luck)
        assert best_from(here, counted, alike=True) == pytest.approx(best_from(here, counted)), here


def test_a_whole_round() -> None:
    """With nothing in hand everybody goes on, so a round from its first card on is the known figure."""
    deck = EDITIONS["diamant"].quest_cards
    assert best_from(Here(deck, (), 0), lambda treasure, _: treasure).go_on == pytest.approx(17.340, abs=5e-4)
    deck += (ArtifactCard(Artifact.TUMI),)
    best = best_from(Here(deck, (), 0), lambda treasure, found: treasure + 5 * len(found))
    assert best.go_on == pytest.approx(17.92, abs=5e-3)
    assert best.leave == 0


def test_by_hand_one_card_left() -> None:
    """It drives out or it does not: all 8 against nothing, or one stone more."""
    loss = best_from(Here([HazardCard(Hazard.FIRE)], {Hazard.FIRE}, 8), lambda treasure, _: treasure)
    assert loss == Best(8, 0)
    gain = best_from(Here([TreasureCard(1)], {Hazard.FIRE}, 8), lambda treasure, _: treasure)
    assert gain == Best(8, 9)
