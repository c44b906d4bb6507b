"""Finds a Chromium that starts; else fetches one; else says why there is none: `python -m tests.browser.chromium`."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ON_PATH = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 180.0  # seconds for each way of fetching one


class NoChromium(Exception):
    """There is none, and none could be fetched; the message says what was tried."""


def find() -> str:
    """The path of a Chromium that starts: the system's, else Playwright's own, else a fetched one."""
    return _on_path() or _playwrights() or _fetched()


def _on_path() -> str | None:
    found = (shutil.which(name) for name in ON_PATH)
    return next((path for path in found if path and _starts(path)), None)


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() and _starts(path) else None


def _starts(path: str) -> bool:
    """A stub of a package manager, or a browser whose libraries are missing, does not."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _fetched() -> str:
    """Whichever of the known ways works within its time."""
    tried = []
    for command in _ways():
        failure = _attempt(command)
        path = _playwrights() or _on_path()
        if path:
            return path
        tried.append(f"`{' '.join(command)}` {failure or 'brought none that starts'}")
    raise NoChromium(f"none of {', '.join(ON_PATH)} is on PATH, and {'; '.join(tried)}")


def _ways() -> list[list[str]]:
    """Playwright fetches its own for anybody; the system's package manager only obeys root."""
    may_apt = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")
    playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    apt = ["sh", "-c", "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes chromium"]
    return [[*playwright, "--with-deps"], apt] if may_apt else [playwright]


def _attempt(command: list[str]) -> str | None:
    """Why a command failed, or None; with everything that it started, it is ended when the time is up."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)
        try:
            status = process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            _end(process)
            return f"took longer than {PATIENCE:.0f} s"
        said.seek(0)
        lines = said.read().decode("utf-8", "replace").strip().splitlines() or [f"status {status}"]
    error = next((line for line in lines if line.startswith(("Error", "E:"))), lines[-1])
    return f"failed ({error.strip()})" if status else None


def _end(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


if __name__ == "__main__":
    try:
        print(find())
    except NoChromium as none:
        sys.exit(f"No Chromium: {none}.")
