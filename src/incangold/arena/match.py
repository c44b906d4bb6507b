"""Bots at a table: one turn of theirs, or a whole game."""

from collections.abc import Mapping, Sequence

from incangold.bots.bot import Answer, Bot
from incangold.errors import BotFailed
from incangold.table.table import Table


def play_out(table: Table, bots: Sequence[Bot]) -> None:
    """Let these bots, one for each player, play a table to its end."""
    seated = dict(enumerate(bots))
    table.proceed()
    while not table.is_over:
        lay_for_bots(table, seated)
        table.proceed()


def lay_for_bots(table: Table, bots: Mapping[int, Bot]) -> None:
    """Every bot with an adventurer in the temple lays its cards; all of them see the same position."""
    for player, answer in _answers(table, bots):
        table.lay_for(player, answer)


def _answers(table: Table, bots: Mapping[int, Bot]) -> list[tuple[int, Answer]]:
    answers, player = [], 0
    try:
        for player, bot in bots.items():
            view = table.view(player)
            if view.to_choose:
                answers.append((player, bot.choose(view)))
    except Exception as error:
        name, bot_name = table.players[player]
        raise BotFailed(who=f"{name} ({bot_name})", why=f"{type(error).__name__}: {error}"[:200]) from error
    return answers
