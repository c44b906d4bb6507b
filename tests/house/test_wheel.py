"""What people install: the wheel holds everything the game needs, and plays from an empty folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, laid out as an installer would."""
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (wheel,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as box:
        box.extractall(out / "installed")
    return out / "installed"


def test_the_wheel_holds_words_and_looks(unpacked: Path) -> None:
    for name in ("words/en.json", "words/pl.json", "terminal/table.tcss", "py.typed"):
        assert (unpacked / "incangold" / name).is_file()
    assert not list(unpacked.rglob("test_*"))


def test_a_game_from_the_wheel_in_an_empty_folder(unpacked: Path, tmp_path: Path) -> None:
    here = {**os.environ, "PYTHONPATH": str(unpacked)}
    command = [sys.executable, "-m", "incangold", "play", "--records", str(tmp_path), "--seed", "7", "--lang", "en"]
    done = subprocess.run(
        command, input="c\n" * 60, env=here, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120
    )
    assert "The tents are opened" in done.stdout
    where = [sys.executable, "-c", "import incangold; print(incangold.__file__)"]
    used = subprocess.run(where, env=here, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert used.startswith(str(unpacked))
