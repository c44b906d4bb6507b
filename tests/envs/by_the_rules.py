"""Tiny boxes, unfolded by the rules alone: how they end when all toss coins, and what the best reply to that brings."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from incangold.editions import edition
from incangold.events import GameEnded
from incangold.game import Act, Choices, Draw, Game, Phase
from incangold.rules import new_game, play
from tests.counting.unfolding import acts

Payoff = Callable[[GameEnded], Sequence[float]]


def scores(end: GameEnded) -> Sequence[float]:
    """Everybody's score."""
    return end.scores


def won(end: GameEnded) -> Sequence[float]:
    """Everybody's share of the win above an even one."""
    players = len(end.scores)
    return [(1 / len(end.winners) if player in end.winners else 0) - 1 / players for player in range(players)]


class Ends(NamedTuple):
    """All ways in which a game may end: how many, and what each player gets on average when all toss coins."""

    lines: int
    mean: tuple[float, ...]


def all_ends(players: int, box: str, payoff: Payoff) -> Ends:
    """Every line of a box, cards as likely as they are many, every adventurer tossing a coin."""

    @cache
    def after(game: Game, events: tuple[Any, ...]) -> Ends:
        if game.phase is Phase.OVER:
            return Ends(1, tuple(payoff(events[-1])))
        branches = [(chance(game, act), after(*_next(game, act))) for act in acts(game)]
        means = [sum(likely * ends.mean[player] for likely, ends in branches) for player in range(players)]
        return Ends(sum(ends.lines for _, ends in branches), tuple(means))

    return after(new_game(edition(box), players=players), ())


def chance(game: Game, act: Act) -> float:
    """How likely an act is."""
    if isinstance(act, Draw):
        return game.quest_deck.count(act.card) / len(game.quest_deck)
    return 1 / len(list(acts(game)))


def _next(game: Game, act: Act) -> tuple[Game, tuple[Any, ...]]:
    """The next position; what happened matters only at the end."""
    step = play(game, act)
    return step.game, step.events[-1:] if step.game.phase is Phase.OVER else ()


def best_reply(players: int, box: str, player: int, payoff: Payoff) -> float:
    """What one player gets who always chooses best while all others toss coins: nothing is hidden from it but those."""

    @cache
    def value(game: Game, events: tuple[Any, ...]) -> float:
        if game.phase is Phase.OVER:
            return payoff(events[-1])[player]
        if game.phase is not Phase.CHOICES:
            return sum(chance(game, act) * value(*_next(game, act)) for act in acts(game))
        by_own: dict[Any, list[float]] = {}
        for act in acts(game):
            assert isinstance(act, Choices)
            own = tuple(choice for seat, choice in enumerate(act.laid) if game.leaders[seat] == player)
            by_own.setdefault(own, []).append(value(*_next(game, act)))
        return max(sum(values) / len(values) for values in by_own.values())

    return value(new_game(edition(box), players=players), ())
