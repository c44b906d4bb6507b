"""review: a game looked back on by the coach."""

import json
from typing import TYPE_CHECKING

import click

from incangold.cli.options import cli, json_option, language_option, record_argument

if TYPE_CHECKING:
    from incangold.record import Record
    from incangold.words.catalogue import Catalogue


@cli.command()
@record_argument
@json_option
@language_option
def review(record: "Record", as_json: bool, words: "Catalogue") -> None:
    """Look back on a recorded game with the coach.

    Everybody's chance to win over the game, what each decision cost, the turning points, luck and skill told apart.
    Chances are the trained player's estimates, exact where one adventurer decides the last round alone.

    FILE is a record as `incangold play` saves it, in text or JSON; - reads standard input. A game that was not
    finished is reviewed as far as it goes.

    \b
    incangold review FILE
    incangold review FILE --json      every number, for programs
    """
    from incangold.coach.as_json import review_json
    from incangold.coach.report import review_told
    from incangold.coach.review import review as look_back

    reviewed = look_back(record)
    if as_json:
        click.echo(json.dumps(review_json(reviewed), ensure_ascii=False))
        return
    for line in review_told(words, record, reviewed):
        click.echo(line)
