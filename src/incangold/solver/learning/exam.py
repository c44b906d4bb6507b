"""What a pupil is worth: its win share against plain bots, at mixed tables and against many of one kind."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import jax

from incangold.bots.amauta.mind import Mind
from incangold.editions import Edition
from incangold.kernel.match import Player, play_games
from incangold.kernel.minds import mind_policy
from incangold.margins import win_margin
from incangold.seen import WHOLE_WIN
from incangold.solver.learning.sizes import EXAM_GAMES

MIXED = ("odds", "turn:7", "treasure:12", "die", "turn:5", "treasure:8", "hazard:3")
CROWDS = ("treasure:8", "odds", "turn:7")
PUPIL = "pupil"


class Mark(NamedTuple):
    """One match: who was there, and whose win share this is, in per cent with half of its 95 % interval."""

    match: str
    share: float
    interval: float
    games: int


def matches(players: int) -> dict[str, list[str]]:
    """Alone among different bots, alone among many of one kind, and one bot alone among many of this pupil."""
    others = players - 1
    every = {f"{PUPIL}, {', '.join(MIXED[:others])}": [PUPIL, *MIXED[:others]]}
    for bot in CROWDS:
        if others > 1 or bot not in MIXED[:1]:  # of two, a crowd of one is the match above
            every[f"{PUPIL}, {others} × {bot}"] = [PUPIL, *[bot] * others]
        every[f"{bot}, {others} × {PUPIL}"] = [bot, *[PUPIL] * others]
    return every


def examined(mind: Mind, edition: Edition, players: int, *, games: int = EXAM_GAMES, seed: int = 11) -> Iterator[Mark]:
    """A mark for every match, as it is played."""
    pupil = mind_policy(mind, edition, players)
    for match, names in matches(players).items():
        company: list[Player] = [pupil if name == PUPIL else name for name in names]
        yield Mark(match, *win_share(edition, company, games=games, seed=seed), games)


def win_share(edition: Edition, company: Sequence[Player], *, games: int, seed: int) -> tuple[float, float]:
    """The first player's, in per cent, with half of its 95 % interval; reckoned as exactly as the machine can."""
    with jax.default_matmul_precision("highest"):
        counted = play_games(edition, company, games=games, seed=seed)
    share = counted.wins[0] / WHOLE_WIN / counted.games
    margin = win_margin(counted.wins[0], counted.wins_squared[0], counted.games)
    return round(100 * share, 3), round(100 * (1.0 if margin is None else margin), 3)
