"""The companion of a cardboard game: whoever tells it a record hears how the cardboard lies; nothing is kept."""

import asyncio
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.die import die_choice, fear_of
from incangold.editions import TurnOrder
from incangold.errors import TooMuch
from incangold.game import CARD, CHOICES, Choice, Game
from incangold.odds import NextCard, driven_out_within, next_card
from incangold.path import home_with
from incangold.record import card_text, lying, may_be_shown, read, write
from incangold.server import wire
from incangold.server.answers import answer, body_of, told
from incangold.server.coach import advice_for, view_at
from incangold.server.limits import Buckets
from incangold.server.showing import happenings, position
from incangold.server.sockets import Gate
from incangold.view import public_part

AHEAD = 5  # cards looked ahead


class CompanionDesk:
    """Answers people who play with cardboard."""

    def __init__(self, gate: Gate) -> None:
        self.house, self.coach = gate.house, gate.coach
        self._telling = Buckets(self.house.limits.companion)
        self._asking = Buckets(self.house.limits.cardboard_advice)

    def routes(self) -> list[Route]:
        """The one address."""
        return [Route("/api/companion", told(self.tell), methods=["POST"])]

    async def tell(self, request: Request) -> Response:
        """POST /api/companion."""
        asked = await body_of(request, wire.Cardboard, self.house.limits.record_bytes)
        address, now = request.scope["address"], self.house.store.now()
        if not self._telling.take(address, now) or (asked.seat is not None and not self._asking.take(address, now)):
            raise TooMuch()
        if asked.seat is None:  # whoever only tells does not wait for those who ask the coach
            return answer(await asyncio.to_thread(companion_to, asked.record))
        return answer(await self.coach.think(companion_to, asked.record, asked.seat))


def companion_to(record: str, seat: int | None = None) -> wire.Companion:
    """How the cardboard lies after this record, with advice for a seat that asks; refuses what could not be."""
    cardboard = lying(read(record))
    game = cardboard.game
    return wire.Companion(
        position=position(public_part(game, ())),
        in_tent=game.in_tent,
        shows=may_be_shown(game),
        dice=_dice(game),
        odds=_odds(game),
        advice=None if seat is None else advice_for(view_at(game, cardboard.story, seat)),
        told=happenings(cardboard.told[-1] if cardboard.told else ()),
        story=happenings(cardboard.story),
        record=write(cardboard.record),
    )


def _dice(game: Game) -> tuple[wire.DieToRoll, ...]:
    """Those in the temple when choices are due."""
    if game.phase is not CHOICES:
        return ()
    return tuple([_die(game, seat) for seat in game.dice if seat in game.in_temple])


def _die(game: Game, seat: int) -> wire.DieToRoll:
    fear = fear_of(game, seat)
    lays = [die_choice(game, seat, roll) or Choice.TORCH for roll in range(1, 7)] if fear else []
    return wire.DieToRoll(seat, fear, tuple([choice.value for choice in lays]))


def _odds(game: Game) -> wire.Odds | None:
    """For all who are inside and not on their way out; none between rounds."""
    inside = len(game.in_temple) - len(game.leaving)
    if game.phase not in (CARD, CHOICES) or not game.quest_deck:
        return None
    deck, path = game.quest_deck, game.path
    odds = next_card(deck, path, inside=inside)
    ahead = range(1, min(AHEAD, len(deck)) + 1)
    return wire.Odds(
        inside=inside,
        driven_out=tuple([float(driven_out_within(deck, path, cards=cards)) for cards in ahead]),
        deadly=tuple(
            [wire.Deadly(card_text(card), deck.count(card), float(odds.deadly[card])) for card in odds.deadly]
        ),
        treasure=_part(odds, TreasureCard),
        hazard=_part(odds, HazardCard),
        artifact=_part(odds, ArtifactCard),
        share=float(odds.share),
        remainder=float(odds.remainder),
        takes=_takes(game),
    )


def _part(odds: NextCard, kind: type[Card]) -> float:
    return float(sum((chance for card, chance in odds.cards.items() if isinstance(card, kind)), Fraction(0)))


def _takes(game: Game) -> tuple[int, ...]:
    """Only while somebody may leave, and the leavers come before the card."""
    if game.phase is not CHOICES or game.edition.turn_order is TurnOrder.CARD_FIRST:
        return ()
    return tuple([home_with(game.path, others, game.edition.path_share) for others in range(len(game.in_temple))])
