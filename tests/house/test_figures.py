"""Figures on the pages about strength are what the commands above them find."""

import subprocess
from pathlib import Path

import pytest
from docs.figures import BLOCK, FOLDER, PAGES, measured, with_figures

from incangold.cli import cli

PAGE = """Before.

    incangold arena odds turn:7 turn:7 --games 60 --seed 1

<!-- figures -->
| what | stood here |

After.

    incangold bench
"""


def test_a_page_gets_what_its_command_finds_and_keeps_all_else() -> None:
    written = with_figures(PAGE, lambda command: f"| {command} |\n")
    assert written == PAGE.replace(
        "| what | stood here |", "| incangold arena odds turn:7 turn:7 --games 60 --seed 1 |"
    )
    assert with_figures(written, lambda _: "| what | stood here |\n") == PAGE


def test_games_are_played_for_it() -> None:
    head, rule, first, *others = measured("incangold arena turn:7 odds turn:7 --games 60 --seed 1").splitlines()
    assert (head, rule) == ("| bot | wins | of a fair share | mean score |", "| --- | ---: | ---: | ---: |")
    assert first.startswith("| `odds` | 8")
    assert len(others) == 1, "copies of one bot share a row"


def test_a_ladder_is_climbed_for_it(tmp_path: Path) -> None:
    command = f"incangold ladder odds turn:7 timid --seats 2,3 --games 20 --triples 0 --alone-games 2 --into {tmp_path}"
    head, _, fair, *rows = measured(command).splitlines()
    assert (head, fair) == ("| bot | 2 seats | 3 seats |", "| fair | 50.0 % | 33.3 % |")
    assert len(rows) == 3


def test_a_command_that_fails_changes_nothing() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        with_figures(PAGE.replace("odds", "nobody"), measured)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_figures_below_commands_that_there_are(name: str) -> None:
    page = (FOLDER / f"{name}.md").read_text("utf-8")
    blocks = list(BLOCK.finditer(page))
    assert len(blocks) == page.count("<!-- figures -->") > 0
    for block in blocks:
        program, command, *_ = block["command"].split()
        assert command in cli.commands if program == "incangold" else (FOLDER.parent / command).exists()
        assert block["figures"].startswith("| ")
