"""A position as text or as a picture: `ansi` for a terminal, `svg` for a notebook or a page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from incangold.cards import Card
from incangold.editions import name_of
from incangold.envs.drawing import draw
from incangold.envs.scene import Position, Scene, scene_of
from incangold.game import OVER, PathCard
from incangold.path import treasure_on
from incangold.record import card_text

RENDER_MODES = ("human", "ansi", "svg")


class Picture(NamedTuple):
    """An SVG that a notebook shows by itself."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


Rendered = str | Picture | None


def render(position: Position, mode: str | None, names: Sequence[str] | None = None) -> Rendered:
    """What an environment shows in this mode: `human` prints the text, without a mode there is nothing."""
    if mode == "svg":
        return Picture(svg(position, names))
    if mode == "ansi":
        return ansi(position, names)
    if mode == "human":
        print(ansi(position, names))
    return None


def svg(position: Position, names: Sequence[str] | None = None) -> str:
    """The position as an SVG that needs no other file; `names` are the players'."""
    return draw(scene_of(position, names))


def ansi(position: Position, names: Sequence[str] | None = None) -> str:
    """The position in a few lines of text; `names` are the players'."""
    scene = scene_of(position, names)
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
    return f"{card_text(spot.card)}(+{spot.treasure})" if spot.treasure else card_text(spot.card)


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
    return " ".join(card_text(card) + (f"×{number}" if number > 1 else "") for card, number in copies.items())
