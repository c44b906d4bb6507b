"""Seats, cards lying face down, and when they are turned over."""

from collections.abc import Iterator, Mapping
from reprlib import repr as brief
from typing import TypeVar

from incangold.cards import Card
from incangold.die import die_choice, fear_of
from incangold.editions import Edition
from incangold.errors import (
    AllCardsLaid,
    BadAnswer,
    CardsAlreadyTurned,
    DieLaysItself,
    GameIsOver,
    IncanGoldError,
    NotInTemple,
    NotTimeToChoose,
    TurnNotReached,
    UnknownPlayer,
    UnknownSeat,
)
from incangold.events import Event
from incangold.game import CARD, CHOICES, OVER, ROUND, Act, Choice, Choices, Draw, OpenRound, Seats, seats_by_player
from incangold.record import Luck, Player, Proven, Record, adventurer_names, opening
from incangold.rules import play
from incangold.table.dealer import dealer_for
from incangold.table.listeners import Listener
from incangold.view import View, public_part, spectator_view

Thing = TypeVar("Thing")


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
        self._first_start = self._dealer.start_player(len(players)) if start_player is None else start_player
        self._game = opening(edition, players, self._first_start)
        self._artifacts = self._dealer.artifacts(edition)
        self._order: Iterator[Card] = iter(())
        self._acts: list[Act] = []
        self._story: list[Event] = []
        self._listeners = listeners
        self._face_down: dict[int, Choice] = {}
        self._revisions: dict[int, int] = {}
        self._rolls: dict[int, int] = {}
        self._choosing: Seats = ()  # who lays cards now
        self._to_choose = seats_by_player(self._game.leaders, ())
        self._seats = seats_by_player(self._game.leaders, tuple(range(len(self._game.leaders))))
        # Most views are asked for before anybody has laid or rolled: what they have in common is made once.
        self._nothing = tuple((None,) * len(seats) for seats in self._seats)
        self._tents = self._game.in_tent
        self._own_tents = [(0,) * len(seats) for seats in self._seats]
        self._public = public_part(self._game, ())

    @property
    def is_over(self) -> bool:
        """Whether all tents are open."""
        return self._game.phase is OVER

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
        return tuple([seat for seat in self._choosing if seat not in self._face_down])

    def view(self, player: int | None) -> View:
        """What one player may know, or (None) somebody who watches."""
        if player is None:
            return spectator_view(self._public, self.laid)
        if not 0 <= player < len(self._seats):
            raise UnknownPlayer(player=player + 1, players=len(self._seats))
        seats, nothing = self._seats[player], self._nothing[player]
        return View(
            self._public,
            player,
            seats,
            self._to_choose[player],
            self._own_tents[player],
            _own(seats, self._face_down) if self._face_down else nothing,
            _own(seats, self._rolls) if self._rolls else nothing,
            self.laid if self._face_down else (),
        )

    def lay(self, seat: int, choice: Choice, *, turn: int | None = None, revision: int | None = None) -> Choice:
        """R4. Lay a card face down, or change one's mind; answers with what now lies there.

        Whoever may repeat a lay, as a network does, says which turn it is for and numbers its changes of mind:
        a revision that is not higher than the last one changes nothing.
        """
        if self.would_lay(seat, choice, turn=turn, revision=revision):
            if revision is not None:
                self._revisions[seat] = revision
            self._face_down[seat] = choice
        return self._face_down[seat]

    def would_lay(self, seat: int, choice: Choice, *, turn: int | None = None, revision: int | None = None) -> bool:
        """Whether laying this card would change anything; refuses what `lay` refuses."""
        this_turn = turn is None or turn == self._game.turn
        if not this_turn or seat not in self._choosing or len(self._face_down) == len(self._choosing):
            raise self._why_not(seat, self._game.turn if turn is None else turn)
        if revision is not None and seat in self._revisions and revision <= self._revisions[seat]:
            return False
        if not isinstance(choice, Choice):
            raise BadAnswer(who=self._name(seat), answer=brief(choice), n=1)
        self._refuse_other_than_rolled((seat,), (choice,))
        return True

    def revision(self, seat: int) -> int:
        """How often this seat has changed its mind this turn, by its own count."""
        return self._revisions.get(seat, 0)

    def _refuse_other_than_rolled(self, seats: Seats, choices: tuple[Choice, ...]) -> None:
        """R16. A die's card is what it rolled."""
        for seat, choice in zip(seats, choices, strict=True):
            if seat in self._game.dice and choice is not die_choice(self._game, seat, self._rolls.get(seat)):
                raise DieLaysItself(who=self._name(seat))

    def _why_not(self, seat: int, turn: int) -> IncanGoldError:
        """Why a card cannot be laid: no such seat, another turn's, not the time for it, in camp, too late."""
        game = self._game
        if not 0 <= seat < len(game.leaders):
            return UnknownSeat(seat=seat + 1, seats=len(game.leaders))
        if self.is_over:
            return GameIsOver()
        if turn != game.turn:
            return (CardsAlreadyTurned if turn < game.turn else TurnNotReached)(who=self._name(seat), turn=turn)
        if game.phase is not CHOICES:
            return NotTimeToChoose(phase=game.phase)
        return (AllCardsLaid if seat in self._choosing else NotInTemple)(who=self._name(seat))

    def lay_for(self, player: int, answer: Choice | tuple[Choice, ...]) -> None:
        """Lay a whole player's cards: one Choice for all, or one for each adventurer still in the temple."""
        if not 0 <= player < len(self._seats):
            raise UnknownPlayer(player=player + 1, players=len(self._seats))
        seats = self._to_choose[player]
        if not seats or len(self._face_down) == len(self._choosing):
            raise self._why_not((seats or self._seats[player])[0], self._game.turn)
        choices = (answer,) * len(seats) if isinstance(answer, Choice) else answer
        if not isinstance(choices, tuple) or len(choices) != len(seats):
            raise self._bad_answer(player, answer)
        for choice in choices:
            if not isinstance(choice, Choice):
                raise self._bad_answer(player, answer)
        if self._game.dice:
            self._refuse_other_than_rolled(seats, choices)
        for seat, choice in zip(seats, choices, strict=True):
            self._face_down[seat] = choice

    def _bad_answer(self, player: int, answer: object) -> BadAnswer:
        return BadAnswer(who=self.players[player].name, answer=brief(answer), n=len(self._to_choose[player]))

    def proceed(self) -> tuple[Event, ...]:
        """Go on until the next choice or the end: turn over what was laid, turn cards, open rounds."""
        before = len(self._story)
        while act := self._next_act():
            self._carry_out(act)
        if len(self._story) > before:
            self._begin_turn()
        return tuple(self._story[before:])

    def proceed_one_act(self) -> tuple[Event, ...]:
        """Go on by a single act, for whoever wants to watch; nothing when choices are to be laid or all is over."""
        before = len(self._story)
        if act := self._next_act():
            self._carry_out(act)
            self._begin_turn()
        return tuple(self._story[before:])

    def _next_act(self) -> Act | None:
        game = self._game
        if game.phase is CARD:
            return Draw(next(self._order))
        if game.phase is ROUND:
            under_temple = self._artifacts[game.round : game.round + 1]
            return OpenRound(under_temple[0] if under_temple else None)
        if self._face_down and len(self._face_down) == len(self._choosing):
            return self._turn_over()
        return None

    def _turn_over(self) -> Choices:
        """R4. All cards are shown at once."""
        laid = tuple([self._face_down.get(seat) for seat in range(len(self._game.leaders))])
        self._face_down.clear()
        self._revisions.clear()
        return Choices(laid, tuple([self._rolls.get(seat) for seat in self._game.dice]))

    def _carry_out(self, act: Act) -> None:
        before = self._game
        step = play(before, act)
        self._game = step.game
        self._acts.append(act)
        self._story += step.events
        if isinstance(act, OpenRound):
            self._order = self._dealer.cards(self._game.round, self._game.quest_deck)
        for listener in self._listeners:
            listener(before, act, step)

    def _begin_turn(self) -> None:
        """R4. Those in the temple may lay cards now; R16: each die that has anything to fear rolls."""
        game = self._game
        if game.in_tent is not self._tents:
            self._tents = game.in_tent
            self._own_tents = [tuple([game.in_tent[seat] for seat in seats]) for seats in self._seats]
        self._choosing = game.in_temple if game.phase is CHOICES else ()
        self._to_choose = seats_by_player(game.leaders, self._choosing)
        self._public = public_part(game, tuple(self._story))
        if game.dice:
            rolling = [seat for seat in game.dice if seat in self._choosing and fear_of(game, seat)]
            self._rolls = {seat: self._dealer.roll(game.turn, seat) for seat in rolling}

    def _name(self, seat: int) -> str:
        return adventurer_names(self.players)[seat]

    def record(self) -> Record:
        """The game so far; its secret only once it is over."""
        luck = self._luck
        if isinstance(luck, Proven) and not self.is_over:
            luck = luck._replace(secret=None)
        acts = tuple(self._acts)
        return Record(self._game.edition, self.players, self._first_start, self._start_named, luck, acts)


def _own(seats: Seats, by_seat: Mapping[int, Thing]) -> tuple[Thing | None, ...]:
    """The part of something secret that lies before one player."""
    return tuple([by_seat.get(seat) for seat in seats])
