"""R1, R2: the start player, and the artifacts under the temples."""

import pytest

from incangold.cards import Artifact
from incangold.editions import Edition
from incangold.errors import ArtifactNotUnderTemple
from incangold.events import RoundOpened
from incangold.record import Player, Practice
from incangold.rules import open_round
from incangold.table.table import Table
from tests.situations import after, deck_text

FIVE_QUIET_ROUNDS = ", ".join(["1, all leave"] * 5)


def test_r1_the_first_is_drawn_by_lot_unless_the_table_names_one() -> None:
    players = (Player("Ana"), Player("Bo"), Player("Cy"))
    by_lot = {Table(Edition(), players, Practice(str(seed))).record().start_player for seed in range(30)}
    assert by_lot == {0, 1, 2}
    named = Table(Edition(), players, Practice("7"), start_player=2).record()
    assert (named.start_player, named.start_named) == (2, True)


def test_r1_the_role_passes_to_the_left_each_round() -> None:
    opened = after(FIVE_QUIET_ROUNDS, players=3, start=1).happened(RoundOpened)
    assert [event.start_player for event in opened] == [1, 2, 0, 1, 2]


def test_r1_the_role_passes_between_players_not_adventurers() -> None:
    opened = after(FIVE_QUIET_ROUNDS, players=2).happened(RoundOpened)
    assert [event.start_player for event in opened] == [0, 1, 0, 1, 0]


def test_r1_the_start_player_keeps_the_role_in_camp() -> None:
    gone = after("1, Ana leaves, 2", start=0)
    assert gone.inside == "Bo Cy"
    assert gone.game.start_player == 0


def test_r1_it_changes_no_outcome() -> None:
    script = "11, Bo leaves, snakes, all stay, 5, all leave, 7, all leave"
    tents = {after(script, start=start).game.in_tent for start in range(3)}
    assert len(tents) == 1


def test_r2_the_artifact_under_the_temple_is_shown_and_shuffled_in() -> None:
    opened = after("open", artifacts="quipu tumi llama mask condor")
    assert opened.last == (RoundOpened(1, 0, Artifact.QUIPU),)
    assert deck_text(opened.game.quest_deck).split().count("quipu") == 1
    assert len(opened.game.quest_deck) == 31
    assert opened.game.under_temples == ("tumi", "llama", "condor", "mask")


def test_r2_one_not_found_stays_in_the_deck() -> None:
    second = after("1, all leave, open", artifacts="quipu mask tumi llama condor")
    assert deck_text(second.game.quest_deck[-2:]) == "quipu mask"
    assert len(second.game.quest_deck) == 32


def test_r2_everybody_enters() -> None:
    assert after("1, all leave, open").inside == "Ana Bo Cy"


def test_r2_without_artifacts_none_is_shown() -> None:
    assert after("open", edition="diamant").last == (RoundOpened(1, 0, None),)


def test_r2_rising_artifacts_come_in_their_order_only() -> None:
    before = after("", edition="modern").game
    assert open_round(before, Artifact.TUMI).game.round == 1
    with pytest.raises(ArtifactNotUnderTemple) as refused:
        open_round(before, Artifact.MASK)
    assert refused.value.facts == {"artifact": Artifact.MASK, "round": 1}


def test_r2_shuffled_artifacts_come_in_any_order_but_only_once() -> None:
    before_second_round = after("1, all leave", artifacts="condor mask tumi llama quipu").game
    with pytest.raises(ArtifactNotUnderTemple):
        open_round(before_second_round, Artifact.CONDOR)


@pytest.mark.parametrize(("edition", "shown"), [("incan-gold", None), ("diamant", Artifact.TUMI)])
def test_r2_an_artifact_is_shown_if_and_only_if_one_lies_there(edition: str, shown: Artifact | None) -> None:
    with pytest.raises(ArtifactNotUnderTemple):
        open_round(after("", edition=edition).game, shown)


def test_r2_a_short_game_leaves_the_last_artifacts_in_the_lid() -> None:
    assert after("", edition="incan-gold rounds=2").game.under_temples == ("tumi", "llama")


def test_r2_a_long_game_opens_its_later_rounds_without_one() -> None:
    sixth = after(FIVE_QUIET_ROUNDS + ", open", edition="incan-gold rounds=6")
    assert sixth.last == (RoundOpened(6, 2, None),)
