"""Advice for one who is to choose: exact odds of the next card, and what each choice costs in shares of the win."""

from fractions import Fraction
from typing import NamedTuple

from incangold.coach.ahead import Ahead
from incangold.coach.exact import is_alone
from incangold.coach.likely import everybody
from incangold.coach.weighing import Scales, Weighed
from incangold.errors import NotInTemple, NotTimeToChoose, Seat, UnknownPlayer
from incangold.game import CHOICES, Game, artifacts_claimed
from incangold.odds import next_card
from incangold.path import artifacts_on, home_with, treasure_on
from incangold.view import Public, View, counted_tents

__all__ = ["Advice", "Weighed", "advice"]


class Advice(NamedTuple):
    """What a coach at one's shoulder would say: all of it from what lies open."""

    driven_out: Fraction  # the exact chance that the next card drives out whoever stays
    next_card: Fraction  # what it brings each of them on average, if all now inside stay
    leaving_alone: int  # what an adventurer brings home leaving now as the only one
    leaving_together: int  # and if everybody inside leaves
    artifacts: int  # what the artifacts on the path would be worth to a lone leaver
    share: float  # of the win, to be expected of the best choice
    choices: tuple[Weighed, ...]  # best first
    exact: bool  # the shares are perfect play's, else the trained player's estimate


def advice(view: View) -> Advice:
    """What to consider before laying a card, for the player whose view this is."""
    player = _refuse_unless_choosing(view)
    game, seat = counted_out(view.public), view.to_choose[0]
    odds = next_card(game.quest_deck, game.path, inside=view.inside)
    weighed = weigh(game, player)
    carries, how = view.beside_tent(seat), game.edition.path_share
    return Advice(
        driven_out=odds.driven_out,
        next_card=odds.share,
        leaving_alone=carries + treasure_on(game.path),
        leaving_together=carries + home_with(game.path, view.inside - 1, how),
        artifacts=_worth_of_artifacts(game),
        share=weighed[0].share,
        choices=weighed,
        exact=is_alone(game),
    )


def weigh(game: Game, player: int) -> tuple[Weighed, ...]:
    """One player's choices in this position, best first."""
    ahead = Ahead()
    scales = Scales(game, everybody([game])[0], ahead)
    scales.put_on(player)
    ahead.answer()
    return scales.read(player)


def counted_out(public: Public) -> Game:
    """The position as anybody can count it out who remembers the whole story: nothing in it is secret."""
    open_to_all = {name: getattr(public, name) for name in Game._fields}
    return Game(**open_to_all | {"in_tent": counted_tents(public)})


def _refuse_unless_choosing(view: View) -> int:
    if view.player is None:
        raise UnknownPlayer(player="–", players=view.public.leaders[-1] + 1)
    if view.public.phase is not CHOICES:
        raise NotTimeToChoose(phase=view.public.phase)
    if not view.to_choose:
        raise NotInTemple(who=Seat(view.seats[0]))
    return view.player


def _worth_of_artifacts(game: Game) -> int:
    claimed = artifacts_claimed(game.artifacts)
    return sum(game.edition.worth(one, claimed=claimed + nth) for nth, one in enumerate(artifacts_on(game.path)))
