"""How everybody is likely to choose: the strongest player's chances for each, the exact ones for a die."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from incangold.bots.amauta.amauta import Chances
from incangold.bots.amauta.mind import chances
from incangold.coach.reading import Numbers, Reading
from incangold.die import chance_to_leave, fear_of
from incangold.game import CAMP, TORCH, Choice, Choices, Game, Seats, seats_by_player, seats_of

Cards = tuple[Choice, ...]  # one for each of a player's adventurers in the temple
Everybody = dict[int, Chances]  # by player, of those who choose
Joint = tuple[Cards, ...]  # everybody's at once, in the same order
Standing = tuple[bool, int, int, int, int]  # a die, adventurers inside, in the tents, artifacts, their worth
ENOUGH = 0.999  # of all that may be chosen together
MOST = 64


def everybody(games: Sequence[Game]) -> list[Everybody]:
    """For each of these positions of one table: how likely everybody who chooses makes each choice."""
    seats = [choosers(game) for game in games]
    asked = [(row, player) for row, those in enumerate(seats) for player in those if not is_die(games[row], player)]
    likely: list[Everybody] = [
        {player: _die_chances(game, its) for player, its in those.items()}
        for game, those in zip(games, seats, strict=True)
    ]
    if asked:
        rows, players = zip(*asked, strict=True)
        inside = np.array([len(seats[row][player]) for row, player in asked])
        leaving = chances(Reading(games).thoughts(rows, players).wishes, inside, np)
        for (row, player), each in zip(asked, leaving.T, strict=True):
            likely[row][player] = _joint(each, len(seats[row][player]))
    return likely


def choosers(game: Game) -> dict[int, Seats]:
    """Who lays cards now, and for which adventurers."""
    by_player = seats_by_player(game.leaders, game.in_temple)
    return {player: seats for player, seats in enumerate(by_player) if seats}


def is_die(game: Game, player: int) -> bool:
    """Whether a die lays this player's cards."""
    return game.leaders.index(player) in game.dice


def _joint(leaving: Numbers, choosing: int) -> Chances:
    """None, one or both leaving, as joint choices: of two either goes as likely."""
    ways = {0: 1, 1: choosing, 2: 1}
    every = product((TORCH, CAMP), repeat=choosing)
    return {cards: float(leaving[cards.count(CAMP)]) / ways[cards.count(CAMP)] for cards in every}


def _die_chances(game: Game, seats: Seats) -> Chances:
    """R16. A die leaves on its fear or less, each by its own roll."""
    leave = [chance_to_leave(fear_of(game, seat)) for seat in seats]
    every = product((TORCH, CAMP), repeat=len(seats))
    return {
        cards: float(np.prod([go if card is CAMP else 1 - go for card, go in zip(cards, leave, strict=True)]))
        for cards in every
    }


def standing(game: Game, player: int) -> Standing:
    """What the others must reckon with in a player; two of whom this is the same are in the same position."""
    seats = seats_of(game.leaders, player)
    held = [one for seat in seats for one in game.artifacts[seat]]
    inside = sum(seat in game.in_temple for seat in seats)
    return (
        is_die(game, player),
        inside,
        sum(game.in_tent[seat] for seat in seats),
        len(held),
        sum(one.worth for one in held),
    )


def others(likely: Everybody, alike: dict[int, Standing], player: int) -> dict[Joint, float]:
    """The likeliest joint choices of all but one, by their order at the table; together they are certain.

    Which of two players in the same position leaves makes no difference to the one: such choices are counted as one.
    """
    rest = [other for other in likely if other != player]
    in_groups = sorted(rest, key=lambda other: alike[other])
    kept: dict[Joint, float] = {(): 1.0}
    for number, other in enumerate(in_groups):
        group = sum(alike[before] == alike[other] for before in in_groups[:number])
        longer: dict[Joint, float] = {}
        for joint, chance in kept.items():
            for cards, own in likely[other].items():
                merged = (*joint[: number - group], *sorted((*joint[number - group :], cards)))
                longer[merged] = longer.get(merged, 0.0) + chance * own
        kept = _likeliest(longer)
    whole = sum(kept.values())
    places = [in_groups.index(other) for other in rest]
    return {tuple(joint[place] for place in places): chance / whole for joint, chance in kept.items()}


def _likeliest(joints: dict[Joint, float]) -> dict[Joint, float]:
    """All but what would hardly ever be seen."""
    missing = ENOUGH * sum(joints.values())
    kept: dict[Joint, float] = {}
    for joint, chance in sorted(joints.items(), key=lambda each: -each[1])[:MOST]:
        kept[joint] = chance
        missing -= chance
        if missing <= 0:
            break
    return kept


def as_act(game: Game, joint: Joint) -> Choices:
    """These cards laid, with the rolls that make dice lay theirs."""
    laid: list[Choice | None] = [None] * len(game.leaders)
    for seats, cards in zip(choosers(game).values(), joint, strict=True):
        for seat, card in zip(seats, cards, strict=True):
            laid[seat] = card
    return Choices(tuple(laid), tuple(_roll(game, seat, laid[seat]) for seat in game.dice))


def _roll(game: Game, seat: int, card: Choice | None) -> int | None:
    if card is None or not fear_of(game, seat):
        return None
    return 1 if card is CAMP else 6


def joint_in(game: Game, act: Choices) -> Joint:
    """What everybody laid."""
    return tuple(tuple(card for seat in seats if (card := act.laid[seat])) for seats in choosers(game).values())


def as_rolled(game: Game, likely: Everybody, joint: Joint) -> dict[Joint, float]:
    """The same choices of people and bots, with whatever the dice might have laid, each with its exact chance."""
    rolled: dict[Joint, float] = {(): 1.0}
    for (player, each), laid in zip(likely.items(), joint, strict=True):
        ways = each if is_die(game, player) else {laid: 1.0}
        rolled = {
            (*before, cards): so_far * chance
            for before, so_far in rolled.items()
            for cards, chance in ways.items()
            if chance
        }
    return rolled
