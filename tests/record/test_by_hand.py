"""A cardboard game, told act by act: what may come next, and what is taken back."""

import pytest

from incangold.cards import ARTIFACTS, Artifact, Hazard, HazardCard, TreasureCard
from incangold.editions import edition
from incangold.errors import NotInTemple
from incangold.game import CAMP, TORCH, Choices, Draw, OpenRound, Phase
from incangold.record import ByHand, Cardboard, Player, Record, about_to_begin, choices_of, lying, may_be_shown

SPIDERS = HazardCard(Hazard.SPIDERS)


def table(*names: str, by: str = "incan-gold", die: bool = False) -> Cardboard:
    players = (*map(Player, names), *([Player("Die", "die")] if die else []))
    return lying(Record(edition(by), players, 0, True, ByHand(), ()))


def test_any_artifact_may_be_shown_that_was_not_shown_before() -> None:
    begun = table("Ana", "Bo", "Cy")
    assert may_be_shown(begun.game) == ARTIFACTS
    opened = begun.then(OpenRound(Artifact.QUIPU))
    assert may_be_shown(opened.game) == ()
    over = opened.then(Draw(SPIDERS)).then(Draw(SPIDERS))
    assert may_be_shown(over.game) == (Artifact.TUMI, Artifact.LLAMA, Artifact.CONDOR, Artifact.MASK)


def test_rising_artifacts_come_in_their_order_and_diamant_has_none() -> None:
    assert may_be_shown(table("Ana", "Bo", "Cy", by="modern").game) == (Artifact.TUMI,)
    assert may_be_shown(table("Ana", "Bo", "Cy", by="diamant").game) == (None,)


def test_the_next_round_begins_with_one_artifact_more_and_everybody_inside() -> None:
    over = table("Ana", "Bo", "Cy").then(OpenRound(Artifact.QUIPU)).then(Draw(SPIDERS)).then(Draw(SPIDERS))
    coming = about_to_begin(over.game)
    assert (coming.round, coming.in_temple, len(coming.quest_deck)) == (2, (0, 1, 2), len(over.game.quest_deck) + 1)
    plain = table("Ana", "Bo", "Cy", by="diamant").game
    assert about_to_begin(plain).quest_deck == plain.quest_deck


def test_an_act_is_taken_back_as_if_it_had_never_been_told() -> None:
    opened = table("Ana", "Bo", "Cy").then(OpenRound(Artifact.TUMI))
    shared = opened.then(Draw(TreasureCard(11)))
    assert shared.back() == opened
    assert shared.back(2) == shared.back(99) == table("Ana", "Bo", "Cy")
    assert shared.story == opened.story + shared.told[-1]


def test_whoever_does_not_leave_goes_on_and_a_die_does_what_it_shows() -> None:
    game = (
        table("Ana", "Bo", die=True).then(OpenRound(Artifact.TUMI)).then(Draw(SPIDERS)).then(Draw(TreasureCard(3))).game
    )
    assert choices_of(game, (1,), {2: 1}) == Choices((TORCH, CAMP, CAMP), (1,))
    assert choices_of(game, (), {2: 6}) == Choices((TORCH, TORCH, TORCH), (6,))


def test_one_in_camp_cannot_leave_again() -> None:
    told = table("Ana", "Bo", "Cy").then(OpenRound(Artifact.TUMI)).then(Draw(TreasureCard(11)))
    left = told.then(choices_of(told.game, (1,), {})).then(Draw(TreasureCard(9)))
    assert left.game.phase is Phase.CHOICES
    with pytest.raises(NotInTemple):
        left.then(choices_of(left.game, (1,), {}))
