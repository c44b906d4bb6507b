"""The tents around the table: who is inside the temple, what lies beside each tent and what in it."""

from collections.abc import Iterator

from incangold.envs.rendering.cardboard import torch
from incangold.envs.rendering.marks import (
    DUSK,
    EMBER,
    HALL,
    INSCRIBED,
    LAMP,
    LINE,
    QUIET,
    SEATS,
    STONE,
    TEXT,
    box,
    shortened,
    words,
)
from incangold.envs.rendering.scene import Scene
from incangold.envs.rendering.signs import sign

TENT, GAP = 110, 12


def camp_height(scene: Scene) -> int:
    """How high all rows of tents are together."""
    rows = (len(scene.names) - 1) // _columns(scene) + 1
    return rows * (TENT + GAP) - GAP


def draw_tents(scene: Scene, width: float) -> str:
    """All tents, in one row up to five and in two beyond."""
    columns = _columns(scene)
    each = (width - GAP * (columns - 1)) / columns
    places = ((seat, seat % columns, seat // columns) for seat in range(len(scene.names)))
    return "".join(_tent(scene, seat, (each + GAP) * column, (TENT + GAP) * row, each) for seat, column, row in places)


def _columns(scene: Scene) -> int:
    seats = len(scene.names)
    return seats if seats <= 5 else (seats + 1) // 2


def _tent(scene: Scene, seat: int, x: float, y: float, width: float) -> str:
    inside, wins = seat in scene.at.in_temple, seat in scene.winners
    status = "wins" if wins else "temple" if inside else "camp"
    edge = LAMP if wins else EMBER if inside else LINE
    leader = scene.at.leaders[seat]
    name = shortened(scene.names[seat], int((width - 70) / 9))
    marks = [
        box(x, y, width, TENT, fill=HALL if inside else STONE, edge=edge, thick=3 if wins else 2, round_=12),
        words(x + 14, y + 25, name, size=15, bold=True),
        words(x + width - 14, y + 25, status, size=12, fill=edge if edge != LINE else QUIET, anchor="end"),
        _cloth(SEATS[leader], x + 12, y + 38, lit=not inside),
        torch(x + 60, y + 56) if inside else "",
        _won(scene, seat, x + 82, y),
        _amount("in tent", scene.tents[seat], x + 82 + (width - 86) / 2, y, LAMP),
        *_held(scene, seat, x + 14, y + 88),
        words(x + width - 14, y + 101, "start", size=11, fill=QUIET, anchor="end")
        if leader == scene.at.start_player
        else "",
    ]
    return "".join(marks)


def _cloth(colour: str, x: float, y: float, *, lit: bool) -> str:
    """A tent; with its owner at home there is lamplight in it."""
    door = LAMP if lit else DUSK
    return (
        f'<path d="M{x:g} {y + 40:g} {x + 21:g} {y:g} {x + 42:g} {y + 40:g}z" fill="{colour}"/>'
        f'<path d="M{x + 13:g} {y + 40:g} {x + 21:g} {y + 14:g} {x + 29:g} {y + 40:g}z" fill="{door}"/>'
    )


def _won(scene: Scene, seat: int, x: float, y: float) -> str:
    """What an adventurer stands to lose; at the end, its player's score."""
    if scene.ended:
        return _amount("score", scene.ended.scores[scene.at.leaders[seat]], x, y, TEXT)
    inside = seat in scene.at.in_temple
    return _amount("at risk", scene.at.beside_tent[seat], x, y, EMBER if inside else QUIET)


def _amount(label: str, treasure: int, x: float, y: float, fill: str) -> str:
    number = words(x, y + 62, treasure, size=26, fill=fill, face=INSCRIBED, bold=True)
    return number + words(x, y + 78, label, size=11, fill=QUIET)


def _held(scene: Scene, seat: int, x: float, y: float) -> Iterator[str]:
    """Artifacts carried out, and what they count."""
    for place, (artifact, worth) in enumerate(scene.at.artifacts[seat]):
        yield sign(artifact, x + 36 * place, y, 17, ink=LAMP, cut=STONE)
        yield words(x + 36 * place + 19, y + 13, worth, size=12, fill=LAMP)
