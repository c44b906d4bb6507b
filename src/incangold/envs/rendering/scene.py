"""What is drawn of a position, wherever it comes from: a Game, a View or what is open to all."""

from collections.abc import Sequence
from typing import NamedTuple

from incangold.cards import Artifact
from incangold.events import GameEnded
from incangold.game import OVER, Game, artifacts_claimed, seats_of
from incangold.path import artifacts_on
from incangold.record import Player, adventurer_names
from incangold.rules import open_tents
from incangold.view import Public, View, counted_tents

Position = Game | Public | View


class Scene(NamedTuple):
    """A position with its tents counted, because it is drawn for those who study the game."""

    at: Game | Public
    tents: tuple[int, ...]
    names: Sequence[str]  # by adventurer
    ended: GameEnded | None

    @property
    def winners(self) -> tuple[int, ...]:
        """The adventurers of those who won, once it is known."""
        players = self.ended.winners if self.ended else ()
        return tuple(seat for player in players for seat in seats_of(self.at.leaders, player))

    def worth_now(self, artifact: Artifact) -> int:
        """What an artifact on the path would count, if one adventurer carried out all that lie there."""
        before = artifacts_claimed(self.at.artifacts) + artifacts_on(self.at.path).index(artifact)
        return self.at.edition.worth(artifact, claimed=before)


def scene_of(position: Position, names: Sequence[str] | None = None) -> Scene:
    """The scene of a position; `names` are the players', player_0 and so on when nobody says."""
    at = position.public if isinstance(position, View) else position
    players = names or [f"player_{player}" for player in range(at.leaders[-1] + 1)]
    adventurers = adventurer_names(tuple(map(Player, players)))
    if isinstance(at, Game):
        return Scene(at, at.in_tent, adventurers, open_tents(at) if at.phase is OVER else None)
    last = at.story[-1] if at.story else None
    return Scene(at, counted_tents(at), adventurers, last if isinstance(last, GameEnded) else None)
