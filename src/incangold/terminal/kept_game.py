"""A cardboard game as a file: seated, read, and kept entry by entry."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from incangold.editions import Edition
from incangold.errors import FileNotWritable, GameChangedThere, NotCardboard, NotText, WrongNumberOfPlayers
from incangold.record import DIE, ByHand, Player, Record, lying, read, text_from, write
from incangold.terminal.called import the_one_called


def seat_table(edition: Edition, people: str, die: str | None, start: str | None) -> Record:
    """A record without acts: these names, and the die if it plays; the first of them begins unless another is named."""
    names = [name.strip() for name in people.split(",") if name.strip()]
    players = (*map(Player, names), *([Player(die, DIE)] if die else []))
    if not 2 <= len(players) <= 8:
        raise WrongNumberOfPlayers(players=len(players))
    begins = 0 if start is None else the_one_called(start, [player.name for player in players])
    return lying(Record(edition, players, begins, True, ByHand(), ())).record


class KeptGame:
    """The file of one game, and what this companion last saw in it: what somebody else writes there stays."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = self._lying_there()
        self.is_new = self._seen is None

    def read(self) -> Record:
        """The game that was there; refuses what is none, with its line, and leaves the file as it is."""
        record = read(self._seen or "")
        if not isinstance(record.luck, ByHand):
            raise NotCardboard(file=self.path)
        return record

    def keep(self, record: Record) -> None:
        """Write the game whole, then put it in place: whatever happens, one of the two is there."""
        text, beside = write(record), self.path.with_name(f"{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _nobody_else_writes(self.path.parent):
                if self._is_changed():
                    raise GameChangedThere(file=self.path)
                beside.write_text(text, "utf-8")
                beside.replace(self.path)
        except OSError as error:
            raise FileNotWritable(file=self.path, why=error.strerror or error) from None
        self._seen = text

    def put_away(self) -> None:
        """Take the file away, unless somebody else has written there."""
        with _nobody_else_writes(self.path.parent):
            if not self._is_changed():
                self.path.unlink(missing_ok=True)

    def _is_changed(self) -> bool:
        """Whether somebody else has written there; a file that is gone is nobody's."""
        try:
            return self._lying_there() not in (self._seen, None)
        except NotText:
            return True

    def _lying_there(self) -> str | None:
        """What is in the file now; None where there is none."""
        try:
            with self.path.open(encoding="utf-8") as file:
                return text_from(file)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except UnicodeDecodeError:
            raise NotText(path=self.path) from None


@contextmanager
def _nobody_else_writes(folder: Path) -> Iterator[None]:
    """From looking to writing no other companion writes in this folder, where the system sees to that."""
    with ExitStack() as held:
        if sys.platform != "win32":
            import fcntl

            with suppress(OSError):  # some folders in a network cannot be held
                door = os.open(folder, os.O_RDONLY)
                held.callback(os.close, door)
                fcntl.flock(door, fcntl.LOCK_EX)
        yield


def new_file(folder: Path) -> Path:
    """Where a game goes for which nobody named a file: never where another one lies."""
    name = f"cardboard-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for each in names if not (path := folder / f"{each}.game").exists())
