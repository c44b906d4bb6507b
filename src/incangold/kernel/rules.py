"""The rulebook as functions on arrays: the verbs of `incangold.rules` in the same order; no rule draws a card.

A compiled program cannot refuse. `encode` refuses what the rules refuse before anything is compiled; here a card that
is not in the deck, an act at the wrong time or a choice from camp gives a position without meaning.
"""

import jax.numpy as jnp
from jax import Array

from incangold.editions import Artifacts, Edition, FirstHazard, TurnOrder
from incangold.kernel.artifacts import artifacts_by_seat, artifacts_claimed
from incangold.kernel.box import box_of
from incangold.kernel.game import CARD, CHOICES, OVER, ROUND, Game, Haul, either, haul
from incangold.kernel.memory import scavenging, walked_past
from incangold.kernel.path import divided, left_behind, share_path
from incangold.kernel.row import Row, row_of, where
from incangold.kernel.sets import card_set, count, is_any, looked_up, one_by_one
from incangold.rules import new_game as reference_new_game
from incangold.seen import path_numbers


def new_game(edition: Edition, *, players: int, start_player: int = 0, dice: tuple[int, ...] = ()) -> Game:
    """R0. The box is opened: 3 to 8 players lead one adventurer each, exactly 2 players two each."""
    checked = reference_new_game(edition, players=players, start_player=start_player, dice=dice)
    box, seats, artifacts = box_of(edition), len(checked.leaders), len(edition.artifacts_in_box)
    none, zero = row_of(jnp.uint32(0), box.words), jnp.int32(0)
    return Game(
        edition=edition,
        players=players,
        dice=checked.dice,
        first_player=jnp.int32(start_player),
        phase=jnp.int32(ROUND),
        round=zero,
        turn=zero,
        quest_deck=Row(map(jnp.uint32, box.treasures | box.hazards)),
        path=none,
        path_treasure=row_of(zero, path_numbers(edition, seats)),
        in_temple=jnp.uint32(0),
        leaving=jnp.uint32(0),
        beside_tent=zero,
        tents=row_of(zero, seats),
        under_temples=jnp.uint32((1 << artifacts) - 1),
        removed=none,
        walked_past=row_of(zero, seats),
        scavenging=jnp.uint32((1 << seats) - 1),
    )


def open_round(game: Game, artifact: Array) -> Game:
    """R1, R2. The role of start player passes to the left, the artifact (a set of one) is shown and shuffled in."""
    entered = game.with_(
        phase=jnp.int32(CARD),
        round=game.round + 1,
        quest_deck=game.quest_deck | game.in_last_word(artifact),
        under_temples=game.under_temples & ~artifact,
        in_temple=jnp.uint32((1 << game.seats) - 1),
    )
    return _unless_deck_ran_out(entered)


def turn_card(game: Game, card: Array) -> Game:
    """R3, R5. The next Quest card (its place) is turned; what it shows happens to all who stay in the temple.

    Every verb is carried out on every card and leaves alone what is not its own: that costs less than to choose.
    """
    turned = lay_artifact(game, card)
    turned = share_treasure(turned, card)
    turned = frighten(turned, card)
    turned = drive_out(turned, card)
    if game.edition.turn_order is TurnOrder.CARD_FIRST:
        turned = return_to_camp(turned, turned.leaving, won=game.beside_tent)
    return _unless_deck_ran_out(_unless_all_are_out(game, turned))


def reveal_choices(game: Game, leaving: Array) -> Game:
    """R4, R5. All cards are turned over at once: the set of those who laid Camp. They leave now, or after the card."""
    leaving = leaving & game.in_temple
    if deck_can_run_out(game.edition):  # R12: then all leave together
        leaving = where(is_any(game.quest_deck), leaving, game.in_temple)
    revealed = game.with_(
        phase=jnp.int32(CARD),
        turn=game.turn + 1,
        leaving=leaving,
        walked_past=walked_past(game, leaving),
        scavenging=scavenging(game, leaving),
    )
    if game.edition.turn_order is TurnOrder.LEAVERS_FIRST:
        return _settle(revealed)
    return either(leaving == game.in_temple, _settle(revealed), revealed)


def _settle(game: Game) -> Game:
    """R5. Leavers are settled; an empty temple ends the round."""
    return _unless_all_are_out(game, return_to_camp(game, game.leaving, won=game.beside_tent))


def _unless_all_are_out(before: Game, after: Game) -> Game:
    return either((before.in_temple != 0) & (after.in_temple == 0), end_round(after), after)


def share_treasure(game: Game, card: Array) -> Game:
    """R6. Its value is divided among those in the temple, beside their tents; the rest stays on the card."""
    is_treasure = is_any(card_set(card, game.box.words) & game.box.treasures)
    value = where(is_treasure, looked_up(game.box.values, card), 0)
    each, left = divided(value, count(game.in_temple ^ game.leaving))
    return game.with_(
        path_treasure=left_behind(game.path_treasure, left, game.edition.path_share),
        beside_tent=game.beside_tent + each,
    )


def lay_artifact(game: Game, card: Array) -> Game:
    """R7. It stays on the path, worth nothing until somebody carries it out; and so does every other card at first."""
    one = card_set(card, game.box.words)
    return game.with_(phase=jnp.int32(CHOICES), quest_deck=game.quest_deck & ~one, path=game.path | one)


def frighten(game: Game, card: Array) -> Game:
    """R8. The first hazard of its kind this round only frightens; R3: after the very first card, one more comes."""
    if game.edition.first_hazard is FirstHazard.CHOOSE:
        return game
    hazard = card_set(card, game.box.words) & game.box.hazards
    first_card = ~is_any(game.path & ~hazard) & (game.in_temple == (1 << game.seats) - 1)
    return game.with_(phase=where(is_any(hazard) & first_card, CARD, game.phase))


def drive_out(game: Game, card: Array) -> Game:
    """R8. The second of its kind drives all out; they lose what lies beside their tents, and it leaves the game."""
    hazard = card_set(card, game.box.words) & game.box.hazards
    deadly = hazard & all_alike(game, game.path & ~hazard)
    drives_out = is_any(deadly)
    return game.with_(
        in_temple=where(drives_out, game.leaving, game.in_temple),
        path=game.path & ~deadly,
        removed=game.removed | deadly,
    )


def all_alike(game: Game, path: Row) -> Row:
    """R8. Every copy of every hazard that lies on a path: the cards that would drive all out."""
    on_path = path & game.box.hazards
    first = on_path
    for copy in range(1, game.edition.hazard_copies):
        first = first | on_path >> copy
    return (first & game.box.first_of_hazards) * jnp.uint32((1 << game.edition.hazard_copies) - 1)


def return_to_camp(game: Game, leaving: Array, *, won: Array) -> Game:
    """R9. Leavers divide the treasure on the path and put all they won into their tents."""
    each, path_treasure = share_path(game.path_treasure, among=count(leaving), how=game.edition.path_share)
    artifacts, late = claim_artifacts(game, leaving)
    brought = Haul(won + each, artifacts, late).number()
    return game.with_(
        path=game.path & ~game.in_last_word(artifacts),
        path_treasure=where(leaving == 0, game.path_treasure, path_treasure),
        leaving=jnp.uint32(0),
        in_temple=game.in_temple & ~leaving,
        tents=where(one_by_one(leaving, game.seats), game.tents + brought, game.tents),
    )


def claim_artifacts(game: Game, leaving: Array) -> tuple[Array, Array]:
    """R10. A lone leaver takes every artifact on the path, the first three of the game worth 5, later ones 10.

    The set of artifacts that leave the temple, and how many of them come after three others.
    """
    if not game.edition.artifacts_in_box:
        return jnp.uint32(0), jnp.int32(0)
    found = where(count(leaving) == 1, game.path[-1], jnp.uint32(0))
    if game.edition.artifacts is Artifacts.PRINTED:
        return found, jnp.int32(0)
    before, after = artifacts_claimed(game), artifacts_claimed(game) + count(found)
    return found, jnp.maximum(after, 3) - jnp.maximum(before, 3)


def end_round(game: Game) -> Game:
    """R11. The path goes back into the deck; artifacts on it are lost; after the last round the tents are opened."""
    lost = game.path & game.box.artifacts
    return game.with_(
        phase=where(game.round >= game.edition.rounds, OVER, ROUND),
        quest_deck=game.quest_deck | (game.path & ~game.box.artifacts),
        beside_tent=jnp.int32(0),
        path=row_of(jnp.uint32(0), len(game.path)),
        path_treasure=row_of(jnp.int32(0), len(game.path_treasure)),
        removed=game.removed | lost,
    )


def _unless_deck_ran_out(game: Game) -> Game:
    """R12. If a card must be turned and none is left, all still inside leave with this turn's leavers."""
    if not deck_can_run_out(game.edition):
        return game
    ran_out = (game.phase == CARD) & ~is_any(game.quest_deck)
    return either(ran_out, _settle(game.with_(leaving=game.in_temple)), game)


def deck_can_run_out(edition: Edition) -> bool:
    """Whether so many hazards can be removed that no kind could drive all out before the last card."""
    removed_before_last_round = edition.rounds - 1
    return removed_before_last_round >= len(edition.hazards) * (edition.hazard_copies - 1)


def open_tents(game: Game) -> tuple[Row, Row, Row]:
    """R13. Score is treasure plus artifacts; most wins, a tie goes to most artifacts, then the win is shared.

    Scores, artifacts and who wins, by player: [P].
    """
    artifacts, worth = artifacts_by_seat(game)
    treasure = Row(haul(tent).treasure for tent in game.tents)
    scores, artifacts = by_player(game, treasure + worth), by_player(game, artifacts)
    standing = scores * (len(game.edition.artifacts_in_box) + 1) + artifacts
    return scores, artifacts, standing >= standing.max()


def by_player(game: Game, by_adventurer: Row) -> Row:
    """Sums over the adventurers that each player leads: [S] → [P]."""
    if game.players == game.seats:
        return by_adventurer
    each = game.seats // game.players
    return Row(Row(by_adventurer.numbers[first : first + each]).sum() for first in range(0, game.seats, each))
