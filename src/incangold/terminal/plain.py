"""The table in plain lines, for a pipe, a screen reader or a very small terminal."""

from collections.abc import Callable
from pathlib import Path

from incangold.bots.characters import bot_character
from incangold.game import Choice
from incangold.path import artifacts_on, treasure_on
from incangold.terminal.session import Session
from incangold.words.chances import deck_told, odds_told
from incangold.words.story import player_aid

Read = Callable[[], str]
Write = Callable[[str], None]


class Left(Exception):
    """The person at the keyboard stopped, or the input ended."""


class PlainTable:
    """Asks people one after the other and tells what happens."""

    def __init__(self, session: Session, read: Read, write: Write) -> None:
        self.session = session
        self.say = session.setup.words.say
        self._read = read
        self._write = write

    def play(self) -> Path:
        """One game from the first card to the open tents; answers where its record lies."""
        table = self.session.table
        self._welcome()
        self._tell()
        while not table.is_over:
            self.session.ask_bots()
            for player in self.session.people:
                self._ask(player)
            self._tell()
        saved = self.session.save()
        self._write(self.say("play.saved", path=saved))
        return saved

    def _welcome(self) -> None:
        words = self.session.setup.words
        for player in self.session.players:
            if player.bot:
                self._write(f"{player.name}: {bot_character(player.bot, words)}")
        self._write(self.session.luck_told())
        self._write(self.say("plain.keys"))

    def _tell(self) -> None:
        for sentence in self.session.teller.tell(self.session.table.proceed()):
            self._write(sentence)

    def _ask(self, player: int) -> None:
        seats = self.session.still_to_lay(player)
        if seats and len(self.session.people) > 1:
            self._write("\n" * 30)
            self._write(self.say("plain.hand_over", who=self.session.players[player].name))
        for seat in seats:
            self.session.table.lay(seat, self._choice(seat))

    def _choice(self, seat: int) -> Choice:
        public = self.session.table.view(None).public
        position = self.say(
            "plain.position",
            who=self.session.teller.adventurers[seat],
            inside=len(public.in_temple),
            carries=public.beside_tent[seat],
            lying=treasure_on(public.path),
            artifacts=len(artifacts_on(public.path)),
        )
        while True:
            self._write(f"{position} {self.say('plain.question')}")
            answer = self._input()
            match answer.strip().casefold()[:1]:
                case "t":
                    return Choice.TORCH
                case "c":
                    return Choice.CAMP
                case "q":
                    raise Left
                case "":
                    continue
                case key:
                    self._help(key)

    def _help(self, key: str) -> None:
        words, public = self.session.setup.words, self.session.table.view(None).public
        match key:
            case "o":
                lines = odds_told(words, public.quest_deck, public.path, inside=len(public.in_temple))
            case "d":
                lines = deck_told(words, public.quest_deck)
            case "a":
                lines = [player_aid(words)]
            case _:
                lines = [self.say("plain.keys")]
        for line in lines:
            self._write(line)

    def _input(self) -> str:
        line = self._read()
        if not line:
            raise Left
        return line
