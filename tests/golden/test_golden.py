"""Whole games as text that a player can read; a change of the rules or of the notation shows here."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from incangold.cards import Card
from incangold.editions import EDITIONS
from incangold.errors import NotFromThisSeed
from incangold.events import GameEnded
from incangold.game import Choices, Draw, OpenRound
from incangold.record import ByHand, Practice, Proven, Record, from_json, read, replay, to_json, write
from incangold.table.dealer import dealer_for
from incangold.table.proof import verify
from tests.golden.regenerate import GOLDEN, HERE, played

FILES = sorted(HERE.glob("*.game"))
SEEDED = [path for path in FILES if not path.stem.startswith("by-hand")]

every_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
every_seeded_game = pytest.mark.parametrize("path", SEEDED, ids=lambda path: path.stem)


def golden(path: Path) -> Record:
    """One of the games."""
    return read(path.read_text("utf-8"))


@every_game
def test_read_and_written_it_is_the_same_text(path: Path) -> None:
    assert write(golden(path)).encode() == path.read_bytes()


@every_game
def test_by_way_of_json_it_is_the_same_record(path: Path) -> None:
    assert from_json(json.dumps(to_json(golden(path)))) == golden(path)


@pytest.mark.parametrize("name", GOLDEN)
def test_played_again_from_its_seed_it_is_the_same_game(name: str) -> None:
    assert played(GOLDEN[name]) == (HERE / f"{name}.game").read_text("utf-8")


def test_no_file_is_forgotten() -> None:
    assert {path.stem for path in SEEDED} == set(GOLDEN)


@every_seeded_game
def test_its_lots_cards_and_rolls_follow_from_its_seed(path: Path) -> None:
    record = golden(path)
    dealer = dealer_for(record.luck)
    if not record.start_named:
        assert record.start_player == dealer.start_player(len(record.players))
    shown = [act.artifact for act in record.acts if isinstance(act, OpenRound) and act.artifact]
    assert shown == list(dealer.artifacts(record.edition)[: len(shown)])
    order: Iterator[Card] = iter(())
    turn = 0
    for act, (game, _) in zip(record.acts, replay(record), strict=True):
        match act:
            case OpenRound():
                order = dealer.cards(game.round, game.quest_deck)
            case Draw(card):
                assert card == next(order)
            case Choices(_, rolls):
                for seat, roll in zip(game.dice, rolls, strict=True):
                    assert roll in (None, dealer.roll(turn, seat))
                turn += 1


@every_seeded_game
def test_it_can_be_verified(path: Path) -> None:
    record = golden(path)
    verdict = verify(record)
    assert verdict.proven is isinstance(record.luck, Proven)
    assert verdict.cards == sum(isinstance(act, Draw) for act in record.acts)
    rolls = [roll for act in record.acts if isinstance(act, Choices) for roll in act.rolls]
    assert verdict.rolls == sum(roll is not None for roll in rolls)


@every_seeded_game
def test_it_is_refused_with_another_seed(path: Path) -> None:
    with pytest.raises(NotFromThisSeed):
        verify(golden(path)._replace(luck=Practice("another")))


def test_they_cover_the_editions_and_the_tables() -> None:
    games = [golden(path) for path in FILES]
    assert {name for name, edition in EDITIONS.items() if edition in [game.edition for game in games]} == set(EDITIONS)
    assert {len(game.players) for game in games} >= {2, 3, 5, 8}
    assert {type(game.luck) for game in games} == {Practice, Proven, ByHand}


def result(name: str) -> GameEnded:
    """How one of them came out."""
    *_, (_, events) = replay(golden(HERE / f"{name}.game"))
    assert isinstance(events[-1], GameEnded)
    return events[-1]


def test_by_hand_the_rulebook_game() -> None:
    ana = (2 + 1 + 2) + 3 + 4 + 5 + 10  # half of the path; all of it; the last round; condor, then quipu past the third
    bo = (2 + 1 + 2) + 4
    cy = (2 + 1) + 4 + 5  # tumi
    di = (2 + 1 + 7) + 4 + 5  # llama
    assert result("by-hand-rulebook") == GameEnded((ana, bo, cy, di), (2, 0, 1, 1), (0,))


def test_by_hand_the_game_in_printed_order() -> None:
    ana = (1 + 3) + 5 + (1 + 1)  # tumi came while she was leaving; 1 of the 2 on the path
    bo = 0 + 0 + (1 + 1)
    cy = (1 + 3) + 0 + (1 + 1)  # safe from the snakes; caught by the rocks
    di = (1 + 2) + (1 + 3) + (1 + 1)
    assert result("by-hand-printed-order") == GameEnded((ana, bo, cy, di), (1, 0, 0, 0), (0,))


def test_by_hand_the_tiny_box_that_runs_out() -> None:
    ana = bo = (1 + 1) + (2 + 1 + 1)
    cy = (1 + 7) + 5 + (2 + 1 + 1)  # alone with tumi when no card was left; in round 2 all three left together
    assert result("by-hand-tiny-box") == GameEnded((ana, bo, cy), (0, 0, 1), (2,))
