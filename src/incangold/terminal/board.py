"""How a table looks in a terminal, whoever deals at it: temples, tents, path, story and hand, and the keys to them."""

import asyncio
import signal
from contextlib import suppress
from time import monotonic

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.theme import Theme
from textual.widgets import Button, Footer, Static

from incangold.editions import Edition
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
from incangold.record import Player
from incangold.terminal.drawing import DANGER, Shown, Tents, draw_danger, draw_path, draw_temples
from incangold.terminal.hand import Hand
from incangold.terminal.screens import End, Page, Question
from incangold.view import Public, View
from incangold.words.catalogue import Catalogue
from incangold.words.chances import deck_told, odds_told
from incangold.words.story import Storyteller, player_aid

KEYS = {"o": "odds", "d": "deck", "a": "aid", "q": "leave"}
QUIET_KEYS = {  # the first two are written on the cards
    "t": "lay('torch')",
    "c": "lay('camp')",
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
PARTS = ("#temples", "#tents", "#path", "#cards", "#danger", "#story", "#told", "#yours", "#torch", "#camp")

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


class Board(App[None]):
    """One table on the screen; a subclass says what lies on it and what becomes of the cards that are chosen."""

    CSS_PATH = "table.tcss"
    TITLE = "Incan Gold"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-high"), (30, "-tall")]  # noqa: RUF012
    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]  # noqa: RUF012

    def __init__(self, words: Catalogue, *, pace: float) -> None:
        super().__init__()
        self.register_theme(DUSK)
        self.theme = DUSK.name
        self.words = words
        self._pace = pace
        self._skip = asyncio.Event()
        self._hand = Hand()
        self._hand_opens = 0.0
        self._shown: Shown = {}
        self._told: list[Text] = []
        for keys, action in KEYS.items():
            self.bind(keys, action, description=words.say(f"key.{keys}"))
        for keys, action in QUIET_KEYS.items():
            self.bind(keys, action, show=False)

    # ── What a subclass says ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits at this table."""
        raise NotImplementedError

    @property
    def edition(self) -> Edition:
        """What is played at this table."""
        raise NotImplementedError

    @property
    def seen(self) -> View | None:
        """What everybody sees on the table; None before there is a game."""
        raise NotImplementedError

    def cards_chosen(self) -> None:
        """Every adventurer in hand has a card."""
        raise NotImplementedError

    def hand_told(self) -> list[str]:
        """What is written beside the hand."""
        raise NotImplementedError

    def leave_question(self) -> str:
        """What is asked before the table is left."""
        return self._word("leave.question")

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────────────────────

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
        return self.words.say(key, **facts)

    def on_mount(self) -> None:
        """Whoever ends the process gets the terminal back as it was."""
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError):  # systems without these signals
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)

    def on_resize(self) -> None:
        """Everything is drawn anew for the new size, once the parts have theirs."""
        self.call_after_refresh(self._draw)
        self.set_timer(0.1, self._draw)

    async def _show_act(self, before: Public, events: tuple[Event, ...]) -> None:
        """One act with a moment to look; any key hurries it, but nobody is hurried past the end of a round."""
        for event in events:
            self._note(event)
        if any(isinstance(event, RoundEnded) for event in events):
            self._draw(last_look(before, events))
            self._skip.clear()
            await self._pause(2)
        self._draw()
        await self._pause(1)

    def _note(self, event: Event) -> None:
        match event:
            case ChoicesRevealed(laid):
                self._shown = {seat: f"→ {self.words.name(card)}" for seat, card in enumerate(laid) if card}
            case DieRolled(seat, fear, roll):
                self._shown[seat] = self._word("table.die", fear=fear, roll=roll or "–")
            case RoundOpened():
                self._shown = {}
            case GameEnded():
                return
        if sentence := Storyteller(self.words, self.players).sentence(event):
            self._tell(sentence, f"bold {DANGER}" if isinstance(event, DrivenOut) else "")

    def _tell(self, sentence: str, style: str = "") -> None:
        self._told.append(Text(sentence, style=style))

    async def _pause(self, beats: int) -> None:
        if self._pace <= 0:
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._skip.wait(), self._pace * beats)

    def _deal(self, hand: Hand) -> None:
        """Cards to choose from; a key that was meant for the story lays none of them."""
        self._hand = hand
        self._hand_opens = monotonic() + (GRACE if self._pace else 0)

    def _draw(self, public: Public | None = None) -> None:
        if not self.screen_stack or not all(self.screen_stack[0].query(part) for part in PARTS):
            return  # something may happen before the table stands, or while it is cleared away
        view = self.seen
        if view is None:
            self._draw_before()
        else:
            self._draw_game(view._replace(public=public or view.public))
        if self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]:
            self._show("#temples", self._word("table.too_small"))
        self._show("#told", Text("\n").join(self._told))
        self._show("#yours", "\n".join(self.hand_told()))
        for scrolled in ("#path", "#story"):
            self.screen_stack[0].query_one(scrolled, VerticalScroll).scroll_end(animate=False)
        for card in ("#torch", "#camp"):
            button = self.screen_stack[0].query_one(card, Button)
            button.display, button.disabled = view is not None, not self._hand

    def _draw_before(self) -> None:
        """Nothing lies on the table yet."""

    def _draw_game(self, view: View) -> None:
        tents = Tents(self.players, self.words).draw(view, self._shown, self._width("#tents"))
        self._show("#temples", draw_temples(view.public, self.words))
        self._show("#tents", tents)
        self._show("#cards", draw_path(view.public, self.words, self._width("#path") - 2))
        self._show("#danger", draw_danger(view.public, self.words))

    def _show(self, part: str, content: Text | str) -> None:
        self.screen_stack[0].query_one(part, Static).update(content)

    def _width(self, part: str) -> int:
        return self.screen_stack[0].query_one(part).size.width or 78

    # ── What keys do ──────────────────────────────────────────────────────────────────────────────────────────────

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
                self.cards_chosen()

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
        if view := self.seen:
            inside = max(1, len(view.public.in_temple))
            self._page("odds.title", odds_told(self.words, view.public.quest_deck, view.public.path, inside=inside))

    def action_deck(self) -> None:
        """What is left in the deck."""
        if view := self.seen:
            self._page("deck.title", deck_told(self.words, view.public.quest_deck))

    def action_aid(self) -> None:
        """The player aid."""
        self._page("key.a", player_aid(self.words, self.edition))

    def _page(self, title: str, lines: list[str]) -> None:
        self.push_screen(Page(self._word(title), lines, self._word("page.close")))

    def action_leave(self) -> None:
        """Ask before a game is left; asking twice is an answer."""
        if isinstance(self.screen, Question | End):
            self.exit()
        else:
            self.push_screen(Question(self.leave_question(), self.words), self._left)

    def _left(self, yes: bool | None) -> None:
        if yes:
            self.exit()


def last_look(before: Public, events: tuple[Event, ...]) -> Public:
    """The path as the round ended on it, the last card included."""
    turned = [event.card for event in events if isinstance(event, CardTurned)]
    deck = list(before.quest_deck)
    for card in turned:
        deck.remove(card)
    return before._replace(path=before.path + tuple(map(PathCard, turned)), quest_deck=tuple(deck))
