"""Seats, cards lying face down, and when they are turned over."""

from collections.abc import Iterator
from typing import NamedTuple

from incangold.cards import Card
from incangold.editions import Edition
from incangold.errors import (
    AllCardsLaid,
    BadAnswer,
    CardsAlreadyTurned,
    DieLaysItself,
    GameIsOver,
    NotInTemple,
    NotTimeToChoose,
    TurnNotReached,
    UnknownPlayer,
    UnknownSeat,
)
from incangold.events import Event
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound, Phase, Seats, in_temple, seats_of
from incangold.record import Luck, Player, Proven, Record, adventurer_names, opening
from incangold.rules import die_choice, fear_of, play
from incangold.table.dealer import dealer_for
from incangold.table.listeners import Listener
from incangold.view import Public, View, public_part, spectator_view

Answer = Choice | tuple[Choice, ...]


class Lay(NamedTuple):
    """A card lying face down; a later change of mind has a higher revision."""

    choice: Choice
    revision: int


class Table:
    """One game being played. Everybody lays in secret; `proceed` turns the cards over when all are laid."""

    def __init__(
        self,
        edition: Edition,
        players: tuple[Player, ...],
        luck: Luck,
        *,
        start_player: int | None = None,
        listeners: tuple[Listener, ...] = (),
    ) -> None:
        self.players = players
        self._luck = luck
        self._dealer = dealer_for(luck)
        self._start_named = start_player is not None
        lot = self._dealer.start_player(len(players)) if start_player is None else start_player
        self._first_start_player = lot
        self._game = opening(edition, players, lot)
        self._artifacts = self._dealer.artifacts(edition)
        self._order: Iterator[Card] = iter(())
        self._face_down: dict[int, Lay] = {}
        self._rolls: dict[int, int] = {}
        self._acts: list[Act] = []
        self._story: list[Event] = []
        self._listeners = listeners
        self._seats = [seats_of(self._game.leaders, player) for player in range(len(players))]
        self._public: Public | None = None

    @property
    def is_over(self) -> bool:
        """Whether all tents are open."""
        return self._game.phase is Phase.OVER

    @property
    def turn(self) -> int:
        """The turn that cards are being laid for."""
        return self._game.turn

    @property
    def laid(self) -> Seats:
        """Who has laid a card this turn; which card is nobody's business."""
        return tuple(sorted(self._face_down))

    @property
    def waiting_for(self) -> Seats:
        """Adventurers in the temple whose card does not lie yet."""
        if self._game.phase is not Phase.CHOICES:
            return ()
        return tuple([seat for seat in in_temple(self._game.adventurers) if seat not in self._face_down])

    def view(self, player: int | None) -> View:
        """What one player may know, or (None) somebody who watches."""
        if self._public is None:
            self._public = public_part(self._game, tuple(self._story))
        if player is None:
            return spectator_view(self._public, self.laid)
        if not 0 <= player < len(self.players):
            raise UnknownPlayer(player=player + 1, players=len(self.players))
        seats = self._seats[player]
        return View(
            self._public,
            player,
            seats,
            tuple([self._game.tents[seat] for seat in seats]),
            tuple([lay.choice if (lay := self._face_down.get(seat)) else None for seat in seats]),
            tuple([self._rolls.get(seat) for seat in seats]),
            self.laid,
        )

    def lay(self, seat: int, choice: Choice, *, turn: int | None = None, revision: int | None = None) -> Lay:
        """R4. Lay a card face down, or change one's mind; answers with what now lies there."""
        self._refuse_lay(seat, self._game.turn if turn is None else turn)
        lying = self._face_down.get(seat)
        if revision is None:
            revision = lying.revision + 1 if lying else 0
        if lying and revision <= lying.revision:
            return lying
        if seat in self._game.dice and choice is not die_choice(self._game, seat, self._rolls.get(seat)):
            raise DieLaysItself(who=self._name(seat))
        self._face_down[seat] = Lay(choice, revision)
        return self._face_down[seat]

    def _refuse_lay(self, seat: int, turn: int) -> None:
        game = self._game
        if not 0 <= seat < len(game.adventurers):
            raise UnknownSeat(seat=seat + 1, seats=len(game.adventurers))
        if turn != game.turn:
            raise (CardsAlreadyTurned if turn < game.turn else TurnNotReached)(who=self._name(seat), turn=turn)
        if game.phase is not Phase.CHOICES:
            raise GameIsOver() if self.is_over else NotTimeToChoose(phase=game.phase)
        if not game.adventurers[seat].in_temple:
            raise NotInTemple(who=self._name(seat))
        if not self.waiting_for:
            raise AllCardsLaid(who=self._name(seat))

    def lay_for(self, player: int, answer: Answer) -> None:
        """Lay a whole player's cards: one Choice for all, or one for each adventurer still in the temple."""
        seats = [seat for seat in self._seats[player] if self._game.adventurers[seat].in_temple]
        choices = [answer] * len(seats) if isinstance(answer, Choice) else answer
        if not _answers(choices, len(seats)):
            raise BadAnswer(who=self.players[player].name, answer=repr(answer)[:60], adventurers=len(seats))
        for seat, choice in zip(seats, choices, strict=True):
            self.lay(seat, choice)

    def proceed(self) -> tuple[Event, ...]:
        """Go on until the next choice or the end: turn over what was laid, turn cards, open rounds."""
        before = len(self._story)
        while act := self._next_act():
            self._carry_out(act)
        return tuple(self._story[before:])

    def _next_act(self) -> Act | None:
        game = self._game
        match game.phase:
            case Phase.ROUND:
                under_temple = self._artifacts[game.round : game.round + 1]
                return OpenRound(under_temple[0] if under_temple else None)
            case Phase.CARD:
                return Draw(next(self._order))
            case Phase.CHOICES if not self.waiting_for:
                return self._choices()
        return None

    def _choices(self) -> Choices:
        lying = [self._face_down.get(seat) for seat in range(len(self._game.adventurers))]
        return Choices(
            tuple([lay.choice if lay else None for lay in lying]),
            tuple([self._rolls.get(seat) for seat in self._game.dice]),
        )

    def _carry_out(self, act: Act) -> None:
        before = self._game
        step = play(before, act)
        self._game, events = step
        self._acts.append(act)
        self._story += events
        self._public = None
        if isinstance(act, OpenRound):
            self._order = self._dealer.cards(self._game.round, self._game.quest_deck)
        elif isinstance(act, Choices):
            self._face_down.clear()
        if self._game.dice:
            self._rolls = self._roll_dice()
        for listener in self._listeners:
            listener(before, act, step)

    def _roll_dice(self) -> dict[int, int]:
        """R16. Each die in the temple rolls for the choice that comes next, if it has anything to fear."""
        game = self._game
        if game.phase is not Phase.CHOICES:
            return {}
        rolling = [s for s in game.dice if game.adventurers[s].in_temple and fear_of(game, s)]
        return {seat: self._dealer.roll(game.turn, seat) for seat in rolling}

    def _name(self, seat: int) -> str:
        return adventurer_names(self.players)[seat]

    def record(self) -> Record:
        """The game so far; its secret only once it is over."""
        luck = self._luck
        if isinstance(luck, Proven) and not self.is_over:
            luck = luck._replace(secret=None)
        return Record(
            self._game.edition,
            self.players,
            self._first_start_player,
            self._start_named,
            luck,
            tuple(self._acts),
        )


def _answers(choices: object, wanted: int) -> bool:
    return (
        isinstance(choices, tuple | list)
        and len(choices) == wanted
        and all(isinstance(choice, Choice) for choice in choices)
    )
