"""What every choice of a learner would have brought: the others chosen as they did, every next card with its chance.

What came of a game is mostly luck, and of two choices only one is ever made. Here both are, and all cards come: what is
left of luck is how the others chose. How much the positions are worth that follow, a judge says: the learner's own
average mind, which has seen how such games end.

Arrays over tables are [L]; C kinds of cards, A choices (none, one or both of mine leave), N learners.
"""

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
    chosen = reveal_choices(game, joint)
    places, chances = next_cards(chosen)
    turning = chosen.phase == CARD
    after = either(turning, turn_card(chosen, jnp.where(turning, places, NO_CARD)), chosen)
    shares = _expected(after, judge, (len(places), *joint.shape))  # [C, A, N, L]
    brought = jnp.where(turning, (chances * shares).sum(axis=0), shares[0])
    return jnp.concatenate([brought, *[brought[-1:]] * (CHOICES - len(brought))])


def _otherwise(game: Game, leaving: Array, learner: int, each: int) -> Array:
    """Everybody's choices, but for one learner's own: none of its adventurers leaves, one, both: [A, L]."""
    mine = jnp.uint32(((1 << each) - 1) << (learner * each))
    own, others = game.in_temple & mine, leaving & ~mine
    return jnp.stack([others, others | (own & -own), others | own][: each + 1])


def next_cards(game: Game) -> tuple[Array, Array]:
    """By kind: the place of one of its cards in the deck, or none, and the chance that one of them comes next."""
    decks = [game.quest_deck & kind for kind in _kinds(game.box)]
    number = jnp.stack([how_many(deck) for deck in decks])
    first = jnp.stack([nth_card(deck, jnp.int32(0)) for deck in decks])
    return jnp.where(number > 0, first, NO_CARD), number / jnp.maximum(number.sum(axis=0), 1)


def _kinds(box: Box) -> list[CardSet]:
    """Cards that look alike; an artifact is as good as another where the box does not print what it is worth."""
    cards = dict.fromkeys(box.places.values())
    if box.edition.artifacts is Artifacts.PRINTED:
        return [box.set_of(box.copies(card)) for card in cards]
    alike = [box.set_of(box.copies(card)) for card in cards if not isinstance(card, ArtifactCard)]
    return [*alike, box.artifacts] if box.artifacts.any() else alike


def _expected(after: Game, judge: Mind, shape: tuple[int, ...]) -> Array:
    """What each learner may expect of its own part of these positions: [..., N, L]."""
    own: list[Any] = []
    for learner in range(shape[-2]):
        part = jax.tree.map(lambda numbers, at=learner: jnp.broadcast_to(numbers, shape)[..., at, :], after)
        own.append((seen_by(part, learner), part.phase == OVER, shares_won(part)[learner]))
    seen, over, won = jax.tree.map(lambda *parts: jnp.stack(parts, axis=-2), *own)
    expected = jax.nn.sigmoid(think(judge, signs(seen, after.edition, after.players, jnp), jnp).share)
    return jnp.where(over, won, expected)


def shares_won(game: Game) -> Array:
    """Everybody's share of the win if the tents were opened now: [P, …]."""
    wins = jnp.stack([win.astype(jnp.float32) for win in open_tents(game)[2]])
    return wins / wins.sum(axis=0)
