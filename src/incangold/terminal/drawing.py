"""How cards, tents and temples look in a terminal: text with colours, never colour alone."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from incangold.cards import ArtifactCard, Hazard, HazardCard, TreasureCard
from incangold.game import PathCard, artifacts_claimed
from incangold.path import artifacts_on, hazards_on, treasure_on
from incangold.record import Player, adventurer_names
from incangold.view import Public, View
from incangold.words.catalogue import Catalogue

# Cards are cardboard with three frames; around them are stone, lamplight and danger.
CARDBOARD, EMPTIED = "#f1e2c0", "#c4b48f"
TREASURE, ARTIFACT, HAZARD = "#154a85", "#6f4703", "#8d1511"
LAMPLIGHT, GOLD, DANGER, DUSK = "#ffd27a", "#ffcf86", "#ff8a76", "#cdc0e2"
SIGNS = {Hazard.SPIDERS: "※", Hazard.MUMMIES: "‡", Hazard.FIRE: "▲", Hazard.SNAKES: "§", Hazard.ROCKS: "■"}
CARD_ROWS = 4
TENT_WIDTH = 17
MOST_TEMPLES = 6


class Block(NamedTuple):
    """A card drawn as lines of equal width."""

    lines: tuple[Text, ...]
    width: int


def _block(lines: Sequence[str], style: str) -> Block:
    return Block(tuple(Text(line, style=style) for line in lines), len(lines[0]))


def draw_card(spot: PathCard, public: Public, words: Catalogue) -> Block:
    """Treasures round and upright, artifacts double-framed, hazards laid crosswise."""
    match spot.card:
        case TreasureCard(value):
            left = f"+{spot.treasure}" if spot.treasure else ""
            board = CARDBOARD if spot.treasure else EMPTIED
            return _block(["╭────╮", f"│ {value:<3}│", f"│{left:>4}│", "╰────╯"], f"bold {TREASURE} on {board}")
        case ArtifactCard(artifact):
            name = words.name(artifact).split()[-1][:6].center(6)
            worth = public.edition.worth(artifact, claimed=_leaves_as(artifact, public))
            return _block(["╔══════╗", f"║{name}║", f"║{worth:^6}║", "╚══════╝"], f"bold {ARTIFACT} on {CARDBOARD}")
        case HazardCard(hazard):
            name = f"{SIGNS[hazard]} {words.name(hazard)}".center(10)
            drawn = _block(["┏━━━━━━━━━━┓", f"┃{name}┃", "┗━━━━━━━━━━┛"], f"bold {HAZARD} on {CARDBOARD}")
            return Block((Text(" " * drawn.width), *drawn.lines), drawn.width)


def _leaves_as(artifact: object, public: Public) -> int:
    """How many artifacts would have left before this one, if one adventurer took all that lie there."""
    return artifacts_claimed(public.artifacts) + artifacts_on(public.path).index(artifact)


def draw_path(public: Public, words: Catalogue, width: int) -> Text:
    """The path as rows of cards, the newest last."""
    if not public.path:
        return Text(words.say("table.empty_path"), style="dim")
    rows: list[list[Block]] = [[]]
    for spot in public.path:
        block = draw_card(spot, public, words)
        if rows[-1] and sum(each.width + 1 for each in rows[-1]) + block.width > width:
            rows.append([])
        rows[-1].append(block)
    return Text("\n").join(_joined(row) for row in rows)


def _joined(row: list[Block]) -> Text:
    lines = (Text(" ").join(block.lines[line] for block in row) for line in range(CARD_ROWS))
    return Text("\n").join(lines)


def draw_temples(public: Public, words: Catalogue) -> Text:
    """Temple cards 1 to 5, this round's lit, with the removed hazards under theirs, and the deck."""
    text = Text()
    rounds = public.edition.rounds
    near = range(1, rounds + 1) if rounds <= MOST_TEMPLES else range(max(1, public.round), max(1, public.round) + 1)
    for number in near:
        gone = [card for card, when in public.removed if when == number]
        under = [words.name(card) for card in gone if isinstance(card, HazardCard)]
        lit = number == public.round
        text.append(f" ⌂{number}", style=f"bold {LAMPLIGHT}" if lit else "dim")
        text.append(f"{'◄' if lit else ''}{' ' + ','.join(under) if under else ''} ", style=DANGER if under else "")
    if len(near) < rounds:
        text.append(f"/{rounds} ", style="dim")
    text.append(" " + words.say("deck.cards", n=len(public.quest_deck)), style="bold")
    return text


def draw_danger(public: Public, words: Catalogue) -> Text:
    """What lies on the path, and which hazards would end the round."""
    artifacts = [words.name(artifact) for artifact in artifacts_on(public.path)]
    lying = [str(treasure_on(public.path)), *artifacts]
    text = Text(words.say("table.on_path", what=words.listed(lying), inside=len(public.in_temple)))
    kinds = dict.fromkeys(hazards_on(public.path))
    if kinds:
        text.append(" " + words.say("table.in_deck"))
    for card in kinds:
        left = public.quest_deck.count(card)
        sign = f" {SIGNS[card.hazard]} {words.name(card)} {left}"
        text.append(sign, style=f"bold {DANGER}" if left else "dim")
    return text


Shown = dict[int, str]  # by adventurer: the card just turned over, or what a die feared and rolled


class Tents:
    """The tents around the table: who is in, what lies beside each, who has laid a card."""

    def __init__(self, players: tuple[Player, ...], words: Catalogue) -> None:
        self._names = adventurer_names(players)
        self._words = words

    def draw(self, view: View, shown: Shown, width: int) -> Text:
        """All tents in rows; `shown` is what has just been turned over."""
        per_row = max(1, width // (TENT_WIDTH + 1))
        tents = [self._tent(seat, view, shown) for seat in range(len(self._names))]
        rows = [tents[first : first + per_row] for first in range(0, len(tents), per_row)]
        return Text("\n").join(
            Text("\n").join(Text(" ").join(tent[line] for tent in row) for line in range(3)) for row in rows
        )

    def _tent(self, seat: int, view: View, shown: Shown) -> tuple[Text, ...]:
        public = view.public
        inside = seat in public.in_temple
        start = public.leaders[seat] == public.start_player
        tent = "" if public.in_tent is None else f" ▲{public.in_tent[seat]}"
        name = shortened(self._names[seat], TENT_WIDTH - 2 - len(tent))
        held = sum(one.worth for one in public.artifacts[seat])
        stars = f" ★{held}" if held else ""
        risk = self._words.say("table.at_risk" if inside else "table.in_camp", n=public.beside_tent[seat])
        lines = (
            (f"{'△' if inside else '▲'}{'◆' if start else ' '}{name}{tent}", "bold" if inside else f"bold {LAMPLIGHT}"),
            (risk + stars, GOLD if inside else LAMPLIGHT),
            (self._doing(seat, view, shown), DUSK),
        )
        return tuple(_fitted(text, style) for text, style in lines)

    def _doing(self, seat: int, view: View, shown: Shown) -> str:
        if seat in view.laid:
            return self._words.say("table.has_laid")
        if seat in shown:
            return shown[seat]
        choosing = view.public.phase == "choices" and seat in view.public.in_temple
        return self._words.say("table.is_choosing") if choosing else ""


def shortened(name: str, width: int) -> str:
    """A long name with its end cut off, but never the number of an adventurer."""
    if len(name) <= width:
        return name
    stem, slash, number = name.rpartition("/")
    suffix = slash + number if stem and number in ("1", "2") else ""
    return name[: width - len(suffix) - 1] + "…" + suffix


def _fitted(text: str, style: str) -> Text:
    fitted = Text(text, style=style)
    fitted.truncate(TENT_WIDTH, overflow="ellipsis", pad=True)
    return fitted
