"""A long contest that is interrupted or killed leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ARENA = [sys.executable, "-m", "incangold", "arena"]
COMMAND = [*ARENA, "odds", "odds", "odds", "--games", "900000", "--engine", "table", "--cores", "2"]
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


def test_games_in_the_kernel_can_be_interrupted() -> None:
    words = [*ARENA, "die", "die", "--games", "900000000000", "--engine", "kernel"]
    pipe = subprocess.PIPE
    playing = subprocess.Popen([*LISTENING, *words], stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    wait_until(lambda: "jaxlib" in (PROCESSES / str(playing.pid) / "maps").read_text())
    time.sleep(3)
    os.killpg(playing.pid, signal.SIGINT)
    out, err = playing.communicate(timeout=60)
    assert (playing.returncode, out, err.strip()) == (1, "", "Aborted!")
    assert family(playing.pid) == []


def test_a_bot_that_hangs_can_be_interrupted(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\nclass Slow:\n    def choose(self, view):\n"
        "        time.sleep(0.01 if view.public.round < 3 else 3600)\n        from incangold.game import CAMP\n"
        "        return CAMP\n"
    )
    hung = subprocess.Popen(
        [*LISTENING, sys.executable, "-c", HUNG, f"{bot}:Slow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: len(family(hung.pid)) >= 4)
    time.sleep(1)
    os.killpg(hung.pid, signal.SIGINT)
    hung.communicate(timeout=30)
    wait_until(lambda: family(hung.pid) == [])


# The first game tells how long the rest will take; here it is told to be short, and the workers hang.
HUNG = """
import sys
from incangold.arena import arena
from incangold.editions import EDITIONS
if __name__ == "__main__":
    contest = arena.Contest((sys.argv[1], "turn:1", "turn:1"), EDITIONS["diamant"], 50, 1)
    list(arena._on_all_cores(contest, [range(0, 25), range(25, 50)], 2))
"""


def test_workers_do_not_outlive_a_killed_contest(contest: "subprocess.Popen[str]") -> None:
    contest.kill()
    contest.wait(timeout=60)
    wait_until(lambda: family(contest.pid) == [])
