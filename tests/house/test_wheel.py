"""What people install: the wheel holds everything the game needs, and plays and serves from an empty folder."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.serving import serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel; its page is built anew only if it is not current."""
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, timeout=300)
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def unpacked(built: Path) -> Path:
    """The built wheel, laid out as an installer would."""
    with zipfile.ZipFile(built) as box:
        box.extractall(built.parent / "installed")
    return built.parent / "installed"


def test_the_wheel_holds_words_looks_and_page(unpacked: Path) -> None:
    for name in ("words/en.json", "words/pl.json", "terminal/table.tcss", "server/static/index.html", "py.typed"):
        assert (unpacked / "incangold" / name).is_file()
    assert not list(unpacked.rglob("test_*"))
    assert not list(unpacked.rglob("node_modules"))


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


def test_the_wheel_serves_from_an_empty_environment_without_node(built: Path, tmp_path: Path) -> None:
    """Everything it imports is among what it asks for, and nothing is built where it is installed."""
    venv.create(tmp_path / "empty", with_pip=False)
    commands = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "--quiet", str(built)]
    subprocess.run(pip, check=True, timeout=300)
    alone = {"PATH": str(commands), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    with serving([str(commands / "incangold")], tmp_path / "data", env=alone) as address:
        assert _asked(f"{address}/healthz")
        page = _asked(f"{address}/").decode()
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert scripts
        for script in scripts:
            assert _asked(f"{address}{script}") == _in_the_wheel(built, f"incangold/server/static{script}")


def _asked(address: str) -> bytes:
    with urlopen(address, timeout=30) as answer:
        assert answer.status == 200
        whole: bytes = answer.read()
    return whole


def _in_the_wheel(wheel: Path, name: str) -> bytes:
    with zipfile.ZipFile(wheel) as box:
        return box.read(name)


def test_the_source_archive_carries_the_page(tmp_path: Path) -> None:
    """So that it is installed without Node: the page lies in it, and is current for the sources in it."""
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, timeout=300)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as box:
        box.extractall(tmp_path, filter="data")
    asked = [sys.executable, "-c", "import hatch_build; print(hatch_build.is_current(), hatch_build.ROOT)"]
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    told = subprocess.run(asked, cwd=unpacked, capture_output=True, text=True, check=True).stdout
    assert told.strip() == f"True {unpacked}"
