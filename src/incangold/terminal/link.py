"""Where a table in somebody's house is, and what is asked of it over HTTP before anybody sits down."""

import json
import re
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from incangold.errors import BadLink, IncanGoldError, NobodyAnswers, TableRefused
from incangold.words.catalogue import Catalogue, Phrase

USUAL_HOUSE = "http://127.0.0.1:8000"
PATIENCE = 20.0  # seconds for an answer

Message = dict[str, Any]


class Link(NamedTuple):
    """A house, a table in it, and the token of a seat where one was given."""

    house: str  # http://host:8000
    code: str
    token: str | None = None

    @property
    def shown(self) -> str:
        """The link to share: without the token."""
        return f"{self.house}/t/{self.code}"

    @property
    def socket(self) -> str:
        """Where the line to the table is opened."""
        return f"{self.house.replace('http', 'ws', 1)}/ws"


def read_link(text: str, at: str = USUAL_HOUSE) -> Link:
    """A table's link, the secret link of a seat, or a code alone."""
    address, _, fragment = text.strip().partition("#")
    if re.fullmatch(r"[\w -]{4,16}", address):
        address = f"{at.rstrip('/')}/t/{address}"
    parts = urlsplit(address if "://" in address else f"http://{address}")
    path = re.fullmatch(r"/t/([\w -]{4,16})/?", parts.path)
    seat = re.fullmatch(r"(?:seat=([\w-]{1,64})(?:\.[0-9a-f]{64})?)?", fragment)
    if parts.scheme not in ("http", "https") or not parts.netloc or not path or not seat:
        raise BadLink(link=address[:80])  # never the token
    code = re.sub(r"[\s-]", "", path[1]).upper()
    return Link(f"{parts.scheme}://{parts.netloc}", code, seat[1])


def ask(link: Link, path: str = "", message: Message | None = None, token: str | None = None) -> Message:
    """GET something of a table, or POST a message; refuses as the table does."""
    url = f"{link.house}/api/tables/{quote(link.code)}{path}"
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    body = None if message is None else json.dumps(message).encode()
    try:
        with urlopen(Request(url, body, headers), timeout=PATIENCE) as answered:
            return dict(json.load(answered))
    except HTTPError as error:
        raise _refusal(link, error) from None
    except (OSError, ValueError) as error:
        raise NobodyAnswers(address=link.house, why=getattr(error, "reason", error)) from None


def _refusal(link: Link, error: HTTPError) -> IncanGoldError:
    try:
        return refusal_in(json.load(error))
    except (ValueError, KeyError, TypeError):
        return NobodyAnswers(address=link.house, why=f"HTTP {error.code}")


def refusal_in(said: Message) -> TableRefused:
    """A refusal of the table's, to be told in the reader's language."""
    return TableRefused(why=_SaidThere(said["key"], str(said.get("says", said["key"])), said["facts"]))


def is_refused_as(refusal: IncanGoldError, key: str) -> bool:
    """Whether a table refused just this."""
    why = refusal.facts.get("why")
    return isinstance(why, _SaidThere) and why.key == key


class _SaidThere(Phrase):
    """A sentence of the house's; in its own words where this program has none for it."""

    def __init__(self, key: str, says: str, facts: Message) -> None:
        super().__init__(key, **{name: _fact(fact) for name, fact in facts.items()})
        self._says = says

    def told(self, words: Catalogue) -> str:
        try:
            return printable(super().told(words))
        except KeyError:
            return printable(self._says)


def _fact(fact: Any) -> Any:
    match fact:
        case {"key": str(key), "facts": dict(facts)}:
            return _SaidThere(key, key, facts)
    return fact


def printable(text: str) -> str:
    """Somebody else's text: what could move the cursor or colour the screen is made visible."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
