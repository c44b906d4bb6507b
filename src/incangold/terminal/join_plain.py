"""A table elsewhere in plain lines, for a pipe, a screen reader or a very small terminal."""

import asyncio
import codecs
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

from incangold.errors import NotNow
from incangold.game import Choice
from incangold.terminal.coaching import advised_far_away
from incangold.terminal.join import Guest, News
from incangold.terminal.plain import answer, question
from incangold.terminal.room_told import RoomTeller
from incangold.words.catalogue import Catalogue
from incangold.words.story import Storyteller

MOST_TYPED = 64  # lines that wait to be used
CARDS = {"t": Choice.TORCH, "c": Choice.CAMP}


class PlainGuest:
    """Tells what happens and asks for a card when one is due.

    On a pipe an answer waits for its question, so that a script may be sent in one go, and a game's end is the end.
    At a keyboard (`stays`) every line is for now, a second card is a change of mind, and one may play again.
    """

    def __init__(self, guest: Guest, words: Catalogue, write: Callable[[str], None], *, stays: bool) -> None:
        self.guest, self.words = guest, words
        self._teller = RoomTeller(guest, words)
        self._write = write
        self._stays = stays
        self._lines: deque[str] = deque()  # typed and not used yet; an empty one is the end
        self._room = threading.Semaphore(MOST_TYPED)
        self._asked: tuple[int, int] | None = None  # the turn and seat of the question that is open

    async def run(self) -> int:
        """Until it is over or left; the status to end with."""
        line = asyncio.create_task(self.guest.run())
        try:
            if self.guest.seat:
                self._write(self.words.say("plain.keys"))
                self._write(self.words.say("join.keys"))
            async for news in self.guest.news():
                self._tell(news)
                status = await self._go_on()
                if status is not None:
                    return status
            raise AssertionError("news have no end")
        finally:
            line.cancel()
            with suppress(asyncio.CancelledError):
                await line

    def listen(self, stream: int) -> None:
        """Hear what is typed, in a thread that nobody waits for; a pipe without end is read as it is used."""
        loop = asyncio.get_running_loop()

        def hear() -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                for line in lines_of(stream):
                    self._room.acquire()
                    loop.call_soon_threadsafe(self.guest.tell, {"type": "typed", "line": line})

        threading.Thread(target=hear, daemon=True).start()

    def _tell(self, news: News) -> None:
        if news.kind == "typed":
            self._lines.append(news.message["line"])
            return
        story = Storyteller(self.words, self.guest.table.players)
        happened = [sentence for step in news.steps for sentence in story.tell(step.events)]
        around = self._teller.told(news)
        for sentence in [*around, *happened] if news.kind == "welcome" else [*happened, *around]:
            self._write(sentence)
        if news.kind == "turned":
            self._asked = None

    async def _go_on(self) -> int | None:
        """Ask if a card is due, and use what was typed as far as it is for now; the status once it is over."""
        while self.guest.table.room:
            self._ask()
            if not self._stays and self.guest.table.room.get("phase") in ("over", "closed"):
                return 0
            if not self._lines or (self._is_for_later(self._lines[0]) and not self._asked):
                return None
            self._room.release()
            status = await self._use(self._lines.popleft())
            if status is not None:
                return status
        return None

    def _is_for_later(self, line: str) -> bool:
        """On a pipe: a card, or the end of the input, while nothing is asked."""
        return not self._stays and (not line or line.strip().casefold()[:1] in CARDS)

    def _due(self) -> int | None:
        """The next of the guest's adventurers without a card."""
        return next((seat for seat in self.guest.table.to_lay if seat not in self.guest.laid), None)

    def _ask(self) -> None:
        seat, view = self._due(), self.guest.table.view()
        if seat is None or view is None:
            self._asked = None
        elif self._asked != (view.public.turn, seat):
            self._asked = (view.public.turn, seat)
            self._write(question(view, seat, Storyteller(self.words, self.guest.table.players)))

    async def _use(self, line: str) -> int | None:
        typed = line.strip()
        key = typed.casefold()[:1]
        match key:
            case "":
                return self._left() if not line else None
            case "q":
                return self._left()
            case "t" | "c":
                await self._lay(CARDS[key])
            case "m":
                await self._chat(typed[1:].strip())
            case "n":
                await self.guest.start()
            case "w":
                self._advise()
            case _:
                self._help(key)
        return None

    def _left(self) -> int:
        """Whoever leaves a game before its end may come back."""
        self._asked = None
        is_playing = self.guest.table.room.get("phase") == "playing"
        if self.guest.seat:
            self._write(self.words.say("join.left", link=self.guest.link.shown))
        return 1 if is_playing and self.guest.seat else 0

    async def _lay(self, choice: Choice) -> None:
        due = self._due()
        may_change = self.guest.table.to_lay
        seat = due if due is not None else may_change[-1] if may_change else None
        if seat is None:
            self._write(self.words.say("join.nothing_to_lay"))
            return
        await self.guest.lay(seat, choice)
        if self._stays and self._due() is None:
            cards = ", ".join(self.words.name(card) for card in self.guest.laid.values())
            self._write(self.words.say("join.laid", cards=cards))

    async def _chat(self, text: str) -> None:
        if text and self.guest.seat:
            await self.guest.chat(text)
        else:
            self._write(self.words.say("join.keys"))

    def _advise(self) -> None:
        """What the coach would lay, or why it says nothing."""
        self._asked = None
        try:
            lines = advised_far_away(self.guest.table, self.words)
        except NotNow as refusal:
            lines = [refusal.told(self.words)]
        for line in lines:
            self._write(line)

    def _help(self, key: str) -> None:
        view = self.guest.table.view()
        self._asked = None
        if view is None or key not in "odas":
            lines = [self.words.say("plain.keys"), self.words.say("join.keys")]
        else:
            lines = answer(key, view.public, Storyteller(self.words, self.guest.table.players))
        for line in lines:
            self._write(line)


def lines_of(stream: int) -> Iterator[str]:
    """What is typed, line by line, and an empty one at the end."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    rest = ""
    while chunk := os.read(stream, 4096):  # not through a buffered file, whose lock would outlive its thread
        *lines, rest = (rest + decoder.decode(chunk)).split("\n")
        yield from (f"{line}\n" for line in lines)
    yield from [rest, ""] if rest else [""]
