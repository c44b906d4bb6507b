"""How HTTP requests are answered: JSON, and refusals with their key and facts."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response

from incangold.errors import (
    BadMessage,
    IncanGoldError,
    MessageTooLong,
    NotNow,
    NotYourPlace,
    OnlyTheHost,
    SomethingBroke,
    TokenNeeded,
    TooMuch,
    TooSlow,
    UnknownGame,
    UnknownPlace,
    UnknownTable,
    Unsure,
    WrongToken,
)
from incangold.server.showing import refused

Kind = TypeVar("Kind")
Handler = Callable[[Request], Coroutine[Any, Any, Response]]

BODY_WITHIN = 10.0  # seconds, or whoever sends it is holding a place for nothing
STATUS = {
    TokenNeeded: 401,
    WrongToken: 403,
    UnknownTable: 404,
    UnknownGame: 404,
    UnknownPlace: 404,
    NotYourPlace: 403,
    OnlyTheHost: 403,
    MessageTooLong: 413,
    TooMuch: 429,
    TooSlow: 408,
    SomethingBroke: 500,
    Unsure: 503,
}
HEADERS = {401: {"www-authenticate": "Bearer"}, 429: {"retry-after": "2"}}


class Refusal(Struct, frozen=True):
    """What could not be: the catalogue's key, its facts, and what it says in English."""

    key: str
    facts: dict[str, Any]
    says: str


def answer(message: Any, status: int = 200) -> Response:
    """A message of the wire as JSON."""
    return Response(json.encode(message), status, HEADERS.get(status), media_type="application/json")


def refusal_answer(refusal: IncanGoldError, status: int | None = None) -> Response:
    """A refusal: 404 for what is not there, 409 for what is not possible now, 400 for what never is."""
    usual = 409 if isinstance(refusal, NotNow) else 400
    message = refused(refusal)
    body = Refusal(message.key, message.facts, str(refusal))
    return answer(body, status or STATUS.get(type(refusal), usual))


def told(handler: Handler) -> Handler:
    """A request whose refusals are answered in JSON."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except IncanGoldError as refusal:
            return refusal_answer(refusal)

    return answered


async def body_of(request: Request, kind: type[Kind], most: int) -> Kind:
    """What was sent, as a message of the wire (nothing: one without fields); refuses what is none, or too long."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise MessageTooLong(most=most)
    except TimeoutError:
        raise TooSlow() from None
    try:
        return json.decode(body or b"{}", type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=str(error)[:200]) from None
