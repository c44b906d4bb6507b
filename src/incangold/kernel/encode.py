"""The only bridge between the twins: positions and acts as arrays, and back."""

from collections import Counter
from collections.abc import Iterable

import jax.numpy as jnp
from jax import Array

from incangold import rules as reference
from incangold.cards import ARTIFACTS, Card, TreasureCard, in_box_order
from incangold.editions import Artifacts, Edition, PathShare
from incangold.game import CAMP, Act, Choices, Draw, HeldArtifact, OpenRound, PathCard, Phase, RemovedCard, Seats
from incangold.game import Game as Position
from incangold.kernel import rules
from incangold.kernel.box import Box, CardSet, box_of
from incangold.kernel.game import Game, Haul, haul
from incangold.kernel.row import Row
from incangold.path import treasure_on

PHASES = tuple(Phase)


def encode(position: Position) -> Game:
    """A position of the reference as arrays."""
    deck, path, removed = _laid_out(box_of(position.edition), position)
    return Game(
        edition=position.edition,
        players=position.players,
        dice=position.dice,
        first_player=jnp.int32((position.start_player - max(position.round - 1, 0)) % position.players),
        phase=jnp.int32(PHASES.index(position.phase)),
        round=jnp.int32(position.round),
        turn=jnp.int32(position.turn),
        quest_deck=_words(deck),
        path=_words(path),
        path_treasure=_path_treasure(position, len(position.leaders)),
        in_temple=bits(position.in_temple),
        leaving=bits(position.leaving),
        beside_tent=jnp.int32(max(position.beside_tent)),
        tents=Row(_tent(position, seat) for seat in range(len(position.leaders))),
        under_temples=bits(map(position.edition.artifacts_in_box.index, position.under_temples)),
        removed=_words(removed),
        walked_past=_numbers(position.walked_past),
        scavenging=bits(position.scavenging),
    )


def _laid_out(box: Box, position: Position) -> list[CardSet]:
    """Where every card is: of equal cards the first are in the deck, the next on the path, the last removed."""
    free = {card: iter(box.copies(card)) for card in position.edition.box}
    piles = (
        position.quest_deck,
        [spot.card for spot in position.path],
        [gone.card for gone in position.removed],
    )
    return [box.set_of(next(free[card]) for card in pile) for pile in piles]


def _tent(position: Position, seat: int) -> Array:
    number, held = position.edition.artifacts_in_box.index, position.artifacts[seat]
    five_then_ten = position.edition.artifacts is Artifacts.FIVE_THEN_TEN
    late = sum(five_then_ten and one.worth == 10 for one in held)
    return Haul(jnp.int32(position.in_tent[seat]), bits(number(one.artifact) for one in held), jnp.int32(late)).number()


def _path_treasure(position: Position, seats: int) -> Row:
    if position.edition.path_share is PathShare.POOLED:
        return _numbers([treasure_on(position.path)])
    left = Counter(spot.treasure for spot in position.path)
    return _numbers([left[stones] for stones in range(1, seats)])


def _numbers(numbers: Iterable[int]) -> Row:
    return Row(map(jnp.int32, numbers))


def _words(cards: CardSet) -> Row:
    return Row(map(jnp.uint32, cards))


def bits(places: Iterable[int]) -> Array:
    """Adventurers by their seats, or artifacts by their numbers, as a set."""
    return jnp.uint32(sum(1 << place for place in places))


def decode(game: Game) -> Position:
    """Arrays as a position of the reference, in so far as the kernel remembers it: see `forgetting`."""
    box = game.box
    opened = reference.new_game(game.edition, players=game.players, start_player=int(game.start_player))
    return opened._replace(
        dice=game.dice,
        phase=PHASES[int(game.phase)],
        round=int(game.round),
        turn=int(game.turn),
        quest_deck=_cards(box, game.quest_deck),
        path=_path(game, _cards(box, game.path)),
        in_temple=_members(game.in_temple),
        leaving=_members(game.leaving),
        beside_tent=tuple(int(game.beside_tent) * (int(game.in_temple) >> seat & 1) for seat in range(game.seats)),
        in_tent=tuple(int(haul(tent).treasure) for tent in game.tents),
        artifacts=tuple(_held(game.edition, haul(tent)) for tent in game.tents),
        under_temples=tuple(game.edition.artifacts_in_box[place] for place in _members(game.under_temples)),
        removed=tuple(RemovedCard(card, 0) for card in _cards(box, game.removed)),
        walked_past=tuple(map(int, game.walked_past)),
        scavenging=_members(game.scavenging),
    )


def _cards(box: Box, cards: Row) -> tuple[Card, ...]:
    words = list(map(int, cards))
    return in_box_order(card for place, card in box.places.items() if words[place // 32] >> place % 32 & 1)


def _members(places: Array) -> Seats:
    return tuple(place for place in range(8) if int(places) >> place & 1)


def _path(game: Game, cards: tuple[Card, ...]) -> tuple[PathCard, ...]:
    numbers = list(map(int, game.path_treasure))
    if game.edition.path_share is PathShare.POOLED:
        return _strewn(cards, numbers)
    return _strewn(cards, [stones for stones, copies in enumerate(numbers, start=1) for _ in range(copies)])


def _strewn(cards: tuple[Card, ...], remainders: list[int]) -> tuple[PathCard, ...]:
    """The path in box order; the remainders lie on its last treasures."""
    treasures = [place for place, card in enumerate(cards) if isinstance(card, TreasureCard)]
    lying = dict(zip(reversed(treasures), reversed(remainders), strict=False))
    return tuple(PathCard(card, lying.get(place, 0)) for place, card in enumerate(cards))


def _held(edition: Edition, brought: Haul) -> tuple[HeldArtifact, ...]:
    """The late ones count as the fourth and later, the others as the first ones of the game."""
    held = [edition.artifacts_in_box[place] for place in _members(brought.artifacts)]
    early = len(held) - int(brought.late)
    worths = [edition.worth(artifact, claimed=3 * (nth >= early)) for nth, artifact in enumerate(held)]
    return _in_order(list(map(HeldArtifact, held, worths)))


def _in_order(held: list[HeldArtifact]) -> tuple[HeldArtifact, ...]:
    """Artifacts in box order; where the count decides what they are worth, the lower worth first."""
    artifacts = [one.artifact for one in held]
    if {one.worth for one in held} <= {5, 10}:
        worths = sorted(one.worth for one in held)
        return tuple(map(HeldArtifact, sorted(artifacts, key=ARTIFACTS.index), worths))
    return tuple(sorted(held, key=lambda one: ARTIFACTS.index(one.artifact)))


def forgetting(position: Position) -> Position:
    """What the kernel remembers of a position: all but the order of the path, the cards its stones lie on,
    the round in which a card was removed, and which of two artifacts claimed at once counts more."""
    cards = in_box_order(spot.card for spot in position.path)
    stones = sorted(spot.treasure for spot in position.path if spot.treasure)
    if position.edition.path_share is PathShare.POOLED:
        stones = [sum(stones)]
    return position._replace(
        path=_strewn(cards, stones),
        artifacts=tuple(_in_order(list(mine)) for mine in position.artifacts),
        removed=tuple(RemovedCard(card, 0) for card in in_box_order(gone.card for gone in position.removed)),
    )


def play(game: Game, act: Act) -> Game:
    """Carry out one act of the reference on arrays, whichever it is; refused if the rules refuse it."""
    fact = place_in(game, act)
    match act:
        case Draw():
            return rules.turn_card(game, fact)
        case Choices():
            return rules.reveal_choices(game, fact)
        case OpenRound():
            return rules.open_round(game, fact)


def place_in(game: Game, act: Act) -> Array:
    """An act of the reference as the argument of its verb here; refused if the rules refuse it.

    The set of the artifact alone, the place of the card, or the set of those who laid Camp.
    """
    reference.play(decode(game), act)
    match act:
        case Choices():
            return bits(seat for seat, choice in enumerate(act.laid) if choice is CAMP)
        case OpenRound():
            return bits([] if act.artifact is None else [game.edition.artifacts_in_box.index(act.artifact)])
        case Draw():
            words = list(map(int, game.quest_deck))
            copies = game.box.copies(act.card)
            return jnp.int32(next(place for place in copies if words[place // 32] >> place % 32 & 1))
