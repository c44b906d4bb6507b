"""Both engines carry out the same acts and are in the same position after every one of them."""

import jax
import numpy as np
import pytest
from hypothesis import given, settings

from incangold.editions import EDITIONS
from incangold.events import GameEnded
from incangold.kernel import rules
from incangold.kernel.encode import decode, encode, forgetting
from tests.expeditions import Expedition, expeditions
from tests.twins.lockstep import (
    Both,
    both_play,
    each_carried_out,
    in_batches,
    in_numpy,
    in_one_row,
    one_of,
    packed_and_unpacked,
    row_by_row,
)
from tests.twins.scripts import of_expedition

UNUSUAL = {
    "incan-gold path_share=by_card": 2,
    "modern path_share=by_card": 8,
    "literal path_share=by_card first_hazard=choose": 5,
    "bga turn_order=card_first artifact_order=shuffled": 2,
    "incan-gold treasures=1,5,7 hazards=fire hazard_copies=2 rounds=3": 3,
    "literal treasures=3,3,8 hazard_copies=1 rounds=4": 4,
    "modern treasures=9 hazards=rocks hazard_copies=2 rounds=3 path_share=by_card": 7,
    "diamant treasures= hazards=snakes hazard_copies=2 rounds=6": 2,
    "diamant hazard_copies=0": 5,
    "literal hazards=": 3,
    "incan-gold hazard_copies=9 rounds=7": 6,
    "modern rounds=1": 4,
    "bga rounds=20 hazard_copies=4": 2,
    "incan-gold treasures=" + ",".join(["99"] * 60) + " hazard_copies=9": 8,
    "literal path_share=by_card treasures=" + ",".join(map(str, range(1, 61))): 8,
}


def assert_same_after_every_act(games: Both) -> None:
    after = in_one_row(games.after)
    kept = row_by_row(packed_and_unpacked, after)
    differs = jax.tree.reduce(np.logical_or, jax.tree.map(np.not_equal, after, kept))
    for number, position in games.moments():
        assert decode(one_of(after, number)) == forgetting(position)
        if differs[number]:  # in what nobody will ask for
            assert decode(one_of(kept, number)) == forgetting(position)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_at_every_table(name: str, players: int) -> None:
    assert_same_after_every_act(both_play(name, players))


@pytest.mark.parametrize("text", UNUSUAL, ids=lambda text: text[:70])
def test_unusual_boxes(text: str) -> None:
    assert_same_after_every_act(both_play(text, UNUSUAL[text]))


@settings(max_examples=30)
@given(expeditions())
def test_any_box_and_any_company(game: Expedition) -> None:
    script = of_expedition(game)
    before = [in_numpy(encode(position)) for position in script.moments]
    after = each_carried_out(before[:-1], script.acts)
    assert list(map(decode, before)) == list(map(forgetting, script.moments))
    assert list(map(decode, after)) == list(map(forgetting, script.positions))
    assert list(map(decode, in_batches(packed_and_unpacked, after))) == list(map(decode, after))


@settings(max_examples=40)
@given(expeditions(finished=True))
def test_the_tents_are_opened_alike(game: Expedition) -> None:
    (opened,) = in_batches(rules.open_tents, [in_numpy(encode(game.positions[-1]))])
    scores, artifacts, wins = ([number.item() for number in row] for row in opened)
    winners = tuple(player for player, wins_it in enumerate(wins) if wins_it)
    assert GameEnded(tuple(scores), tuple(artifacts), winners) == game.story[-1]
