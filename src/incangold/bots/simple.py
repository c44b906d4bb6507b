"""The plain bots, each a single thought; `leaves` questions that temperaments are made of."""

from random import Random

from incangold.bots.bot import Answer, Leaves, OneByOne
from incangold.game import Choice, treasure_on
from incangold.odds import one_more_card
from incangold.rules import hazards_on
from incangold.view import View


def turn(number: int) -> Leaves:
    """Leaves at the first choice with so many cards on the path."""
    return lambda view, seat: len(view.path) >= number


def treasure(number: int) -> Leaves:
    """Leaves with so much beside the tent."""
    return lambda view, seat: view.beside_tent(seat) >= number


def hazard(number: int) -> Leaves:
    """Leaves when so many hazards lie on the path."""
    return lambda view, seat: len(hazards_on(view.path)) >= number


def odds(view: View, seat: int) -> bool:
    """Leaves when the expected loss of one more card is at least its expected gain."""
    one_more = one_more_card(view.public, seat)
    return one_more.loss >= one_more.gain


class Die:
    """The third player of the two-player game: rolls, and leaves if it shows its fear or less."""

    def choose(self, view: View) -> Answer:
        """R16. By the roll under its cup; with nothing to fear there is none, and it stays."""
        from incangold.rules import fear

        cards = []
        for seat, roll in zip(view.seats, view.rolls, strict=True):
            if seat in view.to_choose:
                afraid = roll is not None and roll <= fear(view.path, view.beside_tent(seat))
                cards.append(Choice.CAMP if afraid else Choice.TORCH)
        return tuple(cards)
