"""play, replay, verify, odds: one game, or one position of it."""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incangold.cli.options import cli, edition_option, json_option, language_option, pace_option, record_argument

if TYPE_CHECKING:
    from incangold.editions import Edition
    from incangold.record import Record
    from incangold.terminal.evening import Setup
    from incangold.words.catalogue import Catalogue


@cli.command()
@click.option(
    "--people", default=None, metavar="NAMES", help='Who sits at this keyboard: "Ana,Bo". Default: you alone.'
)
@click.option(
    "--bots",
    default=None,
    metavar="BOTS",
    help='How many ("3", "0") or which ("greedy,die,turn:6"). Default: three when you are alone, else none. '
    "`incangold bots` lists them.",
)
@edition_option
@click.option("--seed", default=None, help="Practice with a typed seed: the same seed, the same cards. Not proven.")
@click.option("--start", default=None, metavar="NAME", help="Name the start player instead of drawing lots.")
@language_option
@click.option("--plain", is_flag=True, help="Plain lines; by itself where there is no terminal.")
@pace_option
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Folder for finished games (by default in your data folder).",
)
@click.pass_context
def play(
    ctx: click.Context,
    *,
    people: str | None,
    bots: str | None,
    edition: "Edition",
    seed: str | None,
    start: str | None,
    words: "Catalogue",
    plain: bool,
    pace: float,
    records: Path | None,
) -> None:
    """Play in the terminal.

    Alone against bots, or several people at one keyboard.

    Two players, people or bots, lead two adventurers each. Finished games are saved as small text files.

    At your turn w asks the coach what it would lay; after the game r shows its review (`incangold review` later).

    \b
    incangold play                                you and three bots
    incangold play --people Ana,Bo --bots 0       two people, two adventurers each
    incangold play --people Ana,Bo --bots die     two people and the die
    incangold play --bots odds,greedy,timid --seed 7 --lang pl
    """
    from incangold.terminal.evening import Setup, chosen_bots, chosen_people, records_folder

    names = chosen_people(people, words)
    setup = Setup(
        edition=edition,
        people=names,
        bots=chosen_bots(bots, people=len(names)),
        words=words,
        seed=seed,
        start=start,
        records=records or records_folder(),
    )
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if plain or not terminal or os.environ.get("TERM") == "dumb":
        ctx.exit(_play_plain(setup, screen=shutil.get_terminal_size().lines if terminal else 0))
    from incangold.terminal.app import TableApp

    app = TableApp(setup, pace=pace)
    app.run()
    for path in app.saved:
        click.echo(words.say("play.saved", path=path))
    if app.refusal:
        raise app.refusal
    if not app.evening.table.is_over:
        click.echo(app.evening.left_told(), err=True)
    ctx.exit(app.return_code or 0)


def _play_plain(setup: "Setup", *, screen: int) -> int:
    from incangold.terminal.evening import Evening
    from incangold.terminal.plain import Left, PlainTable

    evening = Evening(setup)
    try:
        PlainTable(evening, sys.stdin.readline, click.echo, screen=screen).play()
    except (Left, KeyboardInterrupt):
        click.echo("\n" + evening.left_told(), err=True)
        return 1
    return 0


@cli.command()
@record_argument
@json_option
@language_option
def replay(record: "Record", as_json: bool, words: "Catalogue") -> None:
    """Tell a recorded game in words.

    With --json: every event and the final standing.

    FILE is a record as `incangold play` saves it, in text or JSON; - reads standard input.
    """
    from incangold.record import event_json, to_json
    from incangold.record import replay as steps
    from incangold.rules import open_tents
    from incangold.words.story import Storyteller

    told = list(steps(record))
    if not as_json:
        for line in Storyteller(words, record.players).tell(event for step in told for event in step.events):
            click.echo(line)
        return
    is_over = bool(told) and told[-1].game.phase == "over"
    standing = open_tents(told[-1].game)._asdict() if is_over else None
    events = [event_json(event) for step in told for event in step.events]
    whole = {"record": to_json(record), "events": events, "is_over": is_over, "standing": standing}
    click.echo(json.dumps(whole, ensure_ascii=False))


@cli.command()
@record_argument
@json_option
@language_option
def verify(record: "Record", as_json: bool, words: "Catalogue") -> None:
    """Check the luck of a recorded game.

    Derives its lots, cards and rolls again, and says whether its seed must give this game.

    Status 0: it does. Status 2: it does not, with the place where it differs.
    """
    from incangold.errors import IncanGoldError
    from incangold.table.proof import verify as derive_again

    try:
        verdict = derive_again(record)
    except IncanGoldError as refusal:
        if as_json:
            click.echo(json.dumps({"verified": False, "why": str(refusal)}))
        raise
    if as_json:
        click.echo(json.dumps({"verified": True, **verdict._asdict()}))
        return
    key = "verify.host_alone" if verdict.proven and not verdict.joint else "verify.proven"
    facts = {"lots": verdict.lots, "cards": verdict.cards, "rolls": verdict.rolls}
    click.echo(words.say(key if verdict.proven else "verify.practice", **facts))
    if not verdict.is_over:
        click.echo(words.say("verify.unfinished"))
    if verdict.proven:
        click.echo(words.say("verify.does_not"))


@cli.command()
@click.option(
    "--path",
    "path_text",
    default="",
    metavar="CARDS",
    help='The path: "11 snakes 7:1 mask"; 7:1 is treasure 7 with 1 left on it.',
)
@click.option("--removed", default="", metavar="CARDS", help='Cards out of the game: "snakes fire".')
@click.option("--artifacts", default="", metavar="NAMES", help='Artifacts in the deck, not yet found: "tumi condor".')
@click.option("--in", "inside", type=int, default=4, show_default=True, help="How many are in the temple.")
@click.option(
    "--beside",
    type=click.IntRange(0, 999),
    default=None,
    help="What lies beside your tent (default: your share of the path).",
)
@click.option("--claimed", type=click.IntRange(0, 5), default=0, help="How many artifacts have left the temple.")
@edition_option
@json_option
@language_option
def odds(words: "Catalogue", as_json: bool, **position: Any) -> None:
    """Tell the exact odds of the next card.

    For a position typed by hand: what lies on the path, what is gone, who is in.

    \b
    incangold odds --path "11 snakes 7 fire" --in 3
    incangold odds --path "snakes 14" --removed "snakes snakes" --in 2
    incangold odds --path "mask 5 rocks" --artifacts "tumi" --in 1 --beside 12
    """
    from incangold.words.position import position_json, position_told, typed_position

    typed = typed_position(**position)
    if as_json:
        click.echo(json.dumps(position_json(typed), ensure_ascii=False))
        return
    for line in position_told(words, typed):
        click.echo(line)
