"""The command line as people and programs use it, in processes of their own where it matters."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from incangold.bench import everything
from incangold.cli import cli
from incangold.record import read, to_json, write
from tests.tables import finished


def incangold(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli, words, input=typed)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "a.game"
    path.write_text(write(finished("die", "odds", "turn:5").record()), "utf-8")
    return path


def test_replay_tells_the_game_in_words(game: Path) -> None:
    told = incangold("replay", str(game), "--lang", "en").output.splitlines()
    assert told[0].startswith("Round 1. ")
    assert told[-1].startswith("The tents are opened: Ana ")
    assert incangold("replay", str(game), "--lang", "pl").output.startswith("Runda 1. ")


def test_replay_json_gives_every_event_and_the_standing(game: Path) -> None:
    whole = json.loads(incangold("replay", str(game), "--json").output)
    table = finished("die", "odds", "turn:5")
    assert len(whole["events"]) == len(table.view(None).public.story)
    assert whole["events"][0]["event"] == "RoundOpened"
    assert {"card": "snakes", "event": "CardTurned"} in whole["events"]
    assert whole["is_over"]
    ended = whole["events"][-1]
    assert whole["standing"] == {key: ended[key] for key in ("scores", "artifacts", "winners")}
    assert read(json.dumps(whole["record"])) == read(game.read_text("utf-8"))


def test_replay_reads_json_and_standard_input(game: Path) -> None:
    text = json.dumps(to_json(read(game.read_text("utf-8"))))
    assert (
        incangold("replay", "-", "--lang", "en", typed=text).output
        == incangold("replay", str(game), "--lang", "en").output
    )


def test_verify_says_yes_or_where_it_differs(game: Path) -> None:
    assert "6 lots" in incangold("verify", str(game), "--lang", "en").output
    verdict = json.loads(incangold("verify", str(game), "--json").output)
    assert verdict["verified"]
    assert not verdict["proven"]
    game.write_text(game.read_text("utf-8").replace("practice 7", "practice 8"), "utf-8")
    refused = incangold("verify", str(game), "--lang", "en")
    assert refused.exit_code == 2
    assert "This seed does not give this game. At start" in refused.output or "round 1, artifact" in refused.output
    verdict = json.loads(incangold("verify", str(game), "--json").stdout)
    assert not verdict["verified"]


def test_odds_of_a_position_typed_by_hand() -> None:
    told = incangold("odds", "--path", "11 snakes 7 fire", "--in", "3", "--lang", "en").output
    assert "Drives everybody out: 15.4 %" in told
    exact = json.loads(incangold("odds", "--path", "11 snakes 7 fire", "--in", "3", "--json").output)
    assert exact["driven_out"]["exact"] == "2/13"
    assert exact["cards_left"] == 26
    assert exact["driven_out_within"]["1"] == exact["driven_out"]


def test_odds_say_that_a_kind_with_two_cards_gone_is_harmless() -> None:
    told = incangold("odds", "--path", "snakes 14", "--removed", "snakes snakes", "--in", "2", "--lang", "en").output
    assert "Drives everybody out: 0.0 %" in told
    assert "snakes: 0 in the deck, can drive nobody out any more" in told


def test_odds_say_that_a_single_card_of_a_kind_is_harmless() -> None:
    told = incangold("odds", "--path", "14", "--removed", "snakes snakes", "--lang", "en").output
    assert "snakes: 1 in the deck, can drive nobody out any more" in told
    assert "fire" not in told.split("Every card")[0]


def test_what_leavers_share_may_lie_on_a_card_of_less_worth() -> None:
    """R9. 8 inside, a 7 and a 1, three leave: 2 stay on the most recent card, the 1."""
    assert incangold("odds", "--path", "7:0 1:2", "--in", "5").exit_code == 0


def test_leaving_with_one_other_is_shared_as_the_edition_says() -> None:
    words = ("odds", "--path", "5:1 9:1", "--in", "3", "--beside", "0", "--lang", "en")
    assert "alone 2, with one other 1" in incangold(*words).output
    assert "alone 2, with one other 0" in incangold(*words, "--edition", "incan-gold path_share=by_card").output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--path", "12"], "more of treasure 12 than the box holds"),
        (["--path", "tiger"], "“tiger” is no card"),
        (["--path", "snakes 3 snakes"], "two snakes on the path have ended the round"),
        (["--path", "11:12"], "12 on the path is more than its cards are worth"),
        (["--path", "snakes:1"], "treasure lies on treasure cards, in whole numbers, not so on snakes"),
        (["--path", "11:²"], "not so on treasure 11"),
        (["--removed", "fire fire fire fire"], "more of fire than the box holds"),
        (["--in", "0"], "1 to 8 adventurers are in the temple, not 0"),
        (["--in", "9"], "not 9"),
        (["--artifacts", "snakes"], "snakes is no artifact"),
        (["--edition", "diamant", "--artifacts", "mask"], "more of Sun Mask than the box holds"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words: list[str], why: str) -> None:
    refused = incangold("odds", *words, "--lang", "en")
    assert refused.exit_code == 2
    assert why in refused.output


def test_arena_prints_the_agreed_json() -> None:
    words = ("arena", "die", "odds", "turn:6", "treasure:9", "--games", "40", "--seed", "7", "--json")
    report = json.loads(incangold(*words).output)
    assert [seat["bot"] for seat in report["seats"]] == ["die", "odds", "turn:6", "treasure:9"]
    assert incangold(*words).output == incangold(*words).output


def test_arena_without_a_seed_prints_the_line_that_repeats_it() -> None:
    told = incangold("arena", "odds", "odds", "die", "--games", "9", "--edition", "bga rounds=2", "--lang", "en").output
    repeat = told.splitlines()[-1].removeprefix("Repeat: incangold ")
    assert repeat.startswith("arena odds odds die --edition 'bga rounds=2' --games 9 --seed ")
    assert repeat.endswith(" --engine table")


def test_bench_prints_a_table_or_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "steps", lambda: 1)
    monkeypatch.setattr(everything, "measure", lambda seconds, told: {"seconds": seconds})
    monkeypatch.setattr(everything, "report", lambda results: f"measured for {results['seconds']} s")
    assert incangold("bench", "--seconds", "2").output == "measured for 2.0 s\n"
    assert json.loads(incangold("bench", "--json").output) == {"seconds": 3.0}


def test_lists_and_aid_in_both_languages() -> None:
    assert "counts every card" in incangold("bots", "--lang", "en").output
    assert "liczy każdą kartę" in incangold("bots", "--lang", "pl").output
    assert "INCAN GOLD – ŚCIĄGA GRACZA" in incangold("aid", "--lang", "pl").output
    assert "literal: turn_order=card_first" in incangold("editions", "--lang", "en").output


def test_the_language_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert "ŚCIĄGA" in incangold("aid").output
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "PLAYER AID" in incangold("aid").output


def test_check_passes_a_good_bot_and_fails_a_bad_one(tmp_path: Path) -> None:
    assert "odds passed" in incangold("check", "odds", "--games", "7", "--lang", "en").output
    bad = tmp_path / "bad.py"
    bad.write_text("class Bad:\n    def choose(self, view):\n        return 'camp'\n")
    failed = incangold("check", f"{bad}:Bad", "--lang", "en")
    assert failed.exit_code == 1
    assert "must answer with one Choice" in failed.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play", "--people", "Ana,Ana"], "Two players cannot both be called Ana."),
        (["play", "--people", "Ana,"], "cannot be shown"),
        (["play", "--people", "A\u202eB,Cy,Di"], "cannot be shown"),
        (["play", "--people", "Ana"], None),
        (["play", "--people", "Ana", "--bots", "0"], "The game is for 2 to 8 players, not 1."),
        (["play", "--bots", "8"], "not 9"),
        (["play", "--bots", "99999999999999999999"], "2 to 8 players"),
        (["play", "--bots", "odds,wizard"], "There is no bot “wizard”. Bots: die, random,"),
        (
            ["play", "--edition", "gold"],
            "There is no edition “gold”. Editions: incan-gold, diamant, modern, bga, literal.",
        ),
        (
            ["play", "--edition", "bga rounds=0"],
            "An edition's “rounds” cannot be “0”: it must be a whole number from 1",
        ),
        (["play", "--edition", "bga colour=red"], "one of the fields treasures, hazards"),
        (["play", "--edition", "bga turn_order=none"], "one of leavers_first, card_first"),
        (["play", "--records", "/dev/null/games"], "Nothing can be kept in /dev/null/games: "),
        (["play", "--start", "Zed"], "Nobody called “Zed” sits at the table."),
        (["arena", "odds"], "not 1"),
        (["arena", *["odds"] * 9], "not 9"),
        (["arena", "turn:0", "odds"], "needs a whole number"),
        (["arena", "turn:x", "odds", "--engine", "kernel"], "needs a whole number"),
        (["arena", "odds", "moody", "--engine", "kernel"], "“moody” cannot play inside the kernel, only at a table."),
        (["arena", "odds", "odds", "--engine", "steam"], "'steam' is not one of 'auto', 'kernel', 'table'"),
        (["replay", "no-such-file"], "does not exist"),
    ],
)
def test_bad_input_is_refused_with_a_sentence_and_status_2(words: list[str], why: str | None) -> None:
    refused = incangold(*words, "--lang", "en")
    if why is None:
        assert refused.exit_code == 1  # a good table, but nobody types
        return
    assert refused.exit_code == 2
    assert why in refused.output
    assert "Traceback" not in refused.output


def test_a_refusal_is_told_in_the_language_asked_for() -> None:
    assert "Nie ma edycji „gold”" in incangold("arena", "odds", "odds", "--edition", "gold", "--lang", "pl").output


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"{", b"{}", b"[1]", b"incangold-record 9\n", b"hello"])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.game"
    path.write_bytes(content)
    for command in ("replay", "verify"):
        refused = incangold(command, str(path), "--lang", "en")
        assert refused.exit_code == 2, refused.output
        assert refused.output.strip()
        assert isinstance(refused.exception, SystemExit)


def in_a_process(*words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "incangold", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=120)


def test_a_refusal_in_a_real_process_has_no_traceback() -> None:
    refused = in_a_process("arena", "odds", "nobody", "--lang", "en")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("There is no bot “nobody”.")
    assert "Traceback" not in refused.stderr


def test_a_bot_that_fails_in_another_process_is_told_by_name(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("class Bad:\n    def choose(self, view):\n        raise RuntimeError('no idea')\n")
    refused = in_a_process("arena", f"{bad}:Bad", "odds", "odds", "--games", "2000", "--lang", "en")
    assert refused.returncode == 2
    assert "RuntimeError: no idea" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_help_enters_no_outer_room() -> None:
    loaded = "import sys; from incangold.cli import cli; print([m for m in sys.modules if m in %r])"
    heavy = [
        "textual",
        "rich",
        "asyncio",
        "concurrent.futures",
        "incangold.rules",
        "incangold.terminal",
        "incangold.words",
    ]
    out = subprocess.run([sys.executable, "-c", loaded % (heavy,)], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_without_a_traceback() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "incangold", "aid"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "incangold: No space left on device"


def test_an_old_terminal_shows_question_marks() -> None:
    command = [sys.executable, "-m", "incangold", "aid", "--lang", "pl"]
    here = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, env=here, capture_output=True, check=True)
    assert "INCAN GOLD ? ?CI?GA GRACZA" in done.stdout.decode("latin-1")


def test_the_aid_tells_what_differs_at_another_table() -> None:
    told = incangold("aid", "--edition", "bga rounds=3", "--lang", "en").output
    assert "even if it is a hazard" in told
    assert "in 3 rounds" in told
    assert "=" not in told


def test_what_replay_prints_can_be_replayed(game: Path, tmp_path: Path) -> None:
    printed = tmp_path / "printed.json"
    printed.write_text(incangold("replay", str(game), "--json").output, "utf-8")
    assert incangold("verify", str(printed), "--json").output == incangold("verify", str(game), "--json").output


def test_a_record_that_is_cut_off_is_told_as_such(game: Path) -> None:
    lines = game.read_text("utf-8").splitlines()
    game.write_text(
        "\n".join(lines[: lines.index(next(line for line in lines if line.startswith("round 3")))]), "utf-8"
    )
    refused = incangold("replay", str(game), "--lang", "en")
    assert (
        "The record is cut off: its header names the artifacts of 5 rounds, but only 2 were opened." in refused.output
    )


def test_numbers_are_written_as_the_language_does() -> None:
    words = ("odds", "--path", "11 snakes 7 fire", "--in", "3")
    assert "15.4 %" in incangold(*words, "--lang", "en").output
    assert "15,4 %" in incangold(*words, "--lang", "pl").output


def test_a_pace_that_is_no_number_is_refused() -> None:
    assert incangold("play", "--pace", "nan").exit_code == 2


def test_a_refusal_of_the_command_line_moves_nobodys_cursor(game: Path) -> None:
    game.write_text(game.read_text("utf-8") + "\x1b]0;gold\x07 torch\n", "utf-8")
    refused = incangold("review", str(game), "--lang", "en")
    assert refused.exit_code == 2
    assert "“�]0;gold� torch”" in refused.stderr
    assert refused.stderr.rstrip("\n").isprintable()
    strange = game.with_name("a\x1bb.game")
    strange.write_bytes(b"\xff")
    assert "\x1b" not in incangold("review", str(strange), "--lang", "en").stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end")
@pytest.mark.parametrize("command", [["review", "/dev/zero"], ["companion", "--file", "/dev/zero"]])
def test_a_file_without_an_end_is_refused(command: list[str]) -> None:
    here = [sys.executable, "-m", "incangold", *command, "--lang", "en"]
    done = subprocess.run(here, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, "A record has at most" in done.stderr) == (2, True)


def test_standard_input_without_an_end_is_refused() -> None:
    refused = incangold("review", "-", "--lang", "en", typed="#" * 1_000_001)
    assert (refused.exit_code, "A record has at most" in refused.stderr) == (2, True)
