"""Who may come in: known names, no foreign pages, no crowds; and what every answer says to a browser."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incangold.errors import WrongAddress
from incangold.server.answers import refusal_answer
from incangold.server.limits import counted_as

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' {sockets}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True)
class Doorkeeper:
    """Which names this house answers to, and whose word it takes for a visitor's address."""

    names: frozenset[str]
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    any_address: bool = False  # on a local network: any IP address, but no foreign name
    public: frozenset[str] = field(default_factory=frozenset)  # origins that a proxy shows to the world

    def knows(self, host: str) -> bool:
        """Whether a Host header is this house's: a page elsewhere may have its name point here (DNS rebinding)."""
        name = _without_port(host).lower()
        return name in self.names or (self.any_address and _is_address(name))

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page comes from this house itself."""
        try:
            return origin in self.public or urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:  # no address at all
            return False

    def address(self, scope: Scope) -> str:
        """Whose request this is; a proxy is believed only when it was named."""
        client = scope.get("client")
        peer = client[0] if client else ""
        if self.proxies and self._is_proxy(peer):
            forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
            for hop in reversed([_without_its_port(hop.strip()) for hop in forwarded if hop.strip()]):
                peer = hop
                if not self._is_proxy(hop):
                    break
        return counted_as(peer)

    def _is_proxy(self, address: str) -> bool:
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self.proxies)


def doorkeeper(names: Iterable[str], *, proxies: Iterable[str] = (), lan: bool = False, public: str = "") -> Doorkeeper:
    """A doorkeeper for these names, and for the address that the world sees."""
    outside = urlsplit(public)
    known = {"localhost", "127.0.0.1", "[::1]", *names, *([outside.hostname] if outside.hostname else [])}
    origins = frozenset({f"{outside.scheme}://{outside.netloc}"} if public else ())
    return Doorkeeper(frozenset(name.lower() for name in known), tuple(map(ip_network, proxies)), lan, origins)


class Door:
    """Every request passes here first."""

    def __init__(self, app: ASGIApp, keeper: Doorkeeper) -> None:
        self.app, self.keeper = app, keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what comes from elsewhere; let the rest in and see its answer out."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        send = _polite(send, scope, host if self.keeper.knows(host) else "localhost")
        if not self.keeper.knows(host):
            await self._refuse(host, scope, receive, send)
        elif origin is not None and not self.keeper.is_own(origin, host):
            await self._refuse(origin, scope, receive, send)
        else:
            scope["address"] = self.keeper.address(scope)
            await self.app(scope, receive, send)

    async def _refuse(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "foreign"})
            return
        await refusal_answer(WrongAddress(name=name[:60]), status=403)(scope, receive, send)


def _polite(send: Send, scope: Scope, host: str) -> Send:
    """Every answer tells a browser to be careful."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", CONTENT_POLICY.format(sockets=f"ws://{host} wss://{host}"))
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send if scope["type"] == "websocket" else sending


def _without_port(host: str) -> str:
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]


def _without_its_port(hop: str) -> str:
    """Some proxies name the visitor's port too: 192.0.2.1:5000, [2001:db8::1]:5000."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
