"""Who sits down for an evening, and under what name."""

from pathlib import Path

import pytest

from incangold.editions import edition
from incangold.errors import WrongNumberOfPlayers
from incangold.record import Player, read
from incangold.terminal.evening import Evening, Setup, chosen_bots, chosen_people, seat_players
from incangold.words.catalogue import catalogue

ENGLISH = catalogue("en")


def test_one_person_alone_meets_three_bots_and_several_people_none() -> None:
    assert chosen_bots(None, people=1) == ("qhatuq", "sinchi", "willaq")
    assert chosen_bots(None, people=2) == ()


def test_bots_by_number_and_by_name() -> None:
    assert len(chosen_bots("7", people=1)) == len(set(chosen_bots("7", people=1))) == 7
    assert chosen_bots("0", people=2) == ()
    assert chosen_bots(" die, turn:6 ,", people=2) == ("die", "turn:6")
    with pytest.raises(WrongNumberOfPlayers):
        chosen_bots("8", people=1)


def test_people_by_name() -> None:
    assert chosen_people("Ana, Bo ", ENGLISH) == ("Ana", "Bo")
    assert chosen_people(None, catalogue("pl")) == ("Odkrywca",)


def test_bots_are_called_by_their_characters_and_twins_are_numbered() -> None:
    assert seat_players(["Rumi"], ["greedy", "greedy", "turn:6", "die"], ENGLISH) == (
        Player("Rumi"),
        Player("Rumi 2", "greedy"),
        Player("Rumi 3", "greedy"),
        Player("turn:6", "turn:6"),
        Player("The Die", "die"),
    )


def test_a_game_is_kept_under_a_name_of_its_own_and_never_over_another(tmp_path: Path) -> None:
    setup = Setup(edition("incan-gold rounds=1"), ("Ana", "Bo/../x"), ("odds",), ENGLISH, "7", None, tmp_path / "kept")
    evening = Evening(setup)
    paths = {evening.save() for _ in range(5)}
    assert len(paths) == 5
    assert all(path.parent == tmp_path / "kept" for path in paths)
    assert all(read(path.read_text("utf-8")).players[1].name == "Bo/../x" for path in paths)


def test_a_folder_that_is_gone_by_the_end_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuge = tmp_path / "refuge"
    monkeypatch.setattr("incangold.terminal.evening.gettempdir", lambda: str(refuge))
    setup = Setup(edition("incan-gold"), ("Ana", "Bo", "Cy"), (), ENGLISH, "7", None, tmp_path / "kept")
    evening = Evening(setup)
    (tmp_path / "kept").rmdir()
    (tmp_path / "kept").write_text("no folder any more")
    assert evening.save().parent == refuge


def test_a_secret_that_was_committed_to_is_published_when_a_game_is_left(tmp_path: Path) -> None:
    proven = Evening(Setup(edition("incan-gold"), ("Ana", "Bo", "Cy"), (), ENGLISH, None, None, tmp_path))
    practice = Evening(Setup(edition("incan-gold"), ("Ana", "Bo", "Cy"), (), ENGLISH, "7", None, tmp_path))
    assert "Its secret was " in proven.left_told()
    assert "secret" not in practice.left_told()
