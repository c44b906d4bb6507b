"""R17: everything luck decides follows from one seed, in the documented way."""

from collections import Counter
from hashlib import sha256

import pytest

from incangold.editions import edition
from incangold.errors import BadSecret, NothingToVerify, SecretNotPublished, WrongCommitment
from incangold.record import ByHand, Practice, Proven
from incangold.table.ceremony import at_one_keyboard
from incangold.table.dealer import Dealer, Numbers, commitment_to, dealer_for, joint_seed
from tests.situations import deck_text

SEED = bytes(range(32))
SECRET, NONCE_A, NONCE_B = (bytes([number]) * 32 for number in (1, 2, 3))


def word_by_the_book(seed: bytes, label: str, number: int) -> int:
    """The 32-bit word of this number, as RULES.md describes it."""
    key = sha256(seed + label.encode()).digest()
    block = sha256(key + (number // 8).to_bytes(8, "big")).digest()
    return int.from_bytes(block[number % 8 * 4 :][:4], "big")


def shuffle_by_the_book(seed: bytes, label: str, things: list[str]) -> list[str]:
    """Each place is swapped with one that lies a number below (places left) further on."""
    for place in range(len(things)):
        left = len(things) - place
        other = place + word_by_the_book(seed, label, place) % left
        things[place], things[other] = things[other], things[place]
    return things


def test_r17_a_deck_is_shuffled_by_the_book() -> None:
    box = edition("diamant").box
    expected = shuffle_by_the_book(SEED, "round/3", deck_text(box).split())
    assert deck_text(tuple(Dealer(SEED).cards(3, box))).split() == expected


def test_r17_lots_and_rolls_are_drawn_by_the_book() -> None:
    dealer, box = Dealer(SEED), edition("incan-gold")
    assert dealer.start_player(5) == word_by_the_book(SEED, "start", 0) % 5
    artifacts = shuffle_by_the_book(SEED, "artifacts", [str(one) for one in box.artifacts_in_box])
    assert list(dealer.artifacts(box)) == artifacts
    assert dealer.roll(12, 2) == 1 + word_by_the_book(SEED, "roll/12/2", 0) % 6


def test_r17_a_fixed_example() -> None:
    dealer = dealer_for(Practice("7"))
    assert deck_text(tuple(dealer.cards(1, edition("diamant").box))) == (
        "fire 11 4 1 mummies fire mummies spiders 15 13 snakes snakes mummies 9 7 rocks "
        "17 2 fire snakes 3 14 rocks 5 11 7 5 spiders spiders rocks"
    )
    assert " ".join(dealer.artifacts(edition("incan-gold"))) == "condor tumi quipu llama mask"
    assert dealer.start_player(3) == 0
    assert [dealer.roll(turn, 2) for turn in range(6)] == [2, 6, 6, 4, 3, 2]


def test_r17_a_typed_seed_is_hashed_by_the_book() -> None:
    seed = sha256(b"incangold-dealer-1/practice/7").digest()
    assert (
        dealer_for(Practice("7")).roll(0, 2) == Dealer(seed).roll(0, 2) == 1 + word_by_the_book(seed, "roll/0/2", 0) % 6
    )


def test_r17_rising_artifacts_need_no_lot() -> None:
    assert deck_text(edition("bga").box[-5:]).split() == list(Dealer(SEED).artifacts(edition("bga")))


def test_r17_every_thing_has_a_label_of_its_own() -> None:
    dealer, box = Dealer(SEED), edition("diamant").box
    orders = {tuple(dealer.cards(number, box)) for number in range(1, 6)}
    assert len(orders) == 5
    assert len({tuple(dealer.roll(turn, seat) for turn in range(20)) for seat in range(3)}) == 3


def test_r17_a_number_that_would_favour_some_is_thrown_away() -> None:
    limit = 3 * 2**30  # a quarter of all words would favour the low numbers
    words = [word_by_the_book(SEED, "any", number) for number in range(16)]
    numbers = Numbers(SEED, "any")
    fair = [word for word in words if word < limit]
    assert len(fair) < len(words)
    assert [numbers.below(limit) for _ in fair] == fair


def test_r17_no_number_is_favoured() -> None:
    numbers = Numbers(SEED, "fair")
    counted = Counter(numbers.below(6) for _ in range(6000))
    assert all(880 < counted[face] < 1120 for face in range(6))  # four standard deviations
    orders = Counter(tuple(Numbers(SEED, str(label)).shuffled("abc")) for label in range(3000))
    assert len(orders) == 6
    assert all(410 < times < 590 for times in orders.values())


def test_r17_a_proven_seed_is_made_of_the_secret_and_the_nonces_in_seat_order() -> None:
    assert joint_seed(SECRET, [NONCE_A, NONCE_B]) == sha256(b"\1" * 32 + b"\2" * 32 + b"\3" * 32).digest()
    assert commitment_to(SECRET) == sha256(b"incangold-dealer-1" + b"\1" * 32).hexdigest()
    luck = Proven(commitment_to(SECRET), (NONCE_A.hex(), "", NONCE_B.hex()), SECRET.hex())
    by_the_book = Dealer(joint_seed(SECRET, [NONCE_A, NONCE_B]))
    assert list(dealer_for(luck).cards(1, edition("bga").box)) == list(by_the_book.cards(1, edition("bga").box))


def test_r17_each_nonce_changes_the_deck() -> None:
    seeds = {
        joint_seed(SECRET, nonces) for nonces in ([], [NONCE_A], [NONCE_B], [NONCE_A, NONCE_B], [NONCE_B, NONCE_A])
    }
    assert len(seeds) == 5


def test_r17_at_one_keyboard_luck_is_committed_and_gives_a_nonce_to_people_only() -> None:
    luck, again = at_one_keyboard([True, False, True]), at_one_keyboard([True, False, True])
    assert [len(nonce) for nonce in luck.nonces] == [64, 0, 64]
    assert len({luck.secret, again.secret, *luck.nonces, *again.nonces}) == 7
    assert luck.secret
    assert luck.commitment == commitment_to(bytes.fromhex(luck.secret))


def test_r17_what_cannot_be_checked_is_refused() -> None:
    with pytest.raises(NothingToVerify):
        dealer_for(ByHand())
    with pytest.raises(SecretNotPublished):
        dealer_for(Proven(commitment_to(SECRET), ()))
    with pytest.raises(WrongCommitment):
        dealer_for(Proven(commitment_to(SECRET), (), NONCE_A.hex()))


@pytest.mark.parametrize("secret", ["", "01", "xx" * 32, "01" * 33, "żółw"])
def test_r17_a_secret_or_nonce_is_32_bytes_in_hex(secret: str) -> None:
    with pytest.raises(BadSecret):
        dealer_for(Proven(commitment_to(SECRET), (), secret))
    if secret:
        with pytest.raises(BadSecret):
            dealer_for(Proven(commitment_to(SECRET), (secret,), SECRET.hex()))


def test_r17_box_order_is_the_documented_one() -> None:
    assert deck_text(edition("incan-gold treasures=3,4 hazard_copies=1").box) == (
        "3 4 spiders mummies fire snakes rocks tumi llama quipu condor mask"
    )


def test_r17_every_order_of_three_things_is_equally_likely() -> None:
    orders = Counter(tuple(Numbers(SEED, f"trial/{trial}").shuffled("abc")) for trial in range(6000))
    assert len(orders) == 6
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_squared < 20.5  # one in a thousand with five degrees of freedom
