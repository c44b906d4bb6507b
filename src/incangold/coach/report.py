"""A review as a page of plain text: the curve, what cost most, the turning points, luck and skill."""

from collections.abc import Iterator, Sequence

from incangold.coach.review import Decision, Review, TurningPoint
from incangold.coach.told import NOTHING, cards_told, points
from incangold.events import GameEnded, Step
from incangold.game import Choices
from incangold.record import Record, replay
from incangold.words.catalogue import Catalogue
from incangold.words.story import Storyteller

COSTLIEST = 5
WIDEST = 32  # signs of a curve
ACCOUNT = ("total", "luck", "skill", "others")
PLACES = 3  # of a share: a tenth of a point
BARS = "▁▂▃▄▅▆▇█"


def review_told(words: Catalogue, record: Record, review: Review) -> list[str]:
    """Everything worth telling of a game, top to bottom."""
    return _Report(words, record, review).lines()


class _Report:
    """One game's review in one language."""

    def __init__(self, words: Catalogue, record: Record, review: Review) -> None:
        self._words, self._record, self._review = words, record, review
        self._steps: list[Step] = list(replay(record))
        self._teller = Storyteller(words, record.players)
        self._widest = max(map(len, review.players))

    def lines(self) -> list[str]:
        """All parts, with an empty line between."""
        parts = [[self._headline()], self._curve(), self._costly(), self._turning_points(), self._accounts()]
        return [line for part in parts if part for line in ("", *part)][1:]

    def _headline(self) -> str:
        ended = [event for step in self._steps for event in step.events if isinstance(event, GameEnded)]
        return self._teller.sentence(ended[0]) if ended else self._words.say("coach.unfinished")

    def _curve(self) -> list[str]:
        """A line for everybody: the chance to win as a curve, then in percent at the start and after every round."""
        curve = self._review.curve
        seen = [curve[place].shares for place in _spread(len(curve), WIDEST)]
        ends = [place for place in range(1, len(curve)) if self._round(place) != self._round(place + 1)]
        stops = [curve[place].shares for place in (0, *ends)]
        rows = [
            f"{self._name(player)}  {''.join(_bar(shares[player]) for shares in seen)}  "
            + " ".join(f"{100 * shares[player]:3.0f}" for shares in stops)
            for player in range(len(self._review.players))
        ]
        return [self._words.say("coach.curve" if self._review.finished else "coach.curve_so_far"), *rows]

    def _round(self, place: int) -> int:
        """The round of the act that led to this moment; 0 after the last one."""
        return self._steps[place - 1].game.round if place <= len(self._steps) else 0

    def _costly(self) -> list[str]:
        costly = sorted(self._review.decisions, key=lambda decision: -decision.cost)[:COSTLIEST]
        told = [self._decision(one) for one in costly if one.cost >= NOTHING]
        return [self._words.say("coach.costly"), *told] if told else [self._words.say("coach.flawless")]

    def _decision(self, one: Decision) -> str:
        return self._words.say(
            "coach.decision",
            round=one.round,
            turn=self._turn_of_round(one.act),
            who=self._review.players[one.player],
            cards=cards_told(self._words, one.cards),
            best=cards_told(self._words, one.best),
            points=points(self._words, one.cost),
        )

    def _turn_of_round(self, act: int) -> int:
        """Which choice of its round this was."""
        same = self._steps[act - 1].game.round
        acts = zip(self._record.acts[: act + 1], self._steps, strict=False)
        return sum(isinstance(each, Choices) and step.game.round == same for each, step in acts)

    def _turning_points(self) -> list[str]:
        told = [self._turning_point(point) for point in self._review.turning_points]
        return [self._words.say("coach.turning"), *told] if told else []

    def _turning_point(self, point: TurningPoint) -> str:
        step, curve = self._steps[point.act], self._review.curve
        return self._words.say(
            "coach.swing",
            round=step.game.round,
            story=" ".join(self._teller.tell(e for e in step.events if not isinstance(e, GameEnded))),
            who=self._review.players[point.player],
            before=self._words.percent(curve[point.act].shares[point.player]),
            after=self._words.percent(curve[point.act + 1].shares[point.player]),
        )

    def _accounts(self) -> list[str]:
        words = self._words
        rows = [
            words.say("coach.account", who=self._name(player), **dict(zip(ACCOUNT, self._signs(account), strict=True)))
            for player, account in enumerate(self._review.accounts)
        ]
        return [words.say("coach.accounts"), *rows]

    def _signs(self, account: tuple[float, float, float]) -> Iterator[str]:
        total = sum(account)
        return map(self._signed, (total, *rounded_to(total, account, PLACES)))

    def _signed(self, share: float) -> str:
        """+12.5, −3.1 or 0.0, set flush right."""
        text = points(self._words, abs(share))
        sign = " " if text == points(self._words, 0) else "+" if share > 0 else "−"
        return f"{sign}{text}".rjust(6)

    def _name(self, player: int) -> str:
        return self._review.players[player].ljust(self._widest)


def rounded_to(total: float, parts: Sequence[float], digits: int) -> list[float]:
    """Parts rounded so that they add up to the rounded whole: what is off, the part bears that was rounded most."""
    rounded = [round(part, digits) for part in parts]
    off = round(round(total, digits) - sum(rounded), digits)
    most = max(range(len(parts)), key=lambda place: (parts[place] - rounded[place]) * off)
    rounded[most] = round(rounded[most] + off, digits)
    return rounded


def _spread(number: int, most: int) -> Sequence[int]:
    """Places spread evenly over so many, the first and the last among them."""
    if number <= most:
        return range(number)
    return [round(place * (number - 1) / (most - 1)) for place in range(most)]


def _bar(share: float) -> str:
    return BARS[round(share * (len(BARS) - 1))]
