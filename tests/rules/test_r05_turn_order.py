"""R5: first the leavers, then the card; `card_first` is the printed order."""

from incangold.cards import Hazard, TreasureCard
from incangold.events import (
    CardTurned,
    ChoicesRevealed,
    DrivenOut,
    ReturnedToCamp,
    RoundEnded,
    TreasureShared,
)
from incangold.game import Phase
from tests.situations import after


def test_r5_leavers_come_before_the_card() -> None:
    gone = after("11, Bo leaves", players=4)
    assert gone.last[1] == ReturnedToCamp((1,), 3, (2 + 3,), 0)
    assert gone.game.phase is Phase.CARD
    assert gone.then("7").last == (CardTurned(TreasureCard(7)), TreasureShared((0, 2, 3), 2, 1))


def test_r5_if_nobody_stays_no_card_is_turned() -> None:
    for edition in ("incan-gold", "literal"):
        ended = after("11, all leave", edition=edition)
        assert [type(event) for event in ended.last] == [ChoicesRevealed, ReturnedToCamp, RoundEnded]
        assert ended.game.phase is Phase.ROUND


def test_r5_card_first_the_leavers_wait_for_the_card() -> None:
    waiting = after("4, Di leaves", players=4, edition="literal")
    assert waiting.game.phase is Phase.CARD
    assert waiting.game.leaving == (3,)
    assert waiting.tent("Di") == 0


def test_r5_card_first_one_leaver_three_stay_treasure_11() -> None:
    told = after("4, Di leaves, 11", players=4, edition="literal")
    assert [told.beside(name) for name in ("Ana", "Bo", "Cy")] == [1 + 3] * 3
    assert told.tent("Di") == 1 + 2
    assert told.path == "4 11"
    assert told.inside == "Ana Bo Cy"
    assert told.game.phase is Phase.CHOICES


def test_r5_card_first_a_lone_leaver_takes_the_artifact_just_turned() -> None:
    assert after("4, Di leaves, tumi", players=4, edition="literal").holds("Di") == [("tumi", 5)]


def test_r5_card_first_two_leavers_leave_the_artifact_just_turned() -> None:
    left = after("4, Cy and Di leave, tumi", players=4, edition="literal")
    assert left.holds("Cy") == left.holds("Di") == []
    assert left.path == "4 tumi"


def test_r5_card_first_a_second_hazard_does_not_touch_the_leaver() -> None:
    before = after("11, all stay, snakes, all stay, 7, Di leaves", players=4, edition="literal")
    assert before.on_path == 3 + 3
    out = before.then("snakes")
    assert [type(event) for event in out.last] == [CardTurned, DrivenOut, ReturnedToCamp, RoundEnded]
    assert out.last[1] == DrivenOut(Hazard.SNAKES, (0, 1, 2), (3, 3, 3))
    assert out.tent("Di") == 2 + 1 + 6
    assert [out.tent(name) for name in ("Ana", "Bo", "Cy")] == [0, 0, 0]


def test_r5_card_first_those_driven_out_do_not_count_as_leavers() -> None:
    out = after("snakes, tumi, Di leaves, snakes", players=4, edition="literal")
    assert out.holds("Di") == [("tumi", 5)]


def test_r5_card_first_a_new_hazard_frightens_only_and_the_leaver_is_home() -> None:
    told = after("11, Di leaves, snakes", players=4, edition="literal")
    assert told.tent("Di") == 2 + 3
    assert told.path == "11 snakes"
    assert told.game.phase is Phase.CHOICES


def test_r5_the_two_orders_differ_for_stayers_and_leavers() -> None:
    script = "11, Di leaves, 7"
    leavers_first, card_first = (after(script, players=4, edition=name) for name in ("incan-gold", "literal"))
    assert (leavers_first.tent("Di"), leavers_first.on_path) == (2 + 3, 1)
    assert (card_first.tent("Di"), card_first.on_path) == (2 + 3 + 1, 0)
