"""The table as a terminal program: temple, path, tents, hand and story."""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from time import monotonic

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.theme import Theme
from textual.widgets import Button, Footer, Static

from incangold.bots.characters import bot_character
from incangold.errors import IncanGoldError
from incangold.events import (
    CardTurned,
    ChoicesRevealed,
    DieRolled,
    DrivenOut,
    Event,
    GameEnded,
    RoundEnded,
    RoundOpened,
)
from incangold.game import Choice, PathCard
from incangold.terminal.drawing import DANGER, Shown, Tents, draw_danger, draw_path, draw_temples
from incangold.terminal.evening import Evening, Setup
from incangold.terminal.hand import Hand
from incangold.terminal.screens import End, HandOver, Page, Question
from incangold.view import Public
from incangold.words.chances import deck_told, odds_told
from incangold.words.story import player_aid

KEYS = {"t": "lay('torch')", "c": "lay('camp')", "o": "odds", "d": "deck", "a": "aid", "q": "leave"}
QUIET_KEYS = {
    "1": "turn_to(0)",
    "2": "turn_to(1)",
    "space,enter,escape": "skip",
    "up": "scroll(-1)",
    "down": "scroll(1)",
    "pageup": "scroll(-5)",
    "pagedown": "scroll(5)",
}
GRACE = 0.3  # seconds before a new hand takes a key, so that a hurried one lays nothing
SMALLEST = (40, 14)

# The temple at dusk: indigo stone, ember light.
DUSK = Theme(
    name="dusk",
    primary="#51478a",
    secondary="#322a63",
    accent="#ffa24a",
    warning="#ffa24a",
    error="#c5481c",
    success="#3f8f6d",
    foreground="#f8ecd4",
    background="#17122f",
    surface="#1f1840",
    panel="#272050",
    boost="#322a63",
)


class TableApp(App[None]):
    """One table; the same seats may play again and again."""

    CSS_PATH = "table.tcss"
    TITLE = "Incan Gold"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-high"), (30, "-tall")]  # noqa: RUF012
    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]  # noqa: RUF012

    def __init__(self, setup: Setup, *, pace: float = 0.6) -> None:
        super().__init__()
        self.register_theme(DUSK)
        self.theme = DUSK.name
        self.setup = setup
        self.evening = Evening(setup)
        self.saved: list[Path] = []
        self.refusal: IncanGoldError | None = None
        self._pace = pace
        self._skip = asyncio.Event()
        self._laid = asyncio.Event()
        self._hand = Hand()
        self._hand_opens = 0.0
        self._shown: Shown = {}
        self._told: list[Text] = []
        self._news = 0  # how many sentences of the story came since a person chose
        for keys, action in KEYS.items():
            self.bind(keys, action, description=setup.words.say(f"key.{keys}"))
        for keys, action in QUIET_KEYS.items():
            self.bind(keys, action, show=False)

    def compose(self) -> ComposeResult:
        """From top to bottom: temples, tents, path, story, hand."""
        yield Static(id="temples")
        with Container(id="middle"):
            with Vertical(id="board"):
                yield Static(id="tents")
                with VerticalScroll(id="path", can_focus=False):
                    yield Static(id="cards")
                yield Static(id="danger")
            with VerticalScroll(id="story", can_focus=False):
                yield Static(id="told")
        with Horizontal(id="hand"):
            yield Static(id="yours", markup=False)
            yield Button(f"T  {self._word('choice.torch')}", id="torch", variant="warning", disabled=True)
            yield Button(f"C  {self._word('choice.camp')}", id="camp", variant="success", disabled=True)
        yield Footer()

    def _word(self, key: str, **facts: object) -> str:
        return self.setup.words.say(key, **facts)

    def on_mount(self) -> None:
        """The evening begins; whoever ends the process gets the terminal back as it was."""
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError):  # systems without these signals
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)
        self.run_worker(self._play_on(), exclusive=True)

    def on_resize(self) -> None:
        """Everything is drawn anew for the new size, once the parts have theirs."""
        self.call_after_refresh(self._draw)
        self.set_timer(0.1, self._draw)

    async def _play_on(self) -> None:
        """Game after game, until somebody has enough."""
        try:
            while await self._game_and_again():
                self.evening = Evening(self.setup._replace(seed=None))
                self._told.clear()
        except IncanGoldError as refusal:
            self.refusal = refusal
        self.exit(return_code=2 if self.refusal else 0)

    async def _game_and_again(self) -> bool:
        """One game from the first card to the open tents; whether they want another."""
        self._introduce()
        await self._go_on()
        while not self.evening.table.is_over:
            self._shown = {}
            self.evening.ask_bots()
            await self._choices()
            await self._go_on()
        self.saved.append(self.evening.save())
        said, standing = self.evening.final_words(self.saved[-1])
        return await self.push_screen_wait(End(said, standing, self.setup.words))

    def _introduce(self) -> None:
        for player in self.evening.players:
            if player.bot:
                self._tell(f"{player.name}: {bot_character(player.bot, self.setup.words)}", "dim italic")
        self._tell(self.evening.luck_told(), "dim")

    async def _go_on(self) -> None:
        """Act after act until the next choice, each with a moment to look; any key hurries it."""
        self._skip.clear()
        told, before = len(self._told), self._public
        while events := self.evening.table.proceed_one_act():
            for event in events:
                self._note(event)
            if any(isinstance(event, RoundEnded) for event in events):
                self._draw(last_look(before, events))
                self._skip.clear()  # nobody is hurried past the end of a round
                await self._pause(2)
            before = self._public
            self._draw()
            await self._pause(1)
        self._news += len(self._told) - told

    @property
    def _public(self) -> Public:
        return self.evening.table.view(None).public

    def _note(self, event: Event) -> None:
        match event:
            case ChoicesRevealed(laid):
                self._shown = {seat: f"→ {self.setup.words.name(card)}" for seat, card in enumerate(laid) if card}
            case DieRolled(seat, fear, roll):
                self._shown[seat] = self._word("table.die", fear=fear, roll=roll or "–")
            case RoundOpened():
                self._shown = {}
            case GameEnded():
                return
        if sentence := self.evening.teller.sentence(event):
            self._tell(sentence, f"bold {DANGER}" if isinstance(event, DrivenOut) else "")

    def _tell(self, sentence: str, style: str = "") -> None:
        self._told.append(Text(sentence, style=style))

    async def _pause(self, beats: int) -> None:
        if self._pace <= 0:
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._skip.wait(), self._pace * beats)

    async def _choices(self) -> None:
        """Everybody at the keyboard, one after the other; each may give the keyboard back to the one before."""
        choosers = [player for player in self.evening.people if self.evening.still_to_lay(player)]
        place = 0
        while place < len(choosers):
            before = choosers[place - 1] if place else None
            place += 1 if await self._person(choosers[place], before) else -1
        self._news = 0 if choosers else self._news

    async def _person(self, player: int, before: int | None) -> bool:
        """One person lays a card for each of their adventurers; False if the one before wants theirs back."""
        if len(self.evening.people) > 1 and not await self._hand_over(player, before):
            return False
        self._hand = Hand(self.evening.table.view(player).to_choose)
        self._hand_opens = monotonic() + (GRACE if self._pace else 0)
        self._laid.clear()
        self._draw()
        await self._laid.wait()
        for seat, choice in self._hand.chosen.items():
            self.evening.table.lay(seat, choice)
        self._hand = Hand()
        self._draw()
        return True

    async def _hand_over(self, player: int, before: int | None) -> bool:
        """The next person sits down; nobody sees what the last one laid or has in the tent."""
        names = [each.name for each in self.evening.players]
        news = [line.plain for line in self._told[-self._news :]] if self._news else []
        last = names[before] if before is not None else ""
        return await self.push_screen_wait(HandOver(self.setup.words, names[player], last, news))

    def action_lay(self, card: str) -> None:
        """Torch or Camp for the adventurer in hand; a key that hurries the story lays nothing."""
        if not self._hand:
            self._skip.set()
        elif monotonic() < self._hand_opens:
            self._hand_opens = monotonic() + GRACE  # a key held down lays nothing until it is let go
        else:
            self._hand.choose(Choice(card))
            self._draw()
            if self._hand.is_complete:
                self._laid.set()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The two cards of the hand can be clicked."""
        if event.button.id in ("torch", "camp"):
            self.action_lay(event.button.id)

    def action_turn_to(self, place: int) -> None:
        """With two adventurers: choose for the other one, or change one's mind."""
        self._hand.turn_to(place)
        self._draw()

    def action_skip(self) -> None:
        """Hurry what is being told."""
        self._skip.set()

    def action_scroll(self, lines: int) -> None:
        """Read the story again."""
        self.query_one("#story", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_odds(self) -> None:
        """The exact odds of the next card."""
        public = self._public
        lines = odds_told(self.setup.words, public.quest_deck, public.path, inside=max(1, len(public.in_temple)))
        self._page("odds.title", lines)

    def action_deck(self) -> None:
        """What is left in the deck."""
        self._page("deck.title", deck_told(self.setup.words, self._public.quest_deck))

    def action_aid(self) -> None:
        """The player aid."""
        self._page("key.a", player_aid(self.setup.words, self.setup.edition))

    def _page(self, title: str, lines: list[str]) -> None:
        self.push_screen(Page(self._word(title), lines, self._word("page.close")))

    def action_leave(self) -> None:
        """Ask before a game is left; asking twice is an answer."""
        if isinstance(self.screen, Question | End):
            self.exit()
        else:
            self.push_screen(Question(self._word("leave.question"), self.setup.words), self._left)

    def _left(self, yes: bool | None) -> None:
        if yes:
            self.exit()

    def _draw(self, public: Public | None = None) -> None:
        if not self.screen_stack or not self.screen_stack[0].query("#camp"):
            return  # the terminal may change its size before the table stands, or while it is cleared away
        words = self.setup.words
        view = self.evening.table.view(None)
        view = view._replace(public=public or view.public)
        size = self.size
        cramped = size.width < SMALLEST[0] or size.height < SMALLEST[1]
        tents = Tents(self.evening.players, words).draw(view, self._shown, self._width("#tents"))
        self._show("#temples", self._word("table.too_small") if cramped else draw_temples(view.public, words))
        self._show("#tents", tents)
        self._show("#cards", draw_path(view.public, words, self._width("#path") - 2))
        self._show("#danger", draw_danger(view.public, words))
        self._show("#told", Text("\n").join(self._told))
        self._show("#yours", "\n".join(self._hand_told()))
        for scrolled in ("#path", "#story"):
            self.screen_stack[0].query_one(scrolled, VerticalScroll).scroll_end(animate=False)
        for card in ("#torch", "#camp"):
            self.screen_stack[0].query_one(card, Button).disabled = not self._hand

    def _show(self, part: str, content: Text | str) -> None:
        self.screen_stack[0].query_one(part, Static).update(content)

    def _width(self, part: str) -> int:
        return self.screen_stack[0].query_one(part).size.width or 78

    def _hand_told(self) -> list[str]:
        """What the person at the keyboard may know; the one person of a table always their own tent."""
        if self._hand:
            view = self.evening.table.view(self._public.leaders[self._hand.seats[0]])
            return self._hand.told(view, self.evening.teller.adventurers, self.setup.words)
        lines = [self._word("hand.waiting")]
        if len(self.evening.people) == 1:
            mine = self.evening.table.view(self.evening.people[0]).in_tent
            lines.append(self._word("hand.in_tent", in_tent=" + ".join(map(str, mine))))
        return lines


def last_look(before: Public, events: tuple[Event, ...]) -> Public:
    """The path as the round ended on it, the last card included."""
    turned = [event.card for event in events if isinstance(event, CardTurned)]
    deck = list(before.quest_deck)
    for card in turned:
        deck.remove(card)
    return before._replace(path=before.path + tuple(map(PathCard, turned)), quest_deck=tuple(deck))
