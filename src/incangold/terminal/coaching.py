"""The coach at one keyboard: advice for whoever is to choose, and a look back when the tents are open.

Its room is entered only when somebody asks: the network and NumPy would make every game begin more slowly.
"""

from incangold.record import Record
from incangold.view import View
from incangold.words.catalogue import Catalogue


def advised(view: View, words: Catalogue) -> list[str]:
    """What the coach whispers to one player; it knows no more than that player may."""
    from incangold.coach.advice import advice
    from incangold.coach.told import advice_told

    return advice_told(words, view, advice(view))


def looked_back(record: Record, words: Catalogue) -> list[str]:
    """The review of a game."""
    from incangold.coach.report import review_told
    from incangold.coach.review import review

    return review_told(words, record, review(record))
