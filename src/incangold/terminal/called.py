"""What cards and people are called: any language, no accents needed; the beginning of a card's name is enough."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from incangold.cards import ARTIFACTS, HAZARDS, Artifact, ArtifactCard, Card, HazardCard
from incangold.errors import NoSuchCard, NotAtTable, SeveralMeant, UnknownCard, as_typed
from incangold.record import one_name, read_card
from incangold.words.catalogue import LANGUAGES, Names, catalogue

NAMED_CARDS: tuple[HazardCard | ArtifactCard, ...] = (*map(HazardCard, HAZARDS), *map(ArtifactCard, ARTIFACTS))
_LETTERS_OF_THEIR_OWN = str.maketrans("łŁ", "lL")  # a letter that no accent was put on


def plain(text: str) -> str:
    """As a tired hand types it: small letters, no accents."""
    letters = _heard(text).translate(_LETTERS_OF_THEIR_OWN)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def as_spelt(line: str, pattern: str) -> list[str]:
    """What a pattern finds in a line without accents, each with the accents that it was typed with."""
    heard = _heard(line)
    letters = [place for place, letter in enumerate(heard) if not unicodedata.combining(letter)]
    starts = [*letters, len(heard)]
    found = re.finditer(pattern, plain(line))
    spelt = [heard[starts[word.start()] : starts[word.end()]] for word in found]
    return [unicodedata.normalize("NFC", word) for word in spelt]


def _heard(text: str) -> str:
    """Small letters, and every accent a sign of its own."""
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())


def called_so(word: str, names: Sequence[str]) -> list[int]:
    """Whose name this is, by number: the one spelt so, accents and all; else everybody it might be without them."""
    spelt = [number for number, name in enumerate(names) if one_name(name) == one_name(word)]
    return spelt or [number for number, name in enumerate(names) if plain(name) == plain(word)]


def the_one_called(word: str, names: Sequence[str]) -> int:
    """Whose name this is; refuses nobody's, and what may be several people's."""
    if found := called_so(word, names):
        return only(word, found, names)
    raise NotAtTable(name=as_typed(word))


def only(word: str, found: list[int], names: Sequence[str]) -> int:
    """The one that was found; refuses several."""
    if len(found) > 1:
        raise SeveralMeant(word=as_typed(word), names=", ".join(names[number] for number in found))
    return found[0]


def artifact_in(line: str) -> Artifact | None:
    """The artifact that a line names, in any language; None where it names none."""
    found = [card.artifact for card in cards_called(line) if isinstance(card, ArtifactCard)]
    if len(found) > 1:
        raise SeveralMeant(word=as_typed(line), names=Names(*found))
    return found[0] if found else None


def card_in(word: str) -> Card:
    """A card by its value, or by its name in any language or the beginning of it."""
    if is_number(word):
        return _treasure(word)
    meant = cards_called(word)
    if len(meant) > 1:
        raise SeveralMeant(word=as_typed(word), names=Names(*meant))
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
    return NoSuchCard(card=as_typed(word), hazards=Names(*HAZARDS), artifacts=Names(*ARTIFACTS))


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
