"""The coach at one keyboard: advice for whoever is to choose, and a look back when the tents are open.

Its room is entered only when somebody asks: the network and NumPy would make every game begin more slowly.
"""

from incangold.errors import CoachNotAllowed, NotTimeToAdvise
from incangold.record import Record
from incangold.terminal.far_table import FarTable
from incangold.view import View
from incangold.words.catalogue import Catalogue


def advised(view: View, words: Catalogue) -> list[str]:
    """What the coach whispers to one player; it knows no more than that player may."""
    from incangold.coach.advice import advice
    from incangold.coach.told import advice_told

    return advice_told(words, view, advice(view))


def advised_far_away(table: FarTable, words: Catalogue) -> list[str]:
    """The same at somebody's table, where it is allowed there."""
    view = table.view()
    if not table.has_coach:
        raise CoachNotAllowed()
    if view is None or not view.to_choose:
        raise NotTimeToAdvise()
    return advised(view, words)


def looked_back(record: Record, words: Catalogue) -> list[str]:
    """The review of a game."""
    from incangold.coach.report import review_told
    from incangold.coach.review import review

    return review_told(words, record, review(record))
