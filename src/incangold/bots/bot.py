"""What a bot is: something that looks at a View and answers with Torch or Camp."""

import sysconfig
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from incangold.game import CAMP, TORCH, Choice
from incangold.view import View

OURS = Path(__file__).parents[1]
INSTALLED = [f"{place}/" for place in (OURS, *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")))]

Answer = Choice | tuple[Choice, ...]


class Bot(Protocol):
    """One player. It sees what its player may see and chooses for every adventurer it leads."""

    def choose(self, view: View) -> Answer:
        """One Choice for all, or one for each of `view.to_choose`."""
        ...


def what_went_wrong(error: BaseException) -> str:
    """A bot's own error in one line: of which kind it is, what it says, unless saying it fails too, and where."""
    kind, where = type(error).__name__, _where(error)
    try:
        text = " ".join(str(error).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = ""
    return (f"{kind}: {text}"[:200] if text else kind) + where


def _where(error: BaseException) -> str:
    """The last line of somebody's own file that it passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith((*INSTALLED, "<"))]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


Leaves = Callable[[View, int], bool]


class OneByOne:
    """A bot that asks one question about each of its adventurers: does this one leave?"""

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves

    def choose(self, view: View) -> Answer:
        """A card for each adventurer in the temple, each by itself."""
        return tuple([CAMP if self.leaves(view, seat) else TORCH for seat in view.to_choose])
