"""The game in plain lines, through a real pipe."""

import subprocess
import sys
from pathlib import Path

from incangold.game import Phase
from incangold.record import read, replay
from incangold.table.proof import verify


def played(folder: Path, *words: str, typed: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "incangold", "play", "--records", str(folder), "--lang", "en", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=120)


def test_a_whole_game_through_a_pipe_is_saved_and_verifies(tmp_path: Path) -> None:
    done = played(tmp_path, typed="t\nT\ncamp\n" * 100)
    assert done.returncode == 0
    (path,) = tmp_path.iterdir()
    assert f"The game is kept in {path}" in done.stdout
    assert "The deck is fixed. Commitment: " in done.stdout
    record = read(path.read_text("utf-8"))
    assert list(replay(record))[-1].game.phase is Phase.OVER
    assert verify(record).proven


def test_the_commitment_told_first_is_the_one_in_the_record(tmp_path: Path) -> None:
    done = played(tmp_path, typed="c\n" * 60)
    (path,) = tmp_path.iterdir()
    (told,) = [line.split()[-1] for line in done.stdout.splitlines() if "Commitment:" in line]
    assert f"commitment {told}\n" in path.read_text("utf-8")


def test_a_seed_is_practice_and_repeats(tmp_path: Path) -> None:
    one, other = (played(tmp_path / name, "--seed", "7", typed="c\n" * 60).stdout for name in "ab")
    assert [line for line in one.splitlines() if "kept" not in line] == [
        line for line in other.splitlines() if "kept" not in line
    ]
    assert "Practice, not proven: seed 7." in one
    assert "Commitment" not in one


def test_two_people_lead_two_adventurers_each(tmp_path: Path) -> None:
    done = played(tmp_path, "--people", "Ana,Bo", "--bots", "0", "--seed", "7", typed="t\nc\n" * 100)
    assert done.returncode == 0
    assert "Ana/2: you carry" in done.stdout
    assert "Bo, it is your turn; nobody else looks." in done.stdout


def test_two_people_and_the_die(tmp_path: Path) -> None:
    done = played(tmp_path, "--people", "Ana,Bo", "--bots", "die", "--seed", "7", typed="t\nt\nc\nc\n" * 60)
    assert done.returncode == 0
    assert "The Die: fear " in done.stdout


def test_questions_are_answered_and_nonsense_explained(tmp_path: Path) -> None:
    done = played(tmp_path, "--seed", "7", typed="o\nd\na\nxyzzy\n\n" + "c\n" * 60)
    assert "Drives everybody out:" in done.stdout
    assert "Treasures (" in done.stdout
    assert "PLAYER AID" in done.stdout
    assert done.stdout.count("Answer t (Torch: go on)") == 2  # once at the start, once for the nonsense


def test_leaving_and_a_closed_pipe_end_it_without_a_traceback(tmp_path: Path) -> None:
    for typed in ("t\nq\n", "t\n", ""):
        left = played(tmp_path, "--seed", "7", typed=typed)
        assert left.returncode == 1
        assert "The game was left before its end; nothing was saved." in left.stderr
        assert "Traceback" not in left.stderr
    assert list(tmp_path.iterdir()) == []
