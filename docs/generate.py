"""Writes what is made by a command: pages and a table, and what the web page is given; `--check`: are they current?"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from docs.fixtures import deals, stories
from docs.typescript import wire_types

from incangold.bots.characters import bot_character, bot_name
from incangold.bots.roster import roster
from incangold.cli import cli
from incangold.editions import EDITIONS, FIELDS, written
from incangold.envs.observation import docs_table
from incangold.words.catalogue import LANGUAGES, catalogue
from incangold.words.story import player_aid

FOLDER = Path(__file__).parent
NOTE = "<!-- made by `make docs` -->\n\n"


def commands() -> str:
    """Every command's own --help."""
    return NOTE + "# Commands\n\n" + "\n".join(_help())


def _help() -> Iterator[str]:
    yield f"```\n{_help_of(cli, 'incangold')}\n```\n"
    for name, command in sorted(cli.commands.items()):
        yield f"## {name}\n\n```\n{_help_of(command, f'incangold {name}')}\n```\n"


def _help_of(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name, terminal_width=90, help_option_names=["-h", "--help"])
    return command.get_help(context)


def page_roster() -> str:
    """Bots and player aid, in every language."""
    parts = [NOTE + "# The roster\n"]
    for language in LANGUAGES:
        words = catalogue(language)
        parts.append(f"## {words.say('language')}\n\n| | | |\n|---|---|---|")
        for name in roster():
            title = bot_name(name, words)
            parts.append(f"| `{name}` | {title if title != name else ''} | {bot_character(name, words)} |")
        aid = "\n".join(player_aid(words, EDITIONS["incan-gold"]))
        parts.append(f"\n```\n{aid}\n```\n")
    return "\n".join(parts)


def editions() -> str:
    """Every named edition, each field as it is typed."""
    named = {name: {field: written(getattr(one, field)) for field in FIELDS} for name, one in EDITIONS.items()}
    return json.dumps(named, indent=2) + "\n"


def observations() -> str:
    """The table of the observation layout, in the page that explains it."""
    before, _, rest = _stored("observations.md").partition("| field |")
    return before + docs_table() + rest[rest.index("\n\n") + 1 :]


PAGES = {
    "commands.md": commands,
    "observations.md": observations,
    "roster.md": page_roster,
    "../web/src/wire.ts": wire_types,
    "../web/src/editions.json": editions,
    "../web/src/fixtures/story.json": stories,
    "../web/src/fixtures/dealt.json": deals,
}


def main() -> int:
    """Write the pages, or say which are stale."""
    stale = [name for name, page in PAGES.items() if _stored(name) != page()]
    if "--check" in sys.argv:
        for name in stale:
            print(f"{Path('docs', name)} is not current: run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), "utf-8")
    return 0


def _stored(name: str) -> str:
    path = FOLDER / name
    return path.read_text("utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
