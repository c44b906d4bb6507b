"""The table as a terminal program: temple, path, tents, hand and story."""

import asyncio
from pathlib import Path

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.theme import Theme
from textual.widgets import Button, Footer, Static

from incangold.bots.characters import bot_character
from incangold.errors import IncanGoldError
from incangold.events import ChoicesRevealed, DieRolled, DrivenOut, Event, GameEnded
from incangold.game import Choice, Seats
from incangold.path import artifacts_on, treasure_on
from incangold.terminal.drawing import DANGER, Shown, Tents, draw_danger, draw_path, draw_temples
from incangold.terminal.screens import End, HandOver, Page, Question
from incangold.terminal.session import Session, Setup
from incangold.words.chances import deck_told, odds_told
from incangold.words.story import player_aid

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
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012

    def __init__(self, setup: Setup, *, pace: float = 0.6) -> None:
        super().__init__()
        self.register_theme(DUSK)
        self.theme = DUSK.name
        self.setup = setup
        self.session = Session(setup)
        self.saved: list[Path] = []
        self.refusal: IncanGoldError | None = None
        self._pace = pace
        self._skip = asyncio.Event()
        self._laid = asyncio.Event()
        self._hand: Seats = ()  # the adventurers that the person at the keyboard chooses for now
        self._chosen: dict[int, Choice] = {}
        self._current = 0
        self._shown: Shown = {}
        self._told: list[Text] = []
        self._news = 0  # how many sentences of the story came since the last choice
        self._at_keyboard: int | None = None
        say = setup.words.say
        for keys, action in (
            ("t", "lay('torch')"),
            ("c", "lay('camp')"),
            ("o", "odds"),
            ("d", "deck"),
            ("a", "aid"),
            ("q", "leave"),
        ):
            self.bind(keys, action, description=say(f"key.{keys}"))
        self.bind("1", "turn_to(0)", show=False)
        self.bind("2", "turn_to(1)", show=False)
        self.bind("space,enter,escape", "skip", show=False)

    def compose(self) -> ComposeResult:
        """From top to bottom: temples, tents, path, story, hand."""
        yield Static(id="temples")
        with Container(id="middle"):
            with Vertical(id="board"):
                yield Static(id="tents")
                with VerticalScroll(id="path"):
                    yield Static(id="cards")
                yield Static(id="danger")
            with VerticalScroll(id="story"):
                yield Static(id="told")
        with Horizontal(id="hand"):
            yield Static(id="yours", markup=False)
            yield Button(f"T  {self._word('choice.torch')}", id="torch", variant="warning", disabled=True)
            yield Button(f"C  {self._word('choice.camp')}", id="camp", variant="success", disabled=True)
        yield Footer()

    def _word(self, key: str, **facts: object) -> str:
        return self.setup.words.say(key, **facts)

    def on_mount(self) -> None:
        """The evening begins."""
        self.query_one("#path").can_focus = False
        self.query_one("#story").can_focus = False
        self.run_worker(self._evening(), exclusive=True)

    def on_resize(self) -> None:
        """Everything is drawn anew for the new size."""
        self.call_after_refresh(self._draw)

    async def _evening(self) -> None:
        """Game after game, until somebody has enough."""
        try:
            while True:
                await self._game()
                if not await self.push_screen_wait(End(self._final_lines(), self.setup.words)):
                    break
                self.session = Session(self.setup._replace(seed=None))
                self._told.clear()
        except IncanGoldError as refusal:
            self.refusal = refusal
        self.exit(return_code=2 if self.refusal else 0)

    async def _game(self) -> None:
        """One game from the first card to the open tents."""
        self._introduce()
        table = self.session.table
        await self._go_on()
        while not table.is_over:
            self._shown = {}
            self.session.ask_bots()
            for player in self.session.people:
                await self._person(player)
            await self._go_on()
        self.saved.append(self.session.save())

    def _introduce(self) -> None:
        for player in self.session.players:
            if player.bot:
                self._tell(f"{player.name}: {bot_character(player.bot, self.setup.words)}", "dim italic")
        self._tell(self.session.luck_told(), "dim")

    async def _go_on(self) -> None:
        """Act after act until the next choice, each with a moment to look; any key hurries it."""
        self._skip.clear()
        before = len(self._told)
        while events := self.session.table.proceed_one_act():
            for event in events:
                self._note(event)
            self._draw()
            await self._pause(2 if any(isinstance(event, DrivenOut) for event in events) else 1)
        self._news = len(self._told) - before

    def _note(self, event: Event) -> None:
        match event:
            case ChoicesRevealed(laid):
                self._shown = {seat: self.setup.words.name(choice) for seat, choice in enumerate(laid) if choice}
            case DieRolled(seat, fear, roll):
                self._shown[seat] = self._word("table.die", fear=fear, roll=roll or "–")
            case GameEnded():
                return
        if sentence := self.session.teller.sentence(event):
            self._tell(sentence, f"bold {DANGER}" if isinstance(event, DrivenOut) else "")

    def _tell(self, sentence: str, style: str = "") -> None:
        self._told.append(Text(sentence, style=style))

    async def _pause(self, beats: int) -> None:
        if self._pace <= 0:
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._skip.wait(), self._pace * beats)
        except TimeoutError:
            return

    async def _person(self, player: int) -> None:
        """One person lays a card for each of their adventurers in the temple."""
        seats = self.session.still_to_lay(player)
        if not seats:
            return
        if player != self._at_keyboard and len(self.session.people) > 1:
            await self._hand_over(player)
        self._hand, self._chosen, self._current = seats, {}, 0
        self._laid.clear()
        self._draw()
        await self._laid.wait()
        self._hand = ()
        for seat, choice in self._chosen.items():
            self.session.table.lay(seat, choice)
        self._draw()

    async def _hand_over(self, player: int) -> None:
        """The next person sits down; nobody sees what the last one laid."""
        who = self.session.players[player].name
        news = [line.plain for line in self._told[-self._news :]] if self._news else []
        sentence, ready = self._word("hand_over", who=who), self._word("hand_over.ready", who=who)
        await self.push_screen_wait(HandOver(news, sentence, ready))
        self._at_keyboard = player

    def action_lay(self, card: str) -> None:
        """Torch or Camp for the adventurer in hand; a key that hurries the story lays nothing."""
        if not self._hand:
            self._skip.set()
            return
        self._chosen[self._hand[self._current]] = Choice(card)
        missing = [place for place, seat in enumerate(self._hand) if seat not in self._chosen]
        if missing:
            self._current = missing[0]
            self._draw()
        else:
            self._laid.set()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The two cards of the hand can be clicked."""
        if event.button.id in ("torch", "camp"):
            self.action_lay(event.button.id)

    def action_turn_to(self, place: int) -> None:
        """With two adventurers: choose for the other one, or change one's mind."""
        if place < len(self._hand):
            self._current = place
            self._draw()

    def action_skip(self) -> None:
        """Hurry what is being told."""
        self._skip.set()

    def action_odds(self) -> None:
        """The exact odds of the next card."""
        public = self.session.table.view(None).public
        lines = odds_told(self.setup.words, public.quest_deck, public.path, inside=max(1, len(public.in_temple)))
        self._page("odds.title", lines)

    def action_deck(self) -> None:
        """What is left in the deck."""
        self._page("deck.title", deck_told(self.setup.words, self.session.table.view(None).public.quest_deck))

    def action_aid(self) -> None:
        """The player aid."""
        self._page("key.a", [player_aid(self.setup.words)])

    def _page(self, title: str, lines: list[str]) -> None:
        if not isinstance(self.screen, Page):
            self.push_screen(Page(self._word(title), lines, self._word("page.close")))

    def action_leave(self) -> None:
        """Ask before a game is left."""
        if not isinstance(self.screen, Question | End):
            self.push_screen(Question(self._word("leave.question"), self.setup.words), self._left)

    def _left(self, yes: bool | None) -> None:
        if yes:
            self.exit()

    def _draw(self) -> None:
        words, players = self.setup.words, self.session.players
        view = self.session.table.view(None)
        self.query_one("#temples", Static).update(draw_temples(view.public, words))
        tents = Tents(players, words).draw(view, self._shown, self.query_one("#tents").size.width or 78)
        self.query_one("#tents", Static).update(tents)
        width = (self.query_one("#path").size.width or 78) - 2
        self.query_one("#cards", Static).update(draw_path(view.public, words, width))
        self.query_one("#path", VerticalScroll).scroll_end(animate=False)
        self.query_one("#danger", Static).update(draw_danger(view.public, words))
        self.query_one("#told", Static).update(Text("\n").join(self._told))
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)
        self.query_one("#yours", Static).update(self._hand_told())
        for card in ("torch", "camp"):
            self.query_one(f"#{card}", Button).disabled = not self._hand

    def _hand_told(self) -> str:
        """What the person at the keyboard carries, and what going home now would bring."""
        if not self._hand:
            return self._word("hand.waiting")
        public = self.session.table.view(None).public
        seat = self._hand[self._current]
        player = public.leaders[seat]
        view = self.session.table.view(player)
        lying, artifacts = treasure_on(public.path), artifacts_on(public.path)
        carries, in_tent = public.beside_tent[seat], view.in_tent[view.seats.index(seat)]
        alone = self.setup.words.listed([str(carries + lying), *map(self.setup.words.name, artifacts)])
        lines = [
            self._word("hand.carries", who=self.session.teller.adventurers[seat], carries=carries, in_tent=in_tent),
            self._word("hand.home", alone=alone, two=carries + lying // 2),
        ]
        return "\n".join([*lines, self._both_told()]) if len(self._hand) > 1 else "\n".join(lines)

    def _both_told(self) -> str:
        """With two adventurers: what lies before each, and how to turn to the other."""
        return self._word(
            "hand.both",
            cards=", ".join(
                f"{place + 1}: {self.setup.words.name(self._chosen[seat]) if seat in self._chosen else '–'}"
                for place, seat in enumerate(self._hand)
            ),
        )

    def _final_lines(self) -> list[str]:
        """The tents opened from last to first, who won, the proof, and where the record lies."""
        ended = self.session.table.view(None).public.story[-1]
        assert isinstance(ended, GameEnded)
        order = sorted(range(len(ended.scores)), key=lambda player: (ended.scores[player], ended.artifacts[player]))
        scores = [
            self._word(
                "score.artifacts" if ended.artifacts[player] else "score",
                who=self.session.players[player].name,
                score=ended.scores[player],
                n=ended.artifacts[player],
            )
            for player in order
        ]
        saved = self.saved[-1]
        return [
            self._word("end.title"),
            "",
            *scores,
            "",
            self.session.teller.winners(ended),
            "",
            self._word("play.saved", path=saved),
            self._word("play.verify", path=saved),
        ]
