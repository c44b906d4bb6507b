"""What a bot is: something that looks at a View and answers with Torch or Camp."""

from collections.abc import Callable
from typing import Protocol

from incangold.game import CAMP, TORCH, Choice
from incangold.view import View

Answer = Choice | tuple[Choice, ...]


class Bot(Protocol):
    """One player. It sees what its player may see and chooses for every adventurer it leads."""

    def choose(self, view: View) -> Answer:
        """One Choice for all, or one for each of `view.to_choose`."""
        ...


def what_went_wrong(error: BaseException) -> str:
    """A bot's own error in one line: of which kind it is and what it says, unless saying it fails too."""
    kind = type(error).__name__
    try:
        text = " ".join(str(error).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = ""
    return f"{kind}: {text}"[:200] if text else kind


Leaves = Callable[[View, int], bool]


class OneByOne:
    """A bot that asks one question about each of its adventurers: does this one leave?"""

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves

    def choose(self, view: View) -> Answer:
        """A card for each adventurer in the temple, each by itself."""
        return tuple([CAMP if self.leaves(view, seat) else TORCH for seat in view.to_choose])
