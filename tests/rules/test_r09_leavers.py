"""R9, R10: leavers, the path, and artifacts carried out."""

import pytest

from incangold.cards import Artifact
from incangold.events import ArtifactClaimed, ReturnedToCamp
from tests.situations import after

BY_CARD = "incan-gold path_share=by_card"


def test_r9_leavers_put_their_part_and_all_they_won_into_their_tents() -> None:
    home = after("11, all stay, 13, Ana and Bo leave", players=4)
    assert home.on_path == 0
    assert (home.tent("Ana"), home.tent("Bo")) == (2 + 3 + 2, 2 + 3 + 2)
    assert (home.beside("Ana"), home.beside("Cy")) == (0, 2 + 3)
    assert home.last[1] == ReturnedToCamp((0, 1), 2, (7, 7), 0)


def test_r9_leavers_do_not_come_back_this_round() -> None:
    assert after("11, Ana leaves, 7, all stay, 9").inside == "Bo Cy"


def test_r9_two_leavers_and_1_on_each_of_two_cards_pooled() -> None:
    home = after("4, all stay, 7, Ana and Bo leave")
    assert (home.tent("Ana"), home.tent("Bo"), home.path) == (1 + 2 + 1, 1 + 2 + 1, "4 7")


def test_r9_two_leavers_and_1_on_each_of_two_cards_by_card() -> None:
    home = after("4, all stay, 7, Ana and Bo leave", edition=BY_CARD)
    assert (home.tent("Ana"), home.tent("Bo"), home.path) == (1 + 2, 1 + 2, "4(1) 7(1)")


def test_r9_two_leavers_and_1_on_the_path_in_all() -> None:
    for edition in ("incan-gold", BY_CARD):
        home = after("4, Ana and Bo leave", edition=edition)
        assert (home.tent("Ana"), home.tent("Bo"), home.path) == (1, 1, "4(1)")


def test_r9_pooled_remainder_stays_on_the_most_recent_treasure_card() -> None:
    home = after("11, all stay, 9, all stay, snakes, all stay, tumi, Ana and Bo leave", players=4)
    assert home.tent("Ana") == 2 + 2 + 2  # 3 and 1 lay on the path: 2 each
    assert home.path == "11 9 snakes tumi"
    odd = after("11, all stay, 4, all stay, snakes, all stay, tumi, Ana and Bo leave", players=4)
    assert odd.tent("Ana") == 2 + 1 + 1
    assert odd.path == "11 4(1) snakes tumi"  # 1 of the 3 moved on to the 4, not to a hazard or an artifact


def test_r9_by_card_what_does_not_divide_stays_on_that_card() -> None:
    home = after("11, all stay, 13, all stay, 7, Ana and Bo leave", players=4, edition=BY_CARD)
    assert home.path == "11(1) 13(1) 7(1)"
    assert home.tent("Ana") == 2 + 3 + 1 + 1 + 1  # 3, 1 and 3 lay there: 1, 0 and 1 each


@pytest.mark.parametrize("edition", ["incan-gold", BY_CARD])
def test_r9_one_who_leaves_alone_takes_everything_on_the_path(edition: str) -> None:
    home = after("11, all stay, 13, all stay, 7, Di leaves", players=4, edition=edition)
    assert home.tent("Di") == (2 + 3 + 1) + (3 + 1 + 3)
    assert home.on_path == 0


def test_r9_the_last_one_inside_takes_all_of_it() -> None:
    last = after("11, Ana and Bo leave, tumi, all stay, 7, Cy leaves")
    assert last.tent("Cy") == 3 + 7
    assert last.holds("Cy") == [("tumi", 5)]


def test_r9_everybody_leaving_together_loses_artifacts_and_what_does_not_divide() -> None:
    ended = after("5, all stay, tumi, all leave")
    assert ended.game.in_tent == (1, 1, 1)
    assert [ended.holds(name) for name in ("Ana", "Bo", "Cy")] == [[], [], []]


def test_r10_exactly_one_leaver_takes_every_artifact_on_the_path() -> None:
    both = after("1, all leave, tumi, all stay, llama, Bo leaves")
    assert both.holds("Bo") == [("tumi", 5), ("llama", 5)]
    assert both.last[2:] == (ArtifactClaimed(1, Artifact.TUMI, 5), ArtifactClaimed(1, Artifact.LLAMA, 5))
    assert both.path == ""


def test_r10_two_leavers_take_none_and_one_later_may() -> None:
    left = after("tumi, Ana and Bo leave, 5, Cy leaves")
    assert left.holds("Ana") == left.holds("Bo") == []
    assert left.holds("Cy") == [("tumi", 5)]


THREE_OUT = "tumi, Ana leaves, 1, all leave, llama, Bo leaves, 1, all leave, quipu, Ana leaves, 1, all leave"


def test_r10_the_first_three_to_leave_are_worth_5_all_later_ones_10() -> None:
    all_out = after(THREE_OUT + ", condor, Cy leaves, 1, all leave, mask, Cy leaves")
    assert all_out.holds("Ana") == [("tumi", 5), ("quipu", 5)]
    assert all_out.holds("Bo") == [("llama", 5)]
    assert all_out.holds("Cy") == [("condor", 10), ("mask", 10)]


def test_r10_a_load_that_passes_the_third_is_counted_in_path_order() -> None:
    two_out = "tumi, Ana leaves, 1, all leave, llama, Ana leaves, 1, all leave, 1, all leave"
    straddling = after(two_out + ", condor, all stay, quipu, Bo leaves")
    assert straddling.holds("Bo") == [("condor", 5), ("quipu", 10)]


def test_r10_artifacts_lost_on_the_path_do_not_move_the_count() -> None:
    three_lost = "tumi, all leave, llama, all leave, quipu, all leave"
    assert after(three_lost + ", condor, Bo leaves").holds("Bo") == [("condor", 5)]


def test_r10_held_artifacts_are_never_at_risk() -> None:
    later = after("tumi, Ana leaves, 1, all leave, snakes, snakes")
    assert later.holds("Ana") == [("tumi", 5)]


def test_r10_printed_artifacts_are_worth_what_is_printed() -> None:
    last_first = ", ".join(["1, all leave"] * 4) + ", mask, all stay, quipu, all stay, tumi, Bo leaves"
    assert after(last_first, edition="modern").holds("Bo") == [("mask", 12), ("quipu", 8), ("tumi", 5)]
    one_each = "tumi, Ana leaves, 1, all leave, llama, Ana leaves, 1, all leave, 1, all leave, condor, Ana leaves"
    assert after(one_each, edition="bga").holds("Ana") == [("tumi", 5), ("llama", 7), ("condor", 10)]
