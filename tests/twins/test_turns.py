"""What was not decided does not happen: a draw that would not be fair is not made, and the lane waits."""

from functools import partial
from math import sqrt
from typing import NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from incangold.cards import ARTIFACTS
from incangold.editions import edition
from incangold.game import Choice, Choices, Draw, OpenRound, Phase
from incangold.game import Game as Position
from incangold.kernel.box import box_of
from incangold.kernel.encode import decode, encode, forgetting
from incangold.kernel.game import Game
from incangold.kernel.luck import Luck
from incangold.kernel.policies import array_policy
from incangold.kernel.rules import reveal_choices
from incangold.kernel.turns import Turn, decide, from_one_word, in_one_word, perform
from incangold.rules import new_game, play
from tests.twins.lockstep import Both, both_play, in_numpy, in_one_row, one_of

BOXES = [
    ("incan-gold", 3),
    ("literal", 3),
    ("literal treasures=3,3,8 hazard_copies=1 rounds=4", 4),
    ("diamant treasures= hazards=snakes hazard_copies=2 rounds=6", 2),
    ("incan-gold treasures=1,5,7 hazards=fire hazard_copies=2 rounds=3", 3),
]
every_box = pytest.mark.parametrize(("text", "players"), BOXES)

NO, ZERO = jnp.bool_(False), jnp.int32(0)
NOTHING = Turn(chosen=NO, leaving=jnp.uint32(0), opened=NO, artifact=jnp.uint32(0), drawn=NO, card=ZERO)


def after(games: Both, turn: Turn) -> Game:
    """This turn in every position."""
    performed = jax.vmap(partial(perform, turn=turn))(in_one_row(games.after))
    return cast(Game, in_numpy(performed))


@every_box
def test_when_nothing_is_decided_nothing_changes(text: str, players: int) -> None:
    games = both_play(text, players)
    still = after(games, NOTHING)
    for number, position in games.moments():
        assert decode(one_of(still, number)) == forgetting(position)


@every_box
def test_leavers_on_their_way_wait_for_a_card_that_is_not_drawn(text: str, players: int) -> None:
    """Everybody's card is turned over, and the next card must be drawn again."""
    games = both_play(text, players)
    chosen = after(games, NOTHING._replace(chosen=jnp.bool_(True), leaving=jnp.uint32(1)))
    by_rule = in_numpy(jax.vmap(lambda game: reveal_choices(game, jnp.uint32(1)))(in_one_row(games.after)))
    for number in at_choices(games):
        assert decode(one_of(chosen, number)) == decode(one_of(by_rule, number))


def at_choices(games: Both) -> list[int]:
    def chooses(position: Position) -> bool:
        return position.phase is Phase.CHOICES and 0 in position.in_temple

    return [number for number, position in games.moments() if chooses(position)]


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("incan-gold", ("die", "odds", "random")),
        ("literal", ("hazard:2", "die")),
        ("literal treasures=3,3,8 hazard_copies=1 rounds=4", ("turn:4", "turn:5", "random")),
    ],
)
def test_a_lane_plays_by_the_rules(text: str, bots: tuple[str, ...]) -> None:
    """Card by card: what luck and the bots decided, carried out by both engines."""
    position = new_game(edition(text), players=len(bots))
    game, counter = encode(position), (jnp.uint32(7), jnp.uint32(0))
    policies = tuple(array_policy(bot, position.edition, len(bots)) for bot in bots)
    while position.phase is not Phase.OVER:
        luck = Luck((jnp.uint32(1), jnp.uint32(2)), counter)
        turn = decide(game, policies, luck)
        game, counter = perform(game, turn), luck.after(turn.drawn)
        position = by_reference(position, turn)
        assert decode(game) == forgetting(position)


def by_reference(position: Position, turn: Turn) -> Position:
    """The same turn at a table."""
    box = box_of(position.edition)
    if turn.chosen:
        leaves = [bool(int(turn.leaving) >> seat & 1) for seat in range(len(position.leaders))]
        laid = [Choice.CAMP if leaves[seat] else Choice.TORCH for seat in position.in_temple]
        by_seat = dict(zip(position.in_temple, laid, strict=True))
        position = play(position, Choices(tuple(map(by_seat.get, range(len(position.leaders)))))).game
    if turn.opened:
        shown = int(turn.artifact).bit_length() - 1
        position = play(position, OpenRound(box.edition.artifacts_in_box[shown] if shown >= 0 else None)).game
    if turn.drawn:
        position = play(position, Draw(box.places[int(turn.card)])).game
    return position


class Given(NamedTuple):
    """Luck as a test wants it."""

    cards: Array
    rolls: Array

    def words(self, block: int = 0) -> tuple[Array, Array]:
        return self


@pytest.mark.parametrize("rounds_played", range(5))
def test_every_artifact_under_a_temple_is_shown_equally_often(rounds_played: int) -> None:
    under = ARTIFACTS[rounds_played:]
    between_rounds = new_game(edition("incan-gold"), players=3)._replace(round=rounds_played, under_temples=under)
    sure = (array_policy("turn:1", between_rounds.edition, 3),) * 3

    def shown(word: Array) -> Turn:
        return decide(encode(between_rounds), sure, cast(Luck, Given(word, word)))

    turns = in_numpy(jax.vmap(shown)(jnp.arange(1 << 8, dtype=jnp.uint32) + jnp.uint32(77 << 8)))
    _, often = np.unique(turns.artifact[turns.opened], return_counts=True)
    assert len(often) == len(under)
    assert len(set(often.tolist())) == 1
    assert turns.opened.mean() > 0.97


def test_the_artifact_tells_nothing_about_the_card() -> None:
    """Both come from one word. Over many games all pairs are equally frequent, by Pearson's measure."""
    games = 100_000
    before = new_game(edition("incan-gold"), players=3)
    sure = (array_policy("turn:1", before.edition, 3),) * 3

    def opened(number: Array) -> Turn:
        return decide(encode(before), sure, Luck((jnp.uint32(1), jnp.uint32(2)), (number, jnp.uint32(0))))

    turns = in_numpy(jax.vmap(opened)(jnp.arange(games, dtype=jnp.uint32)))
    made = turns.opened & turns.drawn
    place = np.minimum(turns.card, box_of(before.edition).words * 32 - 32)  # of an artifact only that it is the one
    _, often = np.unique(turns.artifact[made] * 1000 + place[made], return_counts=True)
    pairs = len(ARTIFACTS) * (len(before.edition.quest_cards) + 1)
    expected = made.sum() / pairs
    assert made.mean() > 0.99
    assert len(often) == pairs
    assert ((often - expected) ** 2 / expected).sum() < pairs + 5 * sqrt(2 * pairs)


def test_a_turn_fits_into_one_word() -> None:
    turn = Turn(
        chosen=jnp.bool_(True),
        leaving=jnp.uint32(0b10110101),
        opened=jnp.bool_(True),
        artifact=jnp.uint32(0b10000),
        drawn=jnp.bool_(True),
        card=jnp.int32(123),
    )
    assert [int(fact) for fact in from_one_word(in_one_word(turn))] == [int(fact) for fact in turn]
    assert [int(fact) for fact in from_one_word(in_one_word(NOTHING))] == [0] * 6
