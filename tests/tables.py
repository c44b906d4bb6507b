"""Tables to sit down at: Ana, Bo and as many others as a test needs."""

from incangold.arena.match import play_out
from incangold.bots.roster import make_bot
from incangold.editions import edition
from incangold.game import Choice
from incangold.record import Luck, Player, Practice
from incangold.table.table import Table

NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal")


def table_of(
    players: int,
    *,
    seed: str = "7",
    of: str = "incan-gold",
    bots: tuple[str | None, ...] = (),
    luck: Luck | None = None,
    start: int | None = None,
) -> Table:
    """A table before its first card; `bots` are the roster names of those who are not people."""
    seated = (*bots, *(None for _ in range(players - len(bots))))
    named = tuple(Player(name, bot) for name, bot in zip(NAMES, seated, strict=False))
    return Table(edition(of), named, luck or Practice(seed), start_player=start)


def at_the_first_choice(players: int, *, seed: str = "7", of: str = "incan-gold") -> Table:
    """A table where cards are to be laid."""
    table = table_of(players, seed=seed, of=of)
    table.proceed()
    return table


def finished(*bots: str, seed: str = "7", of: str = "incan-gold", luck: Luck | None = None) -> Table:
    """A whole game of these bots."""
    table = table_of(len(bots), seed=seed, of=of, bots=bots, luck=luck)
    play_out(table, [make_bot(bot, seed=f"{seed}/{place}") for place, bot in enumerate(bots)])
    return table


def everybody(table: Table, choice: Choice) -> None:
    """All in the temple lay the same card, and it is turned over."""
    for seat in table.waiting_for:
        table.lay(seat, choice)
    table.proceed()
