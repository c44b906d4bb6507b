"""A game looked back on: what every decision cost, everybody's chance to win over the game, luck and skill apart."""

from typing import Literal, NamedTuple

from incangold.coach.accounts import Account, Shares, accounts
from incangold.coach.ahead import Ahead, Following
from incangold.coach.likely import Cards, Everybody, as_rolled, everybody, is_die, joint_in
from incangold.coach.weighing import Scales
from incangold.errors import ReviewTooLarge
from incangold.game import CARD, OVER, Choices, Game
from incangold.record import Record, opening, replay

__all__ = ["Account", "Decision", "Moment", "Review", "TurningPoint", "review"]

TURNING_POINTS = 5
LEAST_SWING = 0.03
ANSWERED_AT_ONCE = 16_384  # acts are looked at together until so many answers are to be found


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


def review(record: Record, *, most: int | None = None) -> Review:
    """Look back on a game, or on as much of it as was played; refuses one that takes more than so many answers."""
    games = [opening(record.edition, record.players, record.start_player), *(step.game for step in replay(record))]
    if most is not None and _at_least(games) > most:
        raise ReviewTooLarge()
    back = _LookingBack(len(record.players), most)
    likely = _likely(record, games)
    for number, act in enumerate(record.acts):
        back.follow(games[number + 1])
        if isinstance(act, Choices):
            back.weigh(number, games[number], act, likely[number])
    back.answer()
    return Review(
        players=tuple(player.name for player in record.players),
        curve=tuple(Moment(number - 1, each) for number, each in enumerate(back.shares)),
        decisions=tuple(back.decisions),
        turning_points=_turning_points(record, back.shares),
        accounts=accounts(back.shares, back.decisions, back.rolls),
        finished=games[-1].phase is OVER,
    )


def _at_least(games: list[Game]) -> int:
    """How many answers it takes to follow the game alone: every next card, for everybody."""
    return sum(len({*game.quest_deck}) * game.players for game in games if game.phase is CARD)


def _likely(record: Record, games: list[Game]) -> dict[int, Everybody]:
    """How everybody was likely to choose, by the acts that were choices."""
    acts = [number for number, act in enumerate(record.acts) if isinstance(act, Choices)]
    return dict(zip(acts, everybody([games[number] for number in acts]), strict=True)) if acts else {}


class _LookingBack:
    """A game looked at a few acts at a time: what may follow is forgotten as soon as it has been answered."""

    def __init__(self, players: int, most: int | None) -> None:
        self.shares: list[Shares] = [tuple(1 / players for _ in range(players))]
        self.decisions: list[Decision] = []
        self.rolls: dict[int, Shares] = {}
        self._answered, self._most = 0, most
        self._begin()

    def _begin(self) -> None:
        self._ahead = Ahead()
        self._after: list[Following] = []
        self._turns: list[_Turn] = []

    def follow(self, game: Game) -> None:
        """The position after an act."""
        if self._ahead.asked >= ANSWERED_AT_ONCE:
            self.answer()
        following = self._ahead.follow(game)
        self._ahead.ask(following)
        self._after.append(following)

    def weigh(self, number: int, game: Game, choices: Choices, likely: Everybody) -> None:
        """What was chosen in that act, and what could have been."""
        self._turns.append(_Turn(number, game, choices, likely, self._ahead))

    def answer(self) -> None:
        """Everything since the last time."""
        self._answered += self._ahead.asked
        if self._most is not None and self._answered > self._most:
            raise ReviewTooLarge()
        self._ahead.answer()
        self.shares += map(self._ahead.shares, self._after)
        for turn in self._turns:
            self.decisions += turn.decisions()
            self.rolls[turn.act] = turn.luck()
        self._begin()


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
        for following, _ in self._rolled.values():
            ahead.ask(following)

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
