"""Whom learners sit with: mostly themselves, in every edition; now and then somebody odd, or a die.

Among themselves good players never come to many places where others lead them, and learn nothing about those. Some
are united against one odd rival: each for itself, they would chase each other, and the odd one would gain by it.
"""

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from random import Random
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array
from jax.tree_util import Partial

from incangold.editions import EDITIONS, PathShare
from incangold.kernel.path import treasure_on
from incangold.kernel.policies import Policies, Policy, array_policy
from incangold.record import DIE
from incangold.seen import Seen, adventurers

NEVER = 1000  # more than there is of anything
MOSTLY_TEMPTED = 0.75  # so many of those who are alone with the united


class Company(NamedTuple):
    """At so many tables of an edition the last players are rivals, who do not learn."""

    edition: str
    tables: int
    rivals: Policies = ()
    dice: tuple[int, ...] = ()  # adventurers whose cards a die lays
    united: bool = False  # learners share what they win


def odd_company(edition: str, players: int, rivals: int, learners: int, tempted: float) -> Company:
    """So many learners; at each table so many odd rivals sit with them."""
    tables = learners // (players - rivals)
    odd = tuple(_odd_policy(edition, tables, Random(seat), tempted) for seat in range(rivals))
    return Company(edition, tables, odd)


def united_company(edition: str, players: int, learners: int) -> Company:
    """So many learners who win together; at each table one odd rival, mostly one that goes home for treasure."""
    tables = learners // (players - 1)
    return Company(edition, tables, (_odd_policy(edition, tables, Random(players), MOSTLY_TEMPTED),), united=True)


def scavenger_company(edition: str, players: int, learners: int) -> Company:
    """So many learners who win together; at each table one whom they may know by what it did."""
    scavenger = array_policy("scavenger", EDITIONS[edition], players)
    return Company(edition, learners // (players - 1), (scavenger,), united=True)


def dice_company(edition: str, players: int, learners: int) -> Company:
    """So many learners, with a die as the last player of each table."""
    seats = adventurers(players)
    dice = tuple(range(seats - seats // players, seats))
    return Company(edition, learners // (players - 1), (array_policy(DIE, EDITIONS[edition], players),), dice)


def _odd_policy(edition: str, tables: int, luck: Random, tempted: float) -> Policy:
    """Somebody else at every table: each can have enough of some of four things; who of none never leaves."""
    # beside the tent; cards and hazards on the path; and treasure on it
    ranges, often = ((4, 16), (3, 9), (2, 3), (4, 12)), (0.4, 0.4, 0.4, tempted)
    enough = [
        [luck.randint(*some) if luck.random() < part else NEVER for some, part in zip(ranges, often, strict=True)]
        for _ in range(tables)
    ]
    return Policy(Partial(_has_enough(EDITIONS[edition].path_share), jnp.array(enough, jnp.int32).T), sides=1)


@cache
def _has_enough(path_share: PathShare) -> Callable[[Array, Seen, int], Array]:
    """Leaves as soon as one thing is enough."""

    def leaves(enough: Array, seen: Seen, mine: int) -> Array:
        lying = treasure_on(seen.path_treasure, path_share)
        things = (seen.beside_tent[mine], seen.path_cards, seen.path_hazards.sum(), lying)
        return reduce(or_, [thing >= limit for thing, limit in zip(things, enough, strict=True)])

    return leaves
