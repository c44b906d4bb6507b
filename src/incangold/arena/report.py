"""What an arena found, as a table for people and as JSON for programs."""

from typing import Any

from rich.table import Table as Grid

from incangold.arena.contest import Contest
from incangold.arena.tally import Tally
from incangold.editions import name_of
from incangold.margins import half_width, win_margin
from incangold.seen import WHOLE_WIN
from incangold.words.catalogue import Catalogue

WHERE = {"table": "arena.at_tables", "kernel": "arena.in_the_kernel"}


def as_json(contest: Contest, tally: Tally) -> dict[str, Any]:
    """Seats in the order of the command; `wins` is the win share, `ci95` half its interval."""
    return {
        "games": tally.games,
        "seed": contest.seed,
        "engine": contest.engine,
        "edition": name_of(contest.edition),
        "seats": [_seat(contest, tally, bot) for bot in range(len(contest.bots))],
        "driven_out_rate": tally.driven_out / tally.rounds,
        "cards_per_round": tally.cards / tally.rounds,
    }


def _seat(contest: Contest, tally: Tally, bot: int) -> dict[str, Any]:
    return {
        "bot": contest.bots[bot],
        "wins": tally.wins[bot] / WHOLE_WIN / tally.games,
        "mean": tally.scores[bot] / tally.games,
        "ci95": win_margin(tally.wins[bot], tally.wins_squared[bot], tally.games),
        "artifacts": tally.artifacts[bot] / tally.games,
    }


def as_grid(contest: Contest, tally: Tally, words: Catalogue) -> Grid:
    """Win share and mean score with their 95 % intervals, the best first."""
    grid = Grid()
    for key in ("seat", "wins", "mean", "artifacts"):
        grid.add_column(words.say(f"arena.{key}"), justify="left" if key == "seat" else "right")
    for bot in sorted(range(len(contest.bots)), key=tally.wins.__getitem__, reverse=True):
        seat = _seat(contest, tally, bot)
        margin = half_width(tally.scores[bot], tally.scores_squared[bot], tally.games)
        grid.add_row(
            seat["bot"],
            _with_margin(words, 100 * seat["wins"], seat["ci95"] and 100 * seat["ci95"]) + " %",
            _with_margin(words, seat["mean"], margin),
            words.decimal(seat["artifacts"], 2),
        )
    return grid


def _with_margin(words: Catalogue, value: float, margin: float | None) -> str:
    return f"{words.decimal(value, 2)} ± {'–' if margin is None else words.decimal(margin, 2)}"


def summary(contest: Contest, tally: Tally, words: Catalogue) -> str:
    """One sentence on the games themselves."""
    return words.say(
        "arena.summary",
        games=tally.games,
        edition=name_of(contest.edition),
        engine=words.say(WHERE[contest.engine]),
        seed=contest.seed,
        driven_out=words.percent(tally.driven_out / tally.rounds),
        cards=words.decimal(tally.cards / tally.rounds, 2),
    )
