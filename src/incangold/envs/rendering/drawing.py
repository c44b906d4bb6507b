"""A position as an SVG that needs no other file: the temples, the path, the tents, and what is left in the deck."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import name_of
from incangold.envs.rendering.camp import camp_height, draw_tents
from incangold.envs.rendering.cardboard import CHIP_HEIGHT, LONG, card_width, chip_width, draw_card, draw_chip, newest
from incangold.envs.rendering.marks import (
    DUSK,
    EMBER,
    HALL,
    INSCRIBED,
    LAMP,
    LINE,
    QUIET,
    STONE,
    TEXT,
    box,
    in_rows,
    shortened,
    words,
)
from incangold.envs.rendering.scene import Scene
from incangold.game import OVER
from incangold.path import treasure_on
from incangold.seen import different_treasures

WIDTH, MARGIN, GAP, PAD = 960, 24, 12, 16
INNER = WIDTH - 2 * MARGIN
TEMPLES, TITLE = 64, 34  # heights


class Panel(NamedTuple):
    """A band of the drawing, drawn from its own upper edge."""

    height: float
    marks: str


def draw(scene: Scene) -> str:
    """The whole position, one band below the other."""
    y, bands = 0.0, []
    tents = Panel(camp_height(scene), draw_tents(scene, INNER))
    for panel in (_temples(scene), _path(scene), tents, _deck(scene)):
        bands.append(f'<g transform="translate({MARGIN} {y:g})">{panel.marks}</g>')
        y += panel.height + GAP
    ground = box(0, 0, WIDTH, y + GAP, fill=DUSK, round_=14)
    size = f'viewBox="0 0 {WIDTH} {y + GAP:g}" width="{WIDTH}" height="{y + GAP:g}"'
    title = f"<title>{escape(told(scene))}</title>"
    drawn = "".join(bands)
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} style="max-width:100%;height:auto">'
    return f"{opening}{title}{ground}{drawn}</svg>"


def told(scene: Scene) -> str:
    """The moment in one line."""
    at = scene.at
    if at.phase is OVER:
        return f"{name_of(at.edition)}, the tents are open"
    return f"{name_of(at.edition)}, round {at.round} of {at.edition.rounds}, {len(at.in_temple)} in the temple"


def _temples(scene: Scene) -> Panel:
    at = scene.at
    name, _, overrides = name_of(at.edition).partition(" ")
    title = words(0, 40, name, size=24, fill=LAMP, face=INSCRIBED, bold=True)
    title += words(0, 57, shortened(overrides, 64), size=12, fill=QUIET)
    turns = words(INNER, 40, f"turn {at.turn}", size=14, fill=QUIET, anchor="end")
    lit = 0 if at.phase is OVER else at.round
    step = min(40, 380 / at.edition.rounds)
    first = INNER - 90 - step * at.edition.rounds
    temples = (
        _temple(number, first + step * (number - 1), number == lit) for number in range(1, at.edition.rounds + 1)
    )
    return Panel(TEMPLES, title + "".join(temples) + turns)


def _temple(number: int, x: float, lit: bool) -> str:
    """A step of the stair: this round's is lit."""
    stone, ink = (EMBER, DUSK) if lit else (STONE, QUIET)
    shape = f'<path d="M{x:g} 50v-8h4v-8h4v-8h12v8h4v8h4v8z" fill="{stone}" stroke="{LINE}"/>'
    return shape + words(x + 14, 47, number, size=14, fill=ink, anchor="middle", face=INSCRIBED, bold=True)


def _panel(height: float, title: str, aside: str, marks: str, *, fill: str = HALL) -> Panel:
    ground = box(0, 0, INNER, height, fill=fill, edge=LINE, thick=1, round_=12)
    head = words(PAD, 23, title, size=14, fill=TEXT, bold=True)
    return Panel(height, ground + head + words(INNER - PAD, 23, aside, fill=QUIET, anchor="end") + marks)


def _path(scene: Scene) -> Panel:
    at = scene.at
    places = in_rows([card_width(spot) for spot in at.path], within=INNER - 2 * PAD, gap=GAP)
    corners = [(PAD + x, TITLE + row * (LONG + GAP)) for x, row in places]
    cards = [draw_card(scene, spot, *corner) for spot, corner in zip(at.path, corners, strict=True)]
    if at.path:
        cards.append(newest(at.path[-1], *corners[-1]))
    else:
        cards.append(words(INNER / 2, TITLE + LONG / 2, _nothing_lies(scene), size=18, fill=QUIET, anchor="middle"))
    rows = places[-1][1] + 1 if places else 1
    aside = f"{treasure_on(at.path)} lie on it, {len(at.in_temple)} in the temple"
    return _panel(TITLE + rows * (LONG + GAP) + 4, "The path", aside, "".join(cards))


def _nothing_lies(scene: Scene) -> str:
    return "The tents are open." if scene.at.phase is OVER else "Nothing lies on the path."


def _deck(scene: Scene) -> Panel:
    kinds = tuple(_kinds(scene))
    places = in_rows([chip_width(kind) for kind in kinds], within=INNER - 2 * PAD, gap=5)
    chips = (
        draw_chip(scene, kind, PAD + x, TITLE + row * (CHIP_HEIGHT + 6))
        for kind, (x, row) in zip(kinds, places, strict=True)
    )
    height = TITLE + (places[-1][1] + 1) * (CHIP_HEIGHT + 6) + 8
    under = ", ".join(scene.at.under_temples)
    return _panel(
        height,
        f"{len(scene.at.quest_deck)} cards in the deck",
        f"under the temples: {under}" if under else "",
        "".join(chips),
    )


def _kinds(scene: Scene) -> Iterator[Card]:
    """Every kind of card that can lie in the deck; an artifact only while it does."""
    yield from map(TreasureCard, different_treasures(scene.at.edition))
    yield from map(HazardCard, scene.at.edition.hazards)
    yield from (card for card in scene.at.quest_deck if isinstance(card, ArtifactCard))
