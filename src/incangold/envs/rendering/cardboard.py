"""Cards as cardboard: treasures upright, artifacts framed in gold, hazards crosswise; small ones for the deck."""

from incangold.cards import ArtifactCard, HazardCard, TreasureCard
from incangold.envs.rendering.marks import (
    ARTIFACT,
    CARDBOARD,
    DANGER,
    EMBER,
    EMPTIED,
    GOLD_FRAME,
    HAZARD,
    INK,
    INSCRIBED,
    LAMP,
    LINE,
    QUIET,
    STONE,
    TREASURE,
    box,
    pile,
    words,
)
from incangold.envs.rendering.scene import Scene
from incangold.envs.rendering.signs import sign
from incangold.game import PathCard

SHORT, LONG = 72, 100  # the sides of a card on the path
CHIP_HEIGHT = 44


def card_width(spot: PathCard) -> int:
    """Hazards lie crosswise."""
    return LONG if isinstance(spot.card, HazardCard) else SHORT


def draw_card(scene: Scene, spot: PathCard, x: float, y: float) -> str:
    """One card on the path, in a row of cards as high as an upright one."""
    match spot.card:
        case TreasureCard(value):
            return _treasure(value, spot.treasure, x, y)
        case ArtifactCard(artifact):
            frame = box(x, y, SHORT, LONG, fill=CARDBOARD, edge=GOLD_FRAME, thick=4)
            inner = box(x + 5, y + 5, SHORT - 10, LONG - 10, fill="none", edge=GOLD_FRAME, thick=1, round_=4)
            drawn = sign(artifact, x + 16, y + 11, 40, ink=GOLD_FRAME, cut=CARDBOARD)
            name = words(x + SHORT / 2, y + 66, artifact, size=13, fill=ARTIFACT, anchor="middle", bold=True)
            return frame + inner + drawn + name + _number(scene.worth_now(artifact), x + SHORT / 2, y + 88, ARTIFACT)
        case HazardCard(hazard):
            top = y + (LONG - SHORT) / 2
            frame = box(x, top, LONG, SHORT, fill=CARDBOARD, edge=HAZARD, thick=4, round_=3)
            drawn = sign(hazard, x + 29, top + 6, 42, ink=HAZARD, cut=CARDBOARD)
            return (
                frame + drawn + words(x + LONG / 2, top + 63, hazard, size=13, fill=HAZARD, anchor="middle", bold=True)
            )


def _treasure(value: int, left: int, x: float, y: float) -> str:
    frame = box(x, y, SHORT, LONG, fill=CARDBOARD if left else EMPTIED, edge=TREASURE, thick=4, round_=14)
    number = _number(value, x + SHORT / 2, y + 46, TREASURE, size=34)
    if not left:
        return frame + number
    return frame + number + words(x + 11, y + 71, f"{left} left", size=12, fill=INK) + pile(left, x + 15, y + 83)


def _number(value: int, x: float, y: float, fill: str, *, size: float = 19) -> str:
    return words(x, y, value, size=size, fill=fill, anchor="middle", face=INSCRIBED, bold=True)


def newest(spot: PathCard, x: float, y: float) -> str:
    """Torchlight around the card that was turned last."""
    inset = (LONG - SHORT) / 2 if isinstance(spot.card, HazardCard) else 0
    height = LONG - 2 * inset
    return box(x - 4, y + inset - 4, card_width(spot) + 8, height + 8, fill="none", edge=EMBER, thick=3, round_=14)


def chip_width(card: TreasureCard | HazardCard | ArtifactCard) -> int:
    """How wide a kind of card is in the deck's row."""
    return 50 if isinstance(card, HazardCard) else 30


def draw_chip(scene: Scene, card: TreasureCard | HazardCard | ArtifactCard, x: float, y: float) -> str:
    """A kind of card in the deck, and how many copies of it are left there."""
    left = scene.at.quest_deck.count(card)
    width, board = chip_width(card), CARDBOARD if left else STONE
    match card:
        case TreasureCard(value):
            frame = box(x, y, width, CHIP_HEIGHT, fill=board, edge=TREASURE if left else LINE, round_=8)
            number = _number(value, x + width / 2, y + 26, TREASURE if left else QUIET, size=16)
            return (
                frame + number + _pips(left, scene.at.edition.treasures.count(value), x + width / 2, y + 37, TREASURE)
            )
        case ArtifactCard(artifact):
            frame = box(x, y, width, CHIP_HEIGHT, fill=board, edge=GOLD_FRAME)
            return frame + sign(artifact, x + 4, y + 11, 22, ink=GOLD_FRAME, cut=board)
        case HazardCard(hazard):
            twin_lies_open = PathCard(card) in scene.at.path
            edge, ink = DANGER if twin_lies_open else HAZARD if left else LINE, HAZARD if left else QUIET
            frame = box(x, y, width, CHIP_HEIGHT, fill=board, edge=edge, thick=4 if twin_lies_open else 2, round_=2)
            drawn = sign(hazard, x + 12, y + 5, 26, ink=ink, cut=board)
            return frame + drawn + _pips(left, scene.at.edition.hazard_copies, x + width / 2, y + 37, HAZARD)


def _pips(left: int, copies: int, x: float, y: float, ink: str) -> str:
    """A dot for each copy in the deck, a ring for each that is elsewhere."""
    step = min(6, 44 / max(copies, 1))
    first = x - step * (copies - 1) / 2
    dots = (
        f'<circle cx="{first + step * place:g}" cy="{y:g}" r="2.2" stroke="{ink if left else QUIET}"'
        f' fill="{ink if place < left else "none"}"/>'
        for place in range(copies)
    )
    return "".join(dots)


def torch(x: float, y: float) -> str:
    """A torch, for one in the temple."""
    flame = f'<path d="M0-14q7 8 5 13a5.4 5.4 0 0 1-10 0q0-6 5-13z" fill="{EMBER}"/>'
    return (
        f'<g transform="translate({x:g} {y:g})"><path d="M-2 4h4l-1 16h-2z" fill="#7d5333"/>'
        f'{flame}<circle r="2.6" cy="0" fill="{LAMP}"/></g>'
    )
