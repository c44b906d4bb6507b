"""The command that climbs a ladder again, word by word."""

import shlex
from collections.abc import Sequence

from incangold.arena.ladder.climbers import ALL_SEATS
from incangold.arena.ladder.ladder import Ladder
from incangold.editions import EDITIONS, name_of


def command_of(ladder: Ladder, named: Sequence[str], added: Sequence[str], *, engine: str) -> str:
    """What decides the numbers is said even where it is the default; how they are reached is not."""
    options = {
        "--seats": ",".join(map(str, ladder.seats)) if ladder.seats != ALL_SEATS else "",
        "--fields": ladder.fields,
        "--games": ladder.games,
        "--triples": ladder.triples,
        "--champion-games": ladder.champion_games,
        "--again": ladder.again,
        "--alone-games": ladder.alone_games,
        "--champion": ladder.champion or "",
        "--edition": name_of(ladder.edition) if ladder.edition != EDITIONS["incan-gold"] else "",
        "--seed": ladder.seed,
        "--engine": engine if engine != "auto" else "",
    }
    said = [word for name, value in options.items() if value != "" for word in (name, str(value))]
    return shlex.join(["incangold", "ladder", *named, *(word for bot in added for word in ("--add", bot)), *said])
