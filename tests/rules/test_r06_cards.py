"""R6, R7, R8: what a Treasure, an Artifact and a Hazard card bring."""

import pytest

from incangold.cards import Artifact, Hazard, HazardCard
from incangold.errors import CardNotInDeck
from incangold.events import ArtifactFound, CardTurned, DrivenOut, Frightened, RoundEnded, TreasureShared
from incangold.game import Phase, RemovedCard
from tests.situations import after, deck_text

SNAKES = HazardCard(Hazard.SNAKES)


@pytest.mark.parametrize(
    ("inside", "value", "each", "left"),
    [(4, 11, 2, 3), (5, 3, 0, 3), (3, 9, 3, 0), (8, 17, 2, 1), (8, 7, 0, 7)],
)
def test_r6_treasure_is_divided_and_rounded_down(inside: int, value: int, each: int, left: int) -> None:
    shared = after(str(value), players=inside)
    assert shared.last[1] == TreasureShared(tuple(range(inside)), each, left)
    assert shared.game.beside_tent == (each,) * inside
    assert shared.on_path == left


def test_r6_a_share_lies_beside_the_tent_not_in_it() -> None:
    shared = after("11, all stay, 9")
    assert (shared.beside("Ana"), shared.tent("Ana")) == (3 + 3, 0)


def test_r6_the_remainder_stays_on_its_own_card() -> None:
    assert after("11, all stay, 9, all stay, 4").path == "11(2) 9 4(1)"


def test_r6_those_in_camp_get_nothing() -> None:
    told = after("11, Ana leaves, 9")
    assert (told.beside("Ana"), told.beside("Bo"), told.beside("Cy")) == (0, 3 + 4, 3 + 4)


def test_r7_an_artifact_lies_on_the_path_and_is_shared_by_nobody() -> None:
    found = after("5, all stay, tumi")
    assert found.last[1] == ArtifactFound(Artifact.TUMI)
    assert found.path == "5(2) tumi"
    assert found.game.beside_tent == (1, 1, 1)
    assert found.game.artifacts == ((), (), ())


def test_r7_the_choices_come_next() -> None:
    assert after("5, all stay, tumi").game.phase is Phase.CHOICES


def test_r8_the_first_of_its_kind_only_frightens() -> None:
    frightened = after("11, all stay, snakes, all stay, rocks")
    assert frightened.last == (CardTurned(HazardCard(Hazard.ROCKS)), Frightened(Hazard.ROCKS))
    assert frightened.inside == "Ana Bo Cy"
    assert frightened.beside("Ana") == 3


def test_r8_the_second_of_the_same_kind_drives_out_all_who_are_in_the_temple() -> None:
    out = after("11, Ana leaves, snakes, all stay, 7, all stay, snakes")
    assert out.last[1] == DrivenOut(Hazard.SNAKES, (1, 2), (3 + 3, 3 + 3))
    assert out.game.in_temple == ()
    assert out.game.beside_tent == (0, 0, 0)


def test_r8_tents_are_safe() -> None:
    out = after("11, Ana leaves, snakes, all stay, snakes, 9, all stay, rocks, all stay, rocks")
    assert out.tent("Ana") == 3 + 2


def test_r8_what_is_lost_goes_to_the_supply_never_to_the_path() -> None:
    out = after("11, all stay, snakes, all stay, snakes")
    assert out.last[-1] == RoundEnded(1, 2, ())  # only the 2 that lay on the path; 9 were given back by hand


def test_r8_the_second_card_is_out_of_the_game_under_this_rounds_temple_card() -> None:
    out = after("1, all leave, 11, all stay, snakes, all stay, snakes, open")
    assert out.game.removed == (RemovedCard(SNAKES, 2),)
    assert out.game.quest_deck.count(SNAKES) == 2


def test_r8_a_kind_with_two_cards_gone_can_never_drive_anybody_out_again() -> None:
    once_more = after("snakes, snakes, snakes, snakes, snakes, 5")
    assert [removed.round for removed in once_more.game.removed] == [1, 2]
    assert once_more.inside == "Ana Bo Cy"
    with pytest.raises(CardNotInDeck) as refused:
        once_more.then("all stay, snakes")
    assert refused.value.facts == {"card": SNAKES}


def test_r8_a_hazard_of_an_earlier_round_does_not_count() -> None:
    assert after("5, all stay, snakes, all leave, 5, all stay, snakes").inside == "Ana Bo Cy"


@pytest.mark.parametrize("card", ["6", "17, all stay, 17", "tumi, all stay, tumi", "mask"])
def test_r8_only_a_card_that_is_in_the_deck_can_be_turned(card: str) -> None:
    with pytest.raises(CardNotInDeck):
        after(card)


def test_r8_the_deck_keeps_box_order_whatever_was_turned() -> None:
    told = after("11, all stay, snakes, all leave, open", edition="diamant treasures=2,11,13 hazards=fire,snakes")
    assert deck_text(told.game.quest_deck) == "2 11 13 fire fire fire snakes snakes snakes"
