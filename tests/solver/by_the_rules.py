"""What a choice promises, reckoned with the rules, the deck as it lies, and what the trained player expects."""

from collections import Counter

from incangold.bots.amauta.amauta import win_shares
from incangold.coach.exact import results
from incangold.game import CAMP, CARD, OVER, TORCH, Choice, Choices, Game, seats_of
from incangold.rules import reveal_choices, turn_card
from incangold.seen import seen_by
from tests.twins.scripts import view_of


def share_after(game: Game, player: int) -> float:
    """What the trained player expects of it; at the end, what it has won."""
    if game.phase is OVER:
        return results(game)[player]
    seen = seen_by(view_of(game, player), game.in_tent)
    return float(win_shares(seen, game.edition, game.players))


def promised_by_the_rules(game: Game, laid: list[Choice | None], player: int, leaving: int) -> float:
    """So many of its adventurers leave, the others as they laid, then every card of the deck comes as often."""
    inside = [seat for seat in seats_of(game.leaders, player) if seat in game.in_temple]
    otherwise = laid.copy()
    for number, seat in enumerate(inside):
        otherwise[seat] = CAMP if number < leaving else TORCH
    after = reveal_choices(game, Choices(tuple(otherwise))).game
    if after.phase is not CARD:
        return share_after(after, player)
    copies = Counter(after.quest_deck)
    return sum(number * share_after(turn_card(after, card).game, player) for card, number in copies.items()) / len(
        after.quest_deck
    )
