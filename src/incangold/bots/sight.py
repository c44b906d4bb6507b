"""Shorter sight: a position as somebody sees it who looks at part of it only, the same part every time.

Each is a plain change of `Seen`, of one position or of many at once: what is overlooked is read as it mostly is, so
that whoever reads on finds nothing strange in it.
"""

from collections.abc import Callable

from incangold.editions import Edition
from incangold.seen import Seen, different_treasures

Sight = Callable[[Seen, Edition, int], Seen]


def this_round_only(seen: Seen, edition: Edition, players: int) -> Seen:
    """Every round is the first: tents are empty, nobody has an artifact or a past, the evening is long."""
    nothing, all_may = [0] * len(seen.in_tent), [1] * len(seen.in_tent)
    owned = {"in_tent": nothing, "artifacts": nothing, "worth": nothing}
    return seen._replace(round=1, **owned, walked_past=nothing, scavenging=all_may)


def itself_only(seen: Seen, edition: Edition, players: int) -> Seen:
    """Counts its own gold along; all the others, it thinks, have as much as it has and do as it does."""
    each = len(seen.in_tent) // players
    own = [list(part)[:each] for part in (seen.in_tent, seen.artifacts, seen.worth)]
    as_much = [tent + worth for tent, _, worth in zip(*own, strict=True)] * (players - 1)
    nothing = [0] * len(as_much)
    owned = {"in_tent": own[0] + as_much, "artifacts": own[1] + nothing, "worth": own[2] + nothing}
    past, may = (list(part)[:each] * players for part in (seen.walked_past, seen.scavenging))
    return seen._replace(**owned, walked_past=past, scavenging=may)


def uncounted_deck(seen: Seen, edition: Edition, players: int) -> Seen:
    """Does not count cards: the deck is the whole box, less the hazards that lie before everybody's eyes."""
    return seen._replace(
        deck_treasures=[edition.treasures.count(value) for value in different_treasures(edition)],
        deck_hazards=[edition.hazard_copies - lies for lies in list(seen.path_hazards)],
    )
