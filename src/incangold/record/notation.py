"""How single things are written in a record: cards, words, names."""

import json
import re
from functools import cache
from typing import NamedTuple

from incangold.cards import ARTIFACTS, HAZARDS, Artifact, ArtifactCard, Card, Hazard, HazardCard, TreasureCard
from incangold.errors import NotUnderstood, UnknownCard, as_typed
from incangold.game import Choice, Seats
from incangold.record.record import Player, adventurer_names, can_be_written

HEADER = ("incangold-record", "rules", "edition", "player", "start", "artifacts")
LUCK = ("practice", "commitment", "nonce", "secret", "by-hand")
KEYWORDS = {*HEADER, *LUCK, "treasure", "round", "bot", "named", *HAZARDS, *ARTIFACTS, *Choice}


@cache
def card_text(card: Card) -> str:
    """A card as records write it: `treasure 11`, `snakes`, `mask`."""
    match card:
        case TreasureCard(value):
            return f"treasure {value}"
        case HazardCard(name) | ArtifactCard(name):
            return str(name)


def read_card(text: str) -> Card:
    """A card as records write it: `treasure 11`, `snakes`, `mask`; a number alone is a treasure too."""
    if treasure := re.fullmatch(r"(?:treasure\s+)?([1-9][0-9]{0,2})", text):
        return TreasureCard(int(treasure[1]))
    if text in HAZARDS:
        return HazardCard(Hazard(text))
    if text in ARTIFACTS:
        return ArtifactCard(Artifact(text))
    raise UnknownCard(card=as_typed(text))


def word(text: str) -> str:
    """Text that reads back as one word: in quotation marks unless it is plain and no keyword."""
    plain = re.fullmatch(r"[^\W_][\w.:+-]*", text) and text not in KEYWORDS
    return text if plain else json.dumps(text, ensure_ascii=False)


class Names:
    """Players and adventurers as a record writes them."""

    def __init__(self, players: tuple[Player, ...]) -> None:
        written = tuple(Player(_name_word(name)) for name, _ in players)
        self._players = [name for name, _ in written]
        self._seats = adventurer_names(written)

    def player(self, number: int) -> str:
        """Ana, or "Mary Ann"."""
        return self._players[number]

    def seat(self, number: int) -> str:
        """Ana, or Ana/2 where everybody leads two."""
        return self._seats[number]

    def seats(self, numbers: Seats) -> str:
        """Ana, Bo."""
        return ", ".join(self._seats[number] for number in numbers)


def _name_word(name: str) -> str:
    """Numbers stand for rolls, so a name that begins with one is quoted too."""
    return word(name) if not name[0].isdigit() else json.dumps(name, ensure_ascii=False)


class Word(NamedTuple):
    """One word of a line; a quoted one is never a keyword."""

    text: str
    quoted: bool


_WORD = re.compile(r'(?:("(?:\\.|[^"\\])*+")([^\s"#]*)|([^\s"#]+))\s*')


def words_of(line: str) -> list[Word]:
    """A line without its comment, cut into words."""
    words, at = [], 0
    line = line.strip()
    while at < len(line) and line[at] != "#":
        found = _WORD.match(line, at)
        if not found:
            raise NotUnderstood(what=as_typed(line[at:]))
        in_marks, rest, plain = found.groups()
        words.append(Word(_unquoted(in_marks) + rest, True) if in_marks else Word(plain, False))
        at = found.end()
    return words


def _unquoted(text: str) -> str:
    try:
        word = str(json.loads(text))
    except ValueError:
        raise NotUnderstood(what=as_typed(text)) from None
    if not can_be_written(word):
        raise NotUnderstood(what=as_typed(text))
    return word
