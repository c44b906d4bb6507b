"""How much one may ask of a house: generous enough for a classroom behind one address, not for a flood."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True)
class Rate:
    """So many a second, and so many at once."""

    a_second: float
    burst: float


@dataclass(frozen=True)
class Limits:
    """Sizes and rates; a rate is refilled evenly up to its burst."""

    message_bytes: int = 8_192
    record_bytes: int = 65_536  # several times the longest game of a printed edition
    sockets: int = 20_000
    sockets_of_one: int = 400  # from one address
    tables_in_memory: int = 20_000
    tables_made: Rate = Rate(1, 60)  # by one address
    seats_taken: Rate = Rate(5, 200)  # by one address
    replays: Rate = Rate(2, 40)  # looked up by one address
    reviews: Rate = Rate(0.5, 20)  # of finished games, asked for by one address
    companion: Rate = Rate(5, 60)  # games of cardboard told by one address
    cardboard_advice: Rate = Rate(1, 20)  # of the coach, for games of cardboard told by one address
    guesses: Rate = Rate(0.5, 30)  # codes and tokens that are none, by one address
    messages: Rate = Rate(50, 150)  # through one socket
    words: Rate = Rate(0.5, 6)  # of chat, from one seat
    advice: Rate = Rate(1, 6)  # of the coach, for one seat


class Bucket:
    """What is left of a rate for somebody."""

    __slots__ = ("_at", "_left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self._left, self._at = rate.burst, now

    def take(self, now: float) -> bool:
        """Whether one more is allowed; it is taken if so."""
        self._left, self._at = self.left(now), now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """One that was taken did not count."""
        self._left = min(self.rate.burst, self._left + 1)

    def left(self, now: float) -> float:
        """How many are allowed now."""
        return min(self.rate.burst, self._left + (now - self._at) * self.rate.a_second)


class Buckets:
    """One bucket for each address that lately took something."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Whether this address may do it once more."""
        if len(self._buckets) > 10_000:
            used = ((who, bucket) for who, bucket in self._buckets.items() if bucket.left(now) < self._rate.burst)
            self._buckets = dict(used)
        return self._buckets.setdefault(address, Bucket(self._rate, now)).take(now)

    def give_back(self, address: str) -> None:
        """What was taken was no guess after all."""
        if bucket := self._buckets.get(address):
            bucket.give_back()


def counted_as(address: str) -> str:
    """Whom an address counts as: itself, or for IPv6 its /64, which one household has to itself."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped) if ip.ipv4_mapped else str(ip.exploded[:19])
