"""The seats that this person holds at tables elsewhere: to come back to them, and to reveal what was committed to."""

import json
import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from incangold.errors import SeatNotKept

MOST_KEPT = 100
NONCES_KEPT = 4


class KeptSeat(NamedTuple):
    """A seat: its token is the right to it; its nonces are what this person adds to the luck (R17)."""

    house: str
    code: str
    name: str
    token: str
    nonces: tuple[str, ...] = ()

    def with_nonce(self, nonce: str) -> "KeptSeat":
        """The same with one more nonce; only the last few can still be asked for."""
        return self._replace(nonces=(*self.nonces, nonce)[-NONCES_KEPT:])


class Keep:
    """A folder with a small file for each seat, which nobody else may read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def seats_at(self, house: str, code: str) -> list[KeptSeat]:
        """The seats at a table, the one used last at the end."""
        seats = [_read(path) for path in self._files()]
        return [seat for seat in seats if seat and (seat.house, seat.code) == (house, code)]

    def refuse_unwritable(self) -> None:
        """Say before a seat is taken, not after, that it cannot be kept."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder):
                return
        except OSError as error:
            raise SeatNotKept(folder=self.folder, why=error.strerror or error) from None

    def keep(self, seat: KeptSeat) -> None:
        """Write a seat down before it is used; the seats longest unused are forgotten."""
        self.refuse_unwritable()
        path = self._path(seat)
        written = path.with_suffix(f".{os.getpid()}")
        try:
            written.unlink(missing_ok=True)
            with os.fdopen(
                os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
            ) as file:
                json.dump(seat._asdict(), file)
            written.replace(path)
        except OSError as error:
            raise SeatNotKept(folder=self.folder, why=error.strerror or error) from None
        for old in self._files()[:-MOST_KEPT]:
            old.unlink(missing_ok=True)

    def forget(self, seat: KeptSeat) -> None:
        """The seat is somebody else's now."""
        self._path(seat).unlink(missing_ok=True)

    def _path(self, seat: KeptSeat) -> Path:
        return self.folder / f"{sha256('/'.join(seat[:2] + seat[3:4]).encode()).hexdigest()[:24]}.json"

    def _files(self) -> list[Path]:
        """The one written last at the end."""
        found = [(path.stat().st_mtime_ns, path) for path in self.folder.glob("*.json")]
        return [path for _, path in sorted(found)]


def _read(path: Path) -> KeptSeat | None:
    """A seat as it was written; None for a file that is none of ours."""
    try:
        whole = json.loads(path.read_text("utf-8"))
        return KeptSeat(**{**whole, "nonces": tuple(whole["nonces"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def seats_folder() -> Path:
    """Where seats are kept."""
    from platformdirs import user_data_path

    return user_data_path("incangold") / "seats"
