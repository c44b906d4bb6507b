"""Who climbs: the roster with numbers for the numbered ones, and how to tell that a bot is still the same."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path

from incangold.arena.arena import play_batch
from incangold.arena.contest import Contest
from incangold.arena.tally import Tally
from incangold.bots.roster import kind_of, make_bot, roster
from incangold.editions import Edition
from incangold.errors import BotTwice, TooFewOnTheLadder

NUMBERS = {"turn": (4, 5, 7), "treasure": (8, 12), "hazard": (3,)}  # good at large, middle and small tables
ANY_NUMBER = (6,)
OTHERS = ("odds", "turn:6", "treasure:9")
ALL_SEATS = (2, 3, 4, 5, 6, 7, 8)


def climbers(named: Sequence[str], added: Sequence[str]) -> tuple[str, ...]:
    """The bots that were named, or the whole roster; and those that were added."""
    bots = (*(named or _whole_roster()), *added)
    for place, bot in enumerate(bots):
        make_bot(bot, seed=str(place))
        if bot in bots[:place]:
            raise BotTwice(name=bot[:60])
    if len(bots) < 2:
        raise TooFewOnTheLadder(bots=len(bots), needed=2)
    return bots


def _whole_roster() -> Iterator[str]:
    for name in roster():
        kind, _, number = name.partition(":")
        yield from (f"{kind}:{each}" for each in NUMBERS.get(kind, ANY_NUMBER)) if number == "N" else (name,)


def signature(bots: Sequence[str], edition: Edition) -> str:
    """Changes when a bot of the roster, somebody's own file or the rules do: fields played before would mislead."""
    return sha256("\n".join(_manners(bot, edition) for bot in bots).encode()).hexdigest()[:16]


def _manners(bot: str, edition: Edition) -> str:
    """What a bot does in a few games of each size; of somebody's own, which may throw dice, the text of its file."""
    if kind_of(bot) != "own":
        return f"{bot} {[_tried(bot, seats, edition) for seats in ALL_SEATS]}"
    file = Path(bot.rpartition(":")[0])
    return f"{bot} {sha256(file.read_bytes()).hexdigest() if file.is_file() else ''}"


def _tried(bot: str, seats: int, edition: Edition) -> Tally:
    """Every seat in turn, against others that are always the same."""
    return play_batch(Contest((bot, *islice(cycle(OTHERS), seats - 1)), edition, seats, 0), range(seats))
