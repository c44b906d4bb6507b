"""The roster: every name gives a bot, every other name is refused with the list."""

from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from incangold.arena.conformance import _tables, check
from incangold.arena.match import bots_as_players, play_out
from incangold.bots.bot import what_went_wrong
from incangold.bots.roster import make_bot, roster
from incangold.cli import cli
from incangold.editions import EDITIONS
from incangold.errors import BadBotNumber, BotFailed, BotNotLoaded, UnknownBot
from incangold.record import Practice
from incangold.table.table import Table

EVERY_BOT = [name.replace("N", "4") for name in roster()]


@pytest.mark.parametrize("name", EVERY_BOT)
def test_every_bot_of_the_roster_conforms(name: str) -> None:
    report = check(name, games=35)
    assert report.failure is None
    assert report.decisions > 100


@pytest.mark.parametrize("name", ["", "Odds", "dice", "no:such thing", "🦙", "x" * 10_000])
def test_an_unknown_name_is_refused_with_the_list(name: str) -> None:
    with pytest.raises(UnknownBot, match="die, random, odds, turn:N"):
        make_bot(name, seed="1")


@pytest.mark.parametrize(
    "name", ["turn", "turn:", "turn:N", "turn:0", "hazard:-1", "treasure:1.5", "turn:٣", "turn:" + "9" * 5000]
)
def test_a_number_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadBotNumber, match="whole number from 1 to 999"):
        make_bot(name, seed="1")


def own_bot(folder: Path, body: str) -> str:
    file = folder / "own.py"
    file.write_text(f"from incangold.game import Choice\n{body}\n", "utf-8")
    return f"{file}:Own"


def test_your_own_bot_is_a_class_in_a_file(tmp_path: Path) -> None:
    name = own_bot(tmp_path, "class Own:\n    def choose(self, view):\n        return Choice.CAMP")
    assert check(name, games=35).failure is None


def test_your_own_bot_may_be_an_object_too(tmp_path: Path) -> None:
    name = own_bot(
        tmp_path,
        "from incangold.bots.simple import turn\nfrom incangold.bots.bot import OneByOne\nOwn = OneByOne(turn(3))",
    )
    assert check(name, games=7).failure is None


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("class Own:\n    def choose(self, view):\n        return 'camp'", "must answer with"),
        ("class Own:\n    def choose(self, view):\n        return (Choice.CAMP,) * 3", "must answer with"),
        ("class Own:\n    def choose(self, view):\n        return 1 / 0", "ZeroDivisionError: division by zero"),
        ("class Own:\n    def choose(self, view):\n        view.public.path.clear()", "AttributeError"),
    ],
)
def test_a_bot_that_fails_is_told_why(tmp_path: Path, body: str, why: str) -> None:
    failure = check(own_bot(tmp_path, body), games=7).failure
    assert failure is not None
    assert failure.game == 1
    assert why in str(failure.why)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "class Own: pass",
        "Own = 3",
        "class Own:\n    def __init__(self, x): pass",
        "import no_such_thing",
        "raise RuntimeError",
        "def",
    ],
)
def test_a_file_without_a_bot_is_refused(tmp_path: Path, body: str) -> None:
    with pytest.raises(BotNotLoaded, match="could not be loaded"):
        make_bot(own_bot(tmp_path, body), seed="1")
    with pytest.raises(BotNotLoaded):
        make_bot(f"{tmp_path}/none.py:Own", seed="1")
    with pytest.raises(BotNotLoaded):
        make_bot("no_such_module:Own", seed="1")


def test_a_failing_bot_is_named_and_ends_nothing_silently(tmp_path: Path) -> None:
    quits = own_bot(tmp_path, "import sys\nclass Own:\n    def choose(self, view):\n        sys.exit(0)")
    players = bots_as_players(["odds", quits, "odds"])
    table = Table(EDITIONS["diamant"], players, Practice("1"))
    with pytest.raises(BotFailed, match=r"own.py:Own 2 \(.*own.py:Own\) failed: SystemExit"):
        play_out(table, [make_bot(str(player.bot), seed="1") for player in players])


RAISED = {
    "raise ValueError": "ValueError",
    "raise ValueError('  ')": "ValueError",
    "raise ValueError('lost\\n\\n  the map\\r\\n')": "ValueError: lost the map",
    "raise Mute": "Mute",
    "raise Deaf('gone')": "Deaf: gone",
    "raise SystemExit(4)": "SystemExit: 4",
}
KINDS = """
class Mute(Exception):
    def __str__(self):
        raise Deaf
class Deaf(BaseException):
    pass
"""


def told(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--lang", "en"])


@pytest.mark.parametrize(("raises", "why"), RAISED.items())
def test_whatever_a_bot_raises_is_told_in_one_line_that_names_it(tmp_path: Path, raises: str, why: str) -> None:
    name = own_bot(tmp_path, f"{KINDS}class Own:\n    def choose(self, view):\n        {raises}")
    checked = told("check", name)
    assert (checked.exit_code, checked.stderr.count("\n")) == (1, 1)
    assert checked.stderr.endswith(f"own.py:Own) failed: {why} (own.py, line 10).\n")
    played = told("arena", name, "odds", "--games", "2")
    assert (played.exit_code, played.stderr.count("\n")) == (2, 1)
    assert played.stderr.endswith(f"own.py:Own) failed: {why} (own.py, line 10).\n")


@pytest.mark.parametrize(("raises", "why"), RAISED.items())
@pytest.mark.parametrize(
    "body",
    [
        "{raises}",
        "class Own:\n    def __init__(self):\n        {raises}",
        "class Own:\n    @property\n    def choose(self):\n        {raises}",
    ],
)
def test_whatever_a_file_raises_is_told_in_one_line(tmp_path: Path, body: str, raises: str, why: str) -> None:
    name = own_bot(tmp_path, KINDS + body.format(raises=raises))
    line = 8 + body.count("\n")
    for words in (("check", name), ("arena", name, "odds", "--games", "2")):
        refused = told(*words)
        assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
        assert refused.stderr.endswith(f"” could not be loaded: {why} (own.py, line {line}).\n")


def test_an_error_that_says_very_much_is_cut() -> None:
    assert what_went_wrong(ValueError("far " * 10_000)) == ("ValueError: " + "far " * 100)[:200]


@pytest.mark.parametrize(
    "body",
    [
        "raise KeyboardInterrupt",
        "class Own:\n    def __init__(self):\n        raise KeyboardInterrupt",
        "class Own:\n    def choose(self, view):\n        raise KeyboardInterrupt",
    ],
)
def test_an_interruption_is_nobodys_error(tmp_path: Path, body: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        check(own_bot(tmp_path, body), games=1)


def test_an_interruption_is_heard_while_an_error_is_told() -> None:
    class Slow(Exception):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        what_went_wrong(Slow())


def test_a_file_without_that_name_is_named_as_its_author_knows_it(tmp_path: Path) -> None:
    name = own_bot(tmp_path, "").replace(":Own", ":Nope")
    with pytest.raises(BotNotLoaded, match=r"could not be loaded: AttributeError: own\.py has no Nope\.$"):
        make_bot(name, seed="1")
    with pytest.raises(BotNotLoaded, match=r"AttributeError: incangold\.game has no Nope\.$"):
        make_bot("incangold.game:Nope", seed="1")


def test_a_bot_is_made_anew_for_each_game_and_sits_in_every_seat(tmp_path: Path) -> None:
    careful = own_bot(
        tmp_path,
        "class Own:\n    turn = -1\n    def choose(self, view):\n"
        "        assert view.public.turn > self.turn\n        self.turn = view.public.turn\n"
        "        return Choice.CAMP",
    )
    assert check(careful, games=40).failure is None
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    by_seat = "view.in_tent[view.to_choose[0]]"  # which is right in the first seat only
    body = f"class Own:\n    def choose(self, view):\n        {by_seat}\n        return Choice.CAMP"
    failure = check(own_bot(elsewhere, body), games=40).failure
    assert failure is not None
    assert "IndexError" in str(failure.why)


def test_a_bot_may_use_dataclasses_and_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_me.py").write_text("ENOUGH = 3\n")
    name = own_bot(
        tmp_path,
        "from dataclasses import dataclass\nfrom beside_me import ENOUGH\n@dataclass\nclass Own:\n"
        "    enough: int = ENOUGH\n    def choose(self, view):\n"
        "        return Choice.CAMP if len(view.path) >= self.enough else Choice.TORCH",
    )
    assert check(name, games=7).failure is None


def test_the_check_sees_every_edition_and_every_number_of_players() -> None:
    tables = list(islice(_tables(), 35))
    assert set(tables) == {(name, size) for name in EDITIONS for size in range(2, 9)}
