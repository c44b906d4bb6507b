"""A cardboard game as a file: seated, read, and kept entry by entry."""

from datetime import datetime
from itertools import chain, count
from pathlib import Path

from incangold.editions import Edition
from incangold.errors import FolderNotWritable, NotAtTable, NotCardboard, NotText, WrongNumberOfPlayers
from incangold.record import DIE, ByHand, Player, Record, lying, read, write
from incangold.terminal.called import plain


def seat_table(edition: Edition, people: str, die: str | None, start: str | None) -> Record:
    """A record without acts: these names, and the die if it plays; the first of them begins unless another is named."""
    names = [name.strip() for name in people.split(",") if name.strip()]
    players = (*map(Player, names), *([Player(die, DIE)] if die else []))
    if not 2 <= len(players) <= 8:
        raise WrongNumberOfPlayers(players=len(players))
    called = [plain(player.name) for player in players]
    if start is not None and plain(start) not in called:
        raise NotAtTable(name=start[:40])
    begins = called.index(plain(start)) if start is not None else 0
    return lying(Record(edition, players, begins, True, ByHand(), ())).record


def read_game(path: Path) -> Record:
    """A kept game; refuses what is none, with its line, and leaves the file as it is."""
    try:
        record = read(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise NotText(path=path) from None
    if not isinstance(record.luck, ByHand):
        raise NotCardboard(file=path)
    return record


def keep_game(path: Path, record: Record) -> None:
    """Write the game whole, then put it in place: whatever happens, one of the two is there."""
    beside = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(write(record), "utf-8")
        beside.replace(path)
    except OSError as error:
        raise FolderNotWritable(folder=path.parent, why=error.strerror or error, option="--file") from None


def new_file(folder: Path) -> Path:
    """Where a game goes for which nobody named a file: never where another one lies."""
    name = f"cardboard-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for each in names if not (path := folder / f"{each}.game").exists())
