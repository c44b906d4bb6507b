"""How a proven game's luck is fixed before the first card: the host commits, the players commit, then all reveal."""

from collections.abc import Sequence

from incangold.errors import AlreadyCommitted, NotTimeToReveal, WrongCommitment
from incangold.record import Proven
from incangold.table.dealer import commitment_to, new_secret


class Ceremony:
    """R17. One table's; whoever will not reveal is freed from the seat, and all commit afresh at a new one."""

    def __init__(self, givers: Sequence[bool], secret: bytes | None = None) -> None:
        self._secret = secret or new_secret()
        self._givers = tuple(player for player, gives in enumerate(givers) if gives)
        self._players = len(givers)
        self._commitments: dict[int, str] = {}
        self._nonces: dict[int, bytes] = {}

    @property
    def commitment(self) -> str:
        """The host's, published when the table is made."""
        return commitment_to(self._secret)

    @property
    def still_to_commit(self) -> tuple[int, ...]:
        """Players whose commitment is missing."""
        return tuple(player for player in self._givers if player not in self._commitments)

    @property
    def still_to_reveal(self) -> tuple[int, ...]:
        """Players whose nonce is missing."""
        return tuple(player for player in self._givers if player not in self._nonces)

    def commit(self, player: int, commitment: str) -> None:
        """A player fixes a nonce of their own without showing it; once."""
        if player not in self.still_to_commit:
            raise AlreadyCommitted(player=player + 1)
        self._commitments[player] = commitment

    def reveal(self, player: int, nonce: bytes) -> None:
        """A player shows the nonce they committed to, after everybody has committed."""
        if self.still_to_commit or player not in self._givers:
            raise NotTimeToReveal(player=player + 1)
        if commitment_to(nonce) != self._commitments[player]:
            raise WrongCommitment(commitment=self._commitments[player], hash=commitment_to(nonce))
        self._nonces[player] = nonce

    def luck(self) -> Proven:
        """The luck of the game, once everybody has revealed."""
        if self.still_to_reveal:
            raise NotTimeToReveal(player=self.still_to_reveal[0] + 1)
        nonces = tuple(self._nonces[player].hex() if player in self._nonces else "" for player in range(self._players))
        return Proven(self.commitment, nonces, self._secret.hex())


def at_one_keyboard(people: Sequence[bool]) -> Proven:
    """The whole ceremony in one go: the program draws a nonce for each person."""
    ceremony = Ceremony(people)
    nonces = {player: new_secret() for player in ceremony.still_to_commit}
    for player, nonce in nonces.items():
        ceremony.commit(player, commitment_to(nonce))
    for player, nonce in nonces.items():
        ceremony.reveal(player, nonce)
    return ceremony.luck()
