"""Tables or the kernel: which of them plays, that both count alike, and that nobody pays for what is not used."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import jax
import pytest
from click.testing import CliRunner, Result

from incangold.arena import contest as contests
from incangold.arena.arena import run
from incangold.arena.contest import WORTH_COMPILING, Contest, played_by
from incangold.arena.report import as_json, summary
from incangold.cli import cli
from incangold.editions import EDITIONS, edition
from incangold.errors import BadBotNumber, KernelNotInstalled, NoArrayForm
from incangold.kernel.match import play_games
from incangold.seen import WHOLE_WIN
from incangold.words.catalogue import catalogue

FOUR = ("die", "odds", "turn:6", "treasure:9")
MANY = Contest(FOUR, EDITIONS["incan-gold"], WORTH_COMPILING, 7)
SHORT = Contest(("die", "turn:3", "random"), edition("diamant rounds=1"), 3000, 7)


def incangold(*words: str) -> Result:
    return CliRunner().invoke(cli, (*words, "--lang", "en") if "--json" not in words else words)


def python(code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A process of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("whole", "engine"),
    [
        (MANY, "kernel"),
        (replace(MANY, games=WORTH_COMPILING - 1), "table"),
        (replace(MANY, bots=("die", "moody", "odds")), "table"),
        (replace(MANY, edition=edition(f"diamant treasures={','.join(['99'] * 60)} rounds=20")), "table"),
    ],
    ids=["many games", "too few games", "a bot without an array form", "more treasure than the kernel counts"],
)
def test_auto_is_the_kernel_where_it_can_play_and_is_worth_it(whole: Contest, engine: str) -> None:
    assert played_by(whole, "auto").engine == engine


def test_auto_is_a_table_where_the_kernel_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "kernel_is_installed", lambda: False)
    assert played_by(MANY, "auto").engine == "table"
    with pytest.raises(KernelNotInstalled):
        played_by(MANY, "kernel")


def test_whoever_asks_for_an_engine_gets_it() -> None:
    assert played_by(SHORT, "kernel").engine == "kernel"
    assert played_by(MANY, "table").engine == "table"


def test_a_bot_without_an_array_form_is_refused() -> None:
    with pytest.raises(NoArrayForm):
        played_by(replace(MANY, bots=("odds", "moody")), "kernel")


def test_a_module_called_die_is_not_the_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "die.py").write_text("class Own:\n    def choose(self, view):\n        raise NotImplementedError\n")
    monkeypatch.syspath_prepend(tmp_path)
    own = replace(MANY, bots=("odds", "die:Own"))
    assert played_by(own, "auto").engine == "table"
    with pytest.raises(NoArrayForm):
        played_by(own, "kernel")


@pytest.mark.parametrize("bot", ["turn:0", "turn:x", "turn:", "hazard:1000"])
def test_numbers_are_refused_before_an_engine_is_chosen(bot: str) -> None:
    with pytest.raises(BadBotNumber):
        replace(MANY, bots=("odds", bot))


def test_both_engines_find_the_same() -> None:
    """Other games, the same game: every mean lies within the intervals of the other."""
    tables = run(replace(SHORT, games=1500), cores=1)
    kernel = run(played_by(replace(SHORT, games=20_000), "kernel"))
    one, other = as_json(SHORT, tables), as_json(SHORT, kernel)
    assert kernel.rounds == kernel.games == 20_000
    assert sum(kernel.wins) == WHOLE_WIN * kernel.games
    for mine, theirs in zip(one["seats"], other["seats"], strict=True):
        assert abs(mine["wins"] - theirs["wins"]) < 1.5 * (mine["ci95"] + theirs["ci95"])
        assert mine["mean"] == pytest.approx(theirs["mean"], rel=0.1)
    assert one["driven_out_rate"] == pytest.approx(other["driven_out_rate"], abs=0.04)
    assert one["cards_per_round"] == pytest.approx(other["cards_per_round"], rel=0.05)


def test_the_same_seed_gives_the_same_numbers_in_the_kernel() -> None:
    told: list[int] = []
    in_kernel = played_by(SHORT, "kernel")
    assert run(in_kernel, progress=told.append) == run(in_kernel)
    assert run(in_kernel) != run(replace(in_kernel, seed=8))
    assert sum(told) == SHORT.games


def test_the_report_says_which_engine_played() -> None:
    in_kernel = played_by(SHORT, "kernel")
    tally = run(in_kernel)
    assert as_json(in_kernel, tally)["engine"] == "kernel"
    assert summary(in_kernel, tally, catalogue("en")).startswith("3000 games of diamant rounds=1 in the kernel, seed 7")
    assert "w jądrze" in summary(in_kernel, tally, catalogue("pl"))


def test_the_line_that_repeats_it_names_the_engine() -> None:
    words = ["arena", *SHORT.bots, "--games", "3000", "--seed", "7", "--edition", "diamant rounds=1"]
    told = incangold(*words, "--engine", "kernel").output
    assert told.splitlines()[-1].endswith("--seed 7 --engine kernel")
    assert incangold(*words).output.splitlines()[-1].endswith("--seed 7 --engine table")
    assert json.loads(incangold(*words, "--engine", "kernel", "--json").output)["engine"] == "kernel"


def test_refusals_are_told_with_status_2() -> None:
    refused = incangold("arena", "odds", "moody", "--engine", "kernel")
    assert (refused.exit_code, "“moody” cannot play inside the kernel" in refused.output) == (2, True)


WITHOUT_JAX = "import sys; sys.modules['jax'] = None; from incangold.cli import cli; cli({words})"


def test_without_jax_the_extra_is_named() -> None:
    refused = python(WITHOUT_JAX.format(words=["arena", "odds", "die", "--engine", "kernel", "--lang", "en"]))
    assert refused.returncode == 2
    assert refused.stderr.strip().endswith('Install it: pip install "incangold[kernel]"')


def test_without_jax_tables_play() -> None:
    quick = ["arena", *["turn:1"] * 3, "--games", str(WORTH_COMPILING), "--edition", "diamant rounds=1", "--json"]
    assert json.loads(python(WITHOUT_JAX.format(words=[*quick, "--cores", "1"])).stdout)["engine"] == "table"


@pytest.mark.parametrize("room", ["incangold", "incangold.cli", "incangold.arena.arena", "incangold.server.app"])
def test_nobody_imports_jax_unasked(room: str) -> None:
    assert python(f"import sys, {room}; sys.exit('jax' in sys.modules)").returncode == 0


SUMS = """
import jax
from incangold.editions import edition
from incangold.kernel.match import play_games
print(len(jax.devices()), play_games(edition("diamant rounds=1"), ("die", "turn:3", "random"), games=3001, seed=7))
"""


def test_two_devices_count_what_one_does() -> None:
    two = python(SUMS, XLA_FLAGS="--xla_force_host_platform_device_count=2")
    assert len(jax.devices()) == 1, "this process has one, the other two"
    assert two.stdout == f"2 {play_games(SHORT.edition, SHORT.bots, games=3001, seed=7)}\n", two.stderr


ON_CORES = """
from incangold.arena.arena import run
from incangold.arena.contest import Contest, played_by
from incangold.editions import edition
contest = Contest(("die", "turn:2", "treasure:9"), edition("diamant rounds=1"), 3001, 7)
tally = run(played_by(contest, "kernel"), cores={cores})
import jax
print(len(jax.devices()), tally)
"""


def test_as_many_cores_play_as_were_asked_for() -> None:
    """Nothing that happens before, such as making a bot with a number, may begin JAX with another number of them."""
    one, two = (python(ON_CORES.format(cores=cores)).stdout.partition(" ") for cores in (1, 2))
    assert one[0] == "1"
    assert two[0] == str(min(2, os.cpu_count() or 1))
    assert one[2] == two[2]
    assert "games=3001" in one[2]
