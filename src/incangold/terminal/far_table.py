"""A table in somebody's house, as far as a guest was told: the house says which cards came, the rules the rest."""

import json
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from incangold.cards import Artifact
from incangold.editions import Edition, edition
from incangold.errors import IncanGoldError, SpeaksOtherwise
from incangold.events import Event, Step
from incangold.game import CHOICES, Act, Choice, Choices, Draw, Game, OpenRound, Seats
from incangold.record import Player, event_json, opening, read_card
from incangold.rules import play
from incangold.terminal.link import Message
from incangold.view import View, public_part, spectator_view


class FarTable:
    """What one guest knows: who sits there, the game from its first card, and what is the guest's alone."""

    def __init__(self) -> None:
        self.room: Message = {}
        self.place: int | None = None
        self.players: tuple[Player, ...] = ()
        self.game: Game | None = None
        self.story: list[Event] = []
        self.laid: Seats = ()
        self.ends: float | None = None  # by the house's clock
        self.house_now = 0.0  # by the same clock, when it was last told
        self._number = 0  # of the game
        self._mine: Message | None = None
        self._version = self._turned_at = self._mine_at = 0

    def hear(self, message: Message) -> tuple[Step, ...]:
        """Fold a message; answers with what happened in the game, act by act."""
        try:
            return self._hear(message)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            why = error if isinstance(error, IncanGoldError) else f"{message.get('type')}: {type(error).__name__}"
            raise SpeaksOtherwise(why=why) from error

    def _hear(self, message: Message) -> tuple[Step, ...]:
        if message["type"] != "rest":  # which names the version that the messages after it lead to
            self._version = max(self._version, message.get("version", 0))
        self.house_now = message.get("now", self.house_now)
        match message["type"]:
            case "welcome":
                return self._welcomed(message)
            case "rest":
                self._own(message)
            case "room_changed":
                self._enter(message["room"])
            case "laid_down":
                self.laid = tuple(message["seats"])
            case "turned":
                self.laid, self.ends, self._turned_at = (), message["ends"], message["version"]
                return self._go_on(message["events"])
            case "clock_changed":
                self.ends = message["ends"]
            case "yours_changed":
                self._mine, self._mine_at = _first(message["yours"]), self._version
        return ()

    def _welcomed(self, message: Message) -> tuple[Step, ...]:
        """Everything anew; of a game that was known already only what is new."""
        self._version = message["version"]
        self._turned_at = 0
        self._enter(message["room"])
        self.laid, self.ends = tuple(message["laid"]), message["ends"]
        self._own(message)
        position = message["position"]
        if position and position["leaders"][-1] + 1 != len(self.room["places"]):
            return ()  # somebody left after the end: it can be replayed, but not from here
        return self._go_on(message["story"][len(self.story) :])

    def _own(self, message: Message) -> None:
        self.place = _first(message["holds"])
        self._mine, self._mine_at = _first(message["yours"]), message["version"]

    def _enter(self, room: Message) -> None:
        """The room as it is now; another game clears the table."""
        self.room = room
        if room["game"] != self._number or room["phase"] in ("lobby", "starting"):
            self._number, self.game, self.laid, self.ends, self._mine = room["game"], None, (), None, None
            self.story.clear()

    def _go_on(self, events: Sequence[Message]) -> tuple[Step, ...]:
        """R17. The house told which cards came and which were laid; what follows from them, the rules say too."""
        if not events:
            return ()
        if self.game is None:
            self.players = tuple(Player(place["name"], place["bot"]) for place in self.room["places"])
            self.game = opening(self.edition, self.players, events[0]["start_player"])
        steps = []
        for act in _acts(events, self.game.dice):
            steps.append(play(self.game, act))
            self.game = steps[-1].game
        happened = [event for step in steps for event in step.events]
        if json.loads(json.dumps([event_json(event) for event in happened])) != list(events):
            raise SpeaksOtherwise(why=events[0]["event"])
        self.story += happened
        return tuple(steps)

    # ── What a guest sees ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def edition(self) -> Edition:
        """What is played at this table."""
        return edition(self.room["edition"])

    @property
    def mine(self) -> Message | None:
        """What the guest's own player knows besides, as of the cards that lie now."""
        is_current = self._version >= self._mine_at >= self._turned_at
        return self._mine if self.place is not None and is_current else None

    @property
    def to_lay(self) -> Seats:
        """The guest's own adventurers that may lay a card now, or change their mind about it."""
        if self.game is None or self.game.phase is not CHOICES or self.mine is None:
            return ()
        return tuple(self.mine["to_choose"])

    @property
    def has_coach(self) -> bool:
        """Whether anybody may ask the coach here during the game."""
        return bool(self.room["options"]["coach"])

    @property
    def is_host(self) -> bool:
        """Whether the guest starts games here."""
        return self.place is not None and self.room.get("host") == self.place

    @property
    def host(self) -> str:
        """Who starts games here."""
        return next((str(place["name"]) for place in self.room["places"] if place["id"] == self.room["host"]), "–")

    def view(self) -> View | None:
        """What the guest's player may know, or a spectator; None before there is a game."""
        if self.game is None:
            return None
        public, mine = public_part(self.game, tuple(self.story)), self.mine
        if mine is None:
            return spectator_view(public, self.laid)
        return View(
            public,
            mine["player"],
            tuple(mine["seats"]),
            tuple(mine["to_choose"]),
            tuple(mine["in_tent"]),
            tuple(Choice(card) if card else None for card in mine["cards"]),
            (None,) * len(mine["seats"]),
            self.laid,
        )


def _first(things: Sequence[Any]) -> Any:
    return things[0] if things else None


def _acts(events: Sequence[Message], dice: Seats) -> Iterator[Act]:
    """What luck and people did; every other event follows from it."""
    for number, event in enumerate(events):
        match event["event"]:
            case "RoundOpened":
                yield OpenRound(Artifact(event["artifact"]) if event["artifact"] else None)
            case "CardTurned":
                yield Draw(read_card(event["card"]))
            case "ChoicesRevealed":
                laid = tuple(Choice(card) if card else None for card in event["laid"])
                rolled = takewhile(lambda after: after["event"] == "DieRolled", events[number + 1 :])
                rolls = {die["seat"]: die["roll"] for die in rolled}
                yield Choices(laid, tuple(rolls.get(seat) for seat in dice))
