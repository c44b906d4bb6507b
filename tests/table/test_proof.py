"""R17. A record is what its seed must give, or the first difference is named."""

import pytest

from incangold.errors import NotFromThisSeed
from incangold.game import Choice, Choices, Draw, OpenRound
from incangold.record import Player, Practice, Record, read, write
from incangold.table.ceremony import at_one_keyboard
from incangold.table.proof import verify
from tests.tables import finished


def test_a_practice_game_is_what_its_seed_gives_and_proves_nothing() -> None:
    record = finished("die", "odds", "turn:5").record()
    verdict = verify(record)
    assert not verdict.proven
    assert verdict.lots == 6  # the start player and five artifacts
    assert verdict.cards == sum(isinstance(act, Draw) for act in record.acts)
    assert verdict.rolls == sum(
        roll is not None for act in record.acts if isinstance(act, Choices) for roll in act.rolls
    )
    assert verdict.rolls > 0


def test_a_proven_game_verifies_from_its_text() -> None:
    table = finished("odds", "greedy", "timid", luck=at_one_keyboard([True, True, False]))
    verdict = verify(read(write(table.record())))
    assert verdict.proven
    assert verdict.joint
    assert verdict.is_over


def test_without_the_players_nonces_the_host_was_alone() -> None:
    """A person who gave no nonce had no part in the deck; a bot has none to give."""
    luck = at_one_keyboard([False, False, False])
    people = tuple(Player(name) for name in ("Ana", "Bo", "Cy"))
    record = finished("odds", "greedy", "timid", luck=luck).record()
    assert verify(record).joint
    assert not verify(record._replace(players=people)).joint


def changed(record: Record, place: int, act: object) -> Record:
    return record._replace(acts=(*record.acts[:place], act, *record.acts[place + 1 :]))  # type: ignore[arg-type]


def test_another_seed_another_card_another_start_another_artifact_are_all_noticed() -> None:
    record = finished("turn:3", "turn:4", "turn:5").record()
    artifacts = [act.artifact for act in record.acts if isinstance(act, OpenRound)]
    swapped = {artifacts[0]: artifacts[1], artifacts[1]: artifacts[0]}
    with pytest.raises(NotFromThisSeed):
        verify(record._replace(luck=Practice("8")))
    with pytest.raises(NotFromThisSeed, match="start"):
        verify(record._replace(start_player=(record.start_player + 1) % 3))
    with pytest.raises(NotFromThisSeed, match="round 1, artifact"):
        verify(changed(record, 0, OpenRound(swapped[artifacts[0]])))
    last = max(place for place, act in enumerate(record.acts) if isinstance(act, Draw))
    with pytest.raises(NotFromThisSeed, match="round 5, card"):
        verify(changed(record._replace(acts=record.acts[: last + 1]), last, another_card(record, last)))


def another_card(record: Record, place: int) -> Draw:
    """A card that could have come just as well."""
    turned = record.acts[place]
    others = [act for act in record.acts if isinstance(act, Draw) and act != turned and "value" in act.card._fields]
    return others[0]


def test_a_forged_roll_is_noticed() -> None:
    record = finished("die", "die", "die").record()
    for place, act in enumerate(record.acts):
        if isinstance(act, Choices) and 6 in act.rolls:
            forged = Choices(act.laid, tuple(5 if roll == 6 else roll for roll in act.rolls))
            fears_less_than_five = all(choice is not Choice.CAMP for choice in act.laid)
            if fears_less_than_five:
                with pytest.raises(NotFromThisSeed, match="roll"):
                    verify(changed(record, place, forged))
                return
    raise AssertionError("no six was rolled")


def test_a_named_start_player_is_no_lot() -> None:
    record = finished("turn:3", "turn:4", "turn:5").record()
    named = record._replace(start_player=(record.start_player + 1) % 3, start_named=True)
    assert verify(named).lots == 5
