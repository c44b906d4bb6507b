"""The house's address: pages, a few requests, and the socket."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib import resources
from typing import Any

from msgspec import json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from incangold import __version__
from incangold.bots.roster import NAMED, NUMBERED
from incangold.editions import EDITIONS
from incangold.errors import NothingHere, SomethingBroke, TooMuch, UnknownGame
from incangold.record import Record, write
from incangold.server import wire
from incangold.server.answers import answer, body_of, refusal_answer, told
from incangold.server.bot_api import BotDesk
from incangold.server.companion import CompanionDesk
from incangold.server.decisions import Entries, sat
from incangold.server.door import Door, Doorkeeper
from incangold.server.house import House
from incangold.server.limits import Buckets
from incangold.server.metrics import Metrics
from incangold.server.seats import hash_of, new_token
from incangold.server.showing import replay_of
from incangold.server.sitting import Sitting
from incangold.server.sockets import Gate

REPLAYS_KEPT = 16
STATIC = resources.files("incangold.server") / "static"


def build_of_page() -> str:
    """What this page was made from: a page of another build reloads itself."""
    stamp = STATIC / ".stamp"
    made_from = stamp.read_text() if stamp.is_file() else ""
    return sha256(f"{__version__}/{made_from}".encode()).hexdigest()[:12]


class Desk:
    """Answers requests."""

    def __init__(self, gate: Gate, addresses: Callable[[], tuple[str, ...]]) -> None:
        house = self.house = gate.house
        self.coach, self.build, self.addresses = gate.coach, gate.build, addresses
        self._making, self._sitting = Buckets(house.limits.tables_made), Buckets(house.limits.seats_taken)
        self._looking, self._reviewing = Buckets(house.limits.replays), Buckets(house.limits.reviews)
        self._replays: OrderedDict[tuple[str, int], bytes] = OrderedDict()  # those that were lately asked for
        self._replaying = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Every address but the page's and the socket's."""
        table = "/api/tables/{code}"
        return [
            Route("/healthz", told(self.health)),
            Route("/api/house", told(self.facts)),
            Route("/api/tables", told(self.make), methods=["POST"]),
            Route(f"{table}/places", told(self.sit), methods=["POST"]),
            Route(f"{table}/games/{{game}}", told(self.replay)),
            Route(f"{table}/games/{{game}}/record", told(self.record)),
            Route(f"{table}/games/{{game}}/review", told(self.review)),
        ]

    async def health(self, _: Request) -> Response:
        """GET /healthz: whether the database answers."""
        await self.house.store.ping()
        return PlainTextResponse("ok\n")

    async def facts(self, _: Request) -> Response:
        """GET /api/house."""
        bots = [wire.BotInRoster(bot, bot in NUMBERED) for bot in (*NAMED, *NUMBERED)]
        now = self.house.store.now()
        return answer(wire.HouseFacts(self.build, __version__, now, tuple(bots), tuple(EDITIONS), self.addresses()))

    async def make(self, request: Request) -> Response:
        """POST /api/tables."""
        wanted = await body_of(request, wire.MakeTable, self.house.limits.message_bytes)
        if not self._making.take(request.scope["address"], self.house.store.now()):
            raise TooMuch()
        return answer(await self.house.make(wanted), 201)

    async def sit(self, request: Request) -> Response:
        """POST /api/tables/CODE/places."""
        wanted = await body_of(request, wire.TakePlace, self.house.limits.message_bytes)
        if not self._sitting.take(request.scope["address"], self.house.store.now()):
            raise TooMuch()
        live = await self.house.table_for(request.path_params["code"], request.scope["address"])
        token = new_token()

        def decide(sitting: Sitting, _: float) -> Entries:
            return sat(sitting, wanted, hash_of(token))

        def seated(sitting: Sitting) -> wire.Seated:
            return wire.Seated(sitting.code, sitting.chairs[-1].id, token)

        return answer(await self.house.asked(live, decide, seated), 201)

    async def replay(self, request: Request) -> Response:
        """GET /api/tables/CODE/games/N."""
        code, game, record = await self._finished(request, self._looking)
        async with self._replaying:  # one at a time: a long game takes a while to replay
            if (code, game) not in self._replays:
                self._replays[code, game] = await asyncio.to_thread(_replayed, code, game, record)
                if len(self._replays) > REPLAYS_KEPT:
                    self._replays.popitem(last=False)
            self._replays.move_to_end((code, game))
            return Response(self._replays[code, game], media_type="application/json")

    async def record(self, request: Request) -> Response:
        """GET /api/tables/CODE/games/N/record."""
        code, game, record = await self._finished(request, self._looking)
        headers = {"content-disposition": f'attachment; filename="incangold-{code}-{game}.game"'}
        return PlainTextResponse(await asyncio.to_thread(write, record), headers=headers)

    async def review(self, request: Request) -> Response:
        """GET /api/tables/CODE/games/N/review."""
        code, game, record = await self._finished(request, self._reviewing)
        return Response(await self.coach.review(code, game, record), media_type="application/json")

    async def _finished(self, request: Request, rate: Buckets) -> tuple[str, int, Record]:
        """A finished game, asked of the table like anything else: nothing is told before it is kept."""
        live = await self.house.table_for(request.path_params["code"], request.scope["address"])
        game = _number(request.path_params["game"])
        if not rate.take(request.scope["address"], self.house.store.now()):
            raise TooMuch()
        record = await self.house.asked(live, lambda *_: [], lambda sitting: sitting.records.get(game))
        if record is None:
            raise UnknownGame(game=game)
        return live.sitting.code, game, record


def _replayed(code: str, game: int, record: Record) -> bytes:
    return json.encode(replay_of(code, game, record))


def _number(text: str) -> int:
    """The number of a game; refuses what is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise UnknownGame(game=text[:20])
    return int(text)


class Assets(StaticFiles):
    """Scripts, styles and pictures: their names change when they do, so a browser may keep them."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """A file, to be kept for a year."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class Page:
    """The one page that shows everything; its scripts and pictures lie in /assets."""

    def __init__(self, build: str) -> None:
        index = STATIC / "index.html"
        text = index.read_text("utf-8") if index.is_file() else NO_PAGE
        self._html = text.replace('name="build" content="dev"', f'name="build" content="{build}"')

    async def show(self, _: Request, status: int = 200) -> Response:
        """The same for every address: the page itself looks where it is."""
        return HTMLResponse(self._html, status)


NO_PAGE = "<!doctype html><title>Incan Gold</title><p>The page has not been built: run <code>make web</code>."


def make_app(
    house: House,
    keeper: Doorkeeper,
    addresses: Callable[[], tuple[str, ...]] = tuple,
    metrics_port: int | None = None,
) -> Door:
    """The whole house as an ASGI application."""
    gate = Gate(house, build_of_page())
    page, desk = Page(gate.build), Desk(gate, addresses)

    @asynccontextmanager
    async def open_house(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        rounds = asyncio.create_task(house.look_round())
        metrics = Metrics(house, gate).open(metrics_port) if metrics_port is not None else None
        yield
        if metrics:
            metrics.shutdown()
        rounds.cancel()
        gate.coach.close()
        await house.close()
        await house.store.close()

    async def elsewhere(request: Request, error: Exception) -> Response:
        status, headers = (error.status_code, error.headers) if isinstance(error, HTTPException) else (500, None)
        if not request.url.path.startswith("/api/"):
            looks = status == 404 and "text/html" in request.headers.get("accept", "")
            return await page.show(request, 404) if looks else PlainTextResponse(f"{status}\n", status, headers)
        refusal = refusal_answer(SomethingBroke() if status == 500 else NothingHere(), status)
        refusal.headers.update(headers or {})
        return refusal

    asked = [*desk.routes(), *BotDesk(gate).routes(), *CompanionDesk(gate).routes()]
    assets = [Mount("/assets", Assets(directory=str(STATIC / "assets"), check_dir=False))]
    pages = [Route(path, page.show) for path in ("/", "/aid", "/companion", "/t/{code}", "/t/{code}/games/{game}")]
    inside = Starlette(
        routes=[*asked, WebSocketRoute("/ws", gate.visit), *assets, *pages],
        middleware=[Middleware(GZipMiddleware, minimum_size=1024)],
        exception_handlers={HTTPException: elsewhere, Exception: elsewhere},
        lifespan=open_house,
    )
    return Door(inside, keeper)
