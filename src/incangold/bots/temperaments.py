"""Bots made of the plain ones that are fun to play against; their faces and words are in the catalogues."""

from random import Random

from incangold.bots.bot import Answer, Leaves, OneByOne
from incangold.bots.simple import hazard, treasure
from incangold.game import artifacts_claimed
from incangold.memory import scavenges
from incangold.path import artifacts_on, hazards_on
from incangold.view import View


def timid(view: View, seat: int) -> bool:
    """Runs from the first hazard as soon as it has anything to lose, and at eight from its own shadow."""
    return (view.beside_tent(seat) > 0 and bool(hazards_on(view.path))) or view.beside_tent(seat) >= 8


def greedy(view: View, seat: int) -> bool:
    """Never blinks before fifteen, or the fourth hazard."""
    return treasure(15)(view, seat) or hazard(4)(view, seat)


def scavenger(view: View, seat: int) -> bool:
    """Goes home to pick up what the others left: when the path holds more than a share of the next card would."""
    public = view.public
    return scavenges(
        public.edition,
        public.quest_deck,
        public.path,
        inside=view.inside,
        beside_tent=view.beside_tent(seat),
        claimed=artifacts_claimed(public.artifacts),
    )


def follower(view: View, seat: int) -> bool:
    """Stays while the crowd stays; once half of it is home, so is this one."""
    everybody = len(view.public.leaders)
    return 2 * view.inside <= everybody or hazard(4)(view, seat)


def hunter(view: View, seat: int) -> bool:
    """Waits for an artifact and for the others to leave; then walks out with it."""
    if artifacts_on(view.path):
        return view.inside <= 2
    return treasure(12)(view, seat) or hazard(3)(view, seat)


class Moody:
    """Makes up its mind anew every round: somewhere between five and eighteen is enough today."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._round = 0
        self._enough = 0

    def choose(self, view: View) -> Answer:
        """By today's mood."""
        if view.public.round != self._round:
            self._round, self._enough = view.public.round, self._luck.randint(5, 18)
        return OneByOne(treasure(self._enough)).choose(view)


CHARACTERS: dict[str, Leaves] = {
    "timid": timid,
    "greedy": greedy,
    "scavenger": scavenger,
    "follower": follower,
    "hunter": hunter,
}
