"""What whoever watches remembers of each adventurer. No rule asks for it."""

from incangold.cards import Card, TreasureCard
from incangold.editions import Edition
from incangold.game import MOST_REMEMBERED, Game, Seats, artifacts_claimed
from incangold.odds import one_more_card
from incangold.path import Path, hazards_on, treasure_on

HEAP, LARGE_HEAP = 5, 9  # so much on the path is worth going home for: beside a hazard, and in any case


def walked_past(game: Game, leaving: Seats) -> tuple[int, ...]:
    """By seat: the most it left lying on the path to go on; without a card to come nobody does."""
    lying = min(treasure_on(game.path), MOST_REMEMBERED)
    if lying <= min(game.walked_past) or not game.quest_deck:
        return game.walked_past
    going_on = [seat for seat in game.in_temple if seat not in leaving]
    return tuple([max(most, lying) if seat in going_on else most for seat, most in enumerate(game.walked_past)])


def scavenging(game: Game, leaving: Seats) -> Seats:
    """Those who have gone home whenever a scavenger would, and never else; without a card to come nobody chooses."""
    inside = game.in_temple
    if not game.quest_deck or set(inside).isdisjoint(game.scavenging):
        return game.scavenging
    claimed = artifacts_claimed(game.artifacts)
    now = scavenges(
        game.edition,
        game.quest_deck,
        game.path,
        inside=len(inside),
        beside_tent=game.beside_tent[inside[0]],
        claimed=claimed,
    )
    return tuple([seat for seat in game.scavenging if seat not in inside or (seat in leaving) is now])


def scavenges(
    edition: Edition, deck: tuple[Card, ...], path: Path, *, inside: int, beside_tent: int, claimed: int
) -> bool:
    """Whether a scavenger goes home now: for what the others left, or since one more card may cost what it brings."""
    lying, hazards = treasure_on(path), hazards_on(path)
    if lying >= LARGE_HEAP or (lying >= HEAP and hazards):
        return True
    if not hazards and deck and isinstance(deck[0], TreasureCard):  # something may come, and nothing is at risk
        return False
    gain, loss, _ = one_more_card(edition, deck, path, inside=inside, beside_tent=beside_tent, claimed=claimed)
    return loss >= gain
