"""The kernel carries out the acts of scripts.

`played` compiles a whole game once for an edition and a company, and the kernel goes its own way from the first
position to the last. `each_carried_out` compiles nothing: every act by itself, all acts of a kind in one batch.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array, lax

from incangold.cards import Card
from incangold.editions import Edition, edition
from incangold.game import CAMP, Act, Choices, Draw, OpenRound, Seats
from incangold.game import Game as Position
from incangold.kernel import rules
from incangold.kernel.box import Box, box_of
from incangold.kernel.encode import encode, place_in
from incangold.kernel.game import Game
from incangold.kernel.packing import pack, unpack
from incangold.kernel.sets import nth_card
from tests.twins.scripts import Script, at_random

AS_MANY = 256  # games in one batch; always as many, so that nothing is compiled for another number
NOTHING, OPEN, TURN, REVEAL = range(4)


class Orders(NamedTuple):
    """The acts of a script as numbers, filled up with nothing: T acts, W words for a set of cards."""

    kind: npt.NDArray[np.int32]  # [T]
    fact: npt.NDArray[np.uint32]  # [T] the artifact; which copy of the card is turned; who lays Camp
    copies: tuple[npt.NDArray[np.uint32], ...]  # [W] of [T]: all copies of the card that is turned


class Both(NamedTuple):
    """The same games by both engines."""

    scripts: list[Script]
    after: Game  # [G, T]: the kernel's positions

    def moments(self) -> list[tuple[int, Position]]:
        """Every position of the reference, and where its twin is in `after`, counted through all games."""
        length = self.after.phase.shape[1]
        return [
            (game * length + number, position)
            for game, script in enumerate(self.scripts)
            for number, position in enumerate(script.positions)
        ]


@cache
def both_play(text: str, players: int, *, games: int = 2) -> Both:
    """Games at random, of this edition and with so many players; at some tables there are dice."""
    luck = Random(f"{text} {players}")
    dice = {2: (1,), 4: (0, 2), 7: (3,)}.get(players, ())
    scripts = [at_random(edition(text), players, luck, dice=dice) for _ in range(games)]
    return Both(scripts, played(scripts, luck))


def played(scripts: Sequence[Script], luck: Random) -> Game:
    """What the kernel makes of every act of these scripts, of one edition and company: [G, T] positions.

    After the last act of a script its last position stands again and again.
    """
    first = scripts[0].opening
    whole_game = compiled(first.edition, first.players, first.dice)
    length = max(128, *(1 << (len(script.acts) - 1).bit_length() for script in scripts))
    games = [whole_game(kernel_opening(script.opening), orders_of(script, length, luck)) for script in scripts]
    return cast(Game, stacked(games))


def kernel_opening(first: Position) -> Game:
    dice = sorted({first.leaders[seat] for seat in first.dice})
    return rules.new_game(first.edition, players=first.players, start_player=first.start_player, dice=tuple(dice))


def orders_of(script: Script, length: int, luck: Random) -> Orders:
    """The acts of one script; of equal cards any may be the one that is turned."""
    box = box_of(script.opening.edition)
    copies = tuple(np.zeros(length, np.uint32) for _ in range(box.words))
    orders = Orders(np.zeros(length, np.int32), np.zeros(length, np.uint32), copies)
    for number, (act, before) in enumerate(zip(script.acts, script.moments, strict=False)):
        match act:
            case OpenRound():
                orders.kind[number] = OPEN
                orders.fact[number] = place_in(encode(before), act)
            case Draw(card):
                orders.kind[number] = TURN
                orders.fact[number] = luck.randrange(before.quest_deck.count(card))
                for word, bits in zip(orders.copies, _copies(box, card), strict=True):
                    word[number] = bits
            case Choices(laid):
                orders.kind[number] = REVEAL
                orders.fact[number] = sum(1 << seat for seat, choice in enumerate(laid) if choice is CAMP)
    return orders


@cache
def _copies(box: Box, card: Card) -> npt.NDArray[np.uint32]:
    return box.set_of(box.copies(card))


@cache
def compiled(edition: Edition, players: int, dice: Seats) -> Callable[[Game, Orders], Game]:
    """A whole game in one call."""

    def whole_game(game: Game, orders: Orders) -> Game:
        return lax.scan(_follow, game, orders)[1]

    return jax.jit(whole_game)


def _follow(game: Game, order: Orders) -> tuple[Game, Game]:
    """One act, by its number."""
    fact = jnp.asarray(order.fact)
    verbs = [
        lambda: game,
        lambda: rules.open_round(game, fact),
        lambda: rules.turn_card(game, nth_card(game.quest_deck & order.copies, fact.astype(jnp.int32))),
        lambda: rules.reveal_choices(game, fact),
    ]
    after = lax.switch(jnp.asarray(order.kind), verbs)
    return after, after


def each_carried_out(before: Sequence[Game], acts: Sequence[Act]) -> list[Game]:
    """The position after one act in each of these positions."""
    after: dict[int, Game] = {}
    for kind in (OpenRound, Draw, Choices):
        chosen = [number for number, act in enumerate(acts) if isinstance(act, kind)]
        facts = [np.asarray(place_in(before[number], acts[number])) for number in chosen]
        games = in_batches(verb_of(kind), [before[number] for number in chosen], facts)
        after |= dict(zip(chosen, games, strict=True))
    return [after[number] for number in range(len(acts))]


def verb_of(kind: type[Act]) -> Callable[[Game, Array], Game]:
    """The rule for this kind of act, as it is now: a test may have planted a mistake in it."""
    return {OpenRound: rules.open_round, Draw: rules.turn_card, Choices: rules.reveal_choices}[kind]


def in_batches(function: Callable[..., Any], *arguments: Sequence[Any]) -> list[Any]:
    """A function of the kernel for many games, uncompiled: as many at a time as always, the last ones repeated."""
    results: list[Any] = []
    for start in range(0, len(arguments[0]), AS_MANY):
        some = [list(argument[start : start + AS_MANY]) for argument in arguments]
        filled = [stacked(few + few[-1:] * (AS_MANY - len(few))) for few in some]
        answer = in_numpy(jax.vmap(function)(*filled))
        results += [one_of(answer, number) for number in range(len(some[0]))]
    return results


def row_by_row(function: Callable[[Game], Any], games: Game) -> Any:
    """The same for a batch of any length that is a whole number of such batches."""
    starts = range(0, games.phase.size, AS_MANY)
    some = [jax.tree.map(lambda numbers: numbers[start : start + AS_MANY], games) for start in starts]  # noqa: B023
    return jax.tree.map(lambda *parts: np.concatenate(parts), *map(jax.vmap(function), some))


def packed_and_unpacked(game: Game) -> Game:
    """The same position, if no word is too narrow."""
    return unpack(pack(game), game.edition, game.players, game.dice)


def stacked(things: Iterable[Any]) -> Any:
    """Games, or numbers, as one batch."""
    return jax.tree.map(lambda *numbers: np.stack(numbers), *things)


def in_one_row(batch: Any) -> Any:
    """[G, T] as [G × T]."""
    return jax.tree.map(lambda numbers: numbers.reshape(-1), batch)


def one_of(batch: Any, place: int | tuple[int, ...]) -> Any:
    """One game, or number, of a batch."""
    return jax.tree.map(lambda numbers: numbers[place], batch)


def in_numpy(thing: Any) -> Any:
    """The same numbers, quick to look at one by one."""
    return jax.tree.map(np.asarray, thing)
