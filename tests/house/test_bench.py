"""The benchmark measures; its signature says whether anything that decides a game has changed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from incangold.bench import everything, kernel, kernel_report, peers
from incangold.bench.asking import bytes_of_a_lane, decisions_a_game
from incangold.bench.bench import INCAN_GOLD, STEPS, measure, report, signature, whole_game
from incangold.bench.rollouts import devices, seated
from incangold.editions import edition
from incangold.game import Choices
from incangold.kernel.packing import packing

HOUSE = Path(__file__).parents[2]
SPEED = HOUSE / "docs" / "speed.md"
ROW = {
    "device",
    "company",
    "games",
    "seconds",
    "games_a_second",
    "decisions_a_game",
    "decisions_a_second",
    "compile_seconds",
    "mean_score",
    "driven_out_rate",
    "times_the_tables",
}


def test_the_signature_is_the_published_one() -> None:
    """If this fails, a rule, the dealer, a bot or the notation changed: `make bench`, docs/speed.md, and say so."""
    assert f"signature of behaviour: {signature()}" in SPEED.read_text("utf-8")


def test_every_row_is_measured_and_told() -> None:
    steps: list[int] = []
    results = measure(0.05, steps.append)
    assert sum(steps) == STEPS
    assert all(rate > 0 for rate in results["rates"].values())
    told = report(results)
    for name in results["rates"]:
        assert re.search(rf"^{re.escape(name)} +[\d,]+ +[\d,]+$", told, re.MULTILINE)


def test_who_is_timed_in_the_kernel() -> None:
    assert kernel.COMPANIES == ("4 × die", "8 × die", "4 × network")
    assert [len(seated(company, INCAN_GOLD)) for company in kernel.COMPANIES] == [4, 8, 4]


@pytest.fixture(scope="module")
def kernel_results() -> Iterator[dict[str, Any]]:
    """Small companies and a small box, which are quickly compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "INCAN_GOLD", edition("diamant rounds=1"))
        patch.setattr(kernel, "COMPANIES", ("3 × die", "3 × network"))
        yield kernel.measure({"3 × die": 100.0}, seconds=0.01, games=200)


def test_every_row_of_the_kernel_is_measured(kernel_results: dict[str, Any]) -> None:
    rows = kernel_results["rows"]
    assert [row["company"] for row in rows] == list(kernel.COMPANIES) * len(devices())
    for row in rows:
        assert set(row) == ROW
        assert row["games"] == 200
        assert row["games_a_second"] * row["decisions_a_game"] == pytest.approx(row["decisions_a_second"])
        assert 0 < row["driven_out_rate"] < 1 < row["mean_score"]
    assert rows[0]["times_the_tables"] == pytest.approx(rows[0]["games_a_second"] / 100)
    assert rows[1]["times_the_tables"] is None
    assert json.loads(json.dumps(kernel_results)) == kernel_results


def test_memory_is_told_as_arrays_and_as_the_compiler_plans_it(kernel_results: dict[str, Any]) -> None:
    for memory in kernel_results["memory"].values():
        assert memory["lane"] == memory["position"] + memory["luck"] + memory["sums"]
        assert memory["batch"] == kernel.BATCH * memory["lane"] <= memory["loop"]


def test_every_row_of_the_kernel_is_told(kernel_results: dict[str, Any]) -> None:
    told = kernel_report.report(kernel_results)
    assert "seed 7" in told.splitlines()[0]
    for company in kernel.COMPANIES:
        assert re.search(rf"^cpu: {company} +[\d,]+ +[\d,]+ +[\d,–]+ +[\d.]+ s +[\d.]+ +[\d.]+%$", told, re.MULTILINE)


def test_decisions_are_those_of_the_reference() -> None:
    """Adventurers asked in a game of four dice, over so many games that a wrong way to count is seen."""
    asked = decisions_a_game(INCAN_GOLD, seated("4 × die", INCAN_GOLD), seed=7, games=4096)
    acts = [act for seed in range(400) for act in whole_game(("die",) * 4, seed).record().acts]
    laid = sum(choice is not None for act in acts if isinstance(act, Choices) for choice in act.laid)
    assert asked == pytest.approx(laid / 400, rel=0.03)


def test_a_lane_is_as_large_as_its_arrays() -> None:
    parts = bytes_of_a_lane(INCAN_GOLD, 4)
    assert parts == {"position": 4 * packing(INCAN_GOLD, 4).words, "luck": 8, "sums": 4 * (3 + 5 * 4)}


def test_whatever_is_installed_is_measured_beside_it() -> None:
    rows = peers.measure(0.02)
    assert len(rows) == len(peers.peers())
    for row in rows:
        assert "missing" in row or row["decisions_a_second"] > 0
    told = peers.report(rows)
    assert all(row["game"] in told for row in rows)


def test_one_command_prints_all_of_it(monkeypatch: pytest.MonkeyPatch, kernel_results: dict[str, Any]) -> None:
    monkeypatch.setattr(kernel, "measure", lambda tables, **_: kernel_results)
    results = everything.measure(0.02, lambda done: None)
    assert {"rates", "signature", "kernel", "peers"} <= set(results)
    for part in (report(results), kernel_report.report(kernel_results), peers.report(results["peers"])):
        assert part in everything.report(results)
    assert everything.steps() == STEPS + kernel.steps() + len(peers.peers())


def test_without_jax_the_rest_is_still_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "kernel_is_installed", lambda: False)
    monkeypatch.setattr(peers, "PEERS", ())
    results = everything.measure(0.02, lambda done: None)
    assert results["kernel"] is None
    assert everything.NO_KERNEL in everything.report(results)


ALONE = """
import sys
from incangold.bench import kernel
from incangold.editions import edition
kernel.COMPANIES, kernel.INCAN_GOLD = ["3 × die"], edition("diamant rounds=1")
sys.argv = ["kernel", "--games", "200", "--seconds", "0.05", "--json"]
sys.exit(kernel.main())
"""


def test_the_kernel_is_measured_where_only_jax_and_numpy_are(tmp_path: Path) -> None:
    """With this house's source, JAX, NumPy and what these two bring along; nothing else can be imported."""
    for name in ("jax", "numpy", "ml_dtypes", "opt_einsum", "scipy"):
        for found in Path(numpy.__file__).parents[1].glob(f"{name}*"):
            (tmp_path / found.name).symlink_to(found)
    path = os.pathsep.join([str(HOUSE / "src"), str(tmp_path)])
    command, environment = [sys.executable, "-S", "-c", ALONE], os.environ | {"PYTHONPATH": path}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {row["games"] for row in json.loads(done.stdout)["rows"]} == {200}


@pytest.mark.parametrize("words", [["--games", "0"], ["--seconds", "-1"], ["--games", "many"]])
def test_bad_numbers_are_refused(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["kernel", *words])
    with pytest.raises(SystemExit, match="2"):
        kernel.main()
