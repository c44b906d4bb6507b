"""What follows a choice: every next card with its chance, and what the positions after it are worth.

What came of a game is mostly luck, and of two choices only one is ever made. Here both are, and all cards come, or a
few that stand for all. How much the positions are worth that follow, a judge says: the learner's own average mind,
which has seen how games end.

Arrays over positions are [K]; C cards, N players.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from incangold.bots.amauta.mind import Mind, think
from incangold.bots.amauta.signs import signs
from incangold.cards import ArtifactCard
from incangold.editions import Artifacts, Edition
from incangold.kernel.box import Box, CardSet, box_of
from incangold.kernel.game import CARD, OVER, Game, either
from incangold.kernel.policies import Policies
from incangold.kernel.row import Row
from incangold.kernel.rules import all_alike, open_tents, reveal_choices, turn_card
from incangold.kernel.sets import how_many, nth_card
from incangold.kernel.turns import NO_CARD
from incangold.kernel.view import seen_by

TREASURES = 4  # so many stand for all that may come, where a few are enough


class Known(NamedTuple):
    """What positions are reckoned with."""

    judge: Mind  # says what the positions are worth that follow
    doubt: Array  # what a nat of it is worth, in shares of the win
    rivals: Policies = ()  # all but the first player, where only that one learns


class Cards(NamedTuple):
    """Cards that may come next: their places in the deck, or none, and how likely each is, or all it stands for."""

    places: Array  # [C, K]
    chances: Array  # [C, K]


def after_every(cards: Cards, game: Game, leaving: Array) -> tuple[Game, Array]:
    """The positions after these choices [..., K] and each of the cards, and the chance of each: [C, ..., K].

    Where no card comes any more, since all have left, the first of them is the position then.
    """
    chosen = reveal_choices(game, leaving)
    between = [1] * (leaving.ndim - 1)
    places, chances = (part.reshape(len(part), *between, -1) for part in cards)
    turning = chosen.phase == CARD
    after = either(turning, turn_card(chosen, jnp.where(turning, places, NO_CARD)), chosen)
    nothing_else = (jnp.arange(len(places)) == 0).astype(jnp.float32).reshape(-1, *between, 1)
    return after, jnp.where(turning, chances, nothing_else)


def every_card(game: Game) -> Cards:
    """By kind: one of its cards in the deck, and the chance that one of them comes next."""
    decks = [game.quest_deck & kind for kind in kinds_of(game.box)]
    number = jnp.stack([how_many(deck) for deck in decks])
    first = jnp.stack([nth_card(deck, jnp.int32(0)) for deck in decks])
    return Cards(jnp.where(number > 0, first, NO_CARD), number / jnp.maximum(number.sum(axis=0), 1))


def some_cards(game: Game, key: Array) -> Cards:
    """A few that stand for all: treasures from small to large, an artifact, a hazard that frightens, a deadly one.

    Each card is drawn as often as it would come, so that on average nothing is left out.
    """
    deck, box = game.quest_deck, game.box
    deadly = deck & all_alike(game, game.path)
    sorts = [(deck & box.treasures, TREASURES), (deck & box.hazards & ~deadly, 1), (deadly, 1)]
    if game.edition.artifacts_in_box:
        sorts.append((deck & box.artifacts, 1))
    thrown = jax.random.uniform(key, (len(sorts), *game.phase.shape))
    drawn = [_spread(cards, many, throw) for (cards, many), throw in zip(sorts, thrown, strict=True)]
    places, number = (jnp.concatenate(parts) for parts in zip(*drawn, strict=True))
    return Cards(places, number / jnp.maximum(how_many(deck), 1))


def _spread(cards: Row, many: int, throw: Array) -> tuple[Array, Array]:
    """So many of the cards, evenly spread over their places, and how many cards each of them stands for: [C, K]."""
    number = how_many(cards)
    at = [jnp.minimum(((one + throw) / many * number).astype(jnp.int32), number - 1) for one in range(many)]
    places = jnp.stack([nth_card(cards, nth) for nth in at])
    return jnp.where(number > 0, places, NO_CARD), jnp.broadcast_to(number / many, places.shape)


def cards_of(edition: Edition, *, some: bool) -> int:
    """So many are looked at, if a few stand for all or not."""
    return TREASURES + (3 if edition.artifacts_in_box else 2) if some else len(kinds_of(box_of(edition)))


def kinds_of(box: Box) -> list[CardSet]:
    """Cards that look alike; an artifact is as good as another where the box does not print what it is worth."""
    cards = dict.fromkeys(box.places.values())
    if box.edition.artifacts is Artifacts.PRINTED:
        return [box.set_of(box.copies(card)) for card in cards]
    alike = [box.set_of(box.copies(card)) for card in cards if not isinstance(card, ArtifactCard)]
    return [*alike, box.artifacts] if box.artifacts.any() else alike


def shares_of(positions: Sequence[Game], players: Iterable[int], judge: Mind) -> Array:
    """What each of these players may expect of its own of these positions: [..., N, K]."""
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
