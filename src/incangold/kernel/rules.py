"""The rulebook as functions on arrays: the verbs of `incangold.rules` in the same order; no rule draws a card.

A compiled program cannot refuse. `encode` refuses what the rules refuse before anything is compiled; here a card that
is not in the deck, an act at the wrong time or a choice from camp gives a position without meaning.
"""

import jax.numpy as jnp
from jax import Array

from incangold.editions import PRINTED_WORTH, Artifacts, Edition, FirstHazard, PathShare, TurnOrder
from incangold.kernel.box import box_of
from incangold.kernel.game import CARD, CHOICES, OVER, ROUND, Game, either
from incangold.kernel.path import divided, left_behind, share_path
from incangold.kernel.sets import by_seat, card_set, count, is_any, total
from incangold.rules import new_game as reference_new_game


def new_game(edition: Edition, *, players: int, start_player: int = 0, dice: tuple[int, ...] = ()) -> Game:
    """R0. The box is opened: 3 to 8 players lead one adventurer each, exactly 2 players two each."""
    checked = reference_new_game(edition, players=players, start_player=start_player, dice=dice)
    box, seats, artifacts = box_of(edition), len(checked.leaders), len(edition.artifacts_in_box)
    none = jnp.zeros(box.words, jnp.uint32)
    by_card = edition.path_share is PathShare.BY_CARD
    zero = jnp.int32(0)
    return Game(
        edition=edition,
        players=players,
        dice=checked.dice,
        start_player=jnp.int32(start_player),
        phase=jnp.int32(ROUND),
        round=zero,
        turn=zero,
        quest_deck=jnp.asarray(box.treasures | box.hazards),
        path=none,
        path_treasure=jnp.zeros(seats - 1 if by_card else 1, jnp.int32),
        in_temple=jnp.uint32(0),
        leaving=jnp.uint32(0),
        beside_tent=jnp.zeros(seats, jnp.int32),
        in_tent=jnp.zeros(seats, jnp.int32),
        held_by=jnp.zeros(artifacts, jnp.int32),
        worth=jnp.zeros(artifacts, jnp.int32),
        under_temples=jnp.asarray(box.artifacts),
        removed=none,
    )


def open_round(game: Game, artifact: Array) -> Game:
    """R1, R2. The role of start player passes to the left, the artifact (its place) is shown and shuffled in, all enter."""
    shown = card_set(artifact, game.box.words) & game.under_temples
    next_player = jnp.where(game.start_player + 1 == game.players, 0, game.start_player + 1)
    entered = game.with_(
        phase=jnp.int32(CARD),
        round=game.round + 1,
        start_player=jnp.where(game.round == 0, game.start_player, next_player),
        quest_deck=game.quest_deck | shown,
        under_temples=game.under_temples & ~shown,
        in_temple=jnp.uint32((1 << game.seats) - 1),
    )
    return _unless_deck_ran_out(entered)


def turn_card(game: Game, card: Array) -> Game:
    """R3, R5. The next Quest card (its place) is turned; what it shows happens to all who stay in the temple."""
    one = card_set(card, game.box.words)
    turned = either(is_any(one & game.box.treasures), share_treasure(game, one), lay_artifact(game, one))
    hazard = either(is_any(one & all_alike(game)), drive_out(game, one), frighten(game, one))
    turned = either(is_any(one & game.box.hazards), hazard, turned)
    if game.edition.turn_order is TurnOrder.CARD_FIRST:
        turned = return_to_camp(turned, turned.leaving)
    return _unless_deck_ran_out(_unless_temple_is_empty(turned))


def all_alike(game: Game) -> Array:
    """R8. Every copy of every hazard that lies on the path: the cards that would drive all out."""
    on_path = game.path & game.box.hazards
    first = on_path
    for copy in range(1, game.edition.hazard_copies):
        first = first | on_path >> copy
    return (first & game.box.first_of_hazards) * jnp.uint32((1 << game.edition.hazard_copies) - 1)


def reveal_choices(game: Game, leaving: Array) -> Game:
    """R4, R5. All cards are turned over at once: the set of those who laid Camp. They leave now, or after the card."""
    leaving = leaving & game.in_temple
    if deck_can_run_out(game.edition):  # R12: then all leave together
        leaving = jnp.where(is_any(game.quest_deck), leaving, game.in_temple)
    revealed = game.with_(phase=jnp.int32(CARD), turn=game.turn + 1, leaving=leaving)
    settled = _settle(revealed)
    if game.edition.turn_order is TurnOrder.LEAVERS_FIRST:
        return settled
    return either(leaving == game.in_temple, settled, revealed)


def _settle(game: Game) -> Game:
    """R5. Leavers are settled; an empty temple ends the round."""
    return _unless_temple_is_empty(return_to_camp(game, game.leaving))


def _unless_temple_is_empty(game: Game) -> Game:
    return either(game.in_temple == 0, end_round(game), game)


def share_treasure(game: Game, one: Array) -> Game:
    """R6. Its value is divided among those in the temple, beside their tents; the rest stays on the card."""
    staying = game.in_temple & ~game.leaving
    each, left = divided(_value(game, one), count(staying))
    return game.with_(
        phase=jnp.int32(CHOICES),
        quest_deck=game.quest_deck & ~one,
        path=game.path | one,
        path_treasure=left_behind(game.path_treasure, left, game.edition.path_share),
        beside_tent=jnp.where(by_seat(staying, game.seats), game.beside_tent + each, game.beside_tent),
    )


def _value(game: Game, one: Array) -> Array:
    value = jnp.int32(0)
    for digit, treasures in enumerate(game.box.value_bits):
        value = value + jnp.where(is_any(one & treasures), 1 << digit, 0)
    return value


def lay_artifact(game: Game, one: Array) -> Game:
    """R7. It stays on the path, worth nothing until somebody carries it out."""
    return _lie_on_path(game, one)


def frighten(game: Game, one: Array) -> Game:
    """R8. The first hazard of its kind this round only frightens; R3: after the very first card, one more comes."""
    return _lie_on_path(game, one).with_(phase=jnp.where(_asks_for_another(game), CARD, CHOICES))


def _asks_for_another(game: Game) -> Array:
    """R3. If the very first card of a round is a hazard, one more is turned at once, without a choice."""
    if game.edition.first_hazard is FirstHazard.CHOOSE:
        return jnp.bool_(False)
    return ~is_any(game.path) & (game.in_temple == (1 << game.seats) - 1)


def _lie_on_path(game: Game, one: Array) -> Game:
    return game.with_(phase=jnp.int32(CHOICES), quest_deck=game.quest_deck & ~one, path=game.path | one)


def drive_out(game: Game, one: Array) -> Game:
    """R8. The second of its kind drives all out; they lose what lies beside their tents, and it leaves the game."""
    staying = game.in_temple & ~game.leaving
    return game.with_(
        quest_deck=game.quest_deck & ~one,
        in_temple=game.leaving,
        beside_tent=jnp.where(by_seat(staying, game.seats), 0, game.beside_tent),
        removed=game.removed | one,
    )


def return_to_camp(game: Game, leaving: Array) -> Game:
    """R9. Leavers divide the treasure on the path and put all they won into their tents."""
    each, path_treasure = share_path(game.path_treasure, among=count(leaving), how=game.edition.path_share)
    leaves = by_seat(leaving, game.seats)
    returned = game.with_(
        path_treasure=jnp.where(leaving == 0, game.path_treasure, path_treasure),
        leaving=jnp.uint32(0),
        in_temple=game.in_temple & ~leaving,
        beside_tent=jnp.where(leaves, 0, game.beside_tent),
        in_tent=jnp.where(leaves, game.in_tent + game.beside_tent + each, game.in_tent),
    )
    return either(count(leaving) == 1, claim_artifacts(returned, leaving), returned)


def claim_artifacts(game: Game, alone: Array) -> Game:
    """R10. A lone leaver takes every artifact on the path, the first three of the game worth 5, later ones 10."""
    if not game.edition.artifacts_in_box:
        return game
    held_by, worth, claimed = [], [], artifacts_claimed(game)
    for place, artifact in enumerate(game.edition.artifacts_in_box):
        found = (game.path[-1] >> place) & 1 == 1
        printed = game.edition.artifacts is Artifacts.PRINTED
        counts = jnp.int32(PRINTED_WORTH[artifact]) if printed else jnp.where(claimed < 3, 5, 10)
        held_by.append(jnp.where(found, count(alone - 1) + 1, game.held_by[place]))
        worth.append(jnp.where(found, counts, game.worth[place]))
        claimed = claimed + found
    return game.with_(path=game.path & ~game.box.artifacts, held_by=jnp.stack(held_by), worth=jnp.stack(worth))


def artifacts_claimed(game: Game) -> Array:
    """How many artifacts have left the temple in the whole game."""
    return total([(game.held_by[place] > 0).astype(jnp.int32) for place in range(game.held_by.shape[0])])


def end_round(game: Game) -> Game:
    """R11. The path goes back into the deck; artifacts on it are lost; after the last round the tents are opened."""
    lost = game.path & game.box.artifacts
    return game.with_(
        phase=jnp.where(game.round >= game.edition.rounds, OVER, ROUND),
        quest_deck=game.quest_deck | (game.path & ~lost),
        path=jnp.zeros_like(game.path),
        path_treasure=jnp.zeros_like(game.path_treasure),
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


def open_tents(game: Game) -> tuple[Array, Array, Array]:
    """R13. Score is treasure plus artifacts; most wins, a tie goes to most artifacts, then the win is shared.

    Scores, artifacts and who wins, by player: [P].
    """
    scores, artifacts = by_player(game, game.in_tent + worth_by_seat(game)), by_player(game, artifacts_by_seat(game))
    standing = scores * (len(game.edition.artifacts_in_box) + 1) + artifacts
    return scores, artifacts, standing == standing.max()


def worth_by_seat(game: Game) -> Array:
    """What the artifacts of every adventurer count: [S]."""
    return _of_seats(game, game.worth)


def artifacts_by_seat(game: Game) -> Array:
    """How many artifacts every adventurer has: [S]."""
    return _of_seats(game, jnp.ones_like(game.worth))


def _of_seats(game: Game, each: Array) -> Array:
    seats = jnp.arange(1, game.seats + 1)
    total = jnp.zeros(game.seats, jnp.int32)
    for place in range(each.shape[0]):
        total = total + jnp.where(game.held_by[place] == seats, each[place], 0)
    return total


def by_player(game: Game, by_adventurer: Array) -> Array:
    """Sums over the adventurers that each player leads: [S] → [P]."""
    return by_adventurer.reshape(game.players, -1).sum(axis=1) if game.players == 2 else by_adventurer
