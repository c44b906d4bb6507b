"""A game looked back on: what every decision cost, everybody's chance to win over the game, luck and skill apart."""

from typing import Literal, NamedTuple

from incangold.coach.accounts import Account, accounts
from incangold.coach.ahead import Ahead
from incangold.coach.likely import Cards, Everybody, as_rolled, everybody, is_die, joint_in
from incangold.coach.weighing import Scales
from incangold.game import OVER, Choices, Game
from incangold.record import Record, opening, replay

__all__ = ["Account", "Decision", "Moment", "Review", "TurningPoint", "review"]

TURNING_POINTS = 5
LEAST_SWING = 0.03


class Decision(NamedTuple):
    """What one player chose at one turn, and what the best choice would have had more."""

    act: int  # which of the record's acts
    round: int
    turn: int
    player: int
    cards: Cards
    best: Cards
    likely: float  # how often the strongest player chooses so
    share: float  # of the win, to be expected of what was chosen
    cost: float


class Moment(NamedTuple):
    """Everybody's share of the win after an act; before the first one (act -1) all have the same."""

    act: int
    shares: tuple[float, ...]


class TurningPoint(NamedTuple):
    """An act that changed much, and whom it touched most."""

    act: int
    player: int
    swing: float
    by: Literal["card", "choice"]


class Review(NamedTuple):
    """All that can be said of a game afterwards."""

    players: tuple[str, ...]
    curve: tuple[Moment, ...]
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]
    accounts: tuple[Account, ...]
    finished: bool


def review(record: Record) -> Review:
    """Look back on a game, or on as much of it as was played."""
    games = [opening(record.edition, record.players, record.start_player), *(step.game for step in replay(record))]
    ahead = Ahead()
    after = [ahead.follow(game) for game in games[1:]]
    ahead.ask_all(after)
    turns = _turns(record, games, ahead)
    ahead.answer()
    players = range(len(record.players))
    shares = [tuple(1 / len(players) for _ in players), *map(ahead.shares, after)]
    decisions = tuple(decision for turn in turns for decision in turn.decisions())
    rolls = {turn.act: turn.luck() for turn in turns}
    return Review(
        players=tuple(player.name for player in record.players),
        curve=tuple(Moment(number - 1, each) for number, each in enumerate(shares)),
        decisions=decisions,
        turning_points=_turning_points(record, shares),
        accounts=accounts(shares, decisions, rolls),
        finished=games[-1].phase is OVER,
    )


def _turns(record: Record, games: list[Game], ahead: Ahead) -> list["_Turn"]:
    """Every turn of the game, with all that was likely in it."""
    acts = [(number, act) for number, act in enumerate(record.acts) if isinstance(act, Choices)]
    likely = everybody([games[number] for number, _ in acts]) if acts else []
    return [_Turn(number, games[number], act, each, ahead) for (number, act), each in zip(acts, likely, strict=True)]


class _Turn:
    """One turn: what was chosen, put on the scales beside what could have been."""

    def __init__(self, number: int, game: Game, choices: Choices, likely: Everybody, ahead: Ahead) -> None:
        self.act, self._game, self._ahead = number, game, ahead
        self._scales = Scales(game, likely, ahead)
        self._chosen = dict(zip(likely, joint_in(game, choices), strict=True))
        self._deciding = [player for player in likely if not is_die(game, player)]
        for player in self._deciding:
            self._scales.put_on(player)
        rolled = as_rolled(game, likely, tuple(self._chosen.values())) if game.dice else {}
        self._rolled = {joint: (self._scales.follow(joint), chance) for joint, chance in rolled.items()}
        ahead.ask_all([following for following, _ in self._rolled.values()])

    def decisions(self) -> list[Decision]:
        """What everybody chose, by player."""
        return [self._decision(player) for player in self._deciding]

    def _decision(self, player: int) -> Decision:
        weighed = self._scales.read(player)
        chosen = next(one for one in weighed if one.cards == self._chosen[player])
        game = self._game
        place = (self.act, game.round, game.turn, player)
        return Decision(*place, chosen.cards, weighed[0].cards, chosen.likely, chosen.share, chosen.cost)

    def luck(self) -> tuple[float, ...]:
        """What the dice did to everybody, beside what they might have shown."""
        players = range(self._game.players)
        if not self._rolled:
            return tuple(0.0 for _ in players)
        shares = {joint: self._ahead.shares(following) for joint, (following, _) in self._rolled.items()}
        shown = shares[tuple(self._chosen.values())]
        expected = [sum(self._rolled[joint][1] * each[player] for joint, each in shares.items()) for player in players]
        return tuple(had - might for had, might in zip(shown, expected, strict=True))


def _turning_points(record: Record, shares: list[tuple[float, ...]]) -> tuple[TurningPoint, ...]:
    """The few acts that swung most, in the order of the game."""
    points = [_swing(number, record, shares[number], shares[number + 1]) for number in range(len(record.acts))]
    large = sorted(points, key=lambda point: -abs(point.swing))[:TURNING_POINTS]
    return tuple(sorted(point for point in large if abs(point.swing) >= LEAST_SWING))


def _swing(number: int, record: Record, before: tuple[float, ...], after: tuple[float, ...]) -> TurningPoint:
    swings = [now - then for then, now in zip(before, after, strict=True)]
    player = max(range(len(swings)), key=lambda each: abs(swings[each]))
    return TurningPoint(
        number, player, swings[player], "choice" if isinstance(record.acts[number], Choices) else "card"
    )
