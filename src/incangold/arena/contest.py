"""Which bots play how many games of what; and the engine: a table for every game, or the kernel for all at once."""

from dataclasses import dataclass, replace
from typing import Literal

from incangold.arena.interruptions import interruptions_remembered
from incangold.bots.roster import make_bot
from incangold.editions import Edition
from incangold.errors import KernelNotInstalled, WrongNumberOfPlayers

Engine = Literal["table", "kernel"]
WORTH_COMPILING = 10_000  # fewer games are over at tables before the kernel has compiled its program


@dataclass(frozen=True)
class Contest:
    """Which bots play how many games of what. One engine deals other games for a seed than the other."""

    bots: tuple[str, ...]
    edition: Edition
    games: int
    seed: int
    engine: Engine = "table"

    def __post_init__(self) -> None:
        if not 2 <= len(self.bots) <= 8:
            raise WrongNumberOfPlayers(players=len(self.bots))
        for number, name in enumerate(self.bots):
            make_bot(name, seed=str(number))


def played_by(contest: Contest, asked: str) -> Contest:
    """The same contest with the engine that is asked for; `auto` is the kernel where it can play and is worth it."""
    if asked == "auto":
        return replace(contest, engine="kernel" if _suits_the_kernel(contest) else "table")
    if asked == "kernel":
        _refuse_unless_kernel_plays(contest)
        return replace(contest, engine="kernel")
    return replace(contest, engine="table")


def _suits_the_kernel(contest: Contest) -> bool:
    if contest.games < WORTH_COMPILING or not kernel_is_installed():
        return False
    from incangold.kernel.match import MOST_TREASURE
    from incangold.kernel.policies import has_array_form

    most_treasure = sum(contest.edition.treasures) * contest.edition.rounds
    return all(map(has_array_form, contest.bots)) and most_treasure <= MOST_TREASURE


def _refuse_unless_kernel_plays(contest: Contest) -> None:
    if not kernel_is_installed():
        raise KernelNotInstalled(command='pip install "incangold[kernel]"')
    from incangold.kernel.policies import array_policy

    for bot in contest.bots:
        array_policy(bot, contest.edition, len(contest.bots))


def kernel_is_installed() -> bool:
    """Whether JAX is there."""
    try:
        with interruptions_remembered():
            import jax  # noqa: F401
    except ImportError:
        return False
    return True
