"""R17. The shuffle: standard parts, fixed examples that another program can repeat, and no favourite."""

import hashlib
import itertools
from collections import Counter

import pytest

from incangold.cards import in_box_order
from incangold.editions import EDITIONS, edition
from incangold.errors import BadSecret, NothingToVerify, SecretNotPublished, WrongCommitment
from incangold.record import ByHand, Practice, Proven, card_text
from incangold.table.dealer import (
    VERSION,
    Dealer,
    Numbers,
    commitment_to,
    dealer_for,
    fresh_luck,
    joint_seed,
)

SEED = bytes(range(32))
FIRST_SIX = ["treasure 13", "treasure 3", "treasure 7", "treasure 14", "mummies", "treasure 11"]
INCAN_GOLD = EDITIONS["incan-gold"]


def words_by_hand(seed: bytes, label: str, blocks: int) -> list[int]:
    """SHA-256 in counter mode, spelled out once more."""
    key = hashlib.sha256(seed + label.encode()).digest()
    stream = b"".join(hashlib.sha256(key + block.to_bytes(8, "big")).digest() for block in range(blocks))
    return [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]


def shuffled_by_hand(seed: bytes, label: str, things: list[str]) -> list[str]:
    """Fisher–Yates from the front, spelled out once more."""
    words = iter(words_by_hand(seed, label, 20))
    things = list(things)
    for place in range(len(things)):
        choices = len(things) - place
        word = next(word for word in words if word < 2**32 // choices * choices)
        chosen = place + word % choices
        things[place], things[chosen] = things[chosen], things[place]
    return things


def test_the_order_of_a_round_is_the_documented_construction() -> None:
    deck = INCAN_GOLD.quest_cards
    order = [card_text(card) for card in Dealer(SEED).cards(3, deck)]
    assert order == shuffled_by_hand(SEED, "round/3", [card_text(card) for card in deck])


def test_a_fixed_example_for_other_programs() -> None:
    dealer = Dealer(SEED)
    first = [card_text(card) for card in itertools.islice(dealer.cards(1, INCAN_GOLD.quest_cards), 6)]
    assert first == FIRST_SIX
    assert dealer.start_player(4) == words_by_hand(SEED, "start", 1)[0] % 4
    assert dealer.roll(5, 2) == 1 + words_by_hand(SEED, "roll/5/2", 1)[0] % 6
    assert commitment_to(SEED) == hashlib.sha256(VERSION.encode() + SEED).hexdigest()
    assert joint_seed(SEED, [b"a" * 32, b"b" * 32]) == hashlib.sha256(SEED + b"a" * 32 + b"b" * 32).digest()


def test_the_cards_are_those_of_the_deck() -> None:
    assert in_box_order(Dealer(SEED).cards(1, INCAN_GOLD.box)) == in_box_order(INCAN_GOLD.box)


def test_every_label_has_an_order_of_its_own() -> None:
    orders = {tuple(Dealer(SEED).cards(number, INCAN_GOLD.quest_cards)) for number in range(1, 6)}
    assert len(orders) == 5


def test_a_word_that_would_favour_some_is_thrown_away() -> None:
    numbers = Numbers(SEED, "start")
    numbers._words = iter([2**32 - 1, 7])  # 2**32 - 1 is the one word too many for three
    assert numbers.below(3) == 7 % 3


def test_every_order_of_three_things_is_equally_likely() -> None:
    orders = Counter(tuple(Numbers(SEED, f"trial/{trial}").shuffled("abc")) for trial in range(6000))
    assert len(orders) == 6
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_squared < 20.5  # one in a thousand with five degrees of freedom


def test_artifacts_rise_where_the_edition_says_so() -> None:
    assert Dealer(SEED).artifacts(EDITIONS["modern"]) == EDITIONS["modern"].artifacts_in_box
    assert sorted(Dealer(SEED).artifacts(INCAN_GOLD)) == sorted(INCAN_GOLD.artifacts_in_box)
    assert Dealer(SEED).artifacts(EDITIONS["diamant"]) == ()
    assert len(Dealer(SEED).artifacts(edition("incan-gold rounds=3"))) == 3


def test_practice_publishes_no_hash() -> None:
    assert Practice("7")._fields == ("seed",)
    assert dealer_for(Practice("7")).start_player(8) == dealer_for(Practice("7")).start_player(8)


def test_a_secret_must_be_the_one_committed_to() -> None:
    luck = fresh_luck([True, False])
    dealer_for(luck)
    assert [bool(nonce) for nonce in luck.nonces] == [True, False]
    with pytest.raises(WrongCommitment):
        dealer_for(luck._replace(commitment="00" * 32))
    with pytest.raises(SecretNotPublished):
        dealer_for(luck._replace(secret=None))
    with pytest.raises(BadSecret):
        dealer_for(luck._replace(secret="not hexadecimal"))
    with pytest.raises(BadSecret):
        dealer_for(luck._replace(nonces=("abcd", "")))
    with pytest.raises(NothingToVerify):
        dealer_for(ByHand())


def test_each_nonce_changes_the_deck() -> None:
    secret = bytes(32)
    one, other = (Proven(commitment_to(secret), (nonce * 32,), secret.hex()) for nonce in ("01", "02"))
    assert list(dealer_for(one).cards(1, INCAN_GOLD.box)) != list(dealer_for(other).cards(1, INCAN_GOLD.box))
