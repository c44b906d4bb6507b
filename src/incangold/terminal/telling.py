"""What people type about a cardboard game, understood: cards, who leaves, what a die showed, or a question."""

import re
from typing import NamedTuple

from incangold.cards import Card
from incangold.errors import (
    DieLaysItself,
    IncanGoldError,
    NewNameMissing,
    NoSuchCard,
    NoSuchRoll,
    NotAtTable,
    NotTimeToTurn,
    NotUnderstood,
    Seat,
    SeveralMeant,
    as_typed,
)
from incangold.game import CARD, CHOICES, Game, Seats, seats_of
from incangold.record import Player, adventurer_names
from incangold.terminal.called import as_spelt, called_so, card_in, card_names, cards_called, is_number, only, plain
from incangold.words.catalogue import Catalogue, Names, Phrase, catalogue

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
ALWAYS_ASKS = "/"  # before a word that is somebody's name too


class Told(NamedTuple):
    """One line about the table: who leaves, what dice showed, and the card that was turned, if any."""

    leaving: Seats
    rolls: dict[int, int]
    card: Card | None


class Entry(NamedTuple):
    """A line, and what it tells; it waits where a die's roll is missing."""

    line: str
    told: Told


def command_in(line: str, words: Catalogue) -> tuple[str, str] | None:
    """The question a line asks, and the rest of the line; None where it tells something instead."""
    first, _, rest = line.strip().removeprefix(ALWAYS_ASKS).partition(" ")
    for key in COMMANDS:
        if plain(first) in _spoken(key, words):
            return key, rest.strip()
    return None


def _spoken(key: str, words: Catalogue) -> set[str]:
    """Every word for something: the reader's language's, and English."""
    return {plain(word) for book in (words, catalogue("en")) for word in book.say(key).split()}


class Listener:
    """Understands what is told about one table."""

    def __init__(self, game: Game, players: tuple[Player, ...], words: Catalogue) -> None:
        self.game, self.words = game, words
        self._written = [player.name for player in players]
        self._seats = adventurer_names(players)
        self._names = {plain(name) for name in (*self._written, *self._seats)}
        self._nobody = _spoken("companion.word.nobody", words)
        self._fillers = _spoken("companion.word.filler", words) | self._nobody

    def understand(self, line: str) -> Told:
        """`ana bo leave`, `5`, `ana 11`, `die 3`, or nothing at all: nobody leaves."""
        leaving: list[int] = []
        rolls: dict[int, int] = {}
        card: Card | None = None
        for word in self._telling(line):
            die = leaving[-1] if leaving and leaving[-1] in self.game.dice else None
            if card is not None:
                raise NotTimeToTurn(phase=CHOICES)
            if die is not None and re.fullmatch("[1-6]", word):
                rolls[leaving.pop()] = int(word)
            elif self._is_somebody(word, leaving):
                leaving += self._seats_called(word)
            else:
                card = self._card(word)
        self._refuse_dice(leaving)
        return Told(tuple(leaving), rolls, card)

    def called(self, line: str) -> Seats:
        """Whoever a line calls, where only a name can be meant; nobody if a word of it is none."""
        seats = [self._seats_called(word) for word in self._words(line)]
        self._refuse_dice([seat for each in seats for seat in each])
        return tuple([seat for each in seats for seat in each]) if all(seats) else ()

    def roll_in(self, line: str, die: int) -> int:
        """What this die shows, where only that can be meant: `3`, or `die 3`."""
        *called, roll = self._words(line) or [""]
        names = (self._seats[die], self._written[self.game.leaders[die]])
        is_this_die = all(any(_begins(name, word) for name in names) for word in called)
        if not is_this_die or not re.fullmatch("[1-6]", roll):
            raise NoSuchRoll(what=as_typed(line) or "Enter")
        return int(roll)

    def new_name_in(self, line: str) -> tuple[int, str]:
        """`bo Ana Maria`: the player whom the line begins with, and all the rest is a new name."""
        words = line.split()
        player, many = self._called_first(words) if words else (0, 0)
        if not words[many:]:
            raise NewNameMissing()
        return player, " ".join(words[many:])

    def begins_with_name(self, line: str) -> bool:
        """Whether the first word is somebody's whole name."""
        return any(self._is_whole_name(word) for word in self._words(line)[:1])

    def _telling(self, line: str) -> list[str]:
        """The words that tell something; without any, nobody leaves only if the line is empty or says so."""
        telling, spoken = self._words(line), set(re.findall(r"[^\s,;]+", plain(line)))
        if spoken and not telling and not spoken & self._nobody:
            raise NotUnderstood(what=as_typed(line))
        return telling

    def _words(self, line: str) -> list[str]:
        """Names whole, even those of several words; everything else word by word; `and` and `leaves` say nothing."""
        known = "|".join(map(re.escape, sorted(self._names | card_names(), key=len, reverse=True)))
        found = as_spelt(line, rf"(?:{known})(?=[\s,;]|$)|[^\s,;]+")
        return [word for word in found if self._is_whole_name(word) or plain(word) not in self._fillers]

    def _is_somebody(self, word: str, leaving: list[int]) -> bool:
        """Whether a word is a name and no card: one in full wins over the beginning of another."""
        name, card = self._is_whole_name(word), is_number(word) or plain(word) in card_names()
        if name and card:
            return self._can_leave(word, leaving)
        if name or card:
            return name
        people, cards = self._beginning(word), cards_called(word)
        if people and cards:
            players = [Phrase("companion.meant.player", who=self._written[player]) for player in people]
            meant = Names(*players, *[Phrase("companion.meant.card", card=card) for card in cards])
            raise SeveralMeant(word=as_typed(word), names=meant)
        return bool(people)

    def _can_leave(self, word: str, leaving: list[int]) -> bool:
        """Whether somebody so called is to choose and does not leave already."""
        still_inside = set(self.game.in_temple) - set(leaving)
        return self.game.phase is not CARD and not still_inside.isdisjoint(self._seats_called(word))

    def _is_whole_name(self, word: str) -> bool:
        return plain(word) in self._names

    def _called_first(self, words: list[str]) -> tuple[int, int]:
        """The player with the longest name that stands first, in full or else its beginning; and how long it is."""
        leaving_one = max(1, len(words) - 1)
        for calls, most in ((self._players_called, len(words)), (self._beginning, leaving_one)):
            for many in range(most, 0, -1):
                name = " ".join(words[:many])
                if players := calls(name):
                    return only(name, players, self._written), many
        raise NotAtTable(name=as_typed(words[0]))

    def _players_called(self, word: str) -> list[int]:
        """The players with this name, or with an adventurer of this name."""
        return called_so(word, self._written) or [self.game.leaders[seat] for seat in called_so(word, self._seats)]

    def _beginning(self, word: str) -> list[int]:
        """The players whose names begin so."""
        return [player for player, name in enumerate(self._written) if not is_number(word) and _begins(name, word)]

    def _seats_called(self, word: str) -> list[int]:
        """Whoever is called so; a player's name stands for both adventurers where there are two."""
        if seats := called_so(word, self._seats):
            return [only(word, seats, self._seats)]
        players = called_so(word, self._written) or self._beginning(word)
        led = seats_of(self.game.leaders, only(word, players, self._written)) if players else ()
        return [seat for seat in led if seat in self.game.in_temple] or list(led[:1])

    def _refuse_dice(self, leaving: list[int]) -> None:
        for seat in leaving:
            if seat in self.game.dice:
                raise DieLaysItself(who=Seat(seat))

    def _card(self, word: str) -> Card:
        try:
            return card_in(word)
        except NoSuchCard as refusal:
            raise (NotAtTable(name=as_typed(word)) if self.game.phase is CHOICES else refusal) from None


def _begins(name: str, word: str) -> bool:
    """Whether a name, or one of its words, begins so: `die` is enough for The Die."""
    return any(plain(part).startswith(plain(word)) for part in (name, *name.split()))


def told_to(refusal: IncanGoldError, players: tuple[Player, ...], words: Catalogue) -> str:
    """A refusal as a sentence, with adventurers by their names."""
    return refusal.naming(adventurer_names(players)).told(words)
