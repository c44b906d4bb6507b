"""One evening at one keyboard: who plays, the table they sit at, and where finished games are kept."""

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

from incangold.arena.match import lay_for_bots
from incangold.bots.bot import Bot
from incangold.bots.characters import bot_name
from incangold.bots.roster import make_bot
from incangold.editions import Edition
from incangold.errors import NotAtTable, WrongNumberOfPlayers, as_typed
from incangold.events import GameEnded
from incangold.folders import refuse_unwritable
from incangold.game import Seats
from incangold.record import Luck, Player, Practice, Proven, one_name, write
from incangold.table.ceremony import at_one_keyboard
from incangold.table.table import Table
from incangold.words.catalogue import Catalogue
from incangold.words.story import Storyteller

# Of the line, one easy to beat, one in the middle and one to learn from; then the others.
PLEASANT_MIX = ("qhatuq", "sinchi", "willaq", "warma", "michiq", "amauta", "scavenger")


class Setup(NamedTuple):
    """What is agreed before the first card."""

    edition: Edition
    people: tuple[str, ...]
    bots: tuple[str, ...]
    words: Catalogue
    seed: str | None
    start: str | None
    records: Path


def chosen_people(text: str | None, words: Catalogue) -> tuple[str, ...]:
    """Names with commas between; one person alone needs none."""
    return (words.say("play.you"),) if text is None else tuple(name.strip() for name in text.split(","))


def chosen_bots(text: str | None, *, people: int) -> tuple[str, ...]:
    """A number gives a pleasant mix; names with commas between give just those bots."""
    if text is None:
        return PLEASANT_MIX[:3] if people == 1 else PLEASANT_MIX[:0]
    if text.strip().isdecimal():
        number = int(text.strip()[:9])
        if number > len(PLEASANT_MIX):
            raise WrongNumberOfPlayers(players=people + number)
        return PLEASANT_MIX[:number]
    return tuple(name.strip() for name in text.split(",") if name.strip())


def records_folder() -> Path:
    """Where finished games are kept unless somebody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("incangold") / "records"


def seat_players(people: Sequence[str], bots: Sequence[str], words: Catalogue) -> tuple[Player, ...]:
    """People first, then bots under their own names; a second one of a kind is numbered."""
    if not 2 <= len(people) + len(bots) <= 8:
        raise WrongNumberOfPlayers(players=len(people) + len(bots))
    players = [Player(name) for name in people]
    for bot in bots:
        name = bot_name(bot, words)
        taken = {one_name(player.name) for player in players}
        numbered = (f"{name} {number}" if number > 1 else name for number in range(1, 10))
        players.append(Player(next(name for name in numbered if one_name(name) not in taken), bot))
    return tuple(players)


class Evening:
    """A table with people at the keyboard and bots beside them."""

    def __init__(self, setup: Setup) -> None:
        refuse_unwritable(setup.records, "--records")
        self.setup = setup
        self.players = seat_players(setup.people, setup.bots, setup.words)
        self.luck = _luck(setup, self.players)
        names = [player.name for player in self.players]
        start = _start_player(setup.start, names)
        self.table = Table(setup.edition, self.players, self.luck, start_player=start)
        self.teller = Storyteller(setup.words, self.players)
        seed = self.luck.seed if isinstance(self.luck, Practice) else str(self.luck)
        self._bots: dict[int, Bot] = {
            number: make_bot(player.bot, seed=f"{seed}/{number}")
            for number, player in enumerate(self.players)
            if player.bot
        }
        self.people = tuple(number for number in range(len(self.players)) if number not in self._bots)

    def ask_bots(self) -> None:
        """Every bot with an adventurer in the temple lays its cards; they see no more than people do."""
        lay_for_bots(self.table, self._bots)

    def still_to_lay(self, player: int) -> Seats:
        """Which of a person's adventurers have no card before them yet."""
        return tuple(seat for seat in self.table.view(player).to_choose if seat in self.table.waiting_for)

    def luck_told(self) -> str:
        """What can be said of the luck before the first card: its commitment, or that it is practice."""
        if isinstance(self.luck, Proven):
            return self.setup.words.say("play.commitment", commitment=self.luck.commitment)
        return self.setup.words.say("play.practice", seed=self.setup.seed)

    def left_told(self) -> str:
        """A game left before its end: nothing is saved, but a secret that was committed to is published."""
        left = self.setup.words.say("play.left")
        secret = self.luck.secret if isinstance(self.luck, Proven) else None
        return f"{left} {self.setup.words.say('play.left_secret', secret=secret)}" if secret else left

    def final_words(self, saved: Path) -> tuple[str, list[str]]:
        """Who won; then the tents opened from last to first, and where the record and its proof are."""
        say, ended = self.setup.words.say, self.table.view(None).public.story[-1]
        if not isinstance(ended, GameEnded):
            raise TypeError("only finished games have final words")
        lines = [*self.teller.standing(ended), "", say("play.saved", path=saved)]
        if isinstance(self.luck, Proven):
            lines.append(say("play.verify"))
        return f"{say('end.title')}. {self.teller.winners(ended)}", lines

    def save(self) -> Path:
        """Keep the finished game as a small text file of its own; never over another one.

        Where the folder cannot be written any more, the game goes where temporary files do rather than being lost.
        """
        try:
            return self._save_in(self.setup.records)
        except OSError:
            return self._save_in(Path(gettempdir()))

    def _save_in(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        who = "-".join(re.sub(r"[^\w]+", "", player.name) or "x" for player in self.players)[:60]
        stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{who}"
        for number in range(1, 1000):
            path = folder / (f"{stem}.game" if number == 1 else f"{stem}-{number}.game")
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(write(self.table.record()))
            except FileExistsError:
                continue
            return path
        raise FileExistsError(folder / stem)


def _luck(setup: Setup, players: tuple[Player, ...]) -> Luck:
    if setup.seed is not None:
        return Practice(setup.seed)
    return at_one_keyboard([player.bot is None for player in players])


def _start_player(name: str | None, names: list[str]) -> int | None:
    if name is None:
        return None
    if name not in names:
        raise NotAtTable(name=as_typed(name))
    return names.index(name)
