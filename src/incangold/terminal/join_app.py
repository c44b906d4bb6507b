"""A table elsewhere as a terminal program: the same board, dealt by somebody's house."""

from rich.text import Text

from incangold.editions import Edition
from incangold.errors import IncanGoldError
from incangold.events import GameEnded
from incangold.game import CHOICES, Choice
from incangold.record import Player
from incangold.terminal.board import Board
from incangold.terminal.coaching import advised_far_away
from incangold.terminal.drawing import DANGER, DUSK, GOLD, LAMPLIGHT, Shown, draw_temples
from incangold.terminal.hand import Hand
from incangold.terminal.join import Guest, News
from incangold.terminal.link import Message, printable
from incangold.terminal.room_told import RoomTeller
from incangold.terminal.screens import End, Say
from incangold.view import Public, View, public_part, spectator_view
from incangold.words.catalogue import Catalogue
from incangold.words.story import Storyteller

HURRY = 5  # seconds to choose that are few


class JoinApp(Board):
    """One guest at one table, game after game."""

    def __init__(self, guest: Guest, words: Catalogue, *, pace: float = 0.6) -> None:
        super().__init__(words, pace=pace)
        self.guest, self.table = guest, guest.table
        self.refusal: IncanGoldError | None = None
        self._teller = RoomTeller(guest, words)
        self._public: Public | None = None  # as far as it was shown
        self._hand_of = -1  # the turn that the hand is for
        self._is_lost = False
        self.bind("m", "say", description=self._word("key.m"))
        self.bind("n", "start", description=self._word("key.n"))
        self.bind("w", "advice", description=self._word("key.w"))

    @property
    def players(self) -> tuple[Player, ...]:
        """In the order of their places."""
        return self.table.players

    @property
    def edition(self) -> Edition:
        """As the host chose it."""
        return self.table.edition

    @property
    def seen(self) -> View | None:
        """What was shown so far; the acts of a turn come one by one."""
        return spectator_view(self._public, self.table.laid) if self._public else None

    def leave_question(self) -> str:
        """Nothing is lost by leaving."""
        return self._word("join.leave_question")

    def action_leave(self) -> None:
        """Whoever only watches is not asked."""
        if self.guest.seat:
            super().action_leave()
        else:
            self.exit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what is possible now is offered."""
        match action:
            case "lay":
                return self.guest.seat is not None and self._public is not None
            case "odds" | "deck":
                return self._public is not None
            case "advice":
                return bool(self._hand) and self.table.has_coach
            case "say":
                return self.table.place is not None
            case "start":
                return self.table.is_host and self.table.room["phase"] in ("lobby", "over")
        return super().check_action(action, parameters)

    def on_mount(self) -> None:
        """The line is opened."""
        super().on_mount()
        self.run_worker(self.guest.run())
        self.run_worker(self._follow())
        self.set_interval(1, self._tick)

    async def _follow(self) -> None:
        """Tell what the house tells, in its order, with a moment for each act."""
        try:
            async for news in self.guest.news():
                await self._hear(news)
        except IncanGoldError as refusal:
            self.refusal = refusal
            self.exit(return_code=2)

    async def _hear(self, news: News) -> None:
        self._is_lost = news.kind == "line_lost" or (self._is_lost and news.kind != "line_back")
        if self.table.game is None:
            self._clear_table()
        at_once = news.kind == "welcome"
        if at_once:
            self._tell_around(news)
        await self._show_steps(news, at_once=at_once)
        if not at_once and news.kind != "laid_down":  # that is seen on the tents
            self._tell_around(news)
        self._shown = self._doing()
        self._hold_hand()
        self._draw()
        self.refresh_bindings()
        if any(isinstance(event, GameEnded) for step in news.steps for event in step.events):
            self._end()

    def _tell_around(self, news: News) -> None:
        for sentence in self._teller.told(news):
            self._tell(sentence, GOLD if news.kind == "said" else f"italic {DUSK}")

    def _clear_table(self) -> None:
        """Between two games: whoever still looks at the last one's end goes back to the table."""
        if self._public is not None:
            self._public, self._hand, self._hand_of, self._shown = None, Hand(), -1, {}
            if isinstance(self.screen, End):
                self.screen.dismiss(None)

    async def _show_steps(self, news: News, *, at_once: bool) -> None:
        self._skip.clear()
        if news.steps:
            self._hand = Hand()
        for step in news.steps:
            before, self._public = self._public, public_part(step.game, ())
            if at_once or self.guest.is_behind:
                for event in step.events:
                    self._note(event)
            else:
                await self._show_act(before or self._public, step.events)

    def _doing(self) -> Shown:
        """Who is away or played by a stand-in, while cards are laid."""
        public, places = self._public, self.table.room.get("places", [])
        if public is None or public.phase is not CHOICES:
            return self._shown
        marks = {seat: self._mark(places[leader]) for seat, leader in enumerate(public.leaders) if leader < len(places)}
        return {seat: mark for seat, mark in marks.items() if mark}

    def _mark(self, place: Message) -> str:
        if place["stand_in"]:
            return self._word("join.played_by")
        return "" if place["present"] else self._word("join.away")

    def _hold_hand(self) -> None:
        """The cards to choose from: as long as the turn is open, for there may be a change of mind."""
        game, seats = self.table.game, self.table.to_lay
        if game is None or not seats:
            self._hand = Hand()
        elif self._hand_of != game.turn or not self._hand:
            self._hand_of = game.turn
            self._deal(Hand(seats))
            for seat, card in self.guest.laid.items():
                if seat in seats:
                    self._hand.chosen[seat] = card

    def cards_chosen(self) -> None:
        """Lay what is not lying yet."""
        for seat, choice in self._hand.chosen.items():
            if self.guest.laid.get(seat) is not choice:
                self.run_worker(self._lay(seat, choice))

    async def _lay(self, seat: int, choice: Choice) -> None:
        await self.guest.lay(seat, choice)
        self._draw()

    def hand_told(self) -> list[str]:
        """What the guest carries and has laid; or what the table waits for."""
        if self._is_lost:
            return [self._word("join.lost")]
        view = self.table.view()
        if not self._hand or view is None or view.player is None:
            return self._waiting()
        lines = self._hand.told(view, Storyteller(self.words, self.players).adventurers, self.words)
        laid = [self.words.name(self.guest.laid[seat]) for seat in self._hand.seats if seat in self.guest.laid]
        if len(laid) == len(self._hand.seats):
            lines[1:] = [self._word("join.laid", cards=", ".join(laid))]
        return lines

    def _waiting(self) -> list[str]:
        if not self.table.room:
            return ["…"]
        mine = self.table.mine
        tent = [self._word("hand.in_tent", in_tent=" + ".join(map(str, mine["in_tent"])))] if mine else []
        return [*(self._teller.what_next() or ["…"]), *tent]

    def _tick(self) -> None:
        if self.table.ends is not None:
            self._draw()

    def _draw_game(self, view: View) -> None:
        super()._draw_game(view)
        seconds = self.guest.seconds_left()
        if seconds is not None:
            time = self._word("join.seconds", seconds=seconds)
            style = f"bold {DANGER if seconds <= HURRY else LAMPLIGHT}"
            self._show("#temples", draw_temples(view.public, self.words).append(f"  {time}", style=style))

    def _draw_before(self) -> None:
        room = self.table.room
        if not room:
            return
        self._show("#temples", Text(f" {self.guest.link.shown}", style=f"bold {LAMPLIGHT}"))
        lines = [
            f"{'▲' if place['present'] else '△'}{'◆' if place['id'] == room['host'] else ' '}{printable(place['name'])}"
            for place in room["places"]
        ]
        self._show("#tents", Text("\n".join(lines), style="bold"))
        for part in ("#cards", "#danger"):
            self._show(part, Text())

    def _end(self) -> None:
        """The tents are open; the host may start again from here."""
        ended = self.table.story[-1]
        if not isinstance(ended, GameEnded) or isinstance(self.screen, End):
            return
        teller = Storyteller(self.words, self.players)
        replay = f"{self.guest.link.shown}/games/{self.table.room['game']}"
        lines = [*teller.standing(ended), "", self._word("join.replay", address=replay)]
        said = f"{self._word('end.title')}. {teller.winners(ended)}"
        self.push_screen(End(said, lines, self.words), self._after_end)

    async def _after_end(self, again: bool | None) -> None:
        if again is False:
            self.exit()
        elif again and self.table.is_host:
            await self.guest.start()

    async def action_start(self) -> None:
        """The host starts, or starts again."""
        await self.guest.start()

    def action_advice(self) -> None:
        """What the coach would lay, where the table allows it."""
        self._page("coach.title", advised_far_away(self.table, self.words))

    def action_say(self) -> None:
        """Something to all."""
        self.push_screen(Say(self._word("join.say")), self._say)

    async def _say(self, text: str | None) -> None:
        if text and text.strip():
            await self.guest.chat(text.strip())
