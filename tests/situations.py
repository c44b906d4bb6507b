"""Positions told in a few words, so that a test reads like the game.

    after("11, all stay, snakes, Bo leaves, 7", players=4)

A number turns that Treasure card, a name (`snakes`, `tumi`) that Hazard or Artifact card. `all stay`,
`all leave`, `Bo leaves`, `Bo and Cy leave` lay the cards of one turn: who is not named stays. `Di rolls 3` is
a die's turn. A round opens by itself when its first card is turned, or with the word `open`.
"""

from typing import NamedTuple, TypeVar

from incangold.cards import Artifact, ArtifactCard, Card, Hazard, HazardCard, TreasureCard
from incangold.die import die_choice
from incangold.editions import edition as read_edition
from incangold.events import Event
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound, PathCard, Phase
from incangold.path import treasure_on
from incangold.rules import new_game, play

NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal")
STAY = {"stay", "stays"}
LEAVE = {"leave", "leaves"}

Kind = TypeVar("Kind")


class Situation(NamedTuple):
    """A position, and everything that happened on the way to it."""

    game: Game
    story: tuple[Event, ...]
    last: tuple[Event, ...]  # what the last act brought about
    artifacts: tuple[str, ...]  # what lies under the Temple cards, the first round's first

    def then(self, script: str) -> "Situation":
        """Play on."""
        now = self
        for line in script.split(","):
            now = now._play(line.split())
        return now

    def _play(self, words: list[str]) -> "Situation":
        if words == ["open"]:
            return self._carry_out(OpenRound(self._under_temple()))
        if card := card_called(" ".join(words)):
            ready = self if self.game.phase is not Phase.ROUND else self._play(["open"])
            return ready._carry_out(Draw(card))
        return self._carry_out(choices_of(self.game, words))

    def _under_temple(self) -> Artifact | None:
        shown = self.artifacts[self.game.round : self.game.round + 1]
        return Artifact(shown[0]) if shown and self.game.under_temples else None

    def _carry_out(self, act: Act) -> "Situation":
        step = play(self.game, act)
        return Situation(step.game, self.story + step.events, step.events, self.artifacts)

    @property
    def path(self) -> str:
        """The path as text: `11(3) snakes tumi` is an 11 with 3 still on it, a hazard and an artifact."""
        return path_text(self.game.path)

    @property
    def on_path(self) -> int:
        """All treasure lying on the path."""
        return treasure_on(self.game.path)

    @property
    def inside(self) -> str:
        """Who is in the temple: `Ana Cy`."""
        return " ".join(names_of(self.game)[seat] for seat in self.game.in_temple)

    def beside(self, name: str) -> int:
        """What lies beside this adventurer's tent, at risk."""
        return self.game.beside_tent[seat_of(self.game, name)]

    def tent(self, name: str) -> int:
        """What lies in this adventurer's tent, safe."""
        return self.game.in_tent[seat_of(self.game, name)]

    def holds(self, name: str) -> list[tuple[str, int]]:
        """The artifacts beside this tent and their worth."""
        return [(str(one.artifact), one.worth) for one in self.game.artifacts[seat_of(self.game, name)]]

    def happened(self, kind: type[Kind]) -> list[Kind]:
        """Every event of this kind so far."""
        return [event for event in self.story if isinstance(event, kind)]


def after(
    script: str,
    *,
    players: int = 3,
    edition: str = "incan-gold",
    start: int = 0,
    dice: str = "",
    artifacts: str = "tumi llama quipu condor mask",
) -> Situation:
    """The situation after these cards and choices; `artifacts` lie under the Temple cards in this order."""
    sitting_down = new_game(
        read_edition(edition),
        players=players,
        start_player=start,
        dice=[NAMES.index(name) for name in dice.split()],
    )
    now = Situation(sitting_down, (), (), tuple(artifacts.split()))
    return now.then(script) if script else now


def names_of(game: Game) -> list[str]:
    """By seat: Ana, Bo, Cy; with two players Ana1, Ana2, Bo1, Bo2."""
    if game.players != 2:
        return list(NAMES[: game.players])
    return ["Ana1", "Ana2", "Bo1", "Bo2"]


def seat_of(game: Game, name: str) -> int:
    """Where this adventurer sits."""
    return names_of(game).index(name)


def card_called(name: str) -> Card | None:
    """The card of this name, if it is one."""
    if name.isdecimal():
        return TreasureCard(int(name))
    if name in list(Hazard):
        return HazardCard(Hazard(name))
    return ArtifactCard(Artifact(name)) if name in list(Artifact) else None


def choices_of(game: Game, words: list[str]) -> Choices:
    """One turn's cards, as somebody would tell them."""
    laid: dict[int, Choice] = dict.fromkeys(game.in_temple, Choice.TORCH)
    rolls: dict[int, int] = {}
    named: list[int] = []
    for word in words:
        if word == "all":
            named = list(game.in_temple)
        elif word in STAY | LEAVE:
            laid.update(dict.fromkeys(named, Choice.CAMP if word in LEAVE else Choice.TORCH))
            named = []
        elif word.isdecimal():
            rolls.update(dict.fromkeys(named, int(word)))
            named = []
        elif word not in ("and", "rolls"):
            named.append(seat_of(game, word))
    for seat in game.dice:
        if seat in game.in_temple and (choice := die_choice(game, seat, rolls.get(seat))):
            laid[seat] = choice
    return Choices(
        tuple(laid.get(seat) for seat in range(len(game.leaders))),
        tuple(rolls.get(seat) for seat in game.dice),
    )


def path_text(path: tuple[PathCard, ...]) -> str:
    """The path as text: `11(3) snakes tumi`."""
    return " ".join(f"{spot.card[0]}({spot.treasure})" if spot.treasure else f"{spot.card[0]}" for spot in path)


def deck_text(deck: tuple[Card, ...]) -> str:
    """A deck as text: `1 2 5 5 snakes tumi`."""
    return " ".join(str(card[0]) for card in deck)
