"""What one player may know of a position of arrays: the twin of `incangold.view`, as `Seen`."""

from collections.abc import Sequence

import jax.numpy as jnp
from jax import Array

from incangold.cards import Card, HazardCard, TreasureCard
from incangold.kernel.artifacts import artifacts_by_seat, artifacts_claimed
from incangold.kernel.box import CardSet
from incangold.kernel.game import Game, haul
from incangold.kernel.row import Row, where
from incangold.kernel.sets import count, how_many, is_any, one_by_one
from incangold.seen import Seen, different_treasures


def seen_by(game: Game, player: int, *, when_inside: bool = False) -> Seen:
    """R14. Everything open to all, and one's own tents; counted tents are open to whoever forgets nothing.

    Who is asked only `when_inside` the temple has won there what everybody has; to say so saves many lanes a choice.
    """
    first = player * game.seats // game.players

    def leftwards(by_adventurer: Row) -> Row:
        return Row(by_adventurer.numbers[first:] + by_adventurer.numbers[:first])

    own = range(first, first + game.seats // game.players) if when_inside else range(0)
    inside = one_by_one(game.in_temple, game.seats)
    beside = [game.beside_tent if seat in own else where(here, game.beside_tent, 0) for seat, here in enumerate(inside)]
    artifacts, worth = artifacts_by_seat(game)
    hazards = [HazardCard(hazard) for hazard in game.edition.hazards]
    return Seen(
        round=game.round,
        turn=game.turn,
        start_player=(game.start_player + game.players - player) % game.players,
        in_temple=Row(leftwards(_counts(inside)), sum=count(game.in_temple)),
        beside_tent=leftwards(Row(beside)),
        in_tent=leftwards(Row(haul(tent).treasure for tent in game.tents)),
        artifacts=Row(leftwards(artifacts), sum=artifacts_claimed(game)),
        worth=leftwards(worth),
        dice=leftwards(Row(jnp.full_like(game.phase, seat in game.dice) for seat in range(game.seats))),
        walked_past=leftwards(game.walked_past),
        scavenging=leftwards(_counts(one_by_one(game.scavenging, game.seats))),
        deck_treasures=_copies(game, [TreasureCard(value) for value in different_treasures(game.edition)]),
        deck_hazards=_copies(game, hazards),
        deck_artifacts=_artifacts(game, game.quest_deck[-1]),
        path_cards=how_many(game.path),
        path_treasure=game.path_treasure,
        path_hazards=Row(
            _counts(Row(is_any(game.path & _places(game, card)) for card in hazards)),
            sum=how_many(game.path & game.box.hazards),
        ),
        path_artifacts=_artifacts(game, game.path[-1]),
        under_temples=_artifacts(game, game.under_temples),
    )


def as_arrays(seen: Seen) -> Seen:
    """The same with arrays instead of rows, as `Seen` says."""
    nothing = jnp.zeros((0, *seen.round.shape), jnp.int32)  # of what this edition has none of, for so many games
    return Seen(*((part.array() if len(part) else nothing) if isinstance(part, Row) else part for part in seen))


def _copies(game: Game, cards: Sequence[Card]) -> Row:
    return Row(how_many(game.quest_deck & _places(game, card)) for card in cards)


def _places(game: Game, card: Card) -> CardSet:
    return game.box.set_of(game.box.copies(card))


def _artifacts(game: Game, bits: Array) -> Row:
    number = len(game.edition.artifacts_in_box)
    return Row(_counts(one_by_one(bits, number)), sum=count(bits) if number else None)


def _counts(truths: Row) -> Row:
    return Row(truth.astype(jnp.int32) for truth in truths)
