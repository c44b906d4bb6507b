"""Where a game of OpenSpiel stands: numbered actions and outcomes become acts, and the rules carry them out."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from incangold.cards import Artifact, ArtifactCard, Card
from incangold.editions import ArtifactOrder, Edition
from incangold.envs.actions import action_mask, choices
from incangold.envs.open_spiel_terms import Terms, different_cards
from incangold.envs.refusals import ActionRefused
from incangold.envs.rewards import reward_named
from incangold.events import Event
from incangold.game import CARD, OVER, ROUND, Act, Choice, Choices, Draw, Game, OpenRound, seats_of
from incangold.rules import new_game, open_tents, play
from incangold.view import View, public_part


class Moment(NamedTuple):
    """A position, everything that happened on the way to it, and what is played for."""

    game: Game
    story: tuple[Event, ...]
    reward: str

    def __deepcopy__(self, memo: object) -> "Moment":
        return self  # it never changes, and OpenSpiel copies all that a state holds whenever it clones one

    def after(self, act: Act) -> "Moment":
        """What comes of this act."""
        step = play(self.game, act)
        return self._replace(game=step.game, story=self.story + step.events).opened()

    def opened(self) -> "Moment":
        """A Temple card under which only one thing can lie is turned at once: that is no luck."""
        if self.game.phase is not ROUND or len(_may_be_shown(self.game)) > 1:
            return self
        return self.after(OpenRound(_may_be_shown(self.game)[0]))

    @property
    def luck(self) -> list[tuple[int, float]]:
        """What may be turned or shown next, by number, and how likely each is."""
        if self.game.phase not in (ROUND, CARD):
            return []
        lots = Counter(_lots(self.game))
        numbers = _numbers(self.game.edition)
        return [(numbers[card], copies / lots.total()) for card, copies in lots.items()]

    def after_luck(self, number: int) -> "Moment":
        """The card of this number is turned, or the artifact of this number shown."""
        card = self.card(number)
        if self.game.phase is ROUND and isinstance(card, ArtifactCard):
            return self.after(OpenRound(card.artifact))
        return self.after(Draw(card))

    def card(self, number: int) -> Card:
        """The card of this number; refuses one that there is not."""
        cards = different_cards(self.game.edition)
        if not 0 <= number < len(cards):
            why = f"an outcome is a whole number from 0 to {len(cards) - 1}"
            raise ActionRefused(who="chance", action=number, why=why)
        return cards[number]

    def actions(self, player: int) -> list[int]:
        """What is open to this player, by number; in camp one can only wait, which is 0."""
        return [action for action, is_open in enumerate(action_mask(self.view(player))) if is_open]

    def after_choices(self, actions: Sequence[int]) -> "Moment":
        """All cards are turned over at once; refuses what is not open to somebody."""
        if len(actions) != self.game.players:
            why = f"each of {self.game.players} players takes one, and {len(actions)} were given"
            raise ActionRefused(who="everybody", action=str(list(actions))[:40], why=why)
        laid: list[Choice | None] = [None] * len(self.game.leaders)
        for player, action in enumerate(actions):
            view = self.view(player)
            for seat, choice in zip(view.to_choose, choices(view, action, who=f"player {player}"), strict=True):
                laid[seat] = choice
        return self.after(Choices(tuple(laid)))

    def view(self, player: int) -> View:
        """What one player may know; without the story, for the tents are counted already."""
        seats = seats_of(self.game.leaders, player)
        to_choose = tuple(seat for seat in seats if seat in self.game.in_temple)
        tents = tuple(self.game.in_tent[seat] for seat in seats)
        return View(public_part(self.game, ()), player, seats, to_choose, tents, (), (), ())

    @property
    def returns(self) -> list[float]:
        """What each player has got: nothing before all tents are opened."""
        if self.game.phase is not OVER:
            return [0.0] * self.game.players
        return list(reward_named(self.reward)(open_tents(self.game)))


@lru_cache(maxsize=64)
def first_moment(terms: Terms) -> Moment:
    """The box is opened; player 0 is the start player, which changes no outcome."""
    return Moment(new_game(terms.edition, players=terms.players), (), terms.reward).opened()


def _lots(game: Game) -> Sequence[Card]:
    """What luck draws from, each equally likely, in box order."""
    return tuple(map(ArtifactCard, game.under_temples)) if game.phase is ROUND else game.quest_deck


def _may_be_shown(game: Game) -> tuple[Artifact | None, ...]:
    """R2. What may lie under the next Temple card."""
    rising = game.edition.artifact_order is ArtifactOrder.RISING
    return (game.under_temples[:1] if rising else game.under_temples) or (None,)


@lru_cache(maxsize=64)
def _numbers(edition: Edition) -> dict[Card, int]:
    return {card: number for number, card in enumerate(different_cards(edition))}
