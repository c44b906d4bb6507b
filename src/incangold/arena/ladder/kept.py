"""The file of fields already played: a line for each, added when it is finished; so a ladder can be interrupted."""

import os
from pathlib import Path
from typing import Any

import msgspec

from incangold.arena.ladder.fields import Field, Played
from incangold.errors import FolderNotWritable, LadderFileBroken, OtherLadder
from incangold.words.catalogue import Phrase

FORMAT = 1


class Kept:
    """Fields by key. Two ladders that write into one file do no harm: a field comes out the same for both."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        self.path = path
        self.identity = identity
        self.played: dict[str, Played] = {}
        if path.exists():
            self._read()

    def of(self, field: Field) -> Played | None:
        """What came of a field, if it was played."""
        played = self.played.get(field.key)
        if played is not None and not played.suits(field):
            raise LadderFileBroken(path=self.path, line=f"“{field.key}”", why=Phrase("ladder.impossible_sums"))
        return played

    def begin(self) -> None:
        """A new file says which ladder it is of; refused where none can be written, before the first game."""
        if self.path.exists():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, msgspec.json.encode({"ladder": FORMAT, **self.identity}) + b"\n")
        except OSError as error:
            raise FolderNotWritable(folder=self.path.parent, why=error.strerror or error, option="--into") from None

    def add(self, played: Played) -> None:
        """Keep a field: the whole line is on the disk when this is over."""
        self.played[played.field] = played
        with self.path.open("ab", buffering=0) as file:
            file.write(msgspec.json.encode(played) + b"\n")
            os.fsync(file.fileno())

    def _read(self) -> None:
        text = self.path.read_bytes()
        *lines, torn = text.split(b"\n")
        header = self._decoded(lines[0] if lines else torn, 1, dict[str, Any])
        self._refuse_other(header, {"ladder": FORMAT, **self.identity})
        for number, line in enumerate(lines[1:], start=2):
            played = self._decoded(line, number, Played)
            self.played[played.field] = played
        if torn:  # the last line of a process that was killed
            os.truncate(self.path, len(text) - len(torn))

    def _decoded(self, line: bytes, number: int, kind: Any) -> Any:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise LadderFileBroken(path=self.path, line=number, why=error) from None

    def _refuse_other(self, there: dict[str, Any], here: dict[str, Any]) -> None:
        for name, value in here.items():
            if there.get(name) != value:
                raise OtherLadder(path=self.path, what=name, there=_written(there.get(name)), here=_written(value))


def _written(value: object) -> str:
    """Bots as they are typed in a command."""
    return (" ".join(map(str, value)) if isinstance(value, list) else str(value))[:200]


def write_whole(path: Path, content: bytes) -> None:
    """A file is there as a whole or as it was before."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
