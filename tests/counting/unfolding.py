"""How many ways a small box unfolds, act by act: every card that may come, every way to choose, every roll."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from incangold.die import die_choice, fear_of
from incangold.editions import ArtifactOrder, edition
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound, Phase
from incangold.rules import new_game, play


class Depth(NamedTuple):
    """All lines of so many acts: their number, how many ended there, and what all tents hold in all of them."""

    lines: int
    ended: int
    safe: int  # treasure in tents and the worth of artifacts, summed over every line


def unfold(text: str, players: int, dice: Iterable[int], depth: int) -> list[Depth]:
    """The counts at each depth, from 0; it stops early when every line has ended."""
    lines = {new_game(edition(text), players=players, dice=dice): 1}
    counts = [Depth(1, 0, 0)]
    while len(counts) <= depth:
        lines = _one_act_more(lines)
        if not lines:
            break
        ended = sum(ways for game, ways in lines.items() if game.phase is Phase.OVER)
        safe = sum(ways * _safe(game) for game, ways in lines.items())
        counts.append(Depth(sum(lines.values()), ended, safe))
    return counts


def _one_act_more(lines: dict[Game, int]) -> dict[Game, int]:
    """Lines that meet in one position go on together, counted as many."""
    longer: dict[Game, int] = {}
    for game, ways in lines.items():
        for act in acts(game):
            after = play(game, act).game
            longer[after] = longer.get(after, 0) + ways
    return longer


def _safe(game: Game) -> int:
    return sum(game.in_tent) + sum(held.worth for has in game.artifacts for held in has)


def acts(game: Game) -> Iterator[Act]:
    """Every act that may come next, each once."""
    match game.phase:
        case Phase.ROUND:
            rising = game.edition.artifact_order is ArtifactOrder.RISING
            under = game.under_temples[:1] if rising else game.under_temples
            yield from map(OpenRound, under or (None,))
        case Phase.CARD:
            yield from map(Draw, dict.fromkeys(game.quest_deck))
        case Phase.CHOICES:
            yield from _choices(game)


def _choices(game: Game) -> Iterator[Choices]:
    """Both cards of everybody inside; for a die every roll it may make, or none with nothing to fear."""
    by_seat = [_cards(game, seat) for seat in range(len(game.leaders))]
    for laid in product(*by_seat):
        rolls = tuple(laid[seat][1] for seat in game.dice)
        yield Choices(tuple(choice for choice, _ in laid), rolls)


def _cards(game: Game, seat: int) -> list[tuple[Choice | None, int | None]]:
    if seat not in game.in_temple:
        return [(None, None)]
    if seat not in game.dice:
        return [(choice, None) for choice in Choice]
    rolls = list(range(1, 7)) if fear_of(game, seat) else [None]
    return [(die_choice(game, seat, roll), roll) for roll in rolls]
