"""bots, editions, aid: what there is to know before a game."""

from typing import TYPE_CHECKING

import click

from incangold.cli.options import cli, edition_option, language_option

if TYPE_CHECKING:
    from incangold.editions import Edition
    from incangold.words.catalogue import Catalogue


@cli.command()
@language_option
def bots(words: "Catalogue") -> None:
    """List the bots by name and character."""
    from incangold.bots.characters import bot_character, bot_name
    from incangold.bots.roster import roster

    for name in roster():
        title = bot_name(name, words)
        click.echo(f"{name:<11} {title if title != name else '':<8} {bot_character(name, words)}")


@cli.command()
@language_option
def editions(words: "Catalogue") -> None:
    """List the editions and their fields.

    Each field can be overridden wherever an edition is named: "incan-gold rounds=3 open_tents=yes".
    """
    from incangold.editions import EDITIONS, FIELDS, differences, written

    default, *others = EDITIONS
    click.echo(words.say("editions.default", name=default))
    for field in FIELDS:
        click.echo(f"  {field}={written(getattr(EDITIONS[default], field))}")
    for name in others:
        click.echo(f"{name}: {' '.join(differences(EDITIONS[default], EDITIONS[name]))}")
    click.echo(words.say("editions.override"))
    for field, (_, rule) in FIELDS.items():
        click.echo(f"  {field}: {words.name(rule)}")


@cli.command()
@edition_option
@language_option
def aid(edition: "Edition", words: "Catalogue") -> None:
    """Print the player aid: the rules on one page."""
    from incangold.words.story import player_aid

    click.echo("\n".join(player_aid(words, edition)))
