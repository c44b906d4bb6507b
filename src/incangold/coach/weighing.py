"""One choice of everybody, weighed: what each player may expect of each of its own choices."""

from typing import NamedTuple

from incangold.coach.ahead import Ahead, Following
from incangold.coach.exact import alone, is_alone
from incangold.coach.likely import Cards, Everybody, Joint, as_act, others, standing
from incangold.game import CAMP, Game
from incangold.rules import reveal_choices

# An estimate is no better than this: where it puts another choice ahead of the strongest player's own by less, that
# player, who has tried both very often, is right.
DOUBT = 0.02


class Weighed(NamedTuple):
    """One way to choose."""

    cards: Cards  # one for each adventurer that is to choose
    likely: float  # how often the strongest player chooses so
    share: float  # of the win, to be expected after it
    cost: float  # what the best choice has more


class Scales:
    """The choices of one position; they are put on first, and read when everything ahead has been answered."""

    def __init__(self, game: Game, likely: Everybody, ahead: Ahead) -> None:
        self.game, self._likely, self._ahead = game, likely, ahead
        self._players = list(likely)
        self._alike = {player: standing(game, player) for player in likely}
        self._others: dict[int, dict[Joint, float]] = {}
        self._following: dict[Joint, Following] = {}

    def put_on(self, player: int) -> None:
        """One player's choices, against what the others are likely to do."""
        player = self._stands_for(player)
        if player in self._others or is_alone(self.game):
            return
        self._others[player] = others(self._likely, self._alike, player)
        for cards in self._likely[player]:
            for joint in self._with(player, cards):
                self._ahead.ask(self.follow(joint))

    def _stands_for(self, player: int) -> int:
        """The first of those in the same position: what is true of one is true of all."""
        return next(other for other in self._players if self._alike[other] == self._alike[player])

    def follow(self, joint: Joint) -> Following:
        """What may follow when everybody chooses just so."""
        if joint not in self._following:
            step = reveal_choices(self.game, as_act(self.game, joint))
            self._following[joint] = self._ahead.follow(step.game)
        return self._following[joint]

    def read(self, player: int) -> tuple[Weighed, ...]:
        """That player's choices, best first."""
        likely, exact = self._likely[player], is_alone(self.game)
        shares = self._exact() if exact else self._expected(self._stands_for(player))
        best = max(shares, key=lambda cards: (shares[cards], likely[cards]))
        favourite = best if exact else max(likely, key=lambda cards: (likely[cards], shares[cards]))
        measure = shares[favourite] if shares[best] - shares[favourite] < DOUBT else shares[best]
        weighed = [Weighed(cards, likely[cards], each, max(measure - each, 0.0)) for cards, each in shares.items()]
        return tuple(sorted(weighed, key=lambda one: (one.cost, -one.likely)))

    def _exact(self) -> dict[Cards, float]:
        best, (likely,) = alone(self.game), self._likely.values()
        return {cards: best.leave if cards == (CAMP,) else best.go_on for cards in likely}

    def _expected(self, player: int) -> dict[Cards, float]:
        """Which of one's own two adventurers goes is all the same to the score, and so it is here."""
        shares = self._estimated(player)
        alike = {cards: [shares[other] for other in shares if sorted(other) == sorted(cards)] for cards in shares}
        return {cards: sum(these) / len(these) for cards, these in alike.items()}

    def _estimated(self, player: int) -> dict[Cards, float]:
        return {
            cards: sum(
                chance * self._ahead.shares(self.follow(joint))[player]
                for joint, chance in self._with(player, cards).items()
            )
            for cards in self._likely[player]
        }

    def _with(self, player: int, cards: Cards) -> dict[Joint, float]:
        """All joint choices in which this player chooses so, with the others' chances."""
        place = self._players.index(player)
        rest = self._others[player]
        return {(*joint[:place], cards, *joint[place:]): chance for joint, chance in rest.items()}
