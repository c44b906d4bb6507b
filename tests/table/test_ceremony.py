"""R17. Nobody alone fixes the deck: commit first, reveal later, and only what was committed to."""

import pytest

from incangold.errors import AlreadyCommitted, NotTimeToReveal, WrongCommitment
from incangold.table.ceremony import Ceremony, at_one_keyboard
from incangold.table.dealer import commitment_to, dealer_for

ANAS, BOS = b"a" * 32, b"b" * 32


def ready() -> Ceremony:
    """Ana and Bo have committed; the third seat is a bot and gives nothing."""
    ceremony = Ceremony([True, True, False])
    ceremony.commit(0, commitment_to(ANAS))
    ceremony.commit(1, commitment_to(BOS))
    return ceremony


def test_all_commit_then_all_reveal_then_the_luck_is_fixed() -> None:
    ceremony = ready()
    published = ceremony.commitment
    ceremony.reveal(1, BOS)
    assert ceremony.still_to_reveal == (0,)
    ceremony.reveal(0, ANAS)
    luck = ceremony.luck()
    assert luck.commitment == published
    assert luck.nonces == (ANAS.hex(), BOS.hex(), "")
    dealer_for(luck)


def test_nobody_reveals_before_everybody_has_committed() -> None:
    ceremony = Ceremony([True, True, False])
    ceremony.commit(0, commitment_to(ANAS))
    assert ceremony.still_to_commit == (1,)
    with pytest.raises(NotTimeToReveal):
        ceremony.reveal(0, ANAS)


def test_a_nonce_other_than_the_one_committed_to_is_refused() -> None:
    ceremony = ready()
    with pytest.raises(WrongCommitment):
        ceremony.reveal(0, BOS)
    assert ceremony.still_to_reveal == (0, 1)


def test_a_commitment_is_given_once_and_by_those_who_give_one() -> None:
    ceremony = ready()
    for player in (0, 2, 9):
        with pytest.raises(AlreadyCommitted):
            ceremony.commit(player, commitment_to(BOS))
    with pytest.raises(NotTimeToReveal):
        ceremony.reveal(2, BOS)


def test_there_is_no_luck_before_the_last_nonce() -> None:
    ceremony = ready()
    ceremony.reveal(0, ANAS)
    with pytest.raises(NotTimeToReveal, match="Player 2"):
        ceremony.luck()


def test_every_secret_is_another() -> None:
    assert Ceremony([]).commitment != Ceremony([]).commitment
    assert at_one_keyboard([True]).nonces != at_one_keyboard([True]).nonces
