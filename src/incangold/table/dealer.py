"""The shuffled order: its seed, and the hash published before the first card. docs/shuffle.md explains it.

Everything that luck decides comes from one 32-byte seed by SHA-256 in counter mode, each thing under a label of its
own, so there is no state to save: the same seed always gives the same lots, cards and rolls.
"""

import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

from incangold.cards import Artifact, Card
from incangold.editions import ArtifactOrder, Edition
from incangold.errors import BadSecret, NothingToVerify, SecretNotPublished, WrongCommitment
from incangold.record import ByHand, Luck, Practice, Proven

VERSION = "incangold-dealer-1"
SIZE = 32

Thing = TypeVar("Thing")


class Numbers:
    """Unbiased whole numbers from one label of one seed."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(sha256(seed + label.encode()).digest())

    def below(self, limit: int) -> int:
        """0 … limit-1, all equally likely: 32-bit words that would favour some are thrown away."""
        fair = 2**32 - 2**32 % limit
        while (word := next(self._words)) >= fair:
            pass
        return word % limit

    def shuffled(self, things: Sequence[Thing]) -> Iterator[Thing]:
        """Fisher and Yates, from the front: each thing is chosen among all that are left, when it is asked for."""
        left = list(things)
        for place in range(len(left)):
            chosen = place + self.below(len(left) - place)
            left[place], left[chosen] = left[chosen], left[place]
            yield left[place]


def _words(key: bytes) -> Iterator[int]:
    """SHA-256 in counter mode: 32-bit words without end."""
    for block in count():
        yield from unpack(">8I", sha256(key + block.to_bytes(8, "big")).digest())


class Dealer:
    """Lots, cards and rolls of one game; the only one who knows what comes."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def start_player(self, players: int) -> int:
        """R1. Drawn by lot."""
        return Numbers(self._seed, "start").below(players)

    def artifacts(self, edition: Edition) -> tuple[Artifact, ...]:
        """R2. Which artifact lies under each Temple card, the first round's first."""
        if edition.artifact_order is ArtifactOrder.RISING:
            return edition.artifacts_in_box
        return tuple(Numbers(self._seed, "artifacts").shuffled(edition.artifacts_in_box))

    def cards(self, round_number: int, deck: tuple[Card, ...]) -> Iterator[Card]:
        """R11. The order of one round's deck, which is given in box order."""
        return Numbers(self._seed, f"round/{round_number}").shuffled(deck)

    def roll(self, turn: int, seat: int) -> int:
        """R16. What the die of one seat shows in one turn."""
        return 1 + Numbers(self._seed, f"roll/{turn}/{seat}").below(6)


def dealer_for(luck: Luck) -> Dealer:
    """The dealer that a typed seed, or a secret and its nonces, must give."""
    match luck:
        case Practice(seed):
            return Dealer(sha256(f"{VERSION}/practice/{seed}".encode()).digest())
        case Proven(secret=None):
            raise SecretNotPublished()
        case Proven(commitment, nonces, str(published)):
            secret = _bytes("secret", published)
            if commitment_to(secret) != commitment:
                raise WrongCommitment(commitment=commitment[:64], hash=commitment_to(secret))
            return Dealer(joint_seed(secret, [_bytes("nonce", nonce) for nonce in nonces if nonce]))
        case ByHand():
            raise NothingToVerify()
    raise TypeError(luck)


def new_secret() -> bytes:
    """32 random bytes: a server's secret or a player's nonce."""
    return secrets.token_bytes(SIZE)


def any_number() -> int:
    """A seed for those who do not care which."""
    return secrets.randbelow(10**9)


def commitment_to(secret: bytes) -> str:
    """What is published first: it fixes the secret and does not give it away."""
    return sha256(VERSION.encode() + secret).hexdigest()


def joint_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed that nobody could choose alone: the server's secret, then the nonces in seat order."""
    return sha256(secret + b"".join(nonces)).digest()


def _bytes(what: str, text: str) -> bytes:
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != SIZE:
        raise BadSecret(what=what, length=2 * SIZE)
    return raw
