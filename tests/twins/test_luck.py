"""Chance in the kernel: the generator is the published one, every draw is even, and no two cards share luck."""

from itertools import product
from math import prod
from random import Random

import jax.extend.random
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from incangold.cards import HAZARDS, MOST_VALUABLE
from incangold.editions import Edition
from incangold.kernel import luck
from incangold.kernel.luck import Luck, draw, is_fair, threefry, too_many
from incangold.kernel.machine import AS_JAX_SAYS, speaking
from incangold.kernel.policies import shows

ZERO = jnp.uint32(0)
MOST_CARDS = 60 + 9 * len(HAZARDS) + 5  # of any box

DICE = [(6,), (6,) * 4, (6,) * 8, (2,) * 8, (6, 2, 6, 1, 2), (2, 6, 6)]

# From the authors' library Random123: rounds, counter, key, answer.
KNOWN_ANSWERS = """
13 00000000 00000000 00000000 00000000 9d1c5ec6 8bd50731
13 ffffffff ffffffff ffffffff ffffffff fd36d048 2d17272c
13 243f6a88 85a308d3 13198a2e 03707344 ba3e4725 f27d669e
20 00000000 00000000 00000000 00000000 6b200159 99ba4efe
20 ffffffff ffffffff ffffffff ffffffff 1cb996fc bb002be7
20 243f6a88 85a308d3 13198a2e 03707344 c4923a9c 483df7a0
""".strip().splitlines()


@pytest.mark.parametrize("line", KNOWN_ANSWERS)
def test_the_generator_gives_the_published_answers(line: str) -> None:
    rounds, *numbers = line.split()
    words = [jnp.uint32(int(number, 16)) for number in numbers]
    counter, key, answer = words[:2], words[2:4], words[4:]
    left, right = threefry((key[0], key[1]), (counter[0], counter[1]), rounds=int(rounds))
    assert (int(left), int(right)) == (int(answer[0]), int(answer[1]))


def test_the_generator_is_that_of_jax() -> None:
    words = np.random.default_rng(7).integers(0, 1 << 32, (4, 500), dtype=np.uint32)
    left, right = threefry((words[0, 0], words[1, 0]), (jnp.asarray(words[2]), jnp.asarray(words[3])), rounds=20)
    theirs = jax.extend.random.threefry_2x32(jnp.asarray(words[:2, 0]), jnp.asarray(words[2:].reshape(-1)))
    assert np.array_equal(theirs, np.concatenate([left, right]))


def test_it_goes_round_often_enough() -> None:
    assert luck.ROUNDS >= 13  # the fewest that its authors know to pass every test


@pytest.mark.parametrize("chances", range(1, MOST_CARDS + 1))
def test_every_draw_is_even(chances: int) -> None:
    """All words of 12 bits: every card comes equally often, and no more words are refused than must be."""
    words = jnp.arange(1 << 12, dtype=jnp.uint32)
    numbers, left = draw(words, jnp.int32(chances), bits=12)
    fair = np.asarray(is_fair(left, jnp.int32(chances), bits=12))
    assert (~fair).sum() == (1 << 12) % chances
    assert np.bincount(np.asarray(numbers)[fair], minlength=chances).tolist() == [(1 << 12) // chances] * chances


@pytest.mark.parametrize("sides", DICE, ids=lambda sides: "-".join(map(str, sides)))
def test_dice_from_one_word_are_even_together(sides: tuple[int, ...]) -> None:
    """Exactly: all 2³² words in their order fall into one stretch for every way in which the dice can lie, and each
    stretch has equally many fair words. What is asked of every stretch is its first fair word and its last one."""
    ways = prod(sides)
    begins = (np.arange(ways + 1, dtype=np.uint64) * (1 << 32) + (ways - 1)) // ways
    refused = begins[:-1] * ways % (1 << 32) < (1 << 32) % ways
    first, last = begins[:-1] + refused, begins[1:] - 1
    assert set((last - first + 1).tolist()) == {(1 << 32) // ways}
    for words in (first, last):
        lie, left = thrown(jnp.asarray(words, jnp.uint32), sides)
        assert np.array_equal(lie, np.arange(ways))
        assert (np.asarray(left) >= (1 << 32) % ways).all()
    _, left = thrown(jnp.asarray(begins[:-1][refused], jnp.uint32), sides)
    assert (np.asarray(left) < (1 << 32) % ways).all()


def thrown(word: Array, sides: tuple[int, ...]) -> tuple[Array, Array]:
    """How all dice lie, as one number, and what is left of the word."""
    lie = jnp.int32(0)
    for number in sides:
        higher = [~shows(word, jnp.uint32(fear), number)[0] for fear in range(1, number)]
        lie = lie * number + sum(truth.astype(jnp.int32) for truth in higher)
        word = shows(word, jnp.uint32(0), number)[1]
    return lie, word


@pytest.mark.parametrize("fear", [0, 6, 7])
def test_a_die_that_fears_nothing_or_everything_needs_no_throw(fear: int) -> None:
    extremes = jnp.uint32([0, 1, 1 << 31, (1 << 32) - 1])
    assert np.asarray(shows(extremes, jnp.uint32(fear), 6)[0]).tolist() == [fear > 0] * 4


@pytest.mark.parametrize("wrong_by", [-1, 1], ids=["a little less", "a little more"])
def test_inverses_need_not_be_right_to_the_last_bit(wrong_by: int) -> None:
    """Those of a GPU are not."""

    def nearly(number: Array) -> Array:
        return jnp.nextafter(1 / number, jnp.float32(wrong_by * np.inf))

    chances = jnp.arange(1, MOST_CARDS + 1)
    with speaking(AS_JAX_SAYS._replace(inverse=nearly)):
        for bits in (8, 12, 24):
            assert np.array_equal(too_many(chances, bits=bits), (1 << bits) % np.asarray(chances))


@pytest.mark.parametrize("bits", [12, 16, 24])
def test_as_many_words_are_refused_as_cannot_be_divided(bits: int) -> None:
    chances = np.arange(1, 5 * MOST_CARDS + 1)
    over = (1 << bits) % chances
    lowest_fair, last_refused = jnp.asarray(over, jnp.uint32), jnp.asarray(over - 1, jnp.int32)
    assert is_fair(lowest_fair, jnp.asarray(chances, jnp.int32), bits=bits).all()
    refused = ~is_fair(last_refused.astype(jnp.uint32), jnp.asarray(chances, jnp.int32), bits=bits)
    assert np.array_equal(refused, over > 0)


def test_no_two_games_cards_attempts_or_blocks_share_a_counter() -> None:
    """The number of a game, of a card, of an attempt and of a block lie side by side in the counter."""
    games = [0, 1, 2, (1 << luck.UPPER_BITS) - 1]
    cards = [0, 1, 31, (1 << luck.CARD_BITS) - 1]
    attempts, blocks = range(1 << luck.ATTEMPT_BITS), range(1 << luck.BLOCK_BITS)
    counters = [
        game * luck.UPPER + card * luck.CARD + attempt * luck.ATTEMPT | block
        for game, card, attempt, block in product(games, cards, attempts, blocks)
    ]
    assert len(set(counters)) == len(counters)
    assert max(counters) == (1 << 32) - 1


def test_a_game_never_comes_back_to_a_counter() -> None:
    luck_now = Luck((ZERO, ZERO), (jnp.uint32(9), jnp.uint32(5 * luck.UPPER)))
    seen = set()
    for drawn in [True, False, True, True, False, False, True, True] * 4:
        seen.add(tuple(map(int, luck_now.counter)))
        luck_now = luck_now._replace(counter=luck_now.after(jnp.bool_(drawn)))
        assert int(luck_now.counter[1]) // luck.UPPER == 5
    assert len(seen) == 32
    assert int(luck.cards_turned(luck_now.counter)) == 20


def test_the_longest_game_has_a_counter_for_every_card() -> None:
    longest = Edition(treasures=(MOST_VALUABLE,) * 60, hazard_copies=9, rounds=20)
    assert len(longest.box) == MOST_CARDS
    assert longest.rounds * len(longest.box) < 1 << luck.CARD_BITS


def test_blocks_are_different_words() -> None:
    here = Luck((ZERO, ZERO), (ZERO, ZERO))
    blocks = [tuple(map(int, here.words(block))) for block in range(1 << luck.BLOCK_BITS)]
    assert len({word for pair in blocks for word in pair}) == 2 * len(blocks)
    assert blocks[0] == tuple(map(int, here.words()))


def test_luck_depends_on_the_key() -> None:
    generator = Random(7)
    keys = [(generator.getrandbits(32), generator.getrandbits(32)) for _ in range(50)]
    words = {tuple(map(int, Luck((jnp.uint32(a), jnp.uint32(b)), (ZERO, ZERO)).words())) for a, b in keys}
    assert len(words) == 50
