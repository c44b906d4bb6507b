"""The coach in this house: advice for one player from what that player sees, and reviews of finished games.

What it computes takes some milliseconds, a review longer: in threads of its own, so that no table waits for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar, TypeVarTuple

from msgspec import convert, json, to_builtins

from incangold.errors import NotTimeToAdvise, ReviewTooLarge, UnknownPlace
from incangold.events import Event
from incangold.game import CHOICES, Choice, Game
from incangold.record import Record
from incangold.server import wire
from incangold.view import View, player_view

if TYPE_CHECKING:
    from incangold.coach.advice import Advice

THOUGHT_AT_ONCE = 2
REVIEWS_KEPT = 64
ADVICE_KEPT = 1024
MOST_WEIGHED = 400_000  # answers of the network in one review, some seconds; five rounds of eight players take 75,000
DIGITS = 5

Asked = TypeVarTuple("Asked")
Thought = TypeVar("Thought")


class Answers(Generic[Thought]):
    """What was lately asked: nothing is thought about twice, and whoever hangs up takes it from nobody else."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._answers: OrderedDict[Hashable, asyncio.Future[Thought]] = OrderedDict()

    async def to(self, question: Hashable, think: Callable[[], asyncio.Future[Thought]]) -> Thought:
        """The answer, thought about now if nobody has asked before."""
        answer = self._answers.get(question) or self._begin(question, think)
        self._answers.move_to_end(question)
        return await asyncio.shield(answer)

    def _begin(self, question: Hashable, think: Callable[[], asyncio.Future[Thought]]) -> asyncio.Future[Thought]:
        answer = self._answers[question] = think()
        answer.add_done_callback(partial(self._forget_what_broke, question))
        if len(self._answers) > self._kept:
            self._answers.popitem(last=False)
        return answer

    def _forget_what_broke(self, question: Hashable, answer: asyncio.Future[Thought]) -> None:
        """It may be asked again, and what was thought about until then is not kept with the error."""
        if (answer.cancelled() or answer.exception()) and self._answers.get(question) is answer:
            del self._answers[question]


class Coach:
    """Whoever may ask it is answered in turn; a thread is free again when its thought has ended, asked for or not."""

    def __init__(self) -> None:
        self._thinking = ThreadPoolExecutor(THOUGHT_AT_ONCE, "coach")
        self._reviewing = ThreadPoolExecutor(1, "review")  # who asks during a game never waits for a review
        self._advice = Answers[wire.Advice](ADVICE_KEPT)
        self._reviews = Answers[bytes | None](REVIEWS_KEPT)

    def think(self, about: Callable[[*Asked], Thought], *asked: *Asked) -> asyncio.Future[Thought]:
        """Beside the tables: what it takes to answer somebody."""
        return asyncio.get_running_loop().run_in_executor(self._thinking, about, *asked)

    async def advise(self, code: str, game: int, view: View) -> wire.Advice:
        """What it says to one who is to choose; the same however often it is asked in a turn."""
        turn = (code, game, view.public.round, view.public.turn, view.player)
        return await self._advice.to(turn, lambda: self.think(advice_for, view))

    async def review(self, code: str, game: int, record: Record) -> bytes:
        """What it says of a finished game, as JSON; computed once for as long as it is asked for."""
        loop = asyncio.get_running_loop()
        said = await self._reviews.to((code, game), lambda: loop.run_in_executor(self._reviewing, _reviewed, record))
        if said is None:
            raise ReviewTooLarge()
        return said

    def close(self) -> None:
        """What nobody has begun to think about is left."""
        for threads in (self._thinking, self._reviewing):
            threads.shutdown(wait=False, cancel_futures=True)


def advice_for(view: View) -> wire.Advice:
    """Advice as it is written; NumPy is loaded for the first who asks."""
    from incangold.coach.advice import advice

    return _advice(advice(view))


def _advice(said: "Advice") -> wire.Advice:
    return wire.Advice(
        driven_out=_rounded(said.driven_out),
        next_card=_rounded(said.next_card),
        leaving_alone=said.leaving_alone,
        leaving_together=said.leaving_together,
        artifacts=said.artifacts,
        share=_rounded(said.share),
        choices=tuple(
            [
                wire.Weighed(_cards(one.cards), _rounded(one.likely), _rounded(one.share), _rounded(one.cost))
                for one in said.choices
            ]
        ),
        exact=said.exact,
    )


def view_at(game: Game, story: tuple[Event, ...], seat: int) -> View:
    """What the leader of this adventurer sees of a cardboard game; refuses whoever is not to choose."""
    if seat >= len(game.leaders):
        raise UnknownPlace(place=seat)
    if game.phase is not CHOICES or seat not in game.in_temple or seat in game.dice:
        raise NotTimeToAdvise()
    return player_view(game, story, game.leaders[seat])


def _reviewed(record: Record) -> bytes | None:
    """With the wire's own fields and no other; nothing if it would take too long."""
    from incangold.coach.as_json import review_json
    from incangold.coach.review import review

    try:
        said = review(record, most=MOST_WEIGHED)
    except ReviewTooLarge:
        return None
    return json.encode(convert(to_builtins(review_json(said)), wire.Review))


def _cards(choices: Iterable[Choice]) -> tuple[wire.Card, ...]:
    return tuple([choice.value for choice in choices])


def _rounded(number: float | Fraction) -> float:
    return round(float(number), DIGITS)
