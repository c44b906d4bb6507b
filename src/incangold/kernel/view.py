"""What one player may know of a position of arrays: the twin of `incangold.view`, as `Seen`."""

import jax.numpy as jnp
from jax import Array

from incangold.cards import Card, HazardCard, TreasureCard
from incangold.kernel.box import CardSet
from incangold.kernel.game import Game
from incangold.kernel.row import Row, where
from incangold.kernel.rules import artifacts_by_seat
from incangold.kernel.seen import Seen, different_treasures
from incangold.kernel.sets import how_many, is_any, one_by_one


def seen_by(game: Game, player: int) -> Seen:
    """R14. Everything open to all, and one's own tents; counted tents are open to whoever forgets nothing."""
    first = player * game.seats // game.players

    def leftwards(by_adventurer: Row) -> Row:
        return Row(by_adventurer.numbers[first:] + by_adventurer.numbers[:first])

    inside = one_by_one(game.in_temple, game.seats)
    artifacts, worth = artifacts_by_seat(game)
    hazards = [HazardCard(hazard) for hazard in game.edition.hazards]
    return Seen(
        round=game.round,
        turn=game.turn,
        start_player=jnp.where(game.start_player < player, game.players, 0) + game.start_player - player,
        in_temple=leftwards(_counts(inside)),
        beside_tent=leftwards(where(inside, game.beside_tent, 0)),
        in_tent=leftwards(game.in_tent),
        artifacts=leftwards(artifacts),
        worth=leftwards(worth),
        dice=leftwards(Row(jnp.int32(seat in game.dice) for seat in range(game.seats))),
        deck_treasures=_copies(game, [TreasureCard(value) for value in different_treasures(game.edition)]),
        deck_hazards=_copies(game, hazards),
        deck_artifacts=_artifacts(game, game.quest_deck[-1]),
        path_cards=how_many(game.path),
        path_treasure=game.path_treasure,
        path_hazards=_counts(Row(is_any(game.path & _places(game, card)) for card in hazards)),
        path_artifacts=_artifacts(game, game.path[-1]),
        under_temples=_artifacts(game, game.under_temples),
    )


def as_arrays(seen: Seen) -> Seen:
    """The same with arrays instead of rows, as `Seen` says."""
    return Seen(*(part.array() if isinstance(part, Row) else part for part in seen))


def _copies(game: Game, cards: list[Card]) -> Row:
    return Row(how_many(game.quest_deck & _places(game, card)) for card in cards)


def _places(game: Game, card: Card) -> CardSet:
    return game.box.set_of(game.box.copies(card))


def _artifacts(game: Game, bits: Array) -> Row:
    return _counts(one_by_one(bits, len(game.edition.artifacts_in_box)))


def _counts(truths: Row) -> Row:
    return Row(truth.astype(jnp.int32) for truth in truths)
