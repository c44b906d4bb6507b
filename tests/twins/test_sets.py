"""Sets of cards as bits: the n-th card of any set, and a position in as few words as can hold it."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incangold.editions import EDITIONS, Edition, edition
from incangold.game import CHOICES, HeldArtifact, PathCard
from incangold.game import Game as Position
from incangold.kernel.encode import decode, encode, forgetting
from incangold.kernel.row import Row
from incangold.kernel.sets import card_set, how_many, is_any, nth_card
from incangold.rules import new_game
from tests.twins.lockstep import packed_and_unpacked

PLACES = 96


def as_row(cards: set[int]) -> Row:
    words = [sum(1 << place % 32 for place in cards if place // 32 == word) for word in range(PLACES // 32)]
    return Row(map(jnp.uint32, words))


@settings(max_examples=40)
@given(st.sets(st.integers(0, PLACES - 1)))
def test_the_nth_card_of_a_set(cards: set[int]) -> None:
    row = as_row(cards)
    every = jax.vmap(lambda nth: nth_card(row, nth))(jnp.arange(PLACES))
    assert np.asarray(every)[: len(cards)].tolist() == sorted(cards)
    assert int(how_many(row)) == len(cards)
    assert bool(is_any(row)) is bool(cards)


def test_a_set_of_one_card() -> None:
    for place in range(PLACES):
        assert [int(word) for word in card_set(jnp.int32(place), 3)] == [int(word) for word in as_row({place})]


LARGEST = {
    "many of the largest": "incan-gold treasures=" + ",".join(["99"] * 60) + " hazard_copies=9 rounds=20",
    "card by card": "literal path_share=by_card treasures=" + ",".join(["99"] * 60) + " rounds=20",
    **{name: name for name in EDITIONS},
}


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("box", LARGEST)
def test_the_largest_numbers_have_room(box: str, players: int) -> None:
    position = as_large_as_can_be(edition(LARGEST[box]), players)
    assert decode(packed_and_unpacked(encode(position))) == forgetting(position)


def as_large_as_can_be(box: Edition, players: int) -> Position:
    """Every treasure of every round in the tents and beside them, the whole path full of remainders."""
    first = new_game(box, players=players, start_player=players - 1)
    seats, treasure = len(first.leaders), sum(box.treasures)
    path = [card for card in box.quest_cards if card[0] in box.treasures]
    held = tuple(
        HeldArtifact(artifact, box.worth(artifact, claimed=nth)) for nth, artifact in enumerate(box.artifacts_in_box)
    )
    return first._replace(
        phase=CHOICES,
        round=box.rounds,
        turn=box.rounds * len(box.box),
        quest_deck=tuple(card for card in box.quest_cards if card[0] in box.hazards),
        path=tuple(PathCard(card, seats - 1) for card in path),
        in_temple=tuple(range(seats)),
        beside_tent=(treasure,) * seats,
        in_tent=(treasure * box.rounds,) * seats,
        artifacts=(*((),) * (seats - 1), held),
        under_temples=(),
    )
