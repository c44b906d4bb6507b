"""incangold play | replay | verify | odds | arena | check …; a room is entered only when it is used."""

import os
import sys
from io import TextIOWrapper

from incangold.cli import companion, contests, games, joining, ladder, learning, lists, reviewing, serving, solving
from incangold.cli.options import cli

__all__ = [
    "cli",
    "companion",
    "contests",
    "games",
    "joining",
    "ladder",
    "learning",
    "lists",
    "main",
    "reviewing",
    "serving",
    "solving",
]


def main() -> None:
    """The command `incangold`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows a question mark, not a traceback
    try:
        try:
            cli(prog_name="incangold")
        finally:
            sys.stdout.flush()
    except OSError as error:
        _cannot_print(error)


def _cannot_print(error: OSError) -> None:
    """A full disk or a device that is gone: say so where it can still be said, and let go of the rest."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(f"incangold: {error.strerror or error}")
