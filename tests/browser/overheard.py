"""Everything one page was told, and everything it asked: frames, answers, addresses, faults."""

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, WebSocket


@dataclass
class Line:
    """One socket of a page: who said hello there, and every frame that came."""

    tokens: list[str] = field(default_factory=list)
    table: str = ""
    frames: list[str] = field(default_factory=list)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What came, message by message."""
        return [message for frame in self.frames for message in json.loads(frame)]

    @property
    def greetings(self) -> list[dict[str, Any]]:
        """What answered the hello, if anything did."""
        return [message for message in self.messages if message["type"] in ("welcome", "rest")]

    @property
    def was_greeted(self) -> bool:
        """Whether there is such a table."""
        return bool(self.greetings)

    @property
    def holds(self) -> list[int | None]:
        """The places that the page was told it holds."""
        return [place for greeting in self.greetings for place in greeting["holds"]]


@dataclass
class Answer:
    """What a page asked for over HTTP, and what it got."""

    method: str
    address: str
    asked_with: str  # every header
    body: str

    def tokens_given(self) -> set[str]:
        """The token of one who has just sat down."""
        sits_down = self.method == "POST" and "/api/tables" in self.address
        return {json.loads(self.body)["token"]} if sits_down else set()

    def finished_game(self) -> tuple[str, int] | None:
        """Whose replay or record this is: the table, and the number of the game."""
        found = re.search(r"/api/tables/(\w+)/games/(\d+)", self.address)
        return (found[1], int(found[2])) if found else None


class Overheard:
    """Listens to a page from its first request to its last; what came over HTTP is known when its browser is closed."""

    def __init__(self, page: Page, archive: Path) -> None:
        self.lines: list[Line] = []
        self.sockets: list[str] = []
        self.faults: list[str] = []
        self._archive = archive
        page.on("websocket", self._called)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._complained)

    @cached_property
    def answers(self) -> list[Answer]:
        """Everything that came over HTTP."""
        entries = json.loads(self._archive.read_text("utf-8"))["log"]["entries"]
        return [_answer(entry) for entry in entries if not entry["request"]["url"].startswith("ws")]

    def has_heard(self, kind: str) -> bool:
        """Whether a message of this kind has come."""
        return any(message["type"] == kind for line in self.lines for message in line.messages)

    def addresses(self) -> list[str]:
        """Wherever the page has called."""
        return [*self.sockets, *(answer.address for answer in self.answers)]

    def forgives(self, fault: str) -> None:
        """A complaint of the browser that this test has provoked."""
        self.faults = [one for one in self.faults if fault not in one]

    def _called(self, socket: WebSocket) -> None:
        line = Line()
        self.lines.append(line)
        self.sockets.append(socket.url)
        socket.on("framesent", lambda frame: _said(line, str(frame)))
        socket.on("framereceived", lambda frame: line.frames.append(str(frame)))

    def _complained(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)


def _said(line: Line, frame: str) -> None:
    message = json.loads(frame)
    if message["type"] == "hello":
        line.table, line.tokens = message["table"], message["tokens"]


def _answer(entry: dict[str, Any]) -> Answer:
    request, content = entry["request"], entry["response"]["content"]
    return Answer(request["method"], request["url"], json.dumps(request["headers"]), content.get("text", ""))
