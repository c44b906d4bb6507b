"""Bots of the roster and their array forms lay the same cards in the same situation."""

from functools import partial
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from incangold.bots.roster import make_bot, roster
from incangold.bots.temperaments import CHARACTERS
from incangold.editions import edition
from incangold.errors import NoArrayForm
from incangold.game import CAMP, CHOICES
from incangold.game import Game as Position
from incangold.kernel.game import Game
from incangold.kernel.luck import Luck
from incangold.kernel.policies import FINE, Policy, array_policy, camp_set, has_array_form, leaving_chances, own_policy
from incangold.kernel.view import seen_by
from incangold.seen import Seen
from tests.twins.lockstep import Both, both_play, in_numpy, in_one_row, one_of
from tests.twins.scripts import TABLES, view_of

THROWS = 6**6
SURE = ("odds", "turn:5", "treasure:1", "treasure:9", "hazard:2", *CHARACTERS)


def leavers(name: str, position: Position, *, roll: int | None = None) -> set[int]:
    """Whom the bot of this name takes to camp, leading everybody."""
    bot = make_bot(name, seed="7")
    leaving = set()
    for player in range(position.players):
        view = view_of(position, player, roll=roll)
        answer = bot.choose(view)
        laid = answer if isinstance(answer, tuple) else (answer,) * len(view.to_choose)
        leaving |= {seat for seat, choice in zip(view.to_choose, laid, strict=True) if choice is CAMP}
    return leaving


def at_choices(games: Both) -> list[tuple[int, Position]]:
    return [(number, position) for number, position in games.moments() if position.phase is CHOICES]


def fears(game: Game, names: tuple[str, ...]) -> dict[str, list[Any]]:
    """How much everybody would fear, by seat, for every bot."""
    each = game.seats // game.players
    seen = [seen_by(game, player) for player in range(game.players)]
    policies = {name: array_policy(name, game.edition, game.players) for name in names}
    return {
        name: [jnp.int32(policy.fear(seen[seat // each], seat % each)) for seat in range(game.seats)]
        for name, policy in policies.items()
    }


@pytest.mark.parametrize(("text", "players"), TABLES)
def test_the_array_form_lays_what_the_bot_lays(text: str, players: int) -> None:
    games = both_play(text, players, games=8)
    names = (*SURE, "die")
    kernel_fears = in_numpy(jax.vmap(partial(fears, names=names))(in_one_row(games.after)))
    for number, position in at_choices(games):
        fear = one_of(kernel_fears, number)
        for name in SURE:
            assert {seat for seat in position.in_temple if fear[name][seat] >= 1} == leavers(name, position), name
        for roll in range(1, 7):
            brave = {seat for seat in position.in_temple if fear["die"][seat] < roll}
            assert set(position.in_temple) - brave == leavers("die", position, roll=roll)


@pytest.mark.parametrize(("text", "players"), [("incan-gold", 2), ("bga", 5), ("modern", 8), TABLES[-2]])
def test_a_table_of_different_bots(text: str, players: int) -> None:
    """Player by player, each as its own bot says."""
    games = both_play(text, players)
    names = [SURE[player % len(SURE)] for player in range(players)]
    policies = tuple(array_policy(name, edition(text), len(names)) for name in names)
    leaving, fair = in_numpy(jax.vmap(partial(camps, policies=policies))(in_one_row(games.after), words(games)))
    assert fair.all()
    for number, position in at_choices(games):
        expected = {seat for seat in position.in_temple if seat in leavers(names[position.leaders[seat]], position)}
        assert {seat for seat in position.in_temple if int(leaving[number]) >> seat & 1} == expected


def words(games: Both) -> Any:
    """A word of luck for every position, evenly spread."""
    size = games.after.phase.size
    return (np.arange(size, dtype=np.uint64) * (1 << 32) // size).astype(np.uint32)


def camps(game: Game, word: Any, policies: tuple[Policy, ...]) -> tuple[Any, Any]:
    zero = jnp.uint32(0)
    return camp_set(game, policies, word, Luck((zero, zero), (word, zero)))


def first_choice(text: str, players: int, fear: int) -> Game:
    """A position of the kernel in which Ana, were she a die, fears so much."""
    games = both_play(text, players)
    after = in_one_row(games.after)
    for number, position in at_choices(games):
        game = one_of(after, number)
        if 0 in position.in_temple and int(fears(game, ("die",))["die"][0]) == fear:
            return cast(Game, game)
    raise AssertionError("no such position")


@pytest.mark.parametrize("fear", range(5))
def test_a_die_leaves_as_often_as_it_fears(fear: int) -> None:
    game = first_choice("incan-gold", 3, fear)
    sure = array_policy("turn:999", game.edition, 3)
    assert share_of_camps(game, (array_policy("die", game.edition, 3), sure, sure)) == pytest.approx(fear / 6, abs=1e-3)


def test_a_coin_falls_evenly() -> None:
    game = first_choice("incan-gold", 3, 1)
    sure = array_policy("turn:999", game.edition, 3)
    assert share_of_camps(game, (array_policy("random", game.edition, 3), sure, sure)) == 0.5


def test_dice_of_different_players_are_different_dice() -> None:
    """Two dice with a fear of 2 leave together one time in nine."""
    game = first_choice("incan-gold", 3, 2)
    die, sure = array_policy("die", game.edition, 3), array_policy("turn:999", game.edition, 3)
    assert share_of_camps(game, (die, die, sure), who=0b011) == pytest.approx(1 / 9, abs=1e-3)


def share_of_camps(game: Game, policies: tuple[Policy, ...], *, who: int = 1) -> float:
    """How often these leave, over words that are spread evenly."""
    spread = jnp.asarray((np.arange(THROWS, dtype=np.uint64) * (1 << 32) // THROWS).astype(np.uint32))
    leaving, fair = in_numpy(jax.vmap(partial(camps, game, policies=policies))(spread))
    return float((leaving[fair] & who == who).mean())


@pytest.mark.parametrize("chance", [0.0, 0.25, 1.0])
def test_a_policy_of_ones_own_leaves_as_often_as_it_says(chance: float) -> None:
    game = first_choice("incan-gold", 3, 1)
    own = own_policy(lambda weight, seen: weight + 0 * seen.round, jnp.float32(chance))
    counter = jnp.arange(THROWS, dtype=jnp.uint32)
    leaving, _ = in_numpy(jax.vmap(partial(camps, game, policies=(own, own, own)))(counter))
    assert float((leaving & 1).mean()) == pytest.approx(chance, abs=0.008 if 0 < chance < 1 else 0)  # 4 sigma


def both_leave_or_both_stay(seen: Seen) -> Any:
    return jnp.float32([0.5, 0, 0, 0.5]) + 0 * seen.round


def test_a_policy_of_ones_own_leads_two_adventurers_at_once() -> None:
    game = first_choice("incan-gold", 2, 1)
    own = own_policy(both_leave_or_both_stay)
    counter = jnp.arange(THROWS, dtype=jnp.uint32)
    leaving, _ = in_numpy(jax.vmap(partial(camps, game, policies=(own, own)))(counter))
    assert set(leaving.tolist()) == {0b0000, 0b0011, 0b1100, 0b1111}


@pytest.mark.parametrize("name", ["moody", "greedy:6", "my_bot.py:MyBot", "nobody"])
def test_a_bot_without_an_array_form_is_refused(name: str) -> None:
    assert not has_array_form(name)
    with pytest.raises(NoArrayForm):
        array_policy(name, edition("incan-gold"), 3)


@pytest.mark.parametrize("name", [*SURE, "die", "random"])
def test_the_others_have_one(name: str) -> None:
    assert has_array_form(name)
    assert isinstance(array_policy(name, edition("modern"), 3), Policy)


def test_of_the_roster_only_the_one_that_keeps_a_mood_has_none() -> None:
    assert [name for name in roster() if not has_array_form(name)] == ["moody"]
    with pytest.raises(NoArrayForm, match=r"In the kernel: die, .*, turn:N, .*, hunter, warma, .*, amauta\."):
        array_policy("moody", edition("modern"), 3)


@pytest.mark.parametrize("name", ["amauta", "random", "die", "turn:5", "greedy"])
def test_of_two_as_many_leave_as_often_as_is_said(name: str) -> None:
    """At a few positions, each thrown for very often."""
    games, throws = both_play("incan-gold", 2, games=2), 1 << 14
    policy = array_policy(name, edition("incan-gold"), 2)
    met = [number for number, position in at_choices(games) if {2, 3} & set(position.in_temple)][::7]
    luck = (np.arange(throws, dtype=np.uint64) * (1 << 32) // throws).astype(np.uint32)
    throw = jax.jit(jax.vmap(partial(camps, policies=(policy, policy)), in_axes=(None, 0)))
    for number in met:
        game = one_of(in_one_row(games.after), number)
        seats = np.asarray(throw(game, luck)[0] & game.in_temple) >> 2
        often = np.bincount((seats & 1) + (seats >> 1), minlength=3) / throws
        assert np.asarray(leaving_chances(policy, game, player=1)) == pytest.approx(often, abs=0.02)


@pytest.mark.parametrize("name", ["amauta", "random", "die", "turn:5"])
def test_of_one_it_is_said_how_likely_it_leaves(name: str) -> None:
    """Of a policy of one's own, too; and nobody leaves who is in camp."""
    games, box = both_play("incan-gold", 3, games=2), edition("incan-gold")
    policy = array_policy(name, box, 3)
    for number, position in at_choices(games)[::5]:
        game = one_of(in_one_row(games.after), number)
        stays, leaves = map(float, leaving_chances(policy, game, player=1))
        fear = (
            policy.fear(seen_by(game, 1)) if policy.sides == FINE else policy.fear(seen_by(game, 1), 0) / policy.sides
        )
        assert leaves == pytest.approx(min(float(fear), 1.0) * (1 in position.in_temple), abs=1e-5)
        assert stays + leaves == pytest.approx(1)
