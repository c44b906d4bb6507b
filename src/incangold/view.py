"""What one player may know; built field by field, holding no Game and nothing that leads to one."""

from typing import NamedTuple

from incangold.cards import Artifact, Card
from incangold.editions import Edition
from incangold.events import Event, ReturnedToCamp
from incangold.game import CHOICES, OVER, Choice, Game, HeldArtifact, PathCard, Phase, RemovedCard, Seats, seats_of


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
    in_temple: Seats
    leaving: Seats
    beside_tent: tuple[int, ...]
    in_tent: tuple[int, ...] | None  # only with open tents, or after the game
    artifacts: tuple[tuple[HeldArtifact, ...], ...]
    under_temples: tuple[Artifact, ...]  # which, not where
    removed: tuple[RemovedCard, ...]
    walked_past: tuple[int, ...]
    scavenging: Seats
    story: tuple[Event, ...]


class View(NamedTuple):
    """The public part, shared by all, and what one player knows besides; a spectator leads nobody."""

    public: Public
    player: int | None
    seats: Seats  # the adventurers this player leads
    to_choose: Seats  # those of them that are to lay a card now
    in_tent: tuple[int, ...]  # what lies in their tents
    cards: tuple[Choice | None, ...]  # the cards they have laid this turn
    rolls: tuple[int | None, ...]  # what the die under their cup shows, for a player that is one
    laid: Seats  # everybody who has laid a card this turn

    @property
    def path(self) -> tuple[PathCard, ...]:
        """The cards turned this round, with what lies on them."""
        return self.public.path

    @property
    def inside(self) -> int:
        """How many adventurers are in the temple."""
        return len(self.public.in_temple)

    def beside_tent(self, seat: int) -> int:
        """What this adventurer stands to lose."""
        return self.public.beside_tent[seat]


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
        game.in_temple,
        game.leaving,
        game.beside_tent,
        game.in_tent if game.edition.open_tents or game.phase is OVER else None,
        game.artifacts,
        game.under_temples,
        game.removed,
        game.walked_past,
        game.scavenging,
        story,
    )


def spectator_view(public: Public, laid: Seats) -> View:
    """What somebody who only watches may know."""
    return View(public, None, (), (), (), (), (), laid)


def player_view(game: Game, story: tuple[Event, ...], player: int) -> View:
    """What one player may know of a game where no card lies face down: cardboard, as it was told."""
    seats = seats_of(game.leaders, player)
    to_choose = tuple([seat for seat in seats if seat in game.in_temple]) if game.phase is CHOICES else ()
    nothing = (None,) * len(seats)
    own_tents = tuple([game.in_tent[seat] for seat in seats])
    return View(public_part(game, story), player, seats, to_choose, own_tents, nothing, nothing, ())


def counted_tents(public: Public) -> tuple[int, ...]:
    """What lies in every tent, for one who remembers the whole story; screens do not do this for people."""
    tents = [0] * len(public.leaders)
    for event in public.story:
        if isinstance(event, ReturnedToCamp):
            for seat, brought in zip(event.seats, event.brought, strict=True):
                tents[seat] += brought
    return tuple(tents)
