"""Who a bot is: the name it goes by at a table, and one line on what to expect of it."""

from incangold.bots.roster import NAMED, kind_of
from incangold.words.catalogue import Catalogue


def bot_name(bot: str, words: Catalogue) -> str:
    """What a bot is called at the table: its character's name, or its roster name."""
    return words.say(f"bot.{bot}.name") if bot in NAMED else bot[-24:].strip()


def bot_character(bot: str, words: Catalogue) -> str:
    """One line on what to expect of a bot."""
    return words.say(f"bot.{kind_of(bot)}.about", number=bot.partition(":")[2])
