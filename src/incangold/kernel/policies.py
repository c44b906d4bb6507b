"""Players as functions of arrays: the roster's bots that have such a form, and your own.

Every policy throws a die and lays Camp when it shows the policy's fear or less: the roster's `die` one of six sides,
`random` of two, the others of one (a fear of 1 is Camp, of 0 Torch), your own one of 2²⁴.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.tree_util import Partial

from incangold.bots.amauta.weights import mind_for
from incangold.bots.line import LINE
from incangold.bots.roster import number_of, roster
from incangold.editions import Edition
from incangold.errors import NoArrayForm, WrongAnswerShape
from incangold.kernel.game import STATIC, Game
from incangold.kernel.luck import Luck
from incangold.kernel.machine import plus
from incangold.kernel.simple import at_random, die, hazard, odds, treasure, turn
from incangold.kernel.temperaments import CHARACTERS
from incangold.kernel.view import as_arrays, seen_by
from incangold.record import DIE
from incangold.seen import Seen

FINE = 1 << 24  # a float32 tells so many sides apart


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Policy:
    """One player. What `fear` was made with (a number, weights) is an argument of the compiled program."""

    fear: Partial
    sides: int = field(metadata=STATIC)
    is_die: bool = field(default=False, metadata=STATIC)  # others may see that


Policies = tuple[Policy, ...]  # one for each player


def own_policy(chance: Callable[..., Array], *weights: Any) -> Policy:
    """A policy of your own: `chance(*weights, seen)` is the probability of Camp.

    A player of two adventurers answers with the probabilities of its four joint choices instead: both stay, the
    first leaves, the second leaves, both leave.
    """
    return Policy(Partial(chance, *weights), FINE)


def array_policy(name: str, edition: Edition, players: int) -> Policy:
    """The array form of a bot of the roster, for a table of so many players."""
    kind = name.partition(":")[0]
    if name in LINE:
        from incangold.kernel.minds import mind_policy  # it is made of what is here

        return mind_policy(mind_for(players), edition, players, LINE[name])
    if kind in NUMBERED:
        return Policy(Partial(NUMBERED[kind], np.int32(number_of(name))), sides=1)
    if name not in THOUGHTS:
        raise NoArrayForm(name=name, known=", ".join(filter(has_array_form, roster())))
    return Policy(Partial(_thought(name, edition)), SIDES.get(name, 1), is_die=name == DIE)


def has_array_form(name: str) -> bool:
    """Whether a bot of the roster can play inside the kernel."""
    return name in (*THOUGHTS, *LINE) or name.partition(":")[0] in NUMBERED


def camp_set(game: Game, policies: Policies, word: Array, luck: Luck) -> tuple[Array, Array]:
    """The set of adventurers whose cards are Camp, and whether all dice for it were fair."""
    leaving, chances, each = jnp.uint32(0), 1, game.seats // game.players
    for player, policy in enumerate(policies):
        if policy.sides == FINE:
            continue
        seen = seen_by(game, player, when_inside=True)
        for mine in range(each):
            camp, word = shows(word, policy.fear(seen, mine).astype(jnp.uint32), policy.sides)
            leaving = plus(leaving, jnp.where(camp, jnp.uint32(1 << (player * each + mine)), jnp.uint32(0)))
            chances *= policy.sides
    return leaving | _own_camps(game, policies, luck), word >= jnp.uint32((1 << 32) % chances)


def leaving_chances(policy: Policy, game: Game, player: int) -> Array:
    """How likely none of a player's adventurers leaves, one does, or both of two do: [2 or 3, …]."""
    if game.seats == game.players:
        leaves = _leaves(policy, game, player)[0]
        return jnp.stack([1 - leaves, leaves])
    if policy.sides == FINE:
        stay, first, second, both = _asked_together(policy, [player], game)[0]
        return jnp.stack([stay, first + second, both]) / (stay + first + second + both)
    first, second = _leaves(policy, game, player)
    stay, both = (1 - first) * (1 - second), first * second
    return jnp.stack([stay, 1 - stay - both, both])


def _leaves(policy: Policy, game: Game, player: int) -> list[Array]:
    """How likely each of its adventurers is to leave, one by one; nobody leaves who is in camp."""
    seen, each = seen_by(game, player, when_inside=True), game.seats // game.players
    if policy.sides == FINE:
        return [_asked_together(policy, [player], game)[0] * seen.in_temple[0]]
    return [jnp.clip(policy.fear(seen, mine) / policy.sides, 0, 1) * seen.in_temple[mine] for mine in range(each)]


def shows(word: Array, fear: Array, sides: int) -> tuple[Array, Array]:
    """Whether a die shows so much or less, and the word for the next die.

    A word of 32 bits, as a fraction, falls into one of so many equal parts: that is what the die shows. Where it lies
    within that part is the next word.
    """
    if sides == 1:
        return fear > 0, word
    part, rest = divmod(1 << 32, sides)
    below = fear * jnp.uint32(part) + (fear * jnp.uint32(rest) + jnp.uint32(sides - 1)) // jnp.uint32(sides)
    return (word < below) | (fear >= sides), word * jnp.uint32(sides)


def _own_camps(game: Game, policies: Policies, luck: Luck) -> Array:
    """Those of policies of one's own; players with the same policy are asked together."""
    leaving, each = jnp.uint32(0), game.seats // game.players
    asked: dict[int, list[int]] = {}
    for player, policy in enumerate(policies):
        if policy.sides == FINE:
            asked.setdefault(id(policy), []).append(player)
    for players in asked.values():
        chances = _asked_together(policies[players[0]], players, game)
        for player, chance in zip(players, chances, strict=True):
            threw = luck.words(1 + player // 2)[player % 2] >> 8
            leaving = leaving | _thrown(chance, threw) << (player * each)
    return leaving


def _asked_together(policy: Policy, players: Sequence[int], game: Game) -> Array:
    """What a policy of one's own answers to each of these players."""
    seen = [as_arrays(seen_by(game, player)) for player in players]
    together = jax.vmap(partial(_answer, policy))
    for _ in range(game.phase.ndim):  # many games at once
        together = jax.vmap(together, in_axes=-1, out_axes=-1)
    chances = together(jax.tree.map(lambda *parts: jnp.stack(parts), *seen))
    _refuse_odd_shape(chances.shape[1:], game.seats // game.players, lanes=game.phase.ndim)
    return chances


def _answer(policy: Policy, seen: Seen) -> Array:
    return jnp.asarray(policy.fear(seen), jnp.float32)


def _refuse_odd_shape(shape: tuple[int, ...], each: int, *, lanes: int) -> None:
    """Known while a program is traced, before anything is compiled."""
    answer, wanted = shape[: len(shape) - lanes], () if each == 1 else (1 << each,)
    if answer != wanted:
        raise WrongAnswerShape(answer=str(answer), wanted=str(wanted), adventurers=each)


def _thrown(chance: Array, threw: Array) -> Array:
    """Which joint choice a throw of the fine die says; for one adventurer 0 is Torch and 1 Camp."""
    if chance.ndim == threw.ndim:
        return (threw < (chance * FINE)).astype(jnp.uint32)
    upto = jnp.cumsum(chance, axis=0)[:-1] / chance.sum(axis=0) * FINE
    return (threw >= upto).sum(axis=0).astype(jnp.uint32)


NUMBERED: dict[str, Callable[..., Array]] = {"turn": turn, "treasure": treasure, "hazard": hazard}
THOUGHTS: dict[str, Callable[..., Array]] = {DIE: die, "random": at_random, "odds": odds, **CHARACTERS}
SIDES = {DIE: 6, "random": 2}  # of their dice; all others are sure of themselves


@cache
def _thought(name: str, edition: Edition) -> Callable[..., Array]:
    """One function for one edition, the same each time, so that nothing is compiled twice."""
    return lambda seen, mine: THOUGHTS[name](edition, seen, mine)
