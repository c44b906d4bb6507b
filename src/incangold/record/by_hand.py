"""A game of cardboard as people tell it, act by act: how it lies, what may come next, and what is taken back."""

from collections.abc import Mapping
from typing import NamedTuple

from incangold.cards import Artifact
from incangold.die import die_choice
from incangold.errors import IncanGoldError
from incangold.events import Event
from incangold.game import CAMP, ROUND, TORCH, Act, Choices, Game, Seats
from incangold.record.record import Record, opening, replay
from incangold.rules import open_round, play


class Cardboard(NamedTuple):
    """The record so far, the position it leads to, and what came of each of its acts."""

    record: Record
    game: Game
    told: tuple[tuple[Event, ...], ...]  # by act

    @property
    def story(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple([event for events in self.told for event in events])

    def then(self, act: Act) -> "Cardboard":
        """One more act; refuses what the cardboard cannot do."""
        game, events = play(self.game, act)
        longer = self.record._replace(acts=(*self.record.acts, act))
        return Cardboard(longer, game, (*self.told, events))

    def back(self, acts: int = 1) -> "Cardboard":
        """The same without its last acts."""
        left = max(0, len(self.record.acts) - acts)
        return lying(self.record._replace(acts=self.record.acts[:left]))


def lying(record: Record) -> Cardboard:
    """How the cardboard lies after a record, finished or not."""
    game = opening(record.edition, record.players, record.start_player)
    steps = tuple(replay(record))
    return Cardboard(record, steps[-1].game if steps else game, tuple([step.events for step in steps]))


def may_be_shown(game: Game) -> tuple[Artifact | None, ...]:
    """R2. The artifacts of which one lies under the next Temple card; None alone where there is none any more."""
    if game.phase is not ROUND:
        return ()
    return tuple([artifact for artifact in (*game.under_temples, None) if _can_be_shown(game, artifact)])


def _can_be_shown(game: Game, artifact: Artifact | None) -> bool:
    try:
        open_round(game, artifact)
    except IncanGoldError:
        return False
    return True


def about_to_begin(game: Game) -> Game:
    """The next round as it begins; which artifact it shows makes no difference to the odds."""
    return open_round(game, may_be_shown(game)[0]).game


def choices_of(game: Game, leaving: Seats, rolls: Mapping[int, int | None]) -> Choices:
    """R4. Camp for those who leave, Torch for all others inside; a die lays what its roll says."""
    laid = [CAMP if seat in leaving else TORCH if seat in game.in_temple else None for seat in range(len(game.leaders))]
    for seat in game.dice:
        laid[seat] = die_choice(game, seat, rolls.get(seat))
    return Choices(tuple(laid), tuple([rolls.get(seat) for seat in game.dice]))
