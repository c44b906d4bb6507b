"""A ladder that is interrupted, killed or spread over cores comes out the same; what cannot be is refused."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from incangold.arena.ladder import publishing
from incangold.arena.ladder.climb import work_ahead
from incangold.arena.ladder.kept import Kept
from incangold.cli import cli
from incangold.errors import LadderFileBroken, OtherLadder
from tests.arena.ladders import SMALL, climbed, options
from tests.arena.test_interrupted import LISTENING, PROCESSES, family, wait_until

COMMAND = [sys.executable, "-m", "incangold", "ladder"]
FOUR = ["odds", "turn:5", "timid", "die"]
QUICK = [*FOUR, *options(seats="2,4", fields=1, games=4, triples=1, champion_games=4, alone_games=4)]
LONGER = [
    *FOUR,
    *options(edition="diamant rounds=2", seats=2, fields=9, games=200, triples=1, champion_games=40, alone_games=40),
]
PUBLISHED = ("ladder.json", "ladder.md", "ladder-rating.svg", "ladder-seats.svg", "ladder-matrix.svg")


def incangold(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ladder", *words, "--lang", "en", "--cores", "1"])


def published(folder: Path, told: Path | None = None) -> list[bytes]:
    """All that lies there, as it would read in the folder that is told instead: the page says where it lies."""
    where, instead = (f"--into {each}\n".encode() for each in (folder, told or folder))
    return [(folder / name).read_bytes().replace(where, instead) for name in PUBLISHED]


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.skipif(not PROCESSES.exists(), reason="looks for processes in /proc")
def test_a_ladder_that_was_killed_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    """Killed on two cores, continued on two; never interrupted on one."""
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    words = [*COMMAND, *LONGER, "--cores", "2", "--into", str(killed)]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)
    file = killed / "ladder-fields.jsonl"
    wait_until(lambda: lines_of(file) >= 4)
    running.kill()
    running.wait(timeout=60)
    wait_until(lambda: family(running.pid) == [])
    before = lines_of(file)
    assert 4 <= before < 19
    assert not (killed / "ladder.md").exists()

    went_on = subprocess.run(words, capture_output=True, text=True, check=True, env=os.environ | {"LC_ALL": "C"})
    assert f"{before - 1} fields are already there" in went_on.stderr
    assert incangold(*LONGER, "--into", str(whole)).exit_code == 0
    assert published(killed) == published(whole, killed)
    assert sorted(file.read_text().splitlines()) == sorted((whole / file.name).read_text().splitlines())


def test_an_interruption_says_that_nothing_is_lost(tmp_path: Path) -> None:
    words = [*COMMAND, *LONGER, "--cores", "1", "--into", str(tmp_path), "--lang", "en"]
    running = subprocess.Popen([*LISTENING, *words], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: lines_of(tmp_path / "ladder-fields.jsonl") >= 3)
    running.send_signal(signal.SIGINT)
    told = running.communicate(timeout=60)[1]
    assert running.returncode == 1
    assert told.strip().endswith("the same command goes on from there.")
    assert "Traceback" not in told
    assert "Aborted" not in told


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a small ladder that was climbed to its end."""
    path = tmp_path_factory.mktemp("ladder") / "fields"
    climbed(SMALL, path)
    return path.read_bytes()


def test_fields_that_are_there_are_not_played_again(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fields"
    path.write_bytes(whole)
    first = climbed(SMALL, path)
    assert path.read_bytes() == whole
    more = climbed(replace(SMALL, fields=3), path)
    assert len(more.mixed) > len(first.mixed)
    assert path.read_bytes().startswith(whole)
    assert path.read_bytes().count(b'"mixed 1:') == 2  # one of two seats, one of four


def test_a_torn_last_line_is_played_again(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fields"
    path.write_bytes(whole[:-20])
    assert len(Kept(path, SMALL.identity()).played) == whole.count(b"\n") - 2
    climbed(SMALL, path)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"seed": 8}, "seed was 7, now it is 8"),
        ({"games": 8}, "games was 4, now it is 8"),
        ({"bots": ("odds", "die")}, "bots was odds turn:5 timid random die, now it is odds die"),
        ({"engine": "auto"}, "engine was table"),
    ],
)
def test_the_fields_of_another_ladder_are_refused_and_kept(changes: dict[str, Any], what: str, tmp_path: Path) -> None:
    path = tmp_path / "fields"
    Kept(path, SMALL.identity()).begin()
    before = path.read_bytes()
    with pytest.raises(OtherLadder, match=what):
        Kept(path, replace(SMALL, **changes).identity())
    assert path.read_bytes() == before


@pytest.mark.parametrize("harm", [b"{]\n", b"\xff\xfe\n", b'{"field": "x", "games": "many"}\n', b"[]\n", b"\n"])
def test_a_broken_file_is_refused_with_its_line_and_kept(harm: bytes, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fields"
    lines = whole.splitlines(keepends=True)
    broken = b"".join([*lines[:2], harm, *lines[2:]])
    path.write_bytes(broken)
    with pytest.raises(LadderFileBroken, match="line 3"):
        Kept(path, SMALL.identity())
    assert path.read_bytes() == broken


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n", b"{}\n", b"null\n"])
def test_a_file_of_something_else_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fields"
    path.write_bytes(content)
    with pytest.raises((LadderFileBroken, OtherLadder)):
        Kept(path, SMALL.identity())
    assert path.read_bytes() == content


def test_sums_that_cannot_be_are_refused(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fields"
    lines = whole.decode().splitlines()
    field = json.loads(lines[1])
    field["wins"][Random(1).randrange(len(field["wins"]))] += 1
    path.write_text("\n".join([lines[0], json.dumps(field), *lines[2:]]) + "\n")
    with pytest.raises(LadderFileBroken, match="its sums cannot be"):
        climbed(SMALL, path)


def test_the_command_prints_the_whole_result_and_the_line_that_repeats_it(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("from incangold.game import CAMP\nclass Mine:\n    def choose(self, view):\n        return CAMP\n")
    words = [*QUICK, "--add", f"{own}:Mine", "--champion", "die", "--into", str(tmp_path)]
    printed = incangold(*words, "--json")
    result = json.loads((tmp_path / "ladder.json").read_text())
    assert json.loads(printed.stdout) == result
    assert {rung["bot"] for rung in result["rungs"]} == {*FOUR, f"{own}:Mine"}
    assert result["champion"]["bot"] == "die"
    told = incangold(*words).stdout
    repeated = f"--champion-games 4 --again 10 --alone-games 4 --champion die --seed 1 --into {tmp_path}"
    assert told.splitlines()[-1].endswith(repeated)
    assert str(tmp_path) not in result["command"].replace(str(own), "")
    page = (tmp_path / "ladder.md").read_text("utf-8")
    assert f"\n4 bots of the roster and 1 of somebody's own (`{own}:Mine`) at mixed tables" in page
    assert f"\n    {told.splitlines()[-1].partition(': ')[2]}\n" in page
    before = published(tmp_path)
    for name in PUBLISHED[1:]:
        (tmp_path / name).unlink()
    assert incangold("--redraw", "--into", str(tmp_path)).exit_code == 0
    assert published(tmp_path) == before
    own.write_text(own.read_text() + "# another\n")
    assert "signature was" in incangold(*words).stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["odds"], "1 instead of 2"),
        (["odds", "die", "--seats", "4,8"], "2 instead of 4"),
        (["odds", "odds"], "named twice"),
        (["odds", "nobody"], "There is no bot “nobody”"),
        ([*FOUR, "--champion", "greedy"], "“greedy” is not on this ladder"),
        ([*FOUR, "--seats", "1,9"], "is not some of 2,3,4"),
        ([*FOUR, "--ray", "127.0.0.1:1"], "No Ray cluster answers at 127.0.0.1:1"),
        ([*FOUR, "--ray", "nonsense"], "No Ray cluster answers at nonsense"),
        ([*FOUR, "--add", "../nowhere.py:X"], "“../nowhere.py:X” could not be loaded"),
    ],
)
def test_refusals_come_before_the_first_game(words: list[str], why: str, tmp_path: Path) -> None:
    refused = incangold(*words, "--into", str(tmp_path / "new"))
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(("missing", "extra"), [("openskill", "ladder"), ("matplotlib", "ladder"), ("ray", "cluster")])
def test_what_is_not_installed_is_named(
    missing: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    refused = incangold(*QUICK, "--into", str(tmp_path), "--ray", "auto")
    assert refused.exit_code == 2
    assert refused.stderr.strip().endswith(f'pip install "incangold[{extra}]"')


@pytest.mark.parametrize("content", [None, "", "{}", "[1]"])
def test_a_result_that_cannot_be_read_is_not_drawn_again(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "ladder.json").write_text(content)
    refused = incangold("--redraw", "--into", str(tmp_path))
    assert (refused.exit_code, "ladder.json cannot be used: " in refused.stderr) == (2, True)
    assert "with --into, or climb the ladder without --redraw" in refused.stderr
    assert "--results" not in refused.stderr
    assert not (tmp_path / "ladder.md").exists()
    in_polish = CliRunner().invoke(cli, ["ladder", "--redraw", "--into", str(tmp_path), "--lang", "pl"])
    assert "przez --into albo rozegraj ją bez --redraw" in in_polish.stderr


def test_the_progress_bar_ends_at_the_number_of_games_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars: list[tuple[int, int]] = []

    def watched(work: Any, total: int, title: str) -> Any:
        done: list[int] = []
        result = work(done.append)
        bars.append((sum(done), total))
        return result

    monkeypatch.setattr("incangold.cli.ladder.with_progress", watched)
    for _ in range(2):  # played, then read from the file
        games = json.loads(incangold(*QUICK, "--into", str(tmp_path), "--json").stdout)["games"]
        assert bars.pop() == (games, games)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = incangold(*QUICK, "--into", str(tmp_path / "file" / "folder"))
    assert (refused.exit_code, "Say where with --into." in refused.stderr) == (2, True)


def test_help_loads_nothing_that_is_slow() -> None:
    code = (
        "import sys; from incangold.cli import cli; cli(['ladder', '--help'], standalone_mode=False); "
        f"sys.exit(any(name in sys.modules for name in {[*publishing.NEEDED, 'ray', 'numpy', 'rich.table']}))"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_fields_in_which_the_champion_won_least_are_played_again(tmp_path: Path) -> None:
    """With fresh luck and more games; the progress bar knows of them."""
    ladder = replace(SMALL, champion="odds", triples=4, again=2)
    result = climbed(ladder, tmp_path / "fields.jsonl")
    won = {field.contest.bots: played.wins[0] for field, played in result.against_champion}
    again = {field.contest.bots for field, _ in result.again}
    assert len(again) == 2
    assert max(won[bots] for bots in again) <= min(won[bots] for bots in set(won) - again)
    assert {played.games for _, played in result.again} == {10 * ladder.champion_games}
    luck = {field.contest.seed for field, _ in (*result.against_champion, *result.again)}
    assert len(luck) == 6
    everything = (*result.mixed, *result.against_champion, *result.again, *result.alone)
    assert work_ahead(ladder) == sum(played.games for _, played in everything)
