"""How long a bot takes over a card: each in its own time, longer over a hard choice, never telling which card.

How hard a choice is says nothing about how it falls: nine to one for Torch takes as long as nine to one for Camp.
"""

from typing import NamedTuple, Protocol, runtime_checkable

from incangold.bots.bot import Bot
from incangold.bots.line import AMAUTA
from incangold.view import View

SHORTEST = 0.4  # seconds: even a child has to pick up the card
WHIM = 0.3  # nobody is as quick or slow every time


class Tempo(NamedTuple):
    """Parts of the time that the slowest one takes."""

    clear: float  # over a choice that makes itself
    hard: float  # over one that might as well go the other way


USUAL = Tempo(0.3, 1.0)
TEMPOS = {
    "warma": Tempo(0.15, 0.4),
    "qhatuq": Tempo(0.3, 0.7),
    "sinchi": Tempo(0.2, 0.5),
    "michiq": Tempo(0.4, 0.85),
    "willaq": Tempo(0.45, 0.9),
    AMAUTA: Tempo(0.5, 1.0),
}


@runtime_checkable
class Doubting(Protocol):
    """A bot that can say how hard a choice is."""

    def doubt(self, view: View) -> float:
        """0 where it has no doubt, 1 where it could go either way."""
        ...


def moment(name: str, bot: Bot, view: View, *, slowest: float, whim: float) -> float:
    """Seconds before this bot lays its card; a whim from 0 to 1 makes one moment differ from the next."""
    if name not in TEMPOS or not isinstance(bot, Doubting):
        return moment_by_whim(name, slowest=slowest, whim=whim)
    part = _part(name, bot.doubt(view)) * (1 + WHIM * (whim - 0.5))
    return min(max(slowest * part, SHORTEST), slowest)


def moment_by_whim(name: str, *, slowest: float, whim: float) -> float:
    """Seconds before a bot of this name lays its card where nobody knows how hard the choice is."""
    return min(max(slowest * _part(name, whim), SHORTEST), slowest)


def _part(name: str, hardness: float) -> float:
    clear, hard = TEMPOS.get(name, USUAL)
    return clear + (hard - clear) * hardness
