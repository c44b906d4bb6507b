"""Scripts for two engines: whole games of the reference, every act drawn, and the position after each."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

from incangold.die import die_choice, fear_of
from incangold.editions import ArtifactOrder, Edition
from incangold.events import Event
from incangold.game import CAMP, CARD, CHOICES, OVER, TORCH, Act, Choice, Choices, Draw, Game, OpenRound, seats_of
from incangold.record import Record, opening, read
from incangold.rules import new_game, play
from incangold.view import View, public_part
from tests.expeditions import Expedition

# Every edition and every number of players, if not every edition with every number.
TABLES = [
    *(("incan-gold", players) for players in range(2, 9)),
    *((name, 2) for name in ("diamant", "modern", "bga", "literal")),
    *(("diamant", 3), ("modern", 8), ("bga", 5), ("literal", 4)),
    ("incan-gold path_share=by_card", 2),
    ("literal path_share=by_card first_hazard=choose", 5),
    ("incan-gold treasures=1,5,7 hazards=fire hazard_copies=2 rounds=3", 3),
]


class Script(NamedTuple):
    """A game of the reference, act by act."""

    opening: Game
    acts: tuple[Act, ...]
    positions: tuple[Game, ...]  # after every act
    story: tuple[Event, ...]

    @property
    def moments(self) -> tuple[Game, ...]:
        """Every position, the first included."""
        return (self.opening, *self.positions)


def scripted(first: Game, acts: Iterable[Act]) -> Script:
    """These acts, carried out by the reference."""
    done: list[Act] = []
    positions = [first]
    story: tuple[Event, ...] = ()
    for act in acts:
        after, events = play(positions[-1], act)
        done.append(act)
        positions.append(after)
        story += events
    return Script(first, tuple(done), tuple(positions[1:]), story)


def of_record(record: Record) -> Script:
    """A game that somebody wrote down."""
    return scripted(opening(record.edition, record.players, record.start_player), record.acts)


def of_file(path: Path) -> Script:
    """A game that lies in a file."""
    return of_record(read(path.read_text("utf-8")))


def of_expedition(game: Expedition) -> Script:
    """A generated game."""
    return Script(game.opening, game.acts, tuple(step.game for step in game.steps), game.story)


def at_random(edition: Edition, players: int, luck: Random, *, dice: Iterable[int] = ()) -> Script:
    """A whole game in which every act is drawn; some tables leave early, some late."""
    first = new_game(edition, players=players, start_player=luck.randrange(players), dice=dice)
    boldness = luck.choice([1, 3, 6, 12])
    acts: list[Act] = []
    game = first
    while game.phase is not OVER:
        acts.append(next_act(game, luck, boldness))
        game = play(game, acts[-1]).game
    return scripted(first, acts)


def next_act(game: Game, luck: Random, boldness: int) -> Act:
    """Anything that may happen next."""
    if game.phase is CARD:
        return Draw(luck.choice(game.quest_deck))
    if game.phase is CHOICES:
        return _choices(game, luck, boldness)
    rising = game.edition.artifact_order is ArtifactOrder.RISING
    under = game.under_temples[:1] if rising else game.under_temples
    return OpenRound(luck.choice(under) if under else None)


def _choices(game: Game, luck: Random, boldness: int) -> Choices:
    rolls = {seat: luck.randint(1, 6) for seat in game.dice if seat in game.in_temple and fear_of(game, seat)}
    laid: list[Choice | None] = [None] * len(game.leaders)
    for seat in game.in_temple:
        laid[seat] = TORCH if luck.randint(0, boldness) else CAMP
        if seat in game.dice:
            laid[seat] = die_choice(game, seat, rolls.get(seat))
    return Choices(tuple(laid), tuple(rolls.get(seat) for seat in game.dice))


def view_of(position: Game, player: int, *, roll: int | None = None) -> View:
    """What this player sees; a die under its cup shows this."""
    seats = seats_of(position.leaders, player)
    inside = tuple(seat for seat in seats if seat in position.in_temple)
    tents = tuple(position.in_tent[seat] for seat in seats)
    public = public_part(position, ())
    return View(public, player, seats, inside, tents, (None,) * len(seats), (roll,) * len(seats), ())
