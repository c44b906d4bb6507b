"""What the person at the keyboard holds: Torch and Camp for each of their adventurers in the temple."""

from incangold.cards import stones
from incangold.editions import TurnOrder
from incangold.game import Choice, Seats
from incangold.path import artifacts_on, home_with, treasure_on
from incangold.view import View
from incangold.words.catalogue import Catalogue

STONE_SIGNS = "■⬢●"  # gold, obsidian, turquoise


class Hand:
    """Cards chosen and not yet laid; with two adventurers one may go back and forth between them."""

    def __init__(self, seats: Seats = ()) -> None:
        self.seats = seats
        self.chosen: dict[int, Choice] = {}
        self._place = 0

    def __bool__(self) -> bool:
        return bool(self.seats)

    @property
    def is_complete(self) -> bool:
        """Whether every adventurer has a card."""
        return len(self.chosen) == len(self.seats)

    def choose(self, choice: Choice) -> None:
        """A card for the adventurer in hand; then it is the next one's turn."""
        self.chosen[self.seats[self._place]] = choice
        missing = [place for place, seat in enumerate(self.seats) if seat not in self.chosen]
        self._place = missing[0] if missing else self._place

    def turn_to(self, place: int) -> None:
        """Take up another adventurer, or the same one again."""
        if place < len(self.seats):
            self._place = place

    def told(self, view: View, names: list[str], words: Catalogue) -> list[str]:
        """What this adventurer carries, what going home now would bring, what is chosen so far."""
        seat = self.seats[self._place]
        carries = view.beside_tent(seat)
        lines = [
            words.say(
                "hand.carries",
                who=names[seat],
                carries=f"{carries} {drawn_stones(carries)}".strip(),
                in_tent=view.in_tent[view.seats.index(seat)],
            ),
            _home(view, carries, words),
        ]
        return lines if len(self.seats) == 1 else [*lines, self._both(words)]

    def _both(self, words: Catalogue) -> str:
        cards = (
            f"{place}: {words.name(self.chosen[seat]) if seat in self.chosen else '–'}"
            for place, seat in enumerate(self.seats, start=1)
        )
        return words.say("hand.both", cards=", ".join(cards))


def _home(view: View, carries: int, words: Catalogue) -> str:
    """Arithmetic on what lies open: home alone, and with one other where there is one."""
    edition = view.public.edition
    if edition.turn_order is TurnOrder.CARD_FIRST:
        return words.say("hand.home_later")
    lying = treasure_on(view.path)
    alone = words.listed([str(carries + lying), *map(words.name, artifacts_on(view.path))])
    if view.inside == 1:
        return words.say("hand.home_alone", alone=alone)
    return words.say("hand.home", alone=alone, two=carries + home_with(view.path, 1, edition.path_share))


def drawn_stones(value: int) -> str:
    """R0. A pile of its own with the fewest stones: gold squares, obsidian hexagons, turquoise rounds."""
    return "".join(sign * number for sign, number in zip(STONE_SIGNS, stones(value), strict=True))
