"""The colours of the temple at dusk, and the plainest marks of a drawing: words, boxes, stones, rows."""

from collections.abc import Sequence
from html import escape

from incangold.cards import stones

DUSK, HALL, STONE, LINE = "#17122f", "#100b24", "#272050", "#51478a"
TEXT, QUIET = "#f8ecd4", "#cdc0e2"
EMBER, LAMP, DANGER = "#ffa24a", "#ffd27a", "#ff8a76"
CARDBOARD, EMPTIED, INK = "#f1e2c0", "#c4b48f", "#1d1430"
TREASURE, ARTIFACT, HAZARD = "#154a85", "#6f4703", "#8d1511"
GOLD_FRAME = "#a86c05"
SEATS = ("#d0552b", "#1f9c8e", "#8f63c4", "#d39b2a", "#3f7fc9", "#b9476d", "#6f8f2f", "#8a6a4f")

# Whatever the reader has: an inscription face for titles and cards, a humanist sans for the rest.
INSCRIBED = "'Palatino Linotype',Palatino,'URW Palladio L',P052,'Noto Serif','DejaVu Serif',Georgia,serif"
PLAIN = "'Segoe UI',Candara,'Gill Sans',Optima,'Noto Sans','DejaVu Sans',sans-serif"


def words(
    x: float,
    y: float,
    what: object,
    *,
    size: float = 13,
    fill: str = TEXT,
    anchor: str = "start",
    face: str = PLAIN,
    bold: bool = False,
) -> str:
    """Something written, its baseline here."""
    weight = ' font-weight="700"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text {place} font-family="{face}" fill="{fill}"{weight}>{escape(str(what))}</text>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str,
    edge: str = "none",
    thick: float = 2,
    round_: float = 8,
) -> str:
    """A panel, a card or a frame."""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}"'
    return f'<rect {place} fill="{fill}" stroke="{edge}" stroke-width="{thick:g}"/>'


def pile(value: int, x: float, y: float) -> str:
    """Stones in a row: gold squares of 10, obsidian hexagons of 5, turquoise rounds of 1."""
    gold, obsidian, turquoise = stones(value)
    kinds = [_GOLD] * gold + [_OBSIDIAN] * obsidian + [_TURQUOISE] * turquoise
    return "".join(f'<g transform="translate({x + 10 * place:g} {y:g})">{kind}</g>' for place, kind in enumerate(kinds))


_EDGE = f'stroke="{INK}" stroke-width="1"'
_GOLD = f'<path d="M-4-4h8v8h-8z" fill="#e7ac35" {_EDGE}/>'
_OBSIDIAN = f'<path d="M-4.6 0-2.3-4h4.6L4.6 0 2.3 4h-4.6z" fill="#3b3158" {_EDGE}/>'
_TURQUOISE = f'<circle r="4" fill="#2fb3a6" {_EDGE}/>'


def in_rows(widths: Sequence[float], *, within: float, gap: float) -> list[tuple[float, int]]:
    """Where things of these widths lie, one after the other: how far right, and in which row."""
    places: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for width in widths:
        if x and x + width > within:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += width + gap
    return places


def shortened(text: str, most: int) -> str:
    """A text that fits, with its end cut off where it does not."""
    return text if len(text) <= most else text[: most - 1] + "…"
