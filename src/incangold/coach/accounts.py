"""Luck and skill told apart: what cards and dice did to a player, what its own choices cost, what the others did."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from incangold.coach.review import Decision

Shares = tuple[float, ...]  # by player


class Account(NamedTuple):
    """Why one player ended above or below an even share: the three add up to exactly that."""

    luck: float  # cards, artifacts shown, dice
    skill: float  # minus what its own choices cost: never above 0
    others: float  # all the rest: what the others chose, and what nobody could estimate better


def accounts(
    shares: Sequence[Shares], decisions: Sequence["Decision"], rolls: Mapping[int, Shares]
) -> tuple[Account, ...]:
    """One account for every player; `rolls` has the acts that were choices, and the luck of dice in them."""
    return tuple(_account(player, shares, decisions, rolls) for player in range(len(shares[0])))


def _account(
    player: int, shares: Sequence[Shares], decisions: Sequence["Decision"], rolls: Mapping[int, Shares]
) -> Account:
    luck = sum(
        rolls[number][player] if number in rolls else shares[number + 1][player] - shares[number][player]
        for number in range(len(shares) - 1)
    )
    skill = -sum(decision.cost for decision in decisions if decision.player == player)
    gained = shares[-1][player] - shares[0][player]
    return Account(luck, skill, gained - luck - skill)
