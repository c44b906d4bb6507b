"""The coach in this house: advice for one player from what that player sees, and reviews of finished games.

What it computes takes some milliseconds, a review longer: in threads, a few at once, so that no table waits for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from msgspec import convert, json, to_builtins

from incangold.errors import NotTimeToAdvise, UnknownPlace
from incangold.events import Event
from incangold.game import CHOICES, Choice, Game
from incangold.record import Record
from incangold.server import wire
from incangold.view import View, player_view

if TYPE_CHECKING:
    from incangold.coach.advice import Advice

THOUGHT_AT_ONCE = 2
REVIEWS_KEPT = 64
DIGITS = 5

Asked = ParamSpec("Asked")
Thought = TypeVar("Thought")


class Coach:
    """Whoever may ask it is answered in turn."""

    def __init__(self) -> None:
        self._thinking = asyncio.Semaphore(THOUGHT_AT_ONCE)
        self._reviewing = asyncio.Lock()
        self._reviews: OrderedDict[tuple[str, int], bytes] = OrderedDict()  # those that were lately asked for

    async def think(self, about: Callable[Asked, Thought], *asked: Asked.args, **named: Asked.kwargs) -> Thought:
        """Beside the tables: what it takes to answer somebody."""
        async with self._thinking:
            return await asyncio.to_thread(about, *asked, **named)

    async def review(self, code: str, game: int, record: Record) -> bytes:
        """What it says of a finished game, as JSON; computed once for as long as it is asked for."""
        async with self._reviewing:  # one at a time, and never the same twice
            if (code, game) not in self._reviews:
                self._reviews[code, game] = await self.think(_reviewed, record)
                if len(self._reviews) > REVIEWS_KEPT:
                    self._reviews.popitem(last=False)
            self._reviews.move_to_end((code, game))
            return self._reviews[code, game]


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


def _reviewed(record: Record) -> bytes:
    """With the wire's own fields and no other."""
    from incangold.coach.as_json import review_json
    from incangold.coach.review import review

    return json.encode(convert(to_builtins(review_json(review(record))), wire.Review))


def _cards(choices: Iterable[Choice]) -> tuple[wire.Card, ...]:
    return tuple([choice.value for choice in choices])


def _rounded(number: float | Fraction) -> float:
    return round(float(number), DIGITS)
