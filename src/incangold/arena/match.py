"""Bots at a table: one turn of theirs, or a whole game."""

from collections.abc import Mapping, Sequence

from incangold.bots.bot import Bot, what_went_wrong
from incangold.errors import BotFailed
from incangold.record import Player
from incangold.table.table import Table


def bots_as_players(bots: Sequence[str]) -> tuple[Player, ...]:
    """Bots by their roster names, numbered so that no two are called the same."""
    return tuple(Player(f"{bot} {place}"[-24:].strip(), bot) for place, bot in enumerate(bots, start=1))


def play_out(table: Table, bots: Sequence[Bot]) -> None:
    """Let these bots, one for each player, play a table to its end."""
    seated = dict(enumerate(bots))
    table.proceed()
    while not table.is_over:
        lay_for_bots(table, seated)
        table.proceed()


def lay_for_bots(table: Table, bots: Mapping[int, Bot]) -> None:
    """Every bot with an adventurer in the temple lays its cards; all of them see the same position."""
    answers = []
    for player, bot in bots.items():
        view = table.view(player)
        if view.to_choose:
            try:
                answers.append((player, bot.choose(view)))
            except KeyboardInterrupt:  # the only one that is not the bot's own
                raise
            except BaseException as error:
                name, bot_name = table.players[player]
                raise BotFailed(who=f"{name} ({bot_name})", why=what_went_wrong(error)) from error
    for player, answer in answers:
        table.lay_for(player, answer)
