"""The house's own description of itself: it is served, it is whole, and every answer is as it says."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from starlette.applications import Starlette
from starlette.routing import Route

from incangold.server.app import make_app
from incangold.server.door import doorkeeper
from incangold.server.house import House
from incangold.server.limits import Limits, Rate
from incangold.server.openapi import description
from incangold.server.shards import OneProcess
from incangold.server.store import Store, sqlite_url
from incangold.table.dealer import commitment_to
from tests.server.houses import open_house
from tests.server.pages import make_table, prudent

ENDLESS = "/api/tables/{code}/stream"  # tested by hand in test_bot_api.py
NO_END = Rate(1e9, 1e9)
NO_LIMITS = Limits(
    tables_made=NO_END,
    seats_taken=NO_END,
    replays=NO_END,
    reviews=NO_END,
    guesses=NO_END,
    messages=NO_END,
    companion=NO_END,
    cardboard_advice=NO_END,
    tables_in_memory=10**9,
)
NONCE = bytes(range(32))
GOLDEN = Path(__file__).parents[1] / "golden"

# No schema says which names can be shown, which editions there are or how many seats a game has: 400 is right then.
BY_RULE = {"expected-statuses": [200, 201, 400, 401, 403, 404, 409]}
CONFIG = SchemathesisConfig.from_dict({"checks": {"positive_data_acceptance": BY_RULE}})
schema = schemathesis.openapi.from_dict(description(), config=CONFIG)


class Tables(NamedTuple):
    """An open house with a table in its lobby, two where a game is played and one where it is over."""

    base: str
    lobby: str
    begun: str
    playing: str
    over: str
    tokens: dict[str, str]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """In a thread of its own, for the tests wait for its answers."""
    found: list[Tables] = []
    ready, done = threading.Event(), threading.Event()

    async def keep_open() -> None:
        async with open_house(tmp_path_factory.mktemp("house"), NO_LIMITS) as here:
            wanted: dict[str, Any] = {"bots": ["odds", "die"], "options": {"pace": "instant"}}
            lobby = await make_table(here.base, **wanted)
            begun, playing, over = [await make_table(here.base, **wanted, start=True) for _ in range(3)]
            async with begun, playing, over:
                await asyncio.gather(begun.until_to_lay(), playing.until_to_lay(), over.play(prudent))
                tokens = {page.code: page.tokens[0] for page in (lobby, begun, playing, over)}
                found.append(Tables(here.base, lobby.code, begun.code, playing.code, over.code, tokens))
                ready.set()
                await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=lambda: asyncio.run(keep_open()))
    thread.start()
    assert ready.wait(30)
    yield found[0]
    done.set()
    thread.join()


@schema.exclude(path=ENDLESS).parametrize()
@settings(max_examples=60)
def test_whatever_is_sent_is_answered_as_described(case: schemathesis.Case[Any], tables: Tables) -> None:
    case.call_and_validate(base_url=tables.base)


@schema.include(path_regex="code").exclude(path=ENDLESS).parametrize()
@settings(max_examples=60)
def test_whatever_is_sent_to_a_real_table_is_answered_as_described(
    case: schemathesis.Case[Any], tables: Tables
) -> None:
    where = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    if where and where.mode.is_positive:
        code = tables.over if "games" in case.path else tables.playing
        case.path_parameters = {**case.path_parameters, "code": code}
        case.headers["Authorization"] = f"Bearer {tables.tokens[code]}"
    case.call_and_validate(base_url=tables.base)


# One good request to every address, in this order: what is done at a table changes what can be done next.
GOOD: list[tuple[str, str, str, dict[str, Any]]] = [
    ("GET", "/healthz", "", {}),
    ("GET", "/api/house", "", {}),
    ("GET", "/api/openapi.json", "", {}),
    ("POST", "/api/companion", "", {"body": {"record": (GOLDEN / "by-hand-rulebook.game").read_text("utf-8")}}),
    ("POST", "/api/tables", "", {"body": {"name": "Ana", "edition": "bga", "bots": ["turn:6"], "language": "pl"}}),
    ("GET", "/api/tables/{code}", "playing", {}),
    ("GET", "/api/tables/{code}", "over", {}),
    ("POST", "/api/tables/{code}/places", "lobby", {"body": {"name": "Cy"}}),
    ("POST", "/api/tables/{code}/commit", "lobby", {"body": {"place": 0, "commitment": commitment_to(NONCE)}}),
    ("POST", "/api/tables/{code}/free", "lobby", {"body": {"place": 2}}),
    ("POST", "/api/tables/{code}/start", "lobby", {"body": {}}),
    ("POST", "/api/tables/{code}/reveal", "lobby", {"body": {"place": 0, "nonce": NONCE.hex()}}),
    ("POST", "/api/tables/{code}/lay", "begun", {"body": {"seat": 0, "choice": "camp", "turn": 0, "revision": 1}}),
    ("GET", "/api/tables/{code}/games/{game}", "over", {"game": 1}),
    ("GET", "/api/tables/{code}/games/{game}/record", "over", {"game": 1}),
    ("GET", "/api/tables/{code}/games/{game}/review", "over", {"game": 1}),
    ("POST", "/api/tables/{code}/again", "over", {"body": {"start": False}}),
]


def test_a_good_request_to_every_address_is_answered_as_described(tables: Tables) -> None:
    for method, path, which, sent in GOOD:
        code = getattr(tables, which) if which else ""
        body = {key: value for key, value in sent.items() if key == "body"}
        parameters = {"code": code, "game": sent.get("game")}
        used = {name: value for name, value in parameters.items() if f"{{{name}}}" in path}
        token = {"Authorization": f"Bearer {tables.tokens[code]}"} if code else {}
        case = schema[path][method].Case(path_parameters=used, headers=token, **body)
        response = case.call_and_validate(base_url=tables.base)
        assert response.status_code in (200, 201), f"{method} {path}: {response.status_code} {response.text}"
    described = {(method.upper(), path) for path, methods in description()["paths"].items() for method in methods}
    assert described == {(method, path) for method, path, *_ in GOOD} | {("GET", ENDLESS)}


def test_the_description_is_served(tables: Tables) -> None:
    served = httpx.get(f"{tables.base}/api/openapi.json")
    assert served.headers["content-type"] == "application/json"
    assert served.json() == description()
    assert served.json()["openapi"].startswith("3.1")


def test_every_address_of_the_house_is_described(tmp_path: Path) -> None:
    house = House(Store(sqlite_url(tmp_path)), OneProcess(), Limits())
    inside = make_app(house, doorkeeper([])).app
    assert isinstance(inside, Starlette)
    routes = [route for route in inside.routes if isinstance(route, Route)]
    served = {
        (method, route.path.replace(":int", ""))
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith(("/api", "/healthz"))
    }
    described = {(method.upper(), path) for path, methods in description()["paths"].items() for method in methods}
    assert served == described


def test_no_reference_leads_nowhere() -> None:
    def references(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            yield from ([part["$ref"]] if "$ref" in part else [])
            part = list(part.values())
        if isinstance(part, list):
            for inner in part:
                yield from references(inner)

    known = {f"#/components/schemas/{name}" for name in description()["components"]["schemas"]}
    found = set(references(description()["paths"]))
    assert found
    assert set(references(description())) <= known
