"""One player's knowledge as numbers: `Seen` filled from a View, laid end to end; docs/observations.md has the table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from incangold.editions import EDITIONS, Edition, PathShare, name_of
from incangold.envs.bounds import highest
from incangold.errors import IncanGoldError
from incangold.seen import Seen, different_treasures, shapes
from incangold.seen import seen_by as in_numbers
from incangold.view import View
from incangold.words.catalogue import Catalogue

LAYOUT = "incangold-seen-v1"  # a changed layout gets another number: numbers learnt on this one would mean nothing

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
    """What this player knows, as arrays; whoever counts the tents along saves counting the whole story again."""
    return Seen(*(np.array(part, np.int32) for part in in_numbers(view, tents)))


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
        walked_past="by adventurer: the most treasure it left lying on the path to go on, in the whole game",
        scavenging="by adventurer: 1 if it has gone home whenever the bot `scavenger` would, and never else",
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
