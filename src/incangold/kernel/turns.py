"""One turn of a lane: what luck and the players decide, and what the rules make of it."""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from incangold.editions import ArtifactOrder, Edition, TurnOrder
from incangold.kernel.game import CARD, CHOICES, ROUND, Game, either
from incangold.kernel.luck import Luck, draw, is_fair
from incangold.kernel.policies import Policies, camp_set
from incangold.kernel.row import where
from incangold.kernel.rules import deck_can_run_out, open_round, reveal_choices, turn_card
from incangold.kernel.sets import count, how_many, nth_card

CARD_WORD, ARTIFACT_WORD = 24, 8  # so many bits of a word draw the card, the others the artifact
NO_CARD = -1


class Turn(NamedTuple):
    """Everything that is not in the rules: who lays Camp, which artifact is shown, which card comes.

    A draw that would not be fair is not made; the lane tries again with its next luck.
    """

    chosen: Array  # [] bool: cards are turned over
    leaving: Array  # [] set of seats
    opened: Array  # [] bool: a round is opened
    artifact: Array  # [] the set of it alone
    drawn: Array  # [] bool: a card is turned
    card: Array  # [] its place in the box


def decide(game: Game, policies: Policies, luck: Luck) -> Turn:
    """The choices, if it is time for them; the artifact, if a round opens; the card, if somebody waits for one."""
    cards, rolls = luck.words()
    leaving, fair = camp_set(game, policies, rolls, luck)
    return decided(game, leaving, cards, fair=fair)


def decided(game: Game, leaving: Array, cards: Array, *, fair: Array | bool = True) -> Turn:
    """The same once the players have made up their minds: a set of seats, counted where it is time to choose."""
    chosen = (game.phase == CHOICES) & fair
    leaving = jnp.where(chosen, leaving & game.in_temple, jnp.uint32(0))
    game = _choose(game, chosen, leaving)
    artifact, fair = _draw_artifact(game, cards)
    opened = (game.phase == ROUND) & fair
    game = _open(game, opened, artifact)
    in_deck = how_many(game.quest_deck)
    nth, left = draw(cards >> ARTIFACT_WORD, in_deck, bits=CARD_WORD)
    drawn = (game.phase == CARD) & is_fair(left, in_deck, bits=CARD_WORD)
    return Turn(chosen, leaving, opened, artifact, drawn, nth_card(game.quest_deck, nth))


def _draw_artifact(game: Game, word: Array) -> tuple[Array, Array]:
    """R2. Any of those under the Temple cards, or the lowest; and whether the draw was fair."""
    under, number = game.under_temples, len(game.edition.artifacts_in_box)
    if game.edition.artifact_order is ArtifactOrder.RISING or not number:
        return under & -under, jnp.bool_(True)
    nth, left = draw(word & jnp.uint32((1 << ARTIFACT_WORD) - 1), count(under), bits=ARTIFACT_WORD)
    for passed in range(number - 1):
        under = jnp.where(nth > passed, under & (under - 1), under)
    # Of 256 words at most one is too many for 1 to 5 artifacts, and that one leaves 0.
    return under & -under, (left > 0) | (game.under_temples == 0)


def perform(game: Game, turn: Turn) -> Game:
    """What the rules make of it, the same acts as at a table."""
    game = _choose(game, turn.chosen, turn.leaving)
    game = _open(game, turn.opened, turn.artifact)
    turned = turn_card(game, jnp.where(turn.drawn, turn.card, NO_CARD))
    if not _nothing_is_nothing(game.edition):
        return either(turn.drawn, turned, game)
    return turned.with_(phase=jnp.where(turn.drawn, turned.phase, game.phase))


def _choose(game: Game, chosen: Array, leaving: Array) -> Game:
    revealed = reveal_choices(game, leaving)
    if not _nothing_is_nothing(game.edition):
        return either(chosen, revealed, game)
    return revealed.with_(
        phase=jnp.where(chosen, revealed.phase, game.phase),
        turn=jnp.where(chosen, revealed.turn, game.turn),
        walked_past=where(chosen, revealed.walked_past, game.walked_past),
        scavenging=jnp.where(chosen, revealed.scavenging, game.scavenging),
    )


def _nothing_is_nothing(edition: Edition) -> bool:
    """Whether no card and nobody's Camp change only phase, turn and memory, so that there is little to choose between.

    Where the card comes first it lets leavers go, and where the deck can run out all leave with it.
    """
    return edition.turn_order is TurnOrder.LEAVERS_FIRST and not deck_can_run_out(edition)


def _open(game: Game, opening: Array, artifact: Array) -> Game:
    return either(opening, open_round(game, artifact), game)


# How many bits the parts of a turn take as one word, from its lowest.
_WIDTHS = (1, 8, 1, 8, 1, 8)


def in_one_word(turn: Turn) -> Array:
    """A turn packed, for machines on which every array costs the whole way to it."""
    word, low = jnp.uint32(0), 0
    for fact, bits in zip(turn, _WIDTHS, strict=True):
        word, low = word | fact.astype(jnp.uint32) << low, low + bits
    return word


def from_one_word(word: Array) -> Turn:
    """The turn that was packed."""
    facts, low = [], 0
    for bits in _WIDTHS:
        facts.append((word >> low) & ((1 << bits) - 1))
        low += bits
    chosen, leaving, opened, artifact, drawn, card = facts
    return Turn(chosen == 1, leaving, opened == 1, artifact, drawn == 1, card.astype(jnp.int32))
