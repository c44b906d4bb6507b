"""The rules of thumb are bots, and the page tells of them what was printed."""

import re
import subprocess
import sys
from pathlib import Path

from incangold.bots.roster import make_bot
from incangold.game import CAMP, TORCH, Choice
from tests.envs.playing import seen_from
from tests.situations import after

HOUSE = Path(__file__).parents[2]
EXAMPLE = HOUSE / "examples" / "rules_of_thumb.py"
PAGE = (HOUSE / "docs" / "good-play.md").read_text("utf-8")


def test_the_page_has_the_rows_that_the_example_prints() -> None:
    command = [sys.executable, str(EXAMPLE), "--games", "8"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = [row.split("|")[1:3] for row in printed.splitlines()]
    assert told == [row.split("|")[1:3] for row in re.findall(r"^\|.*$", PAGE, re.MULTILINE)]
    assert len(told) == 10


def chosen(bot: str, story: str, edition: str = "incan-gold") -> Choice:
    """What Ana lays, of three."""
    answer = make_bot(f"{EXAMPLE}:{bot}", seed="1").choose(seen_from(after(story, players=3, edition=edition), 0))
    assert isinstance(answer, tuple)
    return answer[0]


def test_the_patient_wait_for_sixteen() -> None:
    assert chosen("Cautious", "17, all stay, 15") is CAMP  # ten beside the tent
    assert chosen("Patient", "17, all stay, 15") is TORCH
    assert chosen("Patient", "17, all stay, 15, all stay, 14, all stay, 7") is CAMP


def test_in_the_last_round_nobody_goes_home_to_lose() -> None:
    """Bo took home sixteen and the five on the path; sixteen alone would come second."""
    story = "17, all stay, 15, all stay, 14, all stay, 7, Bo leaves, snakes"
    assert chosen("Patient", story, "incan-gold rounds=1") is CAMP
    assert chosen("Ambitious", story, "incan-gold rounds=1") is TORCH
    assert chosen("Ambitious", story) is CAMP  # there are more rounds to come


def test_in_the_last_round_one_goes_home_when_that_wins() -> None:
    story = "5, all stay, snakes, Bo leaves, 3, Cy leaves, 7"
    assert chosen("Ambitious", story, "incan-gold rounds=1") is TORCH
    assert chosen("Counting", story, "incan-gold rounds=1") is CAMP
