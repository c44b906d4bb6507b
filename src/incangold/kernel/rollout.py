"""Whole games in lanes: every lane plays one game after another until the games that fall to it are played.

Lane k of L plays the games k, k + L, k + 2L … and then rests; every game that is begun is finished and counted. The luck
of a game depends on the key and its number alone, so sums depend neither on the lanes nor on when one looks.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from incangold.editions import ArtifactOrder, Edition
from incangold.kernel.game import CARD, CHOICES, OVER, ROUND, Game, either
from incangold.kernel.luck import Words, draw, is_fair, threefry
from incangold.kernel.packing import pack, unpack
from incangold.kernel.policies import FINE, Policy
from incangold.kernel.rules import new_game, open_round, open_tents, reveal_choices, turn_card
from incangold.kernel.sets import how_many, nth_card
from incangold.kernel.view import seen_by

Policies = tuple[Policy, ...]


def one_card(game: Game, policies: Policies, luck: Words, fine: Words) -> Game:
    """Choices, if it is time for them; a new round, if one must be opened; and a card for whoever is in the temple."""
    leaving, fair = choices(game, policies, luck[1], fine)
    game = either((game.phase == CHOICES) & fair, reveal_choices(game, leaving), game)
    under = how_many(game.under_temples)
    shuffled = game.edition.artifact_order is ArtifactOrder.SHUFFLED
    chances = jnp.where(game.phase == ROUND, jnp.maximum(under, 1), 1) if shuffled else jnp.int32(1)
    which, word = draw(luck[0], chances)
    opened = open_round(game, nth_card(game.under_temples, which))
    opened = either(game.phase == ROUND, opened, game)
    deck = how_many(opened.quest_deck)
    nth, word = draw(word, deck)
    fair = is_fair(word, chances * deck)
    turned = turn_card(opened, nth_card(opened.quest_deck, nth))
    return either((opened.phase == CARD) & fair, turned, either(fair, opened, game))


def choices(game, policies, word, fine):
    product = 1
    leaving = jnp.uint32(0)
    for player, policy in enumerate(policies):
        seen = seen_by(game, player)
        per = game.seats // game.players
        for mine in range(per):
            if policy.sides > 1:
                number, word = draw(word, policy.sides)
            else:
                number = jnp.int32(0)
            product *= policy.sides
            camp = policy.fear(seen, mine).astype(jnp.int32) > number
            leaving = leaving | camp.astype(jnp.uint32) << (player * per + mine)
    return leaving, word >= jnp.uint32((1 << 32) % product)
