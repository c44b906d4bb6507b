"""One choice of two players as a small game of its own: what one of them wins, the other does not.

What both together may do, and what it promises them, is known from the rules, the deck, and what a judge says of the
positions after every next card. So it is known, too, how they choose when neither can do better: that is what to learn.

Arrays over positions are [K]; each player has three choices: none of its adventurers leaves, one does, both do.
"""

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.bots.amauta.mind import CHOICES, Mind
from incangold.kernel.game import Game
from incangold.kernel.policies import Policies, leaving_chances
from incangold.solver.learning.foresight import Known, after_every, cards_of, every_card, shares_of
from incangold.solver.learning.school import School, inside_of

TRIES, FALLING_TRIES = 400, 360  # of choosing a little better than before; so many with ever less doubt
STEP = 1.3  # how far one goes, in nats, for all that is at stake
FIRST_DOUBT = 0.1  # of what is at stake; in the end as little as wanted
LEAST_STAKE = 0.001  # of a win: with less, steps grow no longer
NEVER = -1e9  # the wish for what cannot be chosen


def reckoned(game: Game, known: Known, _key: Array) -> tuple[Array, Array]:
    """How likely each of the two makes each choice [3, 2, K], and the share of the win that it may expect [2, K]."""
    promises, inside = promised(game, known.judge), inside_of(game, 2)
    if known.rivals:
        likely = answered(promises, inside, leaving_chances(known.rivals[0], game, player=1), known.doubt)
    else:
        likely = settled(promises, inside, known.doubt)
    return likely, worth(promises, likely)


def those_who_reckon(_players: int, _rivals: Policies) -> int:
    """Both; what comes of a rival's choices is not learnt."""
    return 2


def views(school: School, _rivals: Policies) -> int:
    """So many views of what follows are looked at for every position."""
    return CHOICES**2 * cards_of(school.edition, some=False)


def promised(game: Game, judge: Mind) -> Array:
    """The share of the win that the first player may expect, by its own choice and by the other's: [3, 3, K]."""
    first, second = (_choices(game.in_temple & jnp.uint32(0b11 << seat)) for seat in (0, 2))
    leaving = first[:, None] | second[None]
    after, chances = after_every(every_card(game), game, leaving)
    everywhere = jax.tree.map(lambda numbers: jnp.broadcast_to(numbers, chances.shape), after)
    return (chances * shares_of([everywhere], [0], judge)[..., 0, :]).sum(axis=0)


def _choices(own: Array) -> Array:
    """None of one's own adventurers in the temple, one of them, both: [3, K]."""
    return jnp.stack([jnp.zeros_like(own), own & -own, own])


def settled(promises: Array, inside: Array, doubt: Array) -> Array:
    """How likely each of the two [2] makes each choice when neither can do better: [3, 2, K].

    As wisely, that is, as `doubt` allows: whoever expects that share of the win more from one choice than from another
    makes it e times as often. Both begin with even chances and much doubt, and go, one after the other, towards what is
    better against the other, and a little ahead, as if it went on as it went last: or they would run in a circle.
    """
    possible = jnp.arange(CHOICES)[:, None, None] <= inside  # [3, 2, K]
    stake = jnp.maximum(_stake(promises), LEAST_STAKE)
    step, more = STEP / stake, jnp.maximum(FIRST_DOUBT * stake / doubt, 1.0)

    def once_more(tries: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        wishes, gained = now
        unsure = doubt * more ** jnp.maximum(1 - tries / FALLING_TRIES, 0.0)
        for player in range(2):
            likely = jax.nn.softmax(wishes, axis=0)
            other = (promises * likely[None, :, 1]).sum(axis=1), -(promises * likely[:, None, 0]).sum(axis=0)
            ahead = 2 * other[player] - gained[:, player]
            wiser = (jax.nn.log_softmax(wishes[:, player], axis=0) + step * ahead) / (1 + step * unsure)
            wishes = wishes.at[:, player].set(jnp.where(possible[:, player], wiser, NEVER))
            gained = gained.at[:, player].set(other[player])
        return wishes, gained

    even = jnp.where(possible, 0.0, NEVER)
    wishes, _ = lax.fori_loop(0, TRIES, once_more, (even, jnp.zeros_like(even)))
    return jax.nn.softmax(wishes, axis=0)


def answered(promises: Array, inside: Array, rival: Array, doubt: Array) -> Array:
    """How likely each of the two makes each choice [3, 2, K] when the second chooses as it does [3, K]."""
    possible = jnp.arange(CHOICES)[:, None] <= inside[0]
    gains = (promises * rival[None]).sum(axis=1)
    return jnp.stack([jax.nn.softmax(jnp.where(possible, gains / doubt, NEVER), axis=0), rival], axis=1)


def _stake(promises: Array) -> Array:
    """How much hangs on both choices together, not on one alone: that is what may send them round in a circle."""
    apart = promises.mean(axis=0, keepdims=True) + promises.mean(axis=1, keepdims=True)
    together = promises - apart
    return together.max(axis=(0, 1)) - together.min(axis=(0, 1))


def worth(promises: Array, likely: Array) -> Array:
    """The share of the win that each of the two may expect when both choose so likely: [2, K]."""
    first = (promises * likely[:, None, 0] * likely[None, :, 1]).sum(axis=(0, 1))
    return jnp.stack([first, 1 - first])
