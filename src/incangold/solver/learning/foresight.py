"""What every choice of a learner would have brought: the others chosen as they did, every next card with its chance.

What came of a game is mostly luck, and of two choices only one is ever made. Here both are, and all cards come: what is
left of luck is how the others chose. How much the positions are worth that follow, a judge says: the learner's own
average mind, which has seen how such games end.

Arrays over tables are [L]; C kinds of cards, A choices (none, one or both of mine leave), N learners.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from incangold.bots.amauta.mind import CHOICES, Mind, think
from incangold.bots.amauta.signs import signs
from incangold.cards import ArtifactCard
from incangold.editions import Artifacts
from incangold.kernel.box import Box, CardSet
from incangold.kernel.game import CARD, OVER, Game, either
from incangold.kernel.rules import open_tents, reveal_choices, turn_card
from incangold.kernel.sets import how_many, nth_card
from incangold.kernel.turns import NO_CARD
from incangold.kernel.view import seen_by


def promises(game: Game, leaving: Array, judge: Mind, learners: int) -> Array:
    """What none, one or both of their adventurers leaving promises each of the learners: [3, N, L] shares of the win.

    Where one cannot choose so, or nobody is to choose, the number means nothing.
    """
    each = game.seats // game.players
    joint = jnp.stack([_otherwise(game, leaving, learner, each) for learner in range(learners)], axis=1)  # [A, N, L]
    after, chances = every_card(game, joint)
    shape = (len(chances), *joint.shape)
    each_for_itself = [
        jax.tree.map(lambda numbers, at=learner: jnp.broadcast_to(numbers, shape)[..., at, :], after)
        for learner in range(learners)
    ]
    brought = (chances * shares_of(each_for_itself, range(learners), judge)).sum(axis=0)
    return jnp.concatenate([brought, *[brought[-1:]] * (CHOICES - len(brought))])


def _otherwise(game: Game, leaving: Array, learner: int, each: int) -> Array:
    """Everybody's choices, but for one learner's own: none of its adventurers leaves, one, both: [A, L]."""
    mine = jnp.uint32(((1 << each) - 1) << (learner * each))
    own, others = game.in_temple & mine, leaving & ~mine
    return jnp.stack([others, others | (own & -own), others | own][: each + 1])


def every_card(game: Game, leaving: Array) -> tuple[Game, Array]:
    """The positions after these choices and every next card, and the chance of each: [C, …].

    Where no card comes any more, since all have left, the first of them is the position then.
    """
    chosen = reveal_choices(game, leaving)
    places, chances = next_cards(chosen)
    turning = chosen.phase == CARD
    after = either(turning, turn_card(chosen, jnp.where(turning, places, NO_CARD)), chosen)
    nothing_else = jnp.zeros_like(chances).at[0].set(1.0)
    return after, jnp.where(turning, chances, nothing_else)


def next_cards(game: Game) -> tuple[Array, Array]:
    """By kind: the place of one of its cards in the deck, or none, and the chance that one of them comes next."""
    decks = [game.quest_deck & kind for kind in kinds_of(game.box)]
    number = jnp.stack([how_many(deck) for deck in decks])
    first = jnp.stack([nth_card(deck, jnp.int32(0)) for deck in decks])
    return jnp.where(number > 0, first, NO_CARD), number / jnp.maximum(number.sum(axis=0), 1)


def kinds_of(box: Box) -> list[CardSet]:
    """Cards that look alike; an artifact is as good as another where the box does not print what it is worth."""
    cards = dict.fromkeys(box.places.values())
    if box.edition.artifacts is Artifacts.PRINTED:
        return [box.set_of(box.copies(card)) for card in cards]
    alike = [box.set_of(box.copies(card)) for card in cards if not isinstance(card, ArtifactCard)]
    return [*alike, box.artifacts] if box.artifacts.any() else alike


def shares_of(positions: Sequence[Game], players: Iterable[int], judge: Mind) -> Array:
    """What each of these players may expect of its own of these positions: [..., N, L]."""
    own: list[Any] = []
    for position, player in zip(positions, players, strict=True):
        own.append((seen_by(position, player), position.phase == OVER, shares_won(position)[player]))
    seen, over, won = jax.tree.map(lambda *parts: jnp.stack(parts, axis=-2), *own)
    edition, players_in_all = positions[0].edition, positions[0].players
    expected = jax.nn.sigmoid(think(judge, signs(seen, edition, players_in_all, jnp), jnp).share)
    return jnp.where(over, won, expected)


def shares_won(game: Game) -> Array:
    """Everybody's share of the win if the tents were opened now: [P, …]."""
    wins = jnp.stack([win.astype(jnp.float32) for win in open_tents(game)[2]])
    return wins / wins.sum(axis=0)
