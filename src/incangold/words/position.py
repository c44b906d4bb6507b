"""A position typed by hand: what lies on the path, what is gone, who is in; and its odds."""

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard, in_box_order
from incangold.editions import Edition
from incangold.errors import BadPosition
from incangold.game import PathCard
from incangold.odds import OneMoreCard, driven_out_within, next_card, one_more_card
from incangold.path import artifacts_on, home_with, treasure_on
from incangold.record import card_text, read_card
from incangold.words.catalogue import Catalogue, Phrase
from incangold.words.chances import AHEAD, odds_told


class Position(NamedTuple):
    """What the odds need to know."""

    edition: Edition
    deck: tuple[Card, ...]
    path: tuple[PathCard, ...]
    inside: int
    beside: int
    claimed: int

    @property
    def one_more(self) -> OneMoreCard:
        """Gain and loss of one more card."""
        return one_more_card(
            self.edition,
            self.deck,
            self.path,
            inside=self.inside,
            beside_tent=self.beside,
            claimed=self.claimed,
        )


def typed_position(
    *,
    edition: Edition,
    path_text: str,
    removed: str,
    artifacts: str,
    inside: int,
    beside: int | None,
    claimed: int,
) -> Position:
    """Read a position as it is typed, and refuse what the box cannot give."""
    if not 1 <= inside <= 8:
        raise BadPosition(why=Phrase("position.inside", inside=inside))
    path = tuple(_spot(text, inside) for text in path_text.split())
    _refuse_pairs(path)
    if treasure_on(path) > sum(spot.card.value for spot in path if isinstance(spot.card, TreasureCard)):
        raise BadPosition(why=Phrase("position.too_rich", treasure=treasure_on(path)))
    found = [read_card(name) for name in artifacts.split()]
    for card in found:
        if not isinstance(card, ArtifactCard):
            raise BadPosition(why=Phrase("position.no_artifact", card=card))
    gone = Counter([spot.card for spot in path] + [read_card(text) for text in removed.split()])
    box = Counter(edition.box)
    for card, number in (gone + Counter(found)).items():
        if number > box[card]:
            raise BadPosition(why=Phrase("position.too_many", card=card))
    deck = in_box_order((Counter(edition.quest_cards) + Counter(found) - gone).elements())
    won = sum(_won(spot, inside) for spot in path)
    return Position(edition, deck, path, inside, won if beside is None else beside, claimed)


def _spot(text: str, inside: int) -> PathCard:
    name, _, left = text.partition(":")
    card = read_card(name)
    if not left:
        return PathCard(card, card.value % inside if isinstance(card, TreasureCard) else 0)
    if not (isinstance(card, TreasureCard) and left.isascii() and left.isdecimal() and len(left) < 4):
        raise BadPosition(why=Phrase("position.remainder", card=card))
    return PathCard(card, int(left))


def _won(spot: PathCard, inside: int) -> int:
    return (spot.card.value - spot.treasure) // inside if isinstance(spot.card, TreasureCard) else 0


def _refuse_pairs(path: tuple[PathCard, ...]) -> None:
    for card, number in Counter(spot.card for spot in path).items():
        if isinstance(card, HazardCard) and number > 1:
            raise BadPosition(why=Phrase("position.pair", card=card))


def position_told(words: Catalogue, position: Position) -> list[str]:
    """The odds in sentences."""
    lying = treasure_on(position.path)
    alone = words.listed([str(position.beside + lying), *map(words.name, artifacts_on(position.path))])
    lines = odds_told(words, position.deck, position.path, inside=position.inside)
    if position.deck:
        lines.append(words.say("odds.every_card", cards=_every_card(words, position)))
    two = position.beside + home_with(position.path, 1, position.edition.path_share)
    lines.append(words.say("odds.leave", alone=alone, two=two))
    if position.deck:
        gain, loss, scale = position.one_more
        gain_and_loss = {"gain": words.decimal(gain / scale, 2), "loss": words.decimal(loss / scale, 2)}
        lines.append(words.say("odds.one_more", **gain_and_loss))
    return lines


def _every_card(words: Catalogue, position: Position) -> str:
    """The whole distribution of the next card: `1 3.8 %, … snakes 7.7 %`."""
    odds = next_card(position.deck, position.path, inside=position.inside)
    names = {card: str(card.value) if isinstance(card, TreasureCard) else words.name(card) for card in odds.cards}
    return ", ".join(f"{names[card]} {words.percent(chance)}" for card, chance in odds.cards.items())


def position_json(position: Position) -> dict[str, Any]:
    """The odds for programs: every chance as a number and as an exact fraction."""
    if not position.deck:
        return {"cards_left": 0}
    odds = next_card(position.deck, position.path, inside=position.inside)
    ahead = range(1, min(AHEAD, len(position.deck)) + 1)
    gain, loss, scale = position.one_more
    return {
        "cards_left": len(position.deck),
        "driven_out": _both(odds.driven_out),
        "next_card": {card_text(card): _both(chance) for card, chance in odds.cards.items()},
        "share": _both(odds.share),
        "remainder": _both(odds.remainder),
        "driven_out_within": {
            str(cards): _both(driven_out_within(position.deck, position.path, cards=cards)) for cards in ahead
        },
        "one_more_card": {"gain": gain / scale, "loss": loss / scale},
    }


def _both(chance: Fraction) -> dict[str, Any]:
    return {"value": float(chance), "exact": str(chance)}
