"""The same ladder on a real Ray cluster, which this test starts: one node, one core."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from incangold.arena.ladder.on_ray import HERE, _on_a_node
from incangold.errors import OtherVersionThere
from tests.arena.ladders import options

LADDER = [sys.executable, "-m", "incangold", "ladder", "odds", "turn:5", "bots/mine.py:Mine", "die", "--seats", "2,4"]
SMALL = options(fields=2, games=8, triples=2, champion_games=8, alone_games=8, lang="en")
ALONE = os.environ | {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}

MINE = """
from beside import ENOUGH
from incangold.game import CAMP, TORCH

class Mine:
    def choose(self, view):
        return CAMP if len(view.path) >= ENOUGH else TORCH
"""
BAD = "class Bad:\n    def choose(self, view):\n        raise RuntimeError('no idea')\n"


@pytest.fixture
def cluster() -> Iterator[str]:
    ray = pytest.importorskip("ray", reason="needs the extra cluster")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ALONE.items():
            patch.setenv(name, value)
        ray.init(num_cpus=1, include_dashboard=False, object_store_memory=80 * 1024 * 1024, logging_level="error")
        yield ray.get_runtime_context().gcs_address
        ray.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One's own bot, with a file that it imports beside it."""
    bots = tmp_path / "bots"
    bots.mkdir()
    for name, text in (("mine.py", MINE), ("beside.py", "ENOUGH = 4\n"), ("bad.py", BAD)):
        (bots / name).write_text(text)
    return tmp_path


def climb(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [*LADDER, *SMALL, *words]
    return subprocess.run(command, cwd=folder, env=ALONE, capture_output=True, text=True, check=False)


def test_a_cluster_finds_what_this_computer_finds_and_names_a_bot_that_fails(cluster: str, folder: Path) -> None:
    there = climb(folder, "--ray", cluster, "--into", "there", "--json")
    here = climb(folder, "--cores", "1", "--into", "here", "--json")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == here.stdout
    fields = [sorted((folder / where / "ladder-fields.jsonl").read_text().splitlines()) for where in ("here", "there")]
    assert fields[0] == fields[1]
    failed = climb(folder, "--add", "bots/bad.py:Bad", "--ray", cluster)
    assert failed.returncode == 2
    assert failed.stderr.strip().endswith("(bots/bad.py:Bad) failed: RuntimeError: no idea (bad.py, line 3).")


def test_a_bot_that_cannot_travel_is_refused(folder: Path) -> None:
    refused = climb(folder, "--add", f"{folder}/bots/bad.py:Bad", "--ray", "auto")
    assert refused.returncode == 2
    assert "cannot be sent to the cluster" in refused.stderr


def test_a_node_of_another_version_refuses() -> None:
    with pytest.raises(OtherVersionThere, match=r"has incangold .* this one 0\.0\.1 with rules 1"):
        _on_a_node(("0.0.1", 1), len, ("abc",))
    assert _on_a_node(HERE, len, ("abc",)) == 3
