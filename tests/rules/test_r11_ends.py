"""R11, R12, R13: the round ends, the deck runs out, the tents are opened."""

from typing import Any

import pytest

from incangold.cards import Artifact, ArtifactCard
from incangold.editions import EDITIONS
from incangold.errors import GameIsOver, NotTimeToOpen
from incangold.events import DeckRanOut, GameEnded, ReturnedToCamp, RoundEnded
from incangold.game import Phase, RemovedCard
from tests.situations import after, deck_text

QUIET = "1, all leave"


def test_r11_the_round_ends_when_the_temple_is_empty() -> None:
    assert after("11, Ana leaves, 7, Bo and Cy leave").game.phase is Phase.ROUND


def test_r11_treasure_still_on_the_path_goes_back_to_the_supply() -> None:
    ended = after("11, all leave")
    assert ended.last[-1] == RoundEnded(1, 2, ())
    assert ended.then("open").on_path == 0


@pytest.mark.parametrize("how", ["all leave", "all stay, snakes, all stay, snakes"])
def test_r11_artifacts_on_the_path_are_out_of_the_game_however_the_round_ended(how: str) -> None:
    ended = after(f"tumi, {how}")
    assert RemovedCard(ArtifactCard(Artifact.TUMI), 1) in ended.game.removed
    assert "tumi" not in deck_text(ended.then("open").game.quest_deck)


def test_r11_all_other_cards_are_shuffled_for_the_next_round() -> None:
    again = after("11, all stay, snakes, all leave, open", edition="diamant")
    assert again.game.quest_deck == EDITIONS["diamant"].quest_cards


def test_r11_a_round_cannot_open_before_the_last_has_ended() -> None:
    with pytest.raises(NotTimeToOpen):
        after("11, open")


def test_r12_all_still_inside_leave_together_when_no_card_is_left() -> None:
    ended = after("4, all stay, 7, all stay", edition="diamant treasures=4,7 hazards= rounds=1")
    assert ended.happened(DeckRanOut) == [DeckRanOut((0, 1, 2))]
    assert ended.game.in_tent == (1 + 2,) * 3  # 1 lay on each card: 2 do not divide by 3
    assert ended.game.phase is Phase.OVER


def test_r12_they_leave_together_with_this_turns_leavers() -> None:
    for order in ("leavers_first", "card_first"):
        box = f"diamant treasures=11 hazards= rounds=1 turn_order={order}"
        ended = after("11, Ana leaves", edition=box)
        assert ended.happened(DeckRanOut) == [DeckRanOut((1, 2))]
        assert ended.happened(ReturnedToCamp) == [ReturnedToCamp((0, 1, 2), 0, (3, 3, 3), 2)]


def test_r12_a_single_one_takes_the_artifacts() -> None:
    box = "incan-gold treasures=5 hazards= rounds=1"
    alone = after("5, Ana and Bo leave, tumi, all stay", edition=box)
    assert alone.happened(DeckRanOut) == [DeckRanOut((2,))]
    assert alone.holds("Cy") == [("tumi", 5)]


def test_r12_one_who_stays_with_one_who_leaves_makes_two() -> None:
    box = "incan-gold treasures=5 hazards= rounds=1"
    ended = after("5, Ana leaves, tumi, Bo leaves", edition=box)
    assert ended.holds("Bo") == ended.holds("Cy") == []


def test_r12_a_first_hazard_that_is_also_the_last_card_sends_all_home() -> None:
    ended = after("snakes", edition="diamant treasures= hazards=snakes hazard_copies=1 rounds=1")
    assert [type(event) for event in ended.last[2:]] == [DeckRanOut, ReturnedToCamp, RoundEnded, GameEnded]


def test_r12_the_last_card_still_leaves_a_choice() -> None:
    last = after("5", edition="diamant treasures=5 hazards= rounds=1")
    assert last.game.quest_deck == ()
    assert last.game.phase is Phase.CHOICES


def test_r12_no_printed_box_can_run_out() -> None:
    for edition in EDITIONS.values():
        gone_before_the_last_round = edition.rounds - 1
        pairs_to_break = sum(edition.hazard_copies - 1 for _ in edition.hazards)
        assert pairs_to_break > gone_before_the_last_round


def test_r13_after_the_last_round_all_tents_are_opened() -> None:
    last = after(", ".join(["3, all leave"] * 5))
    assert last.last[-1] == GameEnded((5, 5, 5), (0, 0, 0), (0, 1, 2))
    assert last.game.phase is Phase.OVER


@pytest.mark.parametrize("act", ["open", "5", "all stay"])
def test_r13_after_the_end_nothing_more_happens(act: str) -> None:
    over = after("3, all leave", edition="incan-gold rounds=1")
    with pytest.raises(GameIsOver):
        over.then(act)


def result(script: str, **table: Any) -> GameEnded:
    """How a game of one or two rounds came out."""
    (ended,) = after(script, **table).happened(GameEnded)
    return ended


def test_r13_score_is_treasure_and_artifacts() -> None:
    ended = result("11, all stay, tumi, Ana leaves, 7, all leave", edition="incan-gold rounds=1")
    assert ended == GameEnded((3 + 2 + 5, 3 + 3, 3 + 3), (1, 0, 0), (0,))


def test_r13_what_lay_beside_a_tent_when_driven_out_is_no_score() -> None:
    ended = result("snakes, 9, Ana leaves, 17, all stay, snakes", edition="diamant rounds=1")
    assert ended == GameEnded((3, 0, 0), (0, 0, 0), (0,))


def test_r13_a_tie_goes_to_most_artifacts() -> None:
    ended = result("tumi, Ana leaves, 11, all leave", edition="incan-gold rounds=1")
    assert ended == GameEnded((5, 5, 5), (1, 0, 0), (0,))


def test_r13_most_artifacts_by_number_not_by_worth() -> None:
    rising = "modern treasures=7,12 rounds=3"
    script = "12, all leave, tumi, Ana leaves, 12, all leave, llama, all stay, quipu, Bo leaves, 7, all leave"
    ended = result(script, edition=rising)
    assert ended == GameEnded((12, 25, 13), (1, 2, 0), (1,))


def test_r13_still_tied_they_share_the_win() -> None:
    ended = result("11, Cy leaves, 7, all leave", edition="diamant rounds=1")
    assert ended == GameEnded((6, 6, 5), (0, 0, 0), (0, 1))


def test_r13_an_owner_of_two_has_the_sums_of_both() -> None:
    script = "11, all stay, tumi, Ana1 leaves, 1, all leave, llama, Ana2 leaves, 2, Bo1 leaves, 3, all leave"
    ended = result(script, players=2, edition="incan-gold rounds=2")
    ana = (2 + 3 + 5) + 2 + (0 + 5) + 1
    bo = (2 + 2) + (0 + 2) + 1
    assert ended == GameEnded((ana, bo), (2, 0), (0,))
