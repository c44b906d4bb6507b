"""What follows a choice: every next card with its chance, and what the positions after it are worth.

What came of a game is mostly luck, and of two choices only one is ever made. Here both are, and all cards come. How
much the positions are worth that follow, a judge says: the learner's own average mind, which has seen how games end.

Arrays over positions are [L]; C kinds of cards, N players.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from incangold.bots.amauta.mind import Mind, think
from incangold.bots.amauta.signs import signs
from incangold.cards import ArtifactCard
from incangold.editions import Artifacts
from incangold.kernel.box import Box, CardSet
from incangold.kernel.game import CARD, OVER, Game, either
from incangold.kernel.policies import Policies
from incangold.kernel.rules import open_tents, reveal_choices, turn_card
from incangold.kernel.sets import how_many, nth_card
from incangold.kernel.turns import NO_CARD
from incangold.kernel.view import seen_by


class Known(NamedTuple):
    """What positions are reckoned with."""

    judge: Mind  # says what the positions are worth that follow
    doubt: Array  # what a nat of it is worth, in shares of the win
    rivals: Policies = ()  # all but the first player, where only that one learns


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
