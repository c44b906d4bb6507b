"""incangold play | replay | verify | odds | arena | check …; a room is entered only when it is used."""

from incangold.cli import contests, games, lists
from incangold.cli.options import cli

__all__ = ["cli", "contests", "games", "lists", "main"]


def main() -> None:
    """The command `incangold`."""
    cli(prog_name="incangold")
