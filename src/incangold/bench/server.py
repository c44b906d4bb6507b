"""What a table, a socket and a turn cost: the real server in one process, the load in another, on loopback.

Tables of five people, one choice for each at every turn, everything committed before anybody is told. Beside it, in the
same run, a bare Starlette application that echoes five messages: the least that five choices and five answers can cost.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from incangold.bench.load import Socket, opened, posted
from incangold.server.app import make_app
from incangold.server.door import doorkeeper
from incangold.server.house import House
from incangold.server.limits import Limits, Rate
from incangold.server.serve import bound, uvicorn_options
from incangold.server.shards import OneProcess
from incangold.server.store import Store, sqlite_url

PLENTY = Rate(1e9, 1e9)
UNLIMITED = Limits(
    sockets_of_one=10**6, tables_made=PLENTY, seats_taken=PLENTY, guesses=PLENTY, messages=PLENTY, words=PLENTY
)
SEATS = 5
STEPS = 5
LAY = b'{"type":"lay","seat":%d,"choice":"torch","turn":%d,"revision":1}'
AGAIN = b'{"type":"again"}'
TURN = re.compile(rb'"phase":"choices","round":\d+,"turn":(\d+)')


# ── The servers, each in a process of its own ─────────────────────────────────────────────────────────────────────


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


def run_server(what: str, folder: str) -> None:
    """The process that is measured: `game` or `echo`."""
    app: ASGIApp
    if what == "echo":
        app = Starlette(routes=[WebSocketRoute("/ws", _echo)])
    else:
        app = make_app(House(Store(sqlite_url(Path(folder))), OneProcess(), UNLIMITED), doorkeeper([]))
    listening = bound("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(app, **uvicorn_options())).run(sockets=[listening])


class Server:
    """A process that is measured."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder

    def kept(self) -> int:
        """Bytes in its database."""
        return sum(file.stat().st_size for file in self.folder.iterdir())

    def memory(self) -> int:
        """Bytes of memory that are its own."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(size) for size in re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE))


@contextmanager
def server(what: str) -> Iterator[Server]:
    """Start one, and stop it afterwards."""
    code = f"from incangold.bench.server import run_server; run_server({what!r}, __import__('sys').argv[1])"
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, "-c", code, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout
            yield Server(process, int(process.stdout.readline()), Path(folder))
        finally:
            process.terminate()
            process.wait(10)


# ── The load ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Table:
    """Five sockets that lay a card as soon as one is due, or when the beat says so."""

    def __init__(self, pause: Callable[[], float] | None = None) -> None:
        self.sockets: list[Socket] = []
        self.pause = pause
        self.turns = 0
        self.delays: list[float] = []
        self._laid_at = 0.0
        self._turn = -1
        self._told = 0

    async def sit(self, port: int) -> None:
        """Make a table, sit down, start."""
        first = await posted("127.0.0.1", port, "/api/tables", {"name": "1"})
        code = first["table"]
        path = f"/api/tables/{code}/places"
        others = [await posted("127.0.0.1", port, path, {"name": str(seat + 1)}) for seat in range(1, SEATS)]
        for seat, seated in enumerate([first, *others]):
            socket = await opened("127.0.0.1", port, self._heard)
            socket.facts = {"seat": seat}
            hello = {"type": "hello", "table": code, "tokens": [seated["token"]]}
            socket.send(json.dumps(hello).encode())
            self.sockets.append(socket)

    def start(self) -> None:
        """The host starts."""
        self.sockets[0].send(b'{"type":"start"}')

    def _heard(self, socket: Socket, frame: bytes) -> None:
        """A card whenever one is due; when the game is over, the host asks for another."""
        if socket.facts["seat"] == 0 and b'"phase":"over","game"' in frame:
            socket.send(AGAIN)
        if b'"type":"turned"' not in frame:
            return
        due = TURN.findall(frame)
        if not due:
            return
        turn = int(due[-1])
        if turn != self._turn:
            self._turn, self._told = turn, 0
        self._told += 1
        if self._told == SEATS:  # everybody has seen it
            self._next_turn()

    def _next_turn(self) -> None:
        self.turns += 1
        if self._laid_at:
            self.delays.append(perf_counter() - self._laid_at)
        wait = self.pause() if self.pause else 0.0
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._lay)
        else:
            self._lay()

    def _lay(self) -> None:
        for seat, socket in enumerate(self.sockets):
            socket.send(LAY % (seat, self._turn))
        self._laid_at = perf_counter()

    def close(self) -> None:
        """Everybody goes home."""
        for socket in self.sockets:
            socket.close()


@asynccontextmanager
async def tables(port: int, number: int, pause: Callable[[], float] | None = None) -> AsyncIterator[list[Table]]:
    """So many tables of five, seated."""
    seated = [Table(pause) for _ in range(number)]
    try:
        for table in seated:
            await table.sit(port)
        await asyncio.sleep(0.5)
        yield seated
    finally:
        for table in seated:
            table.close()


async def saturated(measured: Server, seconds: float, number: int = 40) -> tuple[float, float]:
    """Revealed turns a second when everybody lays at once, again and again; and what each adds to the database."""
    async with tables(measured.port, number) as seated:
        empty = measured.kept()
        for table in seated:
            table.start()
        await asyncio.sleep(min(1.0, seconds / 4))
        before, began = sum(table.turns for table in seated), perf_counter()
        await asyncio.sleep(seconds)
        turns = sum(table.turns for table in seated)
        rate = (turns - before) / (perf_counter() - began)
        return rate, (measured.kept() - empty) / turns


async def echoed(port: int, seconds: float, number: int = 40) -> float:
    """Five messages in and five out, so often a second, through the bare echo."""
    count = 0
    message = LAY % (0, 0)

    def heard(socket: Socket, _: bytes) -> None:
        nonlocal count
        count += 1
        socket.send(message)

    sockets = [await opened("127.0.0.1", port, heard) for _ in range(number * SEATS)]
    for socket in sockets:
        socket.send(message)
    await asyncio.sleep(min(1.0, seconds / 4))
    before, began = count, perf_counter()
    await asyncio.sleep(seconds)
    rate = (count - before) / (perf_counter() - began)
    for socket in sockets:
        socket.close()
    return rate / SEATS


async def paced(port: int, seconds: float, sockets: int = 1000, rate: float = 200.0) -> dict[str, float]:
    """From the last choice to the reveal, when this many sockets reveal so many turns a second."""
    number = sockets // SEATS
    beat = number / rate
    next_at = [0.0]

    def pause() -> float:
        """Tables take turns at an even beat."""
        now = perf_counter()
        next_at[0] = max(next_at[0] + 1 / rate, now)
        return min(next_at[0] - now, beat)

    async with tables(port, number, pause) as seated:
        for table in seated:
            table.start()
            await asyncio.sleep(beat / number)
        await asyncio.sleep(1.0)
        for table in seated:
            table.delays.clear()
        before = sum(table.turns for table in seated)
        await asyncio.sleep(seconds)
        turns = sum(table.turns for table in seated) - before
        delays = sorted(delay for table in seated for delay in table.delays)
    return {
        "sockets": sockets,
        "turns_a_second": turns / seconds,
        "p50_ms": 1000 * delays[len(delays) // 2],
        "p99_ms": 1000 * delays[int(len(delays) * 0.99)],
    }


async def idle(measured: Server, sockets: int = 2000) -> float:
    """Bytes for each socket of tables at which nothing happens."""
    async with tables(measured.port, 20):
        await asyncio.sleep(1.0)
        before = measured.memory()
        async with tables(measured.port, sockets // SEATS) as _:
            await asyncio.sleep(2.0)
            return (measured.memory() - before) / sockets


async def empty_tables(measured: Server, number: int = 1000) -> float:
    """Bytes for each table that was made and that nobody looks at yet."""
    made = [posted("127.0.0.1", measured.port, "/api/tables", {"name": "1"}) for _ in range(50)]
    await asyncio.gather(*made)
    before = measured.memory()
    for _ in range(number):
        await posted("127.0.0.1", measured.port, "/api/tables", {"name": "1"})
    return (measured.memory() - before) / number


def measure(seconds: float, progress: Callable[[int], None]) -> dict[str, Any]:
    """Everything, one after the other, in one run."""
    with server("echo") as echo:
        echo_rate = asyncio.run(echoed(echo.port, seconds))
    progress(1)
    with server("game") as game:
        turns, bytes_per_turn = asyncio.run(saturated(game, seconds))
    progress(1)
    with server("game") as game:
        pace = asyncio.run(paced(game.port, seconds))
    progress(1)
    with server("game") as game:
        per_socket = asyncio.run(idle(game))
    progress(1)
    with server("game") as game:
        per_table = asyncio.run(empty_tables(game))
    progress(1)
    return {
        "echo_turns_a_second": echo_rate,
        "turns_a_second": turns,
        "times_the_echo": echo_rate / turns,
        "bytes_kept_per_turn": bytes_per_turn,
        "paced": pace,
        "bytes_per_idle_socket": per_socket,
        "bytes_per_table": per_table,
    }


def report(results: dict[str, Any]) -> str:
    """The table for people."""
    pace = results["paced"]
    return "\n".join(
        [
            "one server process, SQLite with every append synced, tables of five; load from a second process",
            f"bare Starlette echo, 5 in and 5 out, a second {results['echo_turns_a_second']:>14,.0f}",
            f"revealed turns a second, saturated            {results['turns_a_second']:>14,.0f}",
            f"cost of a turn, in echoes                     {results['times_the_echo']:>14.1f}",
            f"{pace['sockets']:,} sockets at {pace['turns_a_second']:.0f} turns a second, last choice to reveal: "
            f"p50 {pace['p50_ms']:.1f} ms, p99 {pace['p99_ms']:.1f} ms",
            f"an idle socket, with its part of a table: {results['bytes_per_idle_socket'] / 1024:.1f} KiB of memory",
            f"a table in memory without a page open: {results['bytes_per_table'] / 1024:.1f} KiB",
            f"a turn in the database: {results['bytes_kept_per_turn']:,.0f} bytes",
        ]
    )
