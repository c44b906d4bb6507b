"""Every HTTP endpoint of the house as an OpenAPI description, made from the wire's own types."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from incangold import __version__
from incangold.cards import Card
from incangold.events import Event
from incangold.server import wire
from incangold.server.answers import Refusal

JSON, TEXT, LINES = "application/json", "text/plain", "application/x-ndjson"
SCHEMAS = "#/components/schemas/"
TABLE = "/api/tables/{code}"
GAME = TABLE + "/games/{game}"
ABOUT = (
    "Tables, places and finished games of one house, and the bot API: a stream of what a player may see, a POST for "
    "what a player may do. Every refusal is JSON with the key of its sentence, its facts and the sentence in English. "
    "docs/bot-api.md tells it in words."
)

# What a bot may do; the message is the socket's own, without its type.
ACTIONS: dict[str, type[wire.FromClient]] = {
    "lay": wire.Lay,
    "commit": wire.Commit,
    "reveal": wire.Reveal,
    "start": wire.Start,
    "again": wire.Again,
    "free": wire.Free,
}
WHY = {
    400: "What was sent is not what it must be.",
    401: "The seat's token is missing.",
    403: "The token opens no seat here, or not this one; or only the host may do it.",
    404: "There is no such table, place or game.",
    409: "Right at another moment, not now.",
    413: "Longer than this house reads.",
    429: "More, or faster, than this house allows.",
}


class Endpoint(NamedTuple):
    """One address: what is sent, what comes back, and how it may be refused."""

    method: str
    path: str
    says: str
    answer: Any
    refusals: tuple[int, ...] = ()
    body: Any = None
    status: int = 200
    media: str = JSON
    token: str = ""  # needed, or optional


ENDPOINTS = (
    Endpoint("get", "/healthz", "Whether the house and its database answer.", str, media=TEXT),
    Endpoint("get", "/api/house", "What the house offers: bots, editions, its build.", wire.HouseFacts),
    Endpoint("get", "/api/openapi.json", "This description.", dict[str, Any]),
    Endpoint(
        "post",
        "/api/tables",
        "Make a table and sit down as its host.",
        wire.Seated,
        (400, 409, 413, 429),
        wire.MakeTable,
        201,
    ),
    Endpoint(
        "get",
        TABLE,
        "What a spectator sees now; with a token, what its player sees. Nobody sits down by it.",
        wire.Welcome,
        (401, 403, 404, 429),
        token="optional",
    ),
    Endpoint(
        "post", TABLE + "/places", "Sit down.", wire.Seated, (400, 404, 409, 413, 429), body=wire.TakePlace, status=201
    ),
    Endpoint(
        "get",
        TABLE + "/stream",
        "What a spectator sees (with a token: its player), then all that happens, one JSON object a line, without end; "
        "a pong every ten seconds. A player with an open stream is present.",
        wire.Welcome | wire.PublicMessage | wire.YoursChanged | wire.Pong,
        (401, 403, 404, 429),
        media=LINES,
        token="optional",
    ),
    *(
        Endpoint(
            "post",
            f"{TABLE}/{name}",
            str(kind.__doc__),
            wire.Lies if kind is wire.Lay else wire.Done,
            (400, 401, 403, 404, 409, 413, 429),
            body=kind,
            token="needed",
        )
        for name, kind in ACTIONS.items()
    ),
    Endpoint(
        "post",
        "/api/companion",
        "How a game of cardboard lies that people tell as a record, the odds, and the coach's advice for a seat that "
        "asks; nothing of it is kept.",
        wire.Companion,
        (400, 404, 409, 413, 429),
        wire.Cardboard,
    ),
    Endpoint("get", GAME, "A finished game, act by act.", wire.Replay, (404, 429)),
    Endpoint("get", GAME + "/record", "Its record, as docs/records.md describes it.", str, (404, 429), media=TEXT),
    Endpoint("get", GAME + "/review", "What the coach says of it.", wire.Review, (400, 404, 429)),
)

CODE = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "A table's code: six of 31 letters and digits.",
    "schema": {"type": "string", "pattern": "^[2-9A-HJKMNP-Z]{6}$"},
}
NUMBER = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "Which finished game of the table, counted from 1.",
    "schema": {"type": "integer", "minimum": 1},
}


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    happenings = [_struct_of(kind) for kind in get_args(Event)]
    kinds = [
        Refusal,
        *happenings,
        *(kind for endpoint in ENDPOINTS for kind in (endpoint.answer, endpoint.body) if kind),
    ]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=SCHEMAS + "{name}")
    for name in (kind.__name__ for kind in ACTIONS.values()):
        schemas[name]["properties"].pop("type")
        schemas[name]["required"].remove("type")
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            if field.get("items") == {}:  # an event, written already
                field["items"] = _reference("Happening")
    schemas["Happening"] = _one_of(happenings)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Incan Gold", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The seat's token."}},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    answered = {"description": endpoint.says, "content": {endpoint.media: {"schema": _schema(endpoint.answer)}}}
    operation: dict[str, Any] = {
        "operationId": _name(endpoint),
        "summary": endpoint.says,
        "parameters": [known for known in (CODE, NUMBER) if f"{{{known['name']}}}" in endpoint.path],
        "responses": {str(endpoint.status): answered, **{str(why): _refusal(why) for why in endpoint.refusals}},
    }
    if endpoint.body:
        required = any(field.required for field in msgspec.structs.fields(endpoint.body))
        operation["requestBody"] = {"required": required, "content": {JSON: {"schema": _schema(endpoint.body)}}}
    if endpoint.token:
        operation["security"] = [{"seat": []}] if endpoint.token == "needed" else [{}, {"seat": []}]
    return operation


def _name(endpoint: Endpoint) -> str:
    """`post_tables_lay`: the method and the words of the path."""
    words = [word for word in endpoint.path.replace(".", "/").split("/") if word and not word.startswith("{")]
    return "_".join([endpoint.method, *(word for word in words if word not in ("api", "json"))])


def _refusal(status: int) -> dict[str, Any]:
    return {"description": WHY[status], "content": {JSON: {"schema": _reference("Refusal")}}}


def _schema(kind: Any) -> dict[str, Any]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _reference(kind.__name__)
    return _one_of(get_args(kind)) if msgspec.Struct in _bases(kind) else msgspec.json.schema(kind)


def _bases(union: Any) -> set[type]:
    return {base for kind in get_args(union) if isinstance(kind, type) for base in kind.__mro__}


def _one_of(kinds: Iterable[Any]) -> dict[str, Any]:
    return {"oneOf": [_reference(kind.__name__) for kind in kinds]}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": SCHEMAS + name}


def _struct_of(event: type) -> type[msgspec.Struct]:
    """An event as docs/json.md writes it: its name under `event`, cards as text."""
    fields = [(name, str if hint == Card else hint) for name, hint in get_type_hints(event).items()]
    return msgspec.defstruct(
        event.__name__, fields, namespace={"__doc__": event.__doc__}, tag_field="event", tag=event.__name__
    )
