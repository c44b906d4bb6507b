#!/usr/bin/env python3
"""A bot for the web table in plain Python: it takes a seat by link and plays until the game is over.

    python examples/stdlib_bot.py http://localhost:8000/t/CODE --name Robo

It needs nothing but the standard library. Change `choose` to make it yours; docs/bot-api.md describes what it is told.
Start it with the secret seat link (…/t/CODE#seat=TOKEN) and it goes on in a seat that is taken already.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

SILENCE = 30  # the house says something every ten seconds; after so long without a word, call again
LATER = (429, 500, 502, 503, 504)


def choose(position: dict[str, Any], seat: int, in_tent: int) -> str:
    """Torch or Camp: go home with eight beside the tent, or when two hazards lie on the path."""
    hazards = [card for card in position["path"] if card["worth"] is None and not card["card"].startswith("treasure")]
    return "camp" if position["beside_tent"][seat] >= 8 or len(hazards) >= 2 else "torch"


class Table:
    """One seat at one table."""

    def __init__(self, link: str, name: str) -> None:
        parts = urlsplit(link)
        code = parts.path.rstrip("/").rpartition("/")[2]
        self.url = f"{parts.scheme}://{parts.netloc}/api/tables/{code}"
        self.token = parse_qs(parts.fragment).get("seat", [""])[0]
        if not self.token:
            # Whoever gives no commitment with the name has no part in fixing the luck, and no nonce to reveal.
            self.token = self.ask("/places", {"name": name})["token"]
            print(f"Sitting at {link}; come back to this seat with {link}#seat={self.token}", file=sys.stderr)
        self.room: dict[str, Any] = {}
        self.position: dict[str, Any] = {}

    def ask(self, path: str, message: dict[str, Any]) -> dict[str, Any]:
        """POST one message."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        with urlopen(Request(self.url + path, json.dumps(message).encode(), headers), timeout=SILENCE) as answer:
            return dict(json.load(answer))

    def lines(self) -> Iterator[dict[str, Any]]:
        """Everything this player is told; when the line breaks, it is opened again and begins with a welcome."""
        while True:
            request = Request(self.url + "/stream", headers={"Authorization": f"Bearer {self.token}"})
            try:
                with urlopen(request, timeout=SILENCE) as stream:
                    yield from map(json.loads, stream)
            except HTTPError as refusal:
                if refusal.code not in LATER:
                    raise
            except (OSError, HTTPException):
                pass
            time.sleep(1)

    def play(self) -> list[int]:
        """Until the game is over; answers with the scores, in the order of the places."""
        for message in self.lines():
            self.room = message.get("room", self.room)
            self.position = message.get("position") or self.position
            for event in [*message.get("story", []), *message.get("events", [])]:
                if event["event"] == "GameEnded":
                    return list(event["scores"])
            if self.room["phase"] == "closed":
                break
            for mine in message.get("yours", []):
                self.lay(mine)
        raise SystemExit("The table was closed.")

    def lay(self, mine: dict[str, Any]) -> None:
        """A card for every adventurer of this seat that has none yet."""
        own = zip(mine["seats"], mine["cards"], mine["revisions"], mine["in_tent"], strict=True)
        for seat, card, revision, in_tent in own:
            if seat in mine["to_choose"] and card is None:
                choice = choose(self.position, seat, in_tent)
                self.lay_one({"seat": seat, "choice": choice, "turn": self.position["turn"], "revision": revision + 1})

    def lay_one(self, card: dict[str, Any]) -> None:
        """Lay one card, again if need be: the same revision twice changes nothing. Too late is no misfortune."""
        while True:
            try:
                self.ask("/lay", card)
            except HTTPError as refusal:
                if refusal.code == 409:  # the next line says what happened instead
                    return
                if refusal.code not in LATER:
                    raise
            except (OSError, HTTPException):
                pass
            else:
                return
            time.sleep(1)


def main() -> int:
    """Sit down, play, tell the scores."""
    parser = argparse.ArgumentParser(description="A bot that takes a seat at a web table and plays to the end.")
    parser.add_argument("link", help="the table's link, http://…/t/CODE")
    parser.add_argument("--name", default="Robo")
    asked = parser.parse_args()
    try:
        table = Table(asked.link, asked.name)
        scores = table.play()
    except HTTPError as refusal:
        print(json.load(refusal)["says"], file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{asked.link}: {error}", file=sys.stderr)
        return 1
    for place, score in zip(table.room["places"], scores, strict=True):
        print(f"{place['name']}: {score}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
