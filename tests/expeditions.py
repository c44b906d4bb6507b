"""Generated games: any edition, small boxes, two to eight players, dice among them, every act drawn."""

from functools import reduce
from typing import NamedTuple

from hypothesis import strategies as st

from incangold.cards import HAZARDS
from incangold.die import die_choice, fear_of
from incangold.editions import (
    EDITIONS,
    ArtifactOrder,
    Artifacts,
    Edition,
    FirstHazard,
    PathShare,
    TurnOrder,
)
from incangold.events import Event, Step
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound, Phase
from incangold.record import ByHand, Player, Practice, Proven, Record, one_name, opening
from incangold.rules import play

AWKWARD = ("1", "6", "0", "torch", "round", "treasure", "named", "#", '"', "\\", "x y", "Ana/1", "Żółw", "1/1")
ACCENTED = "Jose\u0301"  # with the accent as a sign of its own
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters by name, and nothing to be seen
NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal")


class Expedition(NamedTuple):
    """A game from its first position, act by act."""

    players: tuple[Player, ...]
    opening: Game
    acts: tuple[Act, ...]
    steps: tuple[Step, ...]

    @property
    def positions(self) -> list[Game]:
        """Every moment of it, the first included."""
        return [self.opening, *(step.game for step in self.steps)]

    @property
    def story(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return reduce(lambda story, step: story + step.events, self.steps, ())


def boxes() -> st.SearchStrategy[Edition]:
    """Any way to play: the named ones, and boxes of every size with every ruling."""
    return st.sampled_from(list(EDITIONS.values())) | custom_boxes()


@st.composite
def custom_boxes(draw: st.DrawFn) -> Edition:
    """A box of one's own, small enough for its deck to run out now and then."""
    treasures = tuple(sorted(draw(st.lists(st.integers(1, 20), max_size=8))))
    hazards = draw(st.sets(st.sampled_from(HAZARDS)))
    return Edition(
        treasures=treasures if treasures or hazards else (draw(st.integers(1, 99)),),
        hazards=tuple(hazard for hazard in HAZARDS if hazard in hazards),
        hazard_copies=draw(st.integers(1, 4)),
        artifacts=draw(st.sampled_from(Artifacts)),
        artifact_order=draw(st.sampled_from(ArtifactOrder)),
        turn_order=draw(st.sampled_from(TurnOrder)),
        first_hazard=draw(st.sampled_from(FirstHazard)),
        path_share=draw(st.sampled_from(PathShare)),
        open_tents=draw(st.booleans()),
        rounds=draw(st.integers(1, 7)),
    )


@st.composite
def companies(draw: st.DrawFn) -> tuple[Player, ...]:
    """Two to eight players, some of them dice."""
    number = draw(st.integers(2, 8))
    dice = draw(st.integers(0, 2**number - 1)) & draw(st.integers(0, 2**number - 1))
    return tuple(Player(NAMES[seat], "die" if dice >> seat & 1 else None) for seat in range(number))


@st.composite
def expeditions(draw: st.DrawFn, *, finished: bool = False) -> Expedition:
    """A game played to its end, or (unless it must be finished) to any moment before."""
    players = draw(companies())
    game = first = opening(draw(boxes()), players, draw(st.integers(0, len(players) - 1)))
    longest = 10_000 if finished else draw(st.sampled_from([0, 1, 3, 8, 21, 10_000, 10_000, 10_000]))
    acts: list[Act] = []
    steps: list[Step] = []
    while game.phase is not Phase.OVER and len(acts) < longest:
        acts.append(draw(next_acts(game)))
        steps.append(play(game, acts[-1]))
        game = steps[-1].game
    return Expedition(players, first, tuple(acts), tuple(steps))


def next_acts(game: Game) -> st.SearchStrategy[Act]:
    """Anything that may happen next."""
    if game.phase is Phase.CARD:
        return st.sampled_from(game.quest_deck).map(Draw)
    if game.phase is Phase.CHOICES:
        return choices(game)
    rising = game.edition.artifact_order is ArtifactOrder.RISING
    under = game.under_temples[:1] if rising else game.under_temples
    return st.sampled_from(under or (None,)).map(OpenRound)


@st.composite
def choices(draw: st.DrawFn, game: Game) -> Choices:
    """One turn's cards: one in four leaves, a die does as it rolls."""
    every = 2 ** len(game.leaders) - 1
    leaves = draw(st.integers(0, every)) & draw(st.integers(0, every))
    laid: list[Choice | None] = [None] * len(game.leaders)
    rolls: dict[int, int] = {}
    for seat in game.in_temple:
        laid[seat] = Choice.CAMP if leaves >> seat & 1 else Choice.TORCH
        if seat in game.dice:
            if fear_of(game, seat):
                rolls[seat] = draw(st.integers(1, 6))
            laid[seat] = die_choice(game, seat, rolls.get(seat))
    return Choices(tuple(laid), tuple(rolls.get(seat) for seat in game.dice))


def lucks(players: int) -> st.SearchStrategy[Practice | Proven | ByHand]:
    """Where a record may say that its luck came from."""
    bytes_in_hex = st.binary(min_size=32, max_size=32).map(bytes.hex)
    nonces = st.tuples(*[bytes_in_hex | st.just("")] * players)
    proven = st.builds(Proven, bytes_in_hex, nonces, st.none() | bytes_in_hex)
    return st.just(ByHand()) | st.builds(Practice, names() | st.text(max_size=9)) | proven


def names() -> st.SearchStrategy[str]:
    """Anything a player may be called."""
    signs = st.characters(exclude_categories=["C", "M", "Zl", "Zp"], exclude_characters=BLANK)
    any_text = st.text(signs, min_size=1, max_size=24).filter(lambda name: name == name.strip())
    return st.sampled_from((*AWKWARD, ACCENTED)) | any_text


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of a generated game, with names that may need quotation marks."""
    played = draw(expeditions())
    number = len(played.players)
    called = draw(st.lists(names(), min_size=number, max_size=number, unique_by=one_name))
    players = tuple(Player(name, seated.bot) for name, seated in zip(called, played.players, strict=True))
    box, start = played.opening.edition, played.opening.start_player
    return Record(box, players, start, draw(st.booleans()), draw(lucks(number)), played.acts)
