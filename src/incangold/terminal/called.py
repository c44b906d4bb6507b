"""What cards are called: any language, no accents needed, and the beginning is enough."""

import re
import unicodedata
from functools import cache

from incangold.cards import ARTIFACTS, HAZARDS, Artifact, ArtifactCard, Card, HazardCard
from incangold.errors import NoSuchCard, SeveralMeant, UnknownCard
from incangold.record import read_card
from incangold.words.catalogue import LANGUAGES, Names, catalogue

NAMED_CARDS: tuple[HazardCard | ArtifactCard, ...] = (*map(HazardCard, HAZARDS), *map(ArtifactCard, ARTIFACTS))
_LETTERS_OF_THEIR_OWN = str.maketrans("łŁ", "lL")  # a letter that no accent was put on


def plain(text: str) -> str:
    """As a tired hand types it: small letters, no accents."""
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS_OF_THEIR_OWN).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def artifact_in(line: str) -> Artifact | None:
    """The artifact that a line names, in any language; None where it names none."""
    found = [card.artifact for card in cards_called(line) if isinstance(card, ArtifactCard)]
    if len(found) > 1:
        raise SeveralMeant(word=line[:40], names=Names(*found))
    return found[0] if found else None


def card_in(word: str) -> Card:
    """A card by its value, or by its name in any language or the beginning of it."""
    if is_number(word):
        return _treasure(word)
    meant = cards_called(word)
    if len(meant) > 1:
        raise SeveralMeant(word=word[:40], names=Names(*meant))
    if not meant:
        raise _no_card(word)
    return meant[0]


def is_number(word: str) -> bool:
    """Whether a word is the value of a treasure, of this box or not."""
    return re.fullmatch("[0-9]+", word) is not None


def _treasure(word: str) -> Card:
    try:
        return read_card(word)
    except UnknownCard:
        raise _no_card(word) from None


def _no_card(word: str) -> NoSuchCard:
    return NoSuchCard(card=word[:40], hazards=Names(*HAZARDS), artifacts=Names(*ARTIFACTS))


def cards_called(word: str) -> list[HazardCard | ArtifactCard]:
    """The one with this name; else all whose names begin so."""
    word = plain(word)
    whole = [card for card in NAMED_CARDS if word in _names_of(card)]
    beginning = [card for card in NAMED_CARDS if any(name.startswith(word) for name in _names_of(card))]
    return whole or (beginning if word else [])


@cache
def _names_of(card: HazardCard | ArtifactCard) -> list[str]:
    return [str(card[0]), *(plain(catalogue(language).name(card)) for language in LANGUAGES)]


def card_names() -> set[str]:
    """Every name of every card."""
    return {name for card in NAMED_CARDS for name in _names_of(card)}
