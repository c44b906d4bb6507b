"""A bot by its name: `die`, `turn:6`, `greedy`, or your own as `my_bot.py:MyBot`."""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from incangold.bots.bot import Bot, OneByOne, what_went_wrong
from incangold.bots.line import LINE
from incangold.bots.simple import Die, at_random, hazard, odds, treasure, turn
from incangold.bots.temperaments import CHARACTERS, Moody
from incangold.errors import BadBotNumber, BotNotLoaded, UnknownBot
from incangold.record import DIE
from incangold.words.catalogue import Phrase

NUMBERED = {"turn": turn, "treasure": treasure, "hazard": hazard}
THOUGHTS = {"odds": odds, **CHARACTERS}


def _of_the_line(name: str) -> Callable[[Random], Bot]:
    def sits_down(luck: Random) -> Bot:
        """NumPy is loaded when one of them is asked to the table."""
        from incangold.bots.amauta.amauta import Amauta

        return Amauta(luck, LINE[name])

    return sits_down


ON_A_WHIM: dict[str, Callable[[Random], Bot]] = {
    "random": lambda luck: OneByOne(at_random(luck)),
    "moody": Moody,
    **{name: _of_the_line(name) for name in LINE},
}
TEMPERAMENTS = (*CHARACTERS, "moody")
NAMED = (DIE, "random", "odds", *TEMPERAMENTS, *LINE)
LARGEST_NUMBER = 999


def roster() -> tuple[str, ...]:
    """Every name in the roster; N stands for a number."""
    plain = [name for name in NAMED if name not in (*TEMPERAMENTS, *LINE)]
    return (*plain, *(f"{name}:N" for name in NUMBERED), *TEMPERAMENTS, *LINE)


def make_bot(name: str, *, seed: str) -> Bot:
    """The bot of this name; those that play on a whim draw from a generator of their own."""
    kind = name.partition(":")[0]
    if kind in NUMBERED:
        return OneByOne(NUMBERED[kind](number_of(name)))
    if name in THOUGHTS:
        return OneByOne(THOUGHTS[name])
    if name in ON_A_WHIM:
        return ON_A_WHIM[name](Random(seed))
    if name == DIE:
        return Die()
    where, colon, what = name.rpartition(":")
    if colon and what.isidentifier():
        return _own_bot(name, where, what)
    raise UnknownBot(name=name[:40], known=", ".join(roster()))


def kind_of(name: str) -> str:
    """What a bot's name says of it: `turn` for `turn:6`, `own` for somebody's own."""
    kind = name.partition(":")[0]
    return kind if kind in (*NUMBERED, *NAMED) else "own"


def number_of(name: str) -> int:
    """The number behind the colon: 6 for `turn:6`."""
    digits = name.partition(":")[2]
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10 and 1 <= int(digits) <= LARGEST_NUMBER):
        raise BadBotNumber(name=name[:40], most=LARGEST_NUMBER)
    return int(digits)


def _own_bot(name: str, where: str, what: str) -> Bot:
    """A bot from somebody's own file or module: a class without arguments, or a ready bot."""
    try:
        found = _found(where, what)
        bot = found() if isinstance(found, type) else found
        can_choose = callable(getattr(bot, "choose", None))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotNotLoaded(name=name[:60], why=what_went_wrong(error)) from error
    if not can_choose:
        raise BotNotLoaded(name=name[:60], why=Phrase("bot.no_choose"))
    return bot  # type: ignore[no-any-return]


def _found(where: str, what: str) -> Any:
    """What a file or module calls so; one that has nothing of that name is named as its author knows it."""
    module = _module(where)
    if not hasattr(module, what):
        raise AttributeError(f"{Path(where).name} has no {what}")
    return getattr(module, what)


@cache
def _module(where: str) -> object:
    """A module by its name, or from a file; files beside that one can be imported by it."""
    if not where.endswith(".py"):
        return importlib.import_module(where)
    path = Path(where).resolve()
    name = f"own_bot_{len(sys.modules)}_{path.stem}"  # two files of one name are two bots
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(where)
    module = importlib.util.module_from_spec(spec)
    sys.path.append(str(path.parent))
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
