"""A real `incangold serve` in a process of its own, for tests that come to it from outside."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ADDRESS = re.compile(r"http://([^\s/:]+):(\d+)")
PATIENCE = 60.0  # seconds until it must have opened


@contextmanager
def serving(incangold: Sequence[str], data: Path, env: Mapping[str, str] = os.environ) -> Iterator[str]:
    """The address of a house that has just opened on a free port and keeps its games in `data`."""
    house, address = opened(incangold, data, env)
    try:
        yield address
    finally:
        close(house)


def opened(
    incangold: Sequence[str], data: Path, env: Mapping[str, str] = os.environ, port: int = 0
) -> tuple[subprocess.Popen[bytes], str]:
    """The same as a process to be closed by whoever opened it, at a port of their choice."""
    told = data.with_name(f"{data.name}.log")
    command = [*incangold, "serve", "--port", str(port), "--data", str(data)]
    calm = {name: value for name, value in env.items() if not name.startswith("INCANGOLD_")}
    with told.open("wb") as log:
        house = subprocess.Popen(
            command,
            cwd=data.parent,
            env={**calm, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        return house, _address(house, told)
    except BaseException:
        close(house)
        raise


def _address(house: subprocess.Popen[bytes], told: Path) -> str:
    """What it printed, once somebody answers there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and house.poll() is None:
        printed = ADDRESS.search(told.read_text("utf-8", "replace"))
        if printed and _is_open(printed[1], int(printed[2])):
            return printed[0]
        time.sleep(0.05)
    why = "ended" if house.poll() is not None else f"did not open in {PATIENCE:.0f} s"
    raise AssertionError(f"`incangold serve` {why}. It said:\n{told.read_text('utf-8', 'replace')}")


def _is_open(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


def close(house: subprocess.Popen[bytes]) -> None:
    """As Ctrl+C does; a house that does not listen is ended."""
    house.terminate()
    try:
        house.wait(timeout=15)
    except subprocess.TimeoutExpired:
        house.kill()
        house.wait()
