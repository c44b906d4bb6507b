"""The position as a frozen value: Game, Phase, Choice, and the acts that move it."""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from incangold.cards import Artifact, Card
from incangold.editions import Edition

Seats = tuple[int, ...]
MOST_REMEMBERED = 31  # whoever walked past more, walked past a great deal


class Choice(StrEnum):
    """The two cards in every hand."""

    TORCH = "torch"
    CAMP = "camp"


class Phase(StrEnum):
    """What the game waits for."""

    ROUND = "round"
    CARD = "card"
    CHOICES = "choices"
    OVER = "over"


# By their short names: looking a member up in its enum costs as much as a step of a rule.
TORCH, CAMP = Choice
ROUND, CARD, CHOICES, OVER = Phase


class HeldArtifact(NamedTuple):
    """An artifact that somebody carried out, open beside the tent for good."""

    artifact: Artifact
    worth: int


class PathCard(NamedTuple):
    """A card on the path and the treasure still lying on it."""

    card: Card
    treasure: int = 0


class RemovedCard(NamedTuple):
    """A card out of the game for good, kept under the Temple card of its round."""

    card: Card
    round: int


class Game(NamedTuple):
    """One position, complete but for luck: the deck is a multiset and has no order."""

    edition: Edition
    leaders: tuple[int, ...]  # seat → the player who leads that adventurer
    dice: Seats  # adventurers whose cards a die lays
    start_player: int
    phase: Phase
    round: int  # 0 before the first is opened
    turn: int  # choices turned over so far, in the whole game
    quest_deck: tuple[Card, ...]  # in box order
    path: tuple[PathCard, ...]
    in_temple: Seats  # rising
    leaving: Seats  # card_first: still in the temple, on their way out while the card is turned
    beside_tent: tuple[int, ...]  # by seat: won this round, at risk
    in_tent: tuple[int, ...]  # by seat: safe, and nobody else may count it
    artifacts: tuple[tuple[HeldArtifact, ...], ...]  # by seat: open beside the tent, never at risk
    under_temples: tuple[Artifact, ...]  # not shown yet, in box order
    removed: tuple[RemovedCard, ...]
    # No rule asks for these, but who watches remembers:
    walked_past: tuple[int, ...]  # by seat: the most it left lying to go on
    scavenging: Seats  # have gone home whenever a scavenger would, and never else

    @property
    def players(self) -> int:
        """How many people and bots play; with two, each leads two adventurers."""
        return self.leaders[-1] + 1


def after_turn(
    game: Game,
    *,
    phase: Phase,
    turn: int,
    quest_deck: tuple[Card, ...],
    path: tuple[PathCard, ...],
    leaving: Seats,
    beside_tent: tuple[int, ...],
    walked_past: tuple[int, ...],
    scavenging: Seats,
) -> Game:
    """What changes with almost every act, spelled out: `_replace` at half the cost, and it shows in whole games."""
    return Game(
        game.edition,
        game.leaders,
        game.dice,
        game.start_player,
        phase,
        game.round,
        turn,
        quest_deck,
        path,
        game.in_temple,
        leaving,
        beside_tent,
        game.in_tent,
        game.artifacts,
        game.under_temples,
        game.removed,
        walked_past,
        scavenging,
    )


class OpenRound(NamedTuple):
    """A Temple card is turned, and the artifact under it shown to all (None when there is none)."""

    artifact: Artifact | None


class Draw(NamedTuple):
    """The next Quest card, as luck had it."""

    card: Card


class Choices(NamedTuple):
    """Everybody's card at once, by seat (None in camp), and what each die showed beside its own."""

    laid: tuple[Choice | None, ...]
    rolls: tuple[int | None, ...] = ()  # one for each of game.dice: None in camp, or with nothing to fear


Act = OpenRound | Draw | Choices


@cache
def seats_by_player(leaders: tuple[int, ...], seats: Seats) -> tuple[Seats, ...]:
    """Those of the given adventurers that each player leads."""
    players = range(leaders[-1] + 1)
    return tuple(tuple(seat for seat in seats if leaders[seat] == player) for player in players)


def seats_of(leaders: tuple[int, ...], player: int) -> Seats:
    """The adventurers that one player leads."""
    return seats_by_player(leaders, tuple(range(len(leaders))))[player]


def artifacts_claimed(held: tuple[tuple[HeldArtifact, ...], ...]) -> int:
    """How many artifacts have left the temple in the whole game."""
    return sum([len(each) for each in held])
