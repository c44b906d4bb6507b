"""Numba's door: the only file that imports it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_cache_path

from incangold.errors import SolverNotInstalled

try:
    import numba
except ImportError as missing:
    raise SolverNotInstalled(command='pip install "incangold[solver]"') from missing

# Whatever is compiled, and what it is made of.
SOURCES = ("compiled", "equilibrium", "holdings", "induction", "one_round", "positions")
Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The same function as machine code, which threads may run side by side, and which is kept for the next time."""
    njit: Any = numba.njit
    try:
        with _kept_in(_folder()):
            return njit(cache=True, error_model="numpy", nogil=True)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # no folder can be written to
        return njit(error_model="numpy", nogil=True)(function)  # type: ignore[no-any-return]


@cache
def _folder() -> Path:
    """One for each state of the sources: Numba does not see when a function changes that another one calls."""
    here = Path(__file__).parent
    state = sha256(b"\0".join((here / f"{name}.py").read_bytes() for name in SOURCES)).hexdigest()[:16]
    return user_cache_path("incangold", appauthor=False) / f"solver-{state}"


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Let Numba keep what is compiled in this folder, and let others have their own again."""
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before
