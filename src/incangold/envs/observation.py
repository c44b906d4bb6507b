"""One player's knowledge as numbers: `Seen` filled from a View, laid end to end; docs/observations.md has the table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import EDITIONS, Edition, PathShare, name_of
from incangold.envs.bounds import highest
from incangold.errors import IncanGoldError, UnknownPlayer
from incangold.game import Seats
from incangold.kernel.seen import Seen, different_treasures, shapes
from incangold.path import Path, treasure_on
from incangold.view import Public, View, counted_tents
from incangold.words.catalogue import Catalogue

LAYOUT = "incangold-seen-v0"  # a changed layout gets another number: numbers learnt on this one would mean nothing

Numbers = npt.NDArray[np.int32]


class WrongRow(IncanGoldError):
    """Numbers that are not an observation of this edition and company."""

    def told(self, words: Catalogue) -> str:
        """What was given, for what, and what is wanted."""
        return (
            "An array of shape {shape} cannot be read as observations of {edition} with {players} players: "
            "a row of those has {wanted} numbers.".format(**self.facts)
        )


class Row(NamedTuple):
    """One field of the layout: `observation[start:stop]`."""

    name: str
    start: int
    stop: int
    meaning: str


def seen_by(view: View, tents: tuple[int, ...] | None = None) -> Seen:
    """What this player knows; whoever counts the tents along saves counting the whole story again."""
    public, player = view.public, view.player
    if player is None:
        raise UnknownPlayer(player="–", players=public.leaders[-1] + 1)
    order = leftwards(public.leaders, player)
    tents = counted_tents(public) if tents is None else tents
    box, deck = _box(public.edition), Counter(public.quest_deck)
    lying = {spot.card for spot in public.path}
    held = [public.artifacts[seat] for seat in order]
    return Seen(
        round=_numbers(public.round),
        turn=_numbers(public.turn),
        start_player=_numbers((public.start_player - player) % (public.leaders[-1] + 1)),
        in_temple=_numbers([seat in public.in_temple for seat in order]),
        beside_tent=_numbers([public.beside_tent[seat] for seat in order]),
        in_tent=_numbers([tents[seat] for seat in order]),
        artifacts=_numbers([len(has) for has in held]),
        worth=_numbers([sum([one.worth for one in has]) for has in held]),
        dice=_numbers([seat in public.dice for seat in order]),
        deck_treasures=_numbers([deck[card] for card in box.treasures]),
        deck_hazards=_numbers([deck[card] for card in box.hazards]),
        deck_artifacts=_numbers([deck[card] for card in box.artifacts]),
        path_cards=_numbers(len(public.path)),
        path_treasure=_numbers(_treasure_seen(public)),
        path_hazards=_numbers([card in lying for card in box.hazards]),
        path_artifacts=_numbers([card in lying for card in box.artifacts]),
        under_temples=_numbers([card.artifact in public.under_temples for card in box.artifacts]),
    )


def flat(seen: Seen) -> Numbers:
    """All fields end to end, in the order of `Seen`, in natural units."""
    return np.concatenate(seen, axis=None)


def unflat(observation: npt.NDArray[Any], edition: Edition, players: int) -> Seen:
    """The fields by name again; numbers in front, such as a batch, stay in front."""
    shape, wanted = np.shape(observation), size(edition, players)
    if shape[-1:] != (wanted,):
        raise WrongRow(shape=str(shape), edition=name_of(edition), players=players, wanted=wanted)
    ends = np.cumsum(shapes(edition, players))[:-1]
    parts = Seen(*np.split(observation, ends, axis=-1))
    single = ("round", "turn", "start_player", "path_cards")
    return parts._replace(**{name: getattr(parts, name)[..., 0] for name in single})


def size(edition: Edition, players: int) -> int:
    """How many numbers one player sees."""
    return sum(shapes(edition, players))


def index_table(edition: Edition, players: int) -> tuple[Row, ...]:
    """Where every field lies in an observation, and what it means."""
    rows, start = [], 0
    for name, length, meaning in zip(Seen._fields, shapes(edition, players), _meanings(edition), strict=True):
        rows.append(Row(name, start, start + length, meaning))
        start += length
    return tuple(rows)


def docs_table(edition: Edition = EDITIONS["incan-gold"], players: int = 4) -> str:
    """The same as a table in Markdown, with what the numbers never exceed."""
    most = highest(edition, players)
    lines = ["| field | from | to | at most | meaning |", "|---|---|---|---|---|"]
    for name, start, stop, meaning in index_table(edition, players):
        bounds = ", ".join(map(str, _once_if_equal(most[start:stop].tolist())))
        lines.append(f"| `{name}` | {start} | {stop} | {bounds} | {meaning} |")
    return "\n".join(lines) + "\n"


def leftwards(leaders: tuple[int, ...], player: int) -> Seats:
    """All adventurers, from one player's own around the table to the left."""
    first = leaders.index(player)
    return (*range(first, len(leaders)), *range(first))


class _Box(NamedTuple):
    """The different cards of an edition, in box order."""

    treasures: tuple[Card, ...]
    hazards: tuple[Card, ...]
    artifacts: tuple[ArtifactCard, ...]


@lru_cache(maxsize=64)
def _box(edition: Edition) -> _Box:
    treasures = tuple(map(TreasureCard, different_treasures(edition)))
    artifacts = tuple(map(ArtifactCard, edition.artifacts_in_box))
    return _Box(treasures, tuple(map(HazardCard, edition.hazards)), artifacts)


def _numbers(value: int | Iterable[int]) -> Numbers:
    return np.array(value, np.int32)


def _treasure_seen(public: Public) -> list[int]:
    """What leavers would divide: one heap, or the cards with 1, 2 … on them."""
    if public.edition.path_share is PathShare.POOLED:
        return [treasure_on(public.path)]
    return _cards_with(public.path, most=len(public.leaders) - 1)


def _cards_with(path: Path, *, most: int) -> list[int]:
    left = Counter(spot.treasure for spot in path)
    return [left[treasure] for treasure in range(1, most + 1)]


def _meanings(edition: Edition) -> Seen:
    treasures = ", ".join(map(str, different_treasures(edition)))
    hazards, artifacts = ", ".join(edition.hazards) or "–", ", ".join(edition.artifacts_in_box) or "–"
    pooled = edition.path_share is PathShare.POOLED
    return Seen(
        round="the round, from 1",
        turn="choices turned over so far, in the whole game",
        start_player="how many places to my left the start player sits",
        in_temple="by adventurer: 1 in the temple, 0 in camp",
        beside_tent="by adventurer: treasure won this round, at risk",
        in_tent="by adventurer: treasure that is safe, counted from the open story",
        artifacts="by adventurer: artifacts carried out",
        worth="by adventurer: what those artifacts count",
        dice="by adventurer: 1 where a die plays",
        deck_treasures=f"copies left in the deck of the treasures {treasures}",
        deck_hazards=f"copies left in the deck of {hazards}",
        deck_artifacts=f"1 if in the deck: {artifacts}",
        path_cards="cards on the path",
        path_treasure="treasure on the path" if pooled else "cards on the path with 1, 2 … treasure on them",
        path_hazards=f"1 if on the path: {hazards}",
        path_artifacts=f"1 if on the path: {artifacts}",
        under_temples=f"1 if still under a Temple card: {artifacts}",
    )


def _once_if_equal(numbers: Sequence[int]) -> Sequence[int]:
    return numbers[:1] if len(set(numbers)) == 1 else numbers
