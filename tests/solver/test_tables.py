"""A solution in a file: the same after reading, and never taken for something that it is not."""

import json
import struct
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from incangold.cli import cli
from incangold.errors import BadSolutionFile
from incangold.solver.one_round import OneRound
from incangold.solver.positions import Position
from incangold.solver.solution import Solution
from incangold.solver.solving import solve
from incangold.solver.tables import FORMAT, read, save

SMALL = "incan-gold treasures=5,7,11 hazards=snakes,rocks hazard_copies=2"
OTHER = "first_hazard=choose path_share=by_card"


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(OneRound(adventurers=3, treasures=(5, 7), hazards=(2,), artifacts=((5, 10),)), cores=1)


@pytest.fixture
def file(tmp_path: Path, solution: Solution) -> Path:
    path = tmp_path / "three.round"
    save(solution, path)
    return path


def incangold(*words: str) -> Result:
    return CliRunner().invoke(cli, [words[0], "--lang", "en", *words[1:]])


def test_what_is_read_is_what_was_saved(file: Path, solution: Solution) -> None:
    again = read(file)
    assert (again.round, again.equilibrium, again.several) == (solution.round, "lowest", 0)
    assert np.array_equal(again.values, solution.values)
    assert np.array_equal(again.chances, solution.chances)
    position = Position(3, 2, (1,), (7,), (2,), ((1, 0),))
    assert again.chance_to_leave(position) == solution.chance_to_leave(position)


def test_one_file_of_format_1_number_by_number(tmp_path: Path) -> None:
    """One treasure of 2 and nothing else, for one adventurer: written by hand, so that reading and writing cannot
    change together unseen. A set without and a set with the treasure, one holding each, no chance to leave."""
    numbers = struct.pack("<3q2q2d2d", 0, 1, 2, 1 << 58, (1 << 58) + (2 << 44), 2.0, 2.0, 0.0, 0.0)
    header = (
        '{"round": {"adventurers": 1, "treasures": [2], "hazards": [], "artifacts": [], '
        '"first_hazard": "turn_another", "path_share": "pooled"}, "equilibrium": "lowest", "several": 0, '
        f'"sizes": [3, 2, 2, 2], "sha256": "{sha256(numbers).hexdigest()}"}}\n'
    )
    by_hand, by_program = tmp_path / "by_hand", tmp_path / "by_program"
    by_hand.write_bytes(b"incangold solved round, format 1\n" + header.encode() + numbers)
    save(solve(OneRound(adventurers=1, treasures=(2,), hazards=())), by_program)
    assert by_program.read_bytes() == by_hand.read_bytes()
    assert read(by_hand).worth == 2


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda whole: whole[:-1], "cut off"),
        (lambda whole: whole + b"x", "cut off"),
        (lambda whole: whole[:-9] + b"\x17" + whole[-8:], "changed"),
        (lambda whole: whole.replace(b"format 1", b"format 9"), "format"),
        (lambda whole: b"treasure 11\n", "no solved round"),
        (lambda whole: b"", "no solved round"),
        (lambda whole: FORMAT + b"[]\n", "no solved round"),
        (lambda whole: FORMAT + b"{}\n", "no solved round"),
        (lambda whole: FORMAT + b'{"sizes": ["a"]}\n', "no solved round"),
        (lambda whole: FORMAT + b"\xff\xfe", "no solved round"),
    ],
)
def test_damage_is_told(file: Path, damage: Callable[[bytes], bytes], why: str) -> None:
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(BadSolutionFile, match=why):
        read(file)


def test_the_command_solves_checks_and_keeps(tmp_path: Path) -> None:
    table = str(tmp_path / "small.round")
    command = ["solve", "--adventurers", "3", "--edition", SMALL, "--table", table, "--json"]
    first, again = (json.loads(incangold(*command).output) for _ in range(2))
    assert first["value"] == again["value"]
    assert (first["kept"], again["kept"]) == (False, True)
    assert "The solution was kept in" in incangold(*command[:-1], "--lang", "en").output
    assert abs(first["gain"]) < 1e-9
    assert first["cards"] == 8
    assert [path.name for path in tmp_path.iterdir()] == ["small.round"]


def test_the_command_refuses_a_table_of_another_round(tmp_path: Path) -> None:
    table = str(tmp_path / "small.round")
    incangold("solve", "--adventurers", "3", "--edition", SMALL, "--table", table)
    before = Path(table).read_bytes()
    refused = incangold("solve", "--adventurers", "4", "--edition", SMALL, "--table", table)
    assert refused.exit_code == 2
    assert "another round" in refused.output
    assert Path(table).read_bytes() == before


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "it has the equilibrium “lowest” of this round, and “highest” was asked for"),
        ("pl", "zawiera równowagę „lowest” tej rundy, a chodzi o „highest”"),
    ],
)
def test_the_command_refuses_a_table_of_another_equilibrium(language: str, why: str, tmp_path: Path) -> None:
    words = ["solve", "--adventurers", "3", "--edition", SMALL, "--table", str(tmp_path / "small.round")]
    incangold(*words)
    refused = incangold(*words, "--equilibrium", "highest", "--lang", language)
    assert (refused.exit_code, why in refused.output) == (2, True)


def test_the_command_refuses_a_place_where_nothing_can_be_kept(tmp_path: Path) -> None:
    refused = incangold("solve", "--adventurers", "3", "--table", str(tmp_path / "nowhere" / "three.round"))
    assert refused.exit_code == 2
    assert "nothing can be written" in refused.output


def test_the_command_in_words() -> None:
    told = incangold("solve", "--adventurers", "2", "--edition", SMALL, "--without", "rocks", "--artifact", "5,10")
    assert "hazards 2 1; artifacts 5,10" in told.output
    assert "Each brings home" in told.output
    assert "5,10. If the first card is a hazard, one more is turned at once. Leavers divide all" in told.output
    assert "(taken: lowest)" in told.output
    other = incangold("solve", "--adventurers", "2", "--edition", f"{SMALL} {OTHER}", "--artifact", "5", "--lang", "pl")
    assert "nawet jeśli to zagrożenie. Wracający dzielą każdą kartę na ścieżce z osobna." in other.output
    assert incangold("solve", "--adventurers", "2", "--artifact", "five").exit_code == 2
    assert incangold("solve", "--adventurers", "9").exit_code == 2


def without_numba(*words: str) -> subprocess.CompletedProcess[str]:
    script = "import sys; sys.modules['numba'] = None; from incangold.cli import main; main()"
    command = [sys.executable, "-c", script, *words, "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_numba_the_command_names_the_extra(tmp_path: Path) -> None:
    refused = without_numba("solve", "--adventurers", "2", "--table", str(tmp_path / "two.round"))
    assert refused.returncode == 2
    assert 'pip install "incangold[solver]"' in refused.stderr
    assert not list(tmp_path.iterdir())


def test_without_numba_a_table_is_read_and_checked(tmp_path: Path) -> None:
    words = ["solve", "--adventurers", "3", "--edition", SMALL, "--table", str(tmp_path / "small.round"), "--json"]
    solved = json.loads(incangold(*words).output)
    assert json.loads(without_numba(*words).stdout)["best_response"] == solved["best_response"]
