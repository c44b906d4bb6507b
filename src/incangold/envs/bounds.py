"""What no number of an observation ever exceeds; all of them are 0 at least."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from incangold.editions import Edition, PathShare
from incangold.game import MOST_REMEMBERED
from incangold.seen import Seen, adventurers, different_treasures


@lru_cache(maxsize=64)
def highest(edition: Edition, players: int) -> npt.NDArray[np.int32]:
    """The bound of every number, in the order of an observation."""
    bounds = np.concatenate([np.ravel(bound) for bound in _bounds(edition, adventurers(players), players)])
    return bounds.astype(np.int32)


def _bounds(edition: Edition, seats: int, players: int) -> Seen:
    artifacts, most = edition.artifacts_in_box, _most_on_path(edition)
    worth = sum(edition.worth(artifact, claimed=before) for before, artifact in enumerate(artifacts))
    treasure, one_each = sum(edition.treasures), [1] * len(artifacts)
    return Seen(
        round=edition.rounds,
        # A turn follows a card that lies on the path, and an artifact comes to lie there once in a game.
        turn=edition.rounds * (most - len(artifacts)) + len(artifacts),
        start_player=players - 1,
        in_temple=[1] * seats,
        beside_tent=[treasure] * seats,
        in_tent=[treasure * edition.rounds] * seats,
        artifacts=[len(artifacts)] * seats,
        worth=[worth] * seats,
        dice=[1] * seats,
        walked_past=[MOST_REMEMBERED] * seats,
        scavenging=[1] * seats,
        deck_treasures=[edition.treasures.count(value) for value in different_treasures(edition)],
        deck_hazards=[edition.hazard_copies] * len(edition.hazards),
        deck_artifacts=one_each,
        path_cards=most,
        path_treasure=_most_treasure(edition, seats),
        path_hazards=[min(edition.hazard_copies, 1)] * len(edition.hazards),
        path_artifacts=one_each,
        under_temples=one_each,
    )


def _most_on_path(edition: Edition) -> int:
    """Every treasure, one hazard of each kind and every artifact."""
    kinds = len(edition.hazards) if edition.hazard_copies else 0
    return len(edition.treasures) + kinds + len(edition.artifacts_in_box)


def _most_treasure(edition: Edition, seats: int) -> list[int]:
    """What does not divide among however many were inside."""
    if edition.path_share is PathShare.POOLED:
        return [sum(max(value % inside for inside in range(1, seats + 1)) for value in edition.treasures)]
    return [sum(value >= left for value in edition.treasures) for left in range(1, seats)]
