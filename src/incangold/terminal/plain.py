"""The table in plain lines, for a pipe, a screen reader or a very small terminal."""

from collections.abc import Callable
from pathlib import Path

from incangold.bots.characters import bot_character
from incangold.game import Choice
from incangold.path import artifacts_on, hazards_on, treasure_on
from incangold.terminal.coaching import advised, looked_back
from incangold.terminal.evening import Evening
from incangold.view import Public, View
from incangold.words.chances import deck_told, odds_told
from incangold.words.story import Storyteller, player_aid

Read = Callable[[], str]
Write = Callable[[str], None]


class Left(Exception):
    """The person at the keyboard stopped, or the input ended."""


class PlainTable:
    """Asks people one after the other and tells what happens.

    `screen` is the height of a real terminal: between two people it is cleared, and the next one presses Enter. On a
    pipe (0) there is nothing to clear and nobody to wait for.
    """

    def __init__(self, evening: Evening, read: Read, write: Write, *, screen: int = 0) -> None:
        self.evening = evening
        self.say = evening.setup.words.say
        self._read = read
        self._write = write
        self._screen = screen
        self._news: list[str] = []

    def play(self) -> Path:
        """One game from the first card to the open tents; answers where its record lies."""
        table = self.evening.table
        self._welcome()
        self._tell()
        while not table.is_over:
            self.evening.ask_bots()
            for player in self.evening.people:
                self._ask(player)
            self._tell()
        saved = self.evening.save()
        self._write(self.say("play.saved", path=saved))
        self._offer_review()
        return saved

    def _offer_review(self) -> None:
        """The game is over and kept: whatever is answered, or nothing at all, is an answer."""
        self._write(self.say("coach.offer"))
        if self._read().strip().casefold()[:1] == "r":
            for line in looked_back(self.evening.table.record(), self.evening.setup.words):
                self._write(line)

    def _welcome(self) -> None:
        words = self.evening.setup.words
        for player in self.evening.players:
            if player.bot:
                self._write(f"{player.name}: {bot_character(player.bot, words)}")
        self._write(self.evening.luck_told())
        self._write(self.say("plain.keys"))
        self._write(self.say("coach.key"))

    def _tell(self) -> None:
        self._news = self.evening.teller.tell(self.evening.table.proceed())
        for sentence in self._news:
            self._write(sentence)

    def _ask(self, player: int) -> None:
        seats = self.evening.still_to_lay(player)
        if seats and len(self.evening.people) > 1:
            self._hand_over(self.evening.players[player].name)
        for seat in seats:
            self.evening.table.lay(seat, self._choice(player, seat))

    def _hand_over(self, who: str) -> None:
        if not self._screen:
            self._write(self.say("plain.hand_over", who=who))
            return
        self._write("\n" * self._screen + self.say("plain.hand_over_enter", who=who))
        self._line()
        for sentence in self._news:
            self._write(sentence)

    def _choice(self, player: int, seat: int) -> Choice:
        while True:
            self._write(self._question(player, seat))
            match self._line().strip().casefold()[:1]:
                case "t":
                    return Choice.TORCH
                case "c":
                    return Choice.CAMP
                case "q":
                    raise Left
                case "":
                    continue
                case "w":
                    self._advise(player)
                case key:
                    self._help(key)

    def _question(self, player: int, seat: int) -> str:
        return question(self.evening.table.view(player), seat, self.evening.teller)

    def _advise(self, player: int) -> None:
        """Only whoever is to choose can ask, and only about their own adventurers."""
        for line in advised(self.evening.table.view(player), self.evening.setup.words):
            self._write(line)

    def _help(self, key: str) -> None:
        for line in answer(key, self.evening.table.view(None).public, self.evening.teller):
            self._write(line)

    def _line(self) -> str:
        line = self._read()
        if not line:
            raise Left
        return line


def question(view: View, seat: int, teller: Storyteller) -> str:
    """What one must know to choose for an adventurer, in one line."""
    words = teller.words
    signs = [*hazards_on(view.path), *artifacts_on(view.path)]
    position = words.say(
        "plain.position",
        who=teller.adventurers[seat],
        carries=view.beside_tent(seat),
        in_tent=view.in_tent[view.seats.index(seat)],
        lying=", ".join([str(treasure_on(view.path)), *map(words.name, signs)]),
        inside=view.inside,
    )
    return f"{position}{_open_tents(view.public, teller)} {words.say('plain.question')}"


def _open_tents(public: Public, teller: Storyteller) -> str:
    """Where the edition has open tents, everybody's; otherwise nothing."""
    if public.in_tent is None:
        return ""
    tents = zip(teller.adventurers, public.in_tent, strict=True)
    return " " + teller.words.say("plain.tents", tents=", ".join(f"{who} {holds}" for who, holds in tents))


def answer(key: str, public: Public, teller: Storyteller) -> list[str]:
    """Odds, deck, player aid or story, by its key; any other key: which there are."""
    words = teller.words
    match key:
        case "o":
            return odds_told(words, public.quest_deck, public.path, inside=max(1, len(public.in_temple)))
        case "d":
            return deck_told(words, public.quest_deck)
        case "a":
            return player_aid(words, public.edition)
        case "s":
            return teller.tell(public.story)
    return [words.say("plain.keys")]
