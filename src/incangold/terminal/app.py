"""The table as a terminal program: people at one keyboard and bots beside them."""

import asyncio
from pathlib import Path

from incangold.bots.characters import bot_character
from incangold.editions import Edition
from incangold.errors import IncanGoldError
from incangold.record import Player
from incangold.terminal.board import Board, last_look
from incangold.terminal.coaching import advised, looked_back
from incangold.terminal.evening import Evening, Setup
from incangold.terminal.hand import Hand
from incangold.terminal.screens import HandOver, LookBack
from incangold.view import Public, View

__all__ = ["TableApp", "last_look"]


class TableApp(Board):
    """One table; the same seats may play again and again."""

    def __init__(self, setup: Setup, *, pace: float = 0.6) -> None:
        super().__init__(setup.words, pace=pace)
        self.setup = setup
        self.evening = Evening(setup)
        self.saved: list[Path] = []
        self.refusal: IncanGoldError | None = None
        self._laid = asyncio.Event()
        self._news = 0  # how many sentences of the story came since a person chose
        self.bind("w", "advice", description=setup.words.say("key.w"))

    @property
    def players(self) -> tuple[Player, ...]:
        """People first, then bots."""
        return self.evening.players

    @property
    def edition(self) -> Edition:
        """As it was agreed before the first card."""
        return self.setup.edition

    @property
    def seen(self) -> View:
        """What a spectator would see."""
        return self.evening.table.view(None)

    @property
    def _public(self) -> Public:
        return self.seen.public

    def on_mount(self) -> None:
        """The evening begins."""
        super().on_mount()
        self.run_worker(self._play_on(), exclusive=True)

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
        return await self.push_screen_wait(LookBack(said, standing, self.words, self._looked_back))

    def _looked_back(self) -> list[str]:
        return looked_back(self.evening.table.record(), self.words)

    def _introduce(self) -> None:
        for player in self.evening.players:
            if player.bot:
                self._tell(f"{player.name}: {bot_character(player.bot, self.words)}", "dim italic")
        self._tell(self.evening.luck_told(), "dim")

    async def _go_on(self) -> None:
        """Act after act until the next choice."""
        self._skip.clear()
        told, before = len(self._told), self._public
        while events := self.evening.table.proceed_one_act():
            await self._show_act(before, events)
            before = self._public
        self._news += len(self._told) - told

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
        self._deal(Hand(self.evening.table.view(player).to_choose))
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
        return await self.push_screen_wait(HandOver(self.words, names[player], last, news))

    def action_advice(self) -> None:
        """What the coach would lay: for the one at the keyboard, and only while they choose."""
        if self._hand:
            view = self.evening.table.view(self._public.leaders[self._hand.seats[0]])
            self._page("coach.title", advised(view, self.words))

    def cards_chosen(self) -> None:
        """Whoever waits for them lays them."""
        self._laid.set()

    def hand_told(self) -> list[str]:
        """What the person at the keyboard may know; the one person of a table always their own tent."""
        if self._hand:
            view = self.evening.table.view(self._public.leaders[self._hand.seats[0]])
            return self._hand.told(view, self.evening.teller.adventurers, self.words)
        lines = [self._word("hand.waiting")]
        if len(self.evening.people) == 1:
            mine = self.evening.table.view(self.evening.people[0]).in_tent
            lines.append(self._word("hand.in_tent", in_tent=" + ".join(map(str, mine))))
        return lines
