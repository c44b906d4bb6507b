"""What people type about a cardboard game, understood: cards, who leaves, what a die showed, or a question."""

import re
import unicodedata
from typing import NamedTuple

from incangold.cards import ARTIFACTS, HAZARDS, Artifact, ArtifactCard, Card, HazardCard
from incangold.errors import (
    DieLaysItself,
    IncanGoldError,
    NotAtTable,
    NotTimeToTurn,
    Seat,
    SeveralMeant,
    UnknownCard,
)
from incangold.game import CHOICES, Game, Seats, seats_of
from incangold.record import Player, adventurer_names, read_card
from incangold.words.catalogue import LANGUAGES, Catalogue, catalogue

# What may be asked instead of telling something; the catalogues have every language's words for it.
COMMANDS = (
    "companion.word.undo",
    "companion.word.odds",
    "companion.word.advice",
    "companion.word.deck",
    "companion.word.tents",
    "companion.word.story",
    "companion.word.name",
    "companion.word.help",
    "companion.word.quit",
)
_LETTERS_OF_THEIR_OWN = str.maketrans("łŁ", "lL")  # a letter that no accent was put on


class Told(NamedTuple):
    """One line about the table: who leaves, what dice showed, and the card that was turned, if any."""

    leaving: Seats
    rolls: dict[int, int]
    card: Card | None


def plain(text: str) -> str:
    """As a tired hand types it: small letters, no accents."""
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS_OF_THEIR_OWN).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def command_in(line: str, words: Catalogue) -> tuple[str, str] | None:
    """The question a line asks, and the rest of the line; None where it tells something instead."""
    first, _, rest = line.strip().partition(" ")
    for key in COMMANDS:
        if plain(first) in _spoken(key, words):
            return key, rest.strip()
    return None


def _spoken(key: str, words: Catalogue) -> set[str]:
    """Every word for something: the reader's language's, and English."""
    return {plain(word) for book in (words, catalogue("en")) for word in book.say(key).split()}


def artifact_in(line: str) -> Artifact:
    """The artifact that was shown, in any language."""
    card = card_in(line.strip())
    if isinstance(card, ArtifactCard):
        return card.artifact
    raise UnknownCard(card=line.strip()[:40])


def card_in(word: str) -> Card:
    """A card by its value, or by its name in any language or the beginning of it."""
    if re.fullmatch(r"[0-9]+", word):
        return read_card(word)
    kinds: list[Card] = [*map(HazardCard, HAZARDS), *map(ArtifactCard, ARTIFACTS)]
    meant = [card for card in kinds if any(name.startswith(plain(word)) for name in _names_of(card))]
    if len(meant) > 1:
        raise SeveralMeant(word=word[:40], names=", ".join(str(card[0]) for card in meant))
    if not meant or not word:
        raise UnknownCard(card=word[:40])
    return meant[0]


def _names_of(card: Card) -> list[str]:
    return [str(card[0]), *(plain(catalogue(language).name(card)) for language in LANGUAGES)]


class Listener:
    """Understands what is told about one table."""

    def __init__(self, game: Game, players: tuple[Player, ...], words: Catalogue) -> None:
        self.game, self.words = game, words
        self._players = [plain(player.name) for player in players]
        self._seats = [plain(name) for name in adventurer_names(players)]
        self._fillers = _spoken("companion.word.filler", words) | _spoken("companion.word.nobody", words)

    def understand(self, line: str) -> Told:
        """`ana bo leave`, `5`, `ana 11`, `die 3`, or nothing at all: nobody leaves."""
        leaving: list[int] = []
        rolls: dict[int, int] = {}
        card: Card | None = None
        for word in self._words(plain(line)):
            seats = self._seats_called(word)
            die = leaving[-1] if leaving and leaving[-1] in self.game.dice else None
            if card is not None:
                raise NotTimeToTurn(phase=CHOICES)
            if seats:
                leaving += seats
            elif die is not None and re.fullmatch("[1-6]", word):
                rolls[leaving.pop()] = int(word)
            else:
                card = self._card(word)
        for seat in leaving:
            if seat in self.game.dice:
                raise DieLaysItself(who=Seat(seat))
        return Told(tuple(leaving), rolls, card)

    def _words(self, line: str) -> list[str]:
        """Names whole, even those of several words; everything else word by word; `and` and `leaves` say nothing."""
        names = sorted({*self._players, *self._seats}, key=len, reverse=True)
        known = "|".join(map(re.escape, names))
        found = re.findall(rf"(?:{known})(?=[\s,;]|$)|[^\s,;]+", line)
        return [word for word in found if word in names or word not in self._fillers]

    def _seats_called(self, word: str) -> list[int]:
        """Whoever is called so; a player's name stands for both adventurers where there are two."""
        if word in self._seats:
            return [self._seats.index(word)]
        players = [player for player, name in enumerate(self._players) if _begins(name, word)]
        if len(players) > 1 and word not in self._players:
            raise SeveralMeant(word=word, names=", ".join(self._players[player] for player in players))
        if not players or word.isdecimal():
            return []
        player = self._players.index(word) if word in self._players else players[0]
        seats = seats_of(self.game.leaders, player)
        return [seat for seat in seats if seat in self.game.in_temple] or list(seats[:1])

    def _card(self, word: str) -> Card:
        try:
            return card_in(word)
        except UnknownCard as refusal:
            raise (NotAtTable(name=word[:40]) if self.game.phase is CHOICES else refusal) from None


def _begins(name: str, word: str) -> bool:
    """Whether a name, or one of its words, begins so: `die` is enough for The Die."""
    return any(part.startswith(word) for part in (name, *name.split()))


def told_to(refusal: IncanGoldError, players: tuple[Player, ...], words: Catalogue) -> str:
    """A refusal as a sentence, with adventurers by their names."""
    return refusal.naming(adventurer_names(players)).told(words)
