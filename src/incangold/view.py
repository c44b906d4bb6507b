"""What one player may know; built field by field, holding no Game and nothing that leads to one."""

from typing import NamedTuple

from incangold.cards import Artifact, Card
from incangold.editions import Edition
from incangold.events import Event, ReturnedToCamp
from incangold.game import Adventurer, Choice, Game, PathCard, Phase, RemovedCard, Seats, seats_of


class Public(NamedTuple):
    """What everybody at the table and everybody watching may know."""

    edition: Edition
    leaders: tuple[int, ...]
    dice: Seats
    start_player: int
    phase: Phase
    round: int
    turn: int
    quest_deck: tuple[Card, ...]  # anyone may count it: in box order, so it tells no order
    path: tuple[PathCard, ...]
    leaving: Seats
    adventurers: tuple[Adventurer, ...]
    tents: tuple[int, ...] | None  # only with open tents, or after the game
    under_temples: tuple[Artifact, ...]  # which, not where
    removed: tuple[RemovedCard, ...]
    story: tuple[Event, ...]


class View(NamedTuple):
    """The public part, shared by all, and what one player knows besides; a spectator leads nobody."""

    public: Public
    player: int | None
    seats: Seats  # the adventurers this player leads
    tents: tuple[int, ...]  # what lies in their tents
    cards: tuple[Choice | None, ...]  # the cards they have laid this turn
    rolls: tuple[int | None, ...]  # what the die under their cup shows, for a player that is one
    laid: Seats  # everybody who has laid a card this turn

    @property
    def to_choose(self) -> Seats:
        """Which of this player's adventurers are to lay a card now."""
        public = self.public
        if public.phase is not Phase.CHOICES:
            return ()
        return tuple([seat for seat in self.seats if public.adventurers[seat].in_temple])

    @property
    def path(self) -> tuple[PathCard, ...]:
        """The cards turned this round, with what lies on them."""
        return self.public.path

    @property
    def inside(self) -> int:
        """How many adventurers are in the temple."""
        return sum([each.in_temple for each in self.public.adventurers])

    def beside_tent(self, seat: int) -> int:
        """What this adventurer stands to lose."""
        return self.public.adventurers[seat].beside_tent


def public_part(game: Game, story: tuple[Event, ...]) -> Public:
    """R14. What is open to all: never the tents, unless the edition or the end has opened them."""
    return Public(
        game.edition,
        game.leaders,
        game.dice,
        game.start_player,
        game.phase,
        game.round,
        game.turn,
        game.quest_deck,
        game.path,
        game.leaving,
        game.adventurers,
        game.tents if game.edition.open_tents or game.phase is Phase.OVER else None,
        game.under_temples,
        game.removed,
        story,
    )


def spectator_view(public: Public, laid: Seats) -> View:
    """What somebody who only watches may know."""
    return View(public, None, (), (), (), (), laid)


def own_tents(game: Game, player: int) -> tuple[int, ...]:
    """What lies in the tents of one player's adventurers."""
    return tuple([game.tents[seat] for seat in seats_of(game.leaders, player)])


def counted_tents(public: Public) -> tuple[int, ...]:
    """What lies in every tent, for one who remembers the whole story; screens do not do this for people."""
    tents = [0] * len(public.leaders)
    for event in public.story:
        if isinstance(event, ReturnedToCamp):
            for seat, brought in zip(event.seats, event.brought, strict=True):
                tents[seat] += brought
    return tuple(tents)
