"""The bot API: what a player may see as a stream of lines, and a POST for what a player may do. docs/bot-api.md."""

import asyncio

from msgspec import Raw, json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from incangold.errors import TokenNeeded, TooMuch, WrongToken
from incangold.server import wire
from incangold.server.answers import Handler, answer, body_of, refusal_answer, told
from incangold.server.client import Client
from incangold.server.decisions import Asked, Entries, decide
from incangold.server.limits import Buckets
from incangold.server.live import LiveTable
from incangold.server.openapi import ACTIONS, LINES, description
from incangold.server.seats import hash_of
from incangold.server.sitting import Sitting
from incangold.server.sockets import Gate, answer_to
from incangold.words.catalogue import catalogue

BEAT = 10.0  # seconds between two lines that only say that the house is still there
READ_WITHIN = 30.0  # seconds in which a line must be taken; whoever is slower is dropped alone
STREAMED = {
    "content-type": LINES,
    "content-encoding": "identity",  # whoever would compress it would also hold it back
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}
THE_END = {"type": "http.response.body", "body": b"", "more_body": False}


class BotDesk:
    """Answers whoever has a seat's token and no browser."""

    def __init__(self, gate: Gate) -> None:
        self.house, self.gate = gate.house, gate
        self._messages = Buckets(self.house.limits.messages)
        self._wrong = Buckets(self.house.limits.guesses)

    def routes(self) -> list[Route]:
        """The description of them all; the table itself, its stream, and every action."""
        table = "/api/tables/{code}"
        actions = [Route(f"{table}/{name}", told(self._does(kind)), methods=["POST"]) for name, kind in ACTIONS.items()]
        shown = [Route("/api/openapi.json", self.describe), Route(table, told(self.show))]
        return [*shown, Route(f"{table}/stream", told(self.stream)), *actions]

    async def describe(self, _: Request) -> Response:
        """GET /api/openapi.json."""
        return answer(description())

    async def show(self, request: Request) -> Response:
        """GET /api/tables/CODE: what a spectator sees now; with a token, what this player sees. Nobody sits down."""
        live, token = await self._visited(request)
        opened = await self._place(request, live, token) if token else None
        opens = () if opened is None else (opened,)

        def shown(sitting: Sitting) -> wire.Welcome | wire.Rest:
            return self.house.greeting(sitting, opens, None, self.gate.build).message

        return answer(await self.house.asked(live, _nothing, shown))

    async def stream(self, request: Request) -> Response:
        """GET /api/tables/CODE/stream: the same, and then everything that happens, one line each."""
        live, token = await self._visited(request)
        if token:
            await self._place(request, live, token)
        hello = wire.Hello(table=live.sitting.code, tokens=[token] if token else [])
        return Stream(self.gate, live, hello)

    def _does(self, kind: type[wire.FromClient]) -> Handler:
        async def act(request: Request) -> Response:
            token = bearer(request)
            if token is None:
                raise TokenNeeded()
            live, _ = await self._visited(request)
            place = await self._place(request, live, token)
            message = await body_of(request, kind, self.house.limits.message_bytes)

            def decided(sitting: Sitting, now: float) -> Entries:
                return decide(Asked(sitting, (place,), now, catalogue("en")), message)

            return answer(await self.house.asked(live, decided, lambda sitting: answer_to(sitting, message)))

        return act

    async def _visited(self, request: Request) -> tuple[LiveTable, str | None]:
        """The table that is asked for and the token shown; so often by each token, or by each address without one."""
        token, address = bearer(request), request.scope["address"]
        if not self._messages.take(hash_of(token) if token else address, self.house.store.now()):
            raise TooMuch()
        return await self.house.table_for(request.path_params["code"], address), token

    async def _place(self, request: Request, live: LiveTable, token: str) -> int:
        """The place that a token opens; wrong ones are counted by address."""
        place = await self._held(live, token)
        if place is None:
            if not self._wrong.take(request.scope["address"], self.house.store.now()):
                raise TooMuch()
            self.house.news(live)  # the seat may have been taken at another worker a moment ago
            place = await self._held(live, token)
        if place is None:
            raise WrongToken()
        return place

    async def _held(self, live: LiveTable, token: str) -> int | None:
        place: int | None = await self.house.asked(live, _nothing, lambda sitting: sitting.held_by(hash_of(token)))
        return place


def bearer(request: Request) -> str | None:
    """The token that a request shows; refuses what is no token."""
    shown = request.headers.get("authorization")
    if shown is None:
        return None
    scheme, _, token = shown.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > 64:
        raise TokenNeeded()
    return token


class Stream(Response):
    """A page without a browser: present while it is open, told everything, one JSON object a line."""

    def __init__(self, gate: Gate, live: LiveTable, hello: wire.Hello) -> None:
        super().__init__(headers=STREAMED)
        self.gate, self.house, self.live, self.hello = gate, gate.house, live, hello

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Until the reader goes, or does not read."""
        address = scope["address"]
        if not self.gate.admits(address):
            await refusal_answer(TooMuch())(scope, receive, send)
            return
        try:
            headers = [(name, value) for name, value in self.raw_headers if name != b"content-length"]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            if scope["method"] == "GET":
                await self._tell_on(receive, send)
            await send(THE_END)
        except asyncio.CancelledError:  # the house closes
            await send(THE_END)
        finally:
            self.gate.let_out(address)

    async def _tell_on(self, receive: Receive, send: Send) -> None:
        dropped = asyncio.Event()

        async def tell(frame: bytes) -> None:
            async with asyncio.timeout(READ_WITHIN):
                await send({"type": "http.response.body", "body": lines(frame), "more_body": True})

        client = Client(tell, dropped.set)
        self.house.enter(self.live, client, self.hello, self.gate.build)
        ends = [asyncio.create_task(end) for end in (dropped.wait(), _gone(receive), self._beat(client))]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in ends:
                task.cancel()
            self.house.leave(self.live, client)

    async def _beat(self, client: Client) -> None:
        while True:
            await asyncio.sleep(BEAT)
            now = self.house.store.now()
            client.whisper(wire.Pong(now, now))
            client.tell()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def lines(frame: bytes) -> bytes:
    """A frame of the socket, one message a line."""
    return b"".join(bytes(message) + b"\n" for message in json.decode(frame, type=list[Raw]))


def _nothing(_: Sitting, __: float) -> Entries:
    return []
