"""The plain bots, each a single thought about when to leave."""

from random import Random

from incangold.bots.bot import Answer, Leaves
from incangold.die import fear
from incangold.game import CAMP, TORCH, artifacts_claimed
from incangold.odds import one_more_card
from incangold.path import hazards_on
from incangold.view import View


def turn(number: int) -> Leaves:
    """Leaves at the first choice with so many cards on the path."""
    return lambda view, seat: len(view.public.path) >= number


def treasure(number: int) -> Leaves:
    """Leaves with so much beside the tent."""
    return lambda view, seat: view.beside_tent(seat) >= number


def hazard(number: int) -> Leaves:
    """Leaves when so many hazards lie on the path."""
    return lambda view, seat: len(hazards_on(view.path)) >= number


def odds(view: View, seat: int) -> bool:
    """Leaves when the expected loss of one more card is at least its expected gain."""
    public = view.public
    one_more = one_more_card(
        public.edition,
        public.quest_deck,
        public.path,
        inside=view.inside,
        beside_tent=public.beside_tent[seat],
        claimed=artifacts_claimed(public.artifacts),
    )
    return one_more.loss >= one_more.gain


def at_random(luck: Random) -> Leaves:
    """Tosses a coin."""
    return lambda view, seat: luck.random() < 0.5


class Die:
    """The third player of the two-player game: it rolls, and leaves if it shows its fear or less."""

    def choose(self, view: View) -> Answer:
        """R16. By what lies under its cup; with nothing to fear there is no roll, and it stays."""
        return tuple(
            CAMP if roll is not None and roll <= fear(view.path, view.beside_tent(seat)) else TORCH
            for seat, roll in zip(view.seats, view.rolls, strict=True)
            if seat in view.to_choose
        )
