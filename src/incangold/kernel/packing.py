"""A position in a few 32-bit words: what a lane keeps between two steps, and all that memory has to carry.

A compiler for a CPU computes a whole step anew for every array that the step puts out, and on a GPU every array is
memory traffic; so lanes keep few words, and the rules see named fields.
"""

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from incangold.editions import Artifacts, Edition, PathShare, TurnOrder
from incangold.game import MOST_REMEMBERED
from incangold.kernel.box import WORD, box_of
from incangold.kernel.game import Game, Haul, haul
from incangold.kernel.row import Row
from incangold.seen import adventurers, path_numbers

Packed = tuple[Array, ...]  # uint32 each


class Slot(NamedTuple):
    """Where a number lies: its word, its lowest bit there, and how many bits it takes."""

    word: int
    low: int
    bits: int


class Packing(NamedTuple):
    """Where everything lies that cannot be told from the rest; a name and its place in the field lead to a slot."""

    slots: dict[tuple[str, int], Slot]
    words: int


@cache
def packing(edition: Edition, players: int) -> Packing:
    """The widest numbers first, each into the first word with room for it."""
    free: list[int] = []
    slots = {}
    for key, bits in sorted(_widths(edition, players).items(), key=lambda item: -item[1]):
        word = next((word for word, room in enumerate(free) if room >= bits), len(free))
        if word == len(free):
            free.append(WORD)
        slots[key] = Slot(word, WORD - free[word], bits)
        free[word] -= bits
    return Packing(slots, len(free))


def _widths(edition: Edition, players: int) -> dict[tuple[str, int], int]:
    """How many bits every number takes that a lane must keep."""
    box, seats, artifacts = box_of(edition), adventurers(players), len(edition.artifacts_in_box)
    treasure, cards = sum(edition.treasures), box.treasures | box.hazards | box.artifacts
    by_card = edition.path_share is PathShare.BY_CARD
    most_left = len(edition.treasures) * (1 if by_card else seats - 1)
    fields = {
        "first_player": [(players - 1).bit_length()],
        "phase": [2],
        "round": [edition.rounds.bit_length()],
        "turn": [(edition.rounds * (len(edition.box) + 1)).bit_length()],
        "quest_deck": [int(word).bit_length() for word in cards],
        "path_treasure": [most_left.bit_length()] * (seats - 1 if by_card else 1),
        "path_artifacts": [artifacts],
        "in_temple": [seats],
        "leaving": [seats if edition.turn_order is TurnOrder.CARD_FIRST else 0],
        "beside_tent": [treasure.bit_length()],
        "in_tent": [(treasure * edition.rounds).bit_length()] * seats,
        "artifacts": [artifacts] * seats,
        "late": [max(artifacts - 3, 0).bit_length() if edition.artifacts is Artifacts.FIVE_THEN_TEN else 0] * seats,
        "under_temples": [artifacts],
        "walked_past": [MOST_REMEMBERED.bit_length()] * seats,
        "scavenging": [seats],
        "removed": [int(word).bit_length() - lowest(word) for word in box.hazards],
    }
    return {(name, place): bits for name, widths in fields.items() for place, bits in enumerate(widths)}


def lowest(word: int) -> int:
    """The place of the lowest bit that is set."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 0


def pack(game: Game) -> Packed:
    """All that a lane keeps of a position between two steps."""
    where = packing(game.edition, game.players)
    words = [jnp.uint32(0)] * where.words
    for name, numbers in _kept(game).items():
        for place, number in enumerate(numbers):
            slot = where.slots[name, place]
            if slot.bits:
                words[slot.word] = words[slot.word] | number.astype(jnp.uint32) << slot.low
    return tuple(words)


def _kept(game: Game) -> dict[str, Iterable[Array]]:
    """What cannot be told from the rest."""
    hazards, hauls = game.box.hazards, [haul(tent) for tent in game.tents]
    return {
        "first_player": [game.first_player],
        "phase": [game.phase],
        "round": [game.round],
        "turn": [game.turn],
        "quest_deck": game.quest_deck,
        "path_treasure": game.path_treasure,
        "path_artifacts": [game.path[-1] & game.box.artifacts[-1]],
        "in_temple": [game.in_temple],
        "leaving": [game.leaving],
        "beside_tent": [game.beside_tent],
        "in_tent": [each.treasure for each in hauls],
        "artifacts": [each.artifacts for each in hauls],
        "late": [each.late for each in hauls],
        "under_temples": [game.under_temples],
        "walked_past": game.walked_past,
        "scavenging": [game.scavenging],
        "removed": [(word & mask) >> lowest(mask) for word, mask in zip(game.removed, hazards, strict=True)],
    }


def unpack(words: Packed, edition: Edition, players: int, dice: tuple[int, ...] = ()) -> Game:
    """The position that was packed; a die lays the cards of those in `dice`."""
    box, seats, artifacts = box_of(edition), adventurers(players), len(edition.artifacts_in_box)

    def number(name: str, place: int = 0) -> Array:
        slot = packing(edition, players).slots[name, place]
        return (words[slot.word] >> slot.low) & jnp.uint32((1 << slot.bits) - 1) if slot.bits else jnp.uint32(0)

    def numbers(name: str, length: int) -> Row:
        return Row(number(name, place).astype(jnp.int32) for place in range(length))

    def in_last_word(bits: Array) -> Row:
        return Row([jnp.uint32(0)] * (box.words - 1) + [bits])

    deck = Row(number("quest_deck", word) for word in range(box.words))
    fled = Row(number("removed", word) << lowest(box.hazards[word]) for word in range(box.words))
    path_artifacts, under = number("path_artifacts"), number("under_temples")
    held = [number("artifacts", seat) for seat in range(seats)]
    elsewhere = reduce(or_, held, deck[-1] | path_artifacts | under)
    return Game(
        edition=edition,
        players=players,
        dice=dice,
        first_player=number("first_player").astype(jnp.int32),
        phase=number("phase").astype(jnp.int32),
        round=number("round").astype(jnp.int32),
        turn=number("turn").astype(jnp.int32),
        quest_deck=deck,
        path=~(deck | fled) & (box.treasures | box.hazards) | in_last_word(path_artifacts),
        path_treasure=numbers("path_treasure", path_numbers(edition, seats)),
        in_temple=number("in_temple"),
        leaving=number("leaving"),
        beside_tent=number("beside_tent").astype(jnp.int32),
        tents=Row(
            Haul(treasure, held[seat], number("late", seat)).number()
            for seat, treasure in enumerate(numbers("in_tent", seats))
        ),
        under_temples=under,
        removed=fled | in_last_word(~elsewhere & jnp.uint32((1 << artifacts) - 1)),
        walked_past=numbers("walked_past", seats),
        scavenging=number("scavenging"),
    )
