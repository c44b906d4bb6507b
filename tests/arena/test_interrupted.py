"""A long contest that is interrupted or killed leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "incangold", "arena", "odds", "odds", "odds", "--games", "900000", "--cores", "2"]
# A shell's background job may have been told to ignore interruptions: this one listens again.
LISTEN = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
LISTENING = [sys.executable, "-c", LISTEN]
PROCESSES = Path("/proc")

pytestmark = pytest.mark.skipif(not PROCESSES.exists(), reason="looks for processes in /proc")


@pytest.fixture
def contest() -> Iterator["subprocess.Popen[str]"]:
    pipe = subprocess.PIPE
    running = subprocess.Popen([*LISTENING, *COMMAND], stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    wait_until(lambda: len(family(running.pid)) >= 4)  # itself, two workers, their tracker
    yield running
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)


def family(session: int) -> list[int]:
    """The living processes of one session."""
    living = []
    for stat in PROCESSES.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            living.append(int(stat.parent.name))
    return living


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within half a minute")


def test_an_interruption_ends_it_without_a_traceback(contest: "subprocess.Popen[str]") -> None:
    os.killpg(contest.pid, signal.SIGINT)
    out, err = contest.communicate(timeout=60)
    assert (contest.returncode, out) == (1, "")
    assert err.strip() == "Aborted!"
    wait_until(lambda: family(contest.pid) == [])


def test_workers_do_not_outlive_a_killed_contest(contest: "subprocess.Popen[str]") -> None:
    contest.kill()
    contest.wait(timeout=60)
    wait_until(lambda: family(contest.pid) == [])
