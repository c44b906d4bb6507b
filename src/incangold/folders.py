"""Folders that games, pupils and pages are kept in."""

from pathlib import Path
from tempfile import TemporaryFile

from incangold.errors import FolderNotWritable


def refuse_unwritable(folder: Path, option: str) -> None:
    """Say before the first card or lesson, not after the last, that nothing can be kept there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise FolderNotWritable(folder=folder, why=error.strerror or error, option=option) from None
