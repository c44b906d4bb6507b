"""A line of characters from harmless to the strongest: the trained player, honestly weakened.

None of them ever blunders on purpose. They know what the trained player knows, but wish for it less sharply (softer
choices), look at less of the table (shorter sight), and lean towards Torch or Camp as their temperament has it.
"""

from functools import reduce
from typing import Any, NamedTuple

from incangold.bots.sight import Sight, itself_only, this_round_only, uncounted_deck
from incangold.editions import Edition
from incangold.seen import Array, Seen


class Manner(NamedTuple):
    """How the trained player plays: as it is, or as one of its pupils."""

    softness: float = 1.0  # above 1, choices that are not equally good come closer together
    lean: float = 0.0  # added to the wish for each Camp: 0.7 doubles its odds, -0.7 halves them
    sight: tuple[Sight, ...] = ()  # what it looks through, if it does not see everything


ITS_OWN = Manner()
AMAUTA = "amauta"
LINE = {
    "warma": Manner(softness=4, lean=0.7, sight=(this_round_only, uncounted_deck)),
    "qhatuq": Manner(softness=3, lean=0.1, sight=(itself_only, uncounted_deck)),
    "sinchi": Manner(softness=6, lean=-1.1, sight=(this_round_only,)),
    "michiq": Manner(softness=5, lean=0.2),
    "willaq": Manner(softness=4, lean=-0.1),
    AMAUTA: ITS_OWN,
}


def through(manner: Manner, seen: Seen, edition: Edition, players: int) -> Seen:
    """What is left of a position for somebody of this sight."""
    return reduce(lambda left, look: look(left, edition, players), manner.sight, seen)


def tempered(manner: Manner, wishes: Array, xp: Any) -> Array:
    """Wishes [3, …] for none, one or both to leave: softened, then leaning."""
    number = xp.arange(len(wishes)).reshape(-1, *[1] * (wishes.ndim - 1))
    return wishes / manner.softness + manner.lean * number
