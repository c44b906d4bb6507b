"""How HTTP requests are answered: JSON, and refusals with their key and facts."""

from typing import Any

from msgspec import json
from starlette.responses import Response

from incangold.errors import (
    IncanGoldError,
    NotNow,
    NotYourPlace,
    OnlyTheHost,
    SomethingBroke,
    TooMuch,
    UnknownGame,
    UnknownPlace,
    UnknownTable,
)
from incangold.server.showing import refused

STATUS = {
    UnknownTable: 404,
    UnknownGame: 404,
    UnknownPlace: 404,
    NotYourPlace: 403,
    OnlyTheHost: 403,
    TooMuch: 429,
    SomethingBroke: 500,
}


def answer(message: Any, status: int = 200) -> Response:
    """A message of the wire as JSON."""
    return Response(json.encode(message), status, media_type="application/json")


def refusal_answer(refusal: IncanGoldError, status: int | None = None) -> Response:
    """A refusal: 404 for what is not there, 409 for what is not possible now, 400 for what never is."""
    usual = 409 if isinstance(refusal, NotNow) else 400
    told = refused(refusal)
    body = {"key": told.key, "facts": told.facts, "says": str(refusal)}
    return answer(body, status or STATUS.get(type(refusal), usual))
