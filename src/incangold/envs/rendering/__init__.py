"""A position as text or as a picture: `ansi` for a terminal, `svg` for a notebook or a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from incangold.envs.refusals import refuse_unless_known
from incangold.envs.rendering.drawing import draw
from incangold.envs.rendering.scene import Position, scene_of
from incangold.envs.rendering.text import write

RENDER_MODES = ("human", "ansi", "svg")


@dataclass(frozen=True)
class Picture:
    """An SVG that a notebook shows by itself."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


Rendered = str | Picture | None


def render_mode_named(mode: str | None) -> str | None:
    """The mode itself; refuses one that there is not."""
    if mode is not None:
        refuse_unless_known("render mode", mode, RENDER_MODES)
    return mode


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
    return write(scene_of(position, names))
