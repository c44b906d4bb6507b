"""A position in a few lines of text."""

from collections import Counter
from collections.abc import Iterator, Sequence

from incangold.cards import Card
from incangold.editions import name_of
from incangold.envs.rendering.scene import Scene
from incangold.game import OVER, PathCard
from incangold.path import treasure_on


def write(scene: Scene) -> str:
    """The moment, the path, a line for each adventurer, and what is left in the deck."""
    at = scene.at
    under = ", ".join(at.under_temples)
    lines = [
        f"{name_of(at.edition)}: {_moment(scene)}",
        f"path: {' '.join(map(_spot, at.path)) or '–'}   ({treasure_on(at.path)} lie on it)",
        *_adventurers(scene),
        f"deck: {_counted(at.quest_deck)}",
        *([f"under the temples: {under}"] if under else []),
    ]
    return "\n".join(lines) + "\n"


def _moment(scene: Scene) -> str:
    at = scene.at
    if at.phase is OVER:
        return f"the tents are open after {at.turn} turns"
    return f"round {at.round} of {at.edition.rounds}, turn {at.turn}, {len(at.quest_deck)} cards in the deck"


def _spot(spot: PathCard) -> str:
    return f"{spot.card[0]}(+{spot.treasure})" if spot.treasure else f"{spot.card[0]}"


def _adventurers(scene: Scene) -> Iterator[str]:
    at, width = scene.at, max(map(len, scene.names))
    yield f"  {'':{width}}           at risk  in tent  artifacts"
    for seat, name in enumerate(scene.names):
        where = "in temple" if seat in at.in_temple else "in camp"
        held = " ".join(f"{one.artifact}={one.worth}" for one in at.artifacts[seat])
        line = (
            f"{_sign(scene, seat)} {name:{width}} {where:<9} {at.beside_tent[seat]:>7}  {scene.tents[seat]:>7}  {held}"
        )
        yield line.rstrip()


def _sign(scene: Scene, seat: int) -> str:
    """A star for a winner, an arrow for the start player."""
    if seat in scene.winners:
        return "*"
    return ">" if scene.at.leaders[seat] == scene.at.start_player else " "


def _counted(deck: Sequence[Card]) -> str:
    copies = Counter(deck)
    return " ".join(f"{card[0]}×{number}" if number > 1 else f"{card[0]}" for card, number in copies.items())
