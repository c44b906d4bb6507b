"""The companion of a cardboard game in plain lines: people tell what was turned and who left; every entry is kept."""

from collections.abc import Callable, Iterable

from incangold.die import fear_of
from incangold.errors import (
    AdviceForWhom,
    GameIsOver,
    IncanGoldError,
    NoNumberOfEntries,
    NotTimeToAdvise,
    NotUnderstood,
    RoundNotOpen,
    TooFewEntries,
    as_typed,
)
from incangold.events import Event
from incangold.game import CARD, CHOICES, OVER, ROUND, Draw, Game, OpenRound, Seats
from incangold.odds import next_card
from incangold.path import artifacts_on, hazards_on, treasure_on
from incangold.record import Cardboard, Record, about_to_begin, choices_of, lying, may_be_shown
from incangold.terminal.called import artifact_in, is_number
from incangold.terminal.coaching import advised
from incangold.terminal.kept_game import KeptGame
from incangold.terminal.telling import Entry, Listener, Told, command_in, told_to
from incangold.view import player_view
from incangold.words.catalogue import Catalogue, Names
from incangold.words.chances import deck_told, odds_told
from incangold.words.story import Storyteller


class CompanionTable:
    """One cardboard game being told."""

    def __init__(
        self, record: Record, kept: KeptGame, words: Catalogue, read: Callable[[], str], write: Callable[[str], object]
    ) -> None:
        self.words, self.say, self.file = words, words.say, kept.path
        self._read, self._write = read, write
        self._kept, self.cardboard = kept, lying(record)
        self._waiting: Entry | None = None
        if kept.is_new:
            kept.keep(record)

    def listen(self) -> None:
        """Until somebody goes, or the last line has come; all that was told is kept."""
        try:
            self._listen()
            self._stop_waiting()
        finally:
            if self._is_empty():
                self._kept.put_away()
        self._write(self.farewell())

    def farewell(self) -> str:
        """Where the game is kept, if there is one."""
        is_gone = self._is_empty() and not self.file.exists()
        return self.say("companion.empty") if is_gone else self.say("companion.left", file=self.file)

    def _is_empty(self) -> bool:
        """Nothing was told of a new game: its file was only a place kept free."""
        return self._kept.is_new and not self.cardboard.record.acts

    def _listen(self) -> None:
        self._write(self.say("companion.kept", file=self.file))
        self._write(self.say("companion.help"))
        self._tell(self.cardboard.told[-1:])
        while True:
            self._write(self._question())
            line = self._read()
            is_done = self.cardboard.game.phase is OVER and not line.strip()
            if not line or is_done or not self._answered(line.strip()):
                break

    def _answered(self, line: str) -> bool:
        """Whether the table goes on after this line."""
        try:
            asked = None if self._listener().begins_with_name(line) else command_in(line, self.words)
            if asked is None:
                self._tell_on(line)
                return True
            return self._do(*asked)
        except IncanGoldError as refusal:
            self._write(told_to(refusal, self.cardboard.record.players, self.words))
            return True

    def _names(self) -> list[str]:
        return [player.name for player in self.cardboard.record.players]

    def _listener(self) -> Listener:
        return Listener(self.cardboard.game, self.cardboard.record.players, self.words)

    # ── What happened ─────────────────────────────────────────────────────────────────────────────────────────────

    def _tell_on(self, line: str) -> None:
        """All of a line is carried out and kept, or nothing of it; it waits for a die that was not told of."""
        if self.cardboard.game.phase is ROUND:
            self._go_on(self._opened(self.cardboard, line))
            return
        entry = self._entry(line)
        dice = self._not_rolled(entry.told)
        after = self._tried(_rolled(entry.told, dict.fromkeys(dice, 6)))  # what no roll makes right is never asked for
        self._waiting = entry if dice else None
        if not dice:
            self._go_on(after)

    def _entry(self, line: str) -> Entry:
        """What a line tells; or the line before, with what the die shows that it waits for."""
        if self._waiting is None:
            return Entry(line, self._listener().understand(line))
        told = self._waiting.told
        die = self._not_rolled(told)[0]
        return self._waiting._replace(told=_rolled(told, {die: self._listener().roll_in(line, die)}))

    def _go_on(self, after: Cardboard) -> None:
        before = self.cardboard
        self._keep(after)
        self._tell(after.told[len(before.told) :])

    def _keep(self, cardboard: Cardboard) -> None:
        """On the disk first: what is shown is never more than what is kept."""
        self._kept.keep(cardboard.record)
        self.cardboard = cardboard

    def _opened(self, before: Cardboard, line: str) -> Cardboard:
        shows, artifact = may_be_shown(before.game), artifact_in(line)
        if not line and len(shows) == 1:
            return before.then(OpenRound(shows[0]))
        if artifact is None:
            raise RoundNotOpen(round=before.game.round + 1, what=as_typed(line) or "Enter")
        return before.then(OpenRound(artifact))

    def _tried(self, told: Told) -> Cardboard:
        """How the cardboard would lie; what is refused does not wait any longer."""
        try:
            return self._moved(self.cardboard, told)
        except IncanGoldError:
            self._stop_waiting()
            raise

    def _moved(self, before: Cardboard, told: Told) -> Cardboard:
        after = before
        if before.game.phase is CHOICES or told.leaving or told.rolls:
            after = before.then(choices_of(before.game, told.leaving, told.rolls))
        return after if told.card is None else after.then(Draw(told.card))

    def _not_rolled(self, told: Told) -> Seats:
        """The dice that have something to fear and were not told of."""
        game = self.cardboard.game
        inside = [seat for seat in game.dice if seat in game.in_temple and game.phase is CHOICES]
        return tuple([seat for seat in inside if seat not in told.rolls and fear_of(game, seat)])

    def _stop_waiting(self) -> bool:
        """Take back the line that waits for a die, and say so; whether there was one."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._write(self.say("companion.waited", line=as_typed(waiting.line) or "Enter"))
        return waiting is not None

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────────────────────

    def _do(self, command: str, rest: str) -> bool:
        match command:
            case "companion.word.quit":
                return False
            case "companion.word.undo":
                self._undo(rest or "1")
            case "companion.word.name":
                self._rename(rest)
            case "companion.word.odds":
                self._lines(self._odds())
            case "companion.word.advice":
                self._lines(self._advice(rest))
            case "companion.word.deck":
                self._lines(self._deck())
            case "companion.word.tents":
                self._write(self._tents())
            case "companion.word.story":
                self._tell(self.cardboard.told)
            case _:
                self._write(self.say("companion.help"))
        return True

    def _odds(self) -> list[str]:
        """The odds of the next card; between two rounds those of the first one."""
        game = self.cardboard.game
        if game.phase is OVER:
            raise GameIsOver()
        if game.phase is not ROUND:
            return self._odds_in(game)
        return [self.say("companion.odds_next", round=game.round + 1), *self._odds_in(about_to_begin(game))]

    def _odds_in(self, game: Game) -> list[str]:
        inside = len(game.in_temple) - len(game.leaving)
        return odds_told(self.words, game.quest_deck, game.path, inside=max(1, inside))

    def _deck(self) -> list[str]:
        """What is left in the deck; between two rounds also which artifacts may come in."""
        game = self.cardboard.game
        told = deck_told(self.words, game.quest_deck)
        coming = [artifact for artifact in may_be_shown(game) if artifact]
        if coming:
            told.append(self.say("companion.deck_next", round=game.round + 1, artifacts=Names(*coming)))
        return told

    def _advice(self, who: str) -> list[str]:
        """What the coach tells the one who asks, by what everybody at the table could have counted."""
        game = self.cardboard.game
        asking = self._asking(who) if who else self._only_one_to_choose()
        return advised(player_view(game, self.cardboard.story, asking), self.words)

    def _asking(self, who: str) -> int:
        called = self._listener().called(who)
        if not called:
            raise NotUnderstood(what=as_typed(who))
        return self.cardboard.game.leaders[called[0]]

    def _only_one_to_choose(self) -> int:
        """Who asks where no name was said."""
        game = self.cardboard.game
        inside = {game.leaders[seat] for seat in game.in_temple if seat not in game.dice}
        if game.phase is not CHOICES or not inside:
            raise NotTimeToAdvise()
        if len(inside) > 1:
            raise AdviceForWhom(names=", ".join(self._names()[player] for player in sorted(inside)))
        return inside.pop()

    def _undo(self, entries: str) -> None:
        """Take entries back; a line that waits for a die is the last of them."""
        if not is_number(entries) or not entries.strip("0"):
            raise NoNumberOfEntries(what=as_typed(entries))
        there = len(self.cardboard.record.acts) + (self._waiting is not None)
        if not there:
            self._write(self.say("companion.undone_nothing"))
        elif len(entries) > 5 or int(entries) > there:
            raise TooFewEntries(n=there)
        else:
            self._take_back(int(entries) - 1 if self._stop_waiting() else int(entries))

    def _take_back(self, entries: int) -> None:
        if not entries:
            return
        self._keep(self.cardboard.back(entries))
        self._write(self.say("companion.undone", n=entries))
        self._tell(self.cardboard.told[-1:])

    def _rename(self, names: str) -> None:
        record = self.cardboard.record
        at, new = self._listener().new_name_in(names)
        old = record.players[at]
        players = (*record.players[:at], old._replace(name=new), *record.players[at + 1 :])
        self._keep(lying(record._replace(players=players)))
        self._write(self.say("companion.renamed", old=old.name, new=new))

    def _tents(self) -> str:
        """Treasure in every tent, and the artifacts beside it."""
        game = self.cardboard.game
        names = self._teller().adventurers
        held = [[f"{self.words.name(one.artifact)} ({one.worth})" for one in each] for each in game.artifacts]
        rows = zip(names, game.in_tent, held, strict=True)
        return self.say("plain.tents", tents="; ".join(" ".join([f"{who} {safe}", *more]) for who, safe, more in rows))

    def _tell(self, told: Iterable[tuple[Event, ...]]) -> None:
        self._lines(self._teller().tell(event for events in told for event in events))

    def _teller(self) -> Storyteller:
        return Storyteller(self.words, self.cardboard.record.players)

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self._write(line)

    # ── What is to be told next ───────────────────────────────────────────────────────────────────────────────────

    def _question(self) -> str:
        game = self.cardboard.game
        if self._waiting is not None:
            die = self._not_rolled(self._waiting.told)[0]
            return self.say("companion.roll", who=self._teller().adventurers[die], fear=fear_of(game, die))
        if game.phase is OVER:
            return self.say("companion.ask.over")
        if game.phase is CARD:
            return self.say("companion.ask.card")
        if game.phase is CHOICES:
            return f"{self._position()} {self.say('companion.ask.leave')}"
        shows = [artifact for artifact in may_be_shown(game) if artifact]
        if not shows:
            return self.say("companion.ask.open", round=game.round + 1)
        return self.say("companion.ask.artifact", round=game.round + 1, artifacts=Names(*shows))

    def _position(self) -> str:
        """Who is inside with how much, what lies on the path, and how dangerous the next card is."""
        game = self.cardboard.game
        names = self._teller().adventurers
        signs = [*hazards_on(game.path), *artifacts_on(game.path)]
        inside = ", ".join(f"{names[seat]} {game.beside_tent[seat]}" for seat in game.in_temple)
        lying_there = ", ".join([str(treasure_on(game.path)), *map(self.words.name, signs)])
        if not game.quest_deck:
            return self.say("companion.position", inside=inside, lying=lying_there, chance="–")
        odds = next_card(game.quest_deck, game.path, inside=len(game.in_temple))
        chance = self.words.percent(odds.driven_out)
        return self.say("companion.position", inside=inside, lying=lying_there, chance=chance)


def _rolled(told: Told, rolls: dict[int, int]) -> Told:
    """The same, and what more dice showed."""
    return told._replace(rolls={**told.rolls, **rolls})
