"""Many games at once: what Pgx asks of its own environments, and what it does not."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from incangold.editions import EDITIONS
from incangold.envs.batched import (
    BatchedIncanGold,
    State,
    WrongActions,
    WrongLane,
    WrongPolicies,
    auto_reset,
    position,
)
from incangold.envs.observation import LAYOUT, unflat
from incangold.envs.refusals import OptionRefused, UnknownOption
from incangold.envs.rendering import ansi, svg
from incangold.errors import UnknownEdition, WrongNumberOfPlayers
from incangold.game import Phase
from incangold.kernel.policies import array_policy, own_policy
from incangold.seen import Seen
from tests.envs.batches import COMPANIES, LANES, all_do, allowed, every_company, keys, pairs, played, table


@every_company
def test_shapes_and_types_are_the_same_at_every_moment_compiled_or_not(box: str, players: int) -> None:
    env, init, _ = table(box, players)
    alone = jax.eval_shape(env.init, jax.random.key(0))
    stepped = jax.eval_shape(env.step, alone, jnp.zeros(players, jnp.int32), jax.random.key(0))
    again = jax.eval_shape(auto_reset(env.step, env.init), alone, jnp.zeros(players, jnp.int32), jax.random.key(0))
    assert len({jax.tree.structure(state) for state in (alone, stepped, again)}) == 1
    for one, other, third in zip(*map(jax.tree.leaves, (alone, stepped, again)), strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype) == (third.shape, third.dtype)
    for state, _ in played(box, players):
        assert state.observation.shape == (LANES, *env.observation_shape)
        assert state.legal_action_mask.shape == (LANES, players, env.num_actions)
        assert state.rewards.shape == (LANES, players)
        parts = (state.observation, state.legal_action_mask, state.rewards, state.terminated, state.truncated)
        assert [part.dtype.name for part in parts] == ["int32", "bool", "float32", "bool", "bool"]
        assert state.terminated.shape == state.truncated.shape == (LANES,)
    assert init(keys(0)).step_count.dtype == jnp.int32


@every_company
def test_rewards_come_once_and_a_game_that_is_over_stays_as_it_is(box: str, players: int) -> None:
    seen_ends = 0
    for before, _, after in pairs(box, players):
        was, now = np.asarray(before.terminated), np.asarray(after.terminated)
        rewards = np.asarray(after.rewards)
        assert not (was & ~now).any()
        assert not rewards[was | ~now].any()
        assert not np.asarray(after.truncated).any()
        assert np.allclose(rewards.sum(-1), 0, atol=1e-6)
        for one, other in zip(*map(jax.tree.leaves, (before.game, after.game)), strict=True):
            assert np.array_equal(np.asarray(one)[was], np.asarray(other)[was])
        assert (np.asarray(after.step_count) - np.asarray(before.step_count) == ~was).all()
        for lane in np.flatnonzero(now & ~was).tolist():
            seen_ends += 1
            assert position(after, lane).phase is Phase.OVER
            assert np.unique(rewards[lane]).size > 1 or not rewards[lane].any()
    assert seen_ends == LANES


def test_one_key_is_one_game_and_another_key_another() -> None:
    _, init, step = table(*COMPANIES[0])
    one, same, other = init(keys(3)), init(keys(3)), init(keys(4))
    assert np.array_equal(one.observation, same.observation)
    assert not np.array_equal(one.observation, other.observation)
    stay = all_do(0, 0, 0)
    assert np.array_equal(step(one, stay, keys(5)).observation, step(same, stay, keys(5)).observation)
    assert not np.array_equal(step(one, stay, keys(5)).observation, step(one, stay, keys(6)).observation)


def test_everybody_is_start_player_as_often() -> None:
    _, init, _ = table(*COMPANIES[0])
    starts = np.concatenate([init(keys(number)).game.start_player for number in range(40)])
    shares = np.bincount(starts, minlength=3) / len(starts)
    assert np.abs(shares - 1 / 3).max() < 4 * (2 / 9 / len(starts)) ** 0.5


def test_what_is_not_open_is_waiting() -> None:
    """Compiled code cannot refuse: one in camp stays there, and an action that there is not is a Torch."""
    _, init, step = table(*COMPANIES[0])
    begun = init(keys(1))
    home = step(begun, all_do(1, 0, 0), keys(2))
    in_camp = ~np.asarray(home.legal_action_mask)[:, 0, 1]
    assert in_camp.any()
    for nonsense in ((1, 0, 0), (7, 2, -1)):
        odd, plain = step(home, all_do(*nonsense), keys(3)), step(home, all_do(0, 0, 0), keys(3))
        assert np.array_equal(np.asarray(odd.observation)[in_camp], np.asarray(plain.observation)[in_camp])


@pytest.mark.parametrize(
    "action", [np.zeros(2, np.int32), np.zeros((4, 3), np.int32), np.zeros(3, np.float32), np.zeros(3, bool)]
)
def test_actions_that_are_not_one_number_each_are_refused_before_anything_is_compiled(action: Any) -> None:
    env = table(*COMPANIES[0]).env
    state = jax.eval_shape(env.init, jax.random.key(0))
    with pytest.raises(WrongActions, match=r"shape .* whole number for each of 3 players; .* jax.vmap"):
        jax.eval_shape(env.step, state, action, jax.random.key(0))


def test_what_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(UnknownEdition):
        BatchedIncanGold("el-dorado")
    with pytest.raises(WrongNumberOfPlayers):
        BatchedIncanGold(players=9)
    with pytest.raises(UnknownOption, match="There is no reward 'glory'; there are: win, score, margin"):
        BatchedIncanGold(reward="glory")
    for players in ("4", 3.0):
        with pytest.raises(OptionRefused, match=f"players cannot be {players!r}: a whole number is wanted"):
            BatchedIncanGold(players=players)  # type: ignore[arg-type]


def test_it_tells_its_name_and_sizes() -> None:
    env = BatchedIncanGold()
    assert (env.id, env.layout, env.edition) == ("incangold-v0", LAYOUT, EDITIONS["incan-gold"])
    assert (env.num_players, env.num_actions, env.observation_shape) == (4, 2, (4, 74))
    assert BatchedIncanGold(players=2).num_actions == 4


def test_where_a_game_ends_another_begins_and_the_end_stays_to_be_seen() -> None:
    box, players = COMPANIES[2]
    env, init, plain = table(box, players)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    luck, state, ends = np.random.default_rng(1), init(keys(1)), 0
    for number in range(12):
        action, luck_now = allowed(state, luck), keys(100 + number)
        after = step(state, action, luck_now)
        same = plain(going_on(state), action, jax.vmap(lambda key: jax.random.split(key)[0])(luck_now))
        over = np.asarray(after.terminated)
        assert np.array_equal(after.final_observation, same.observation)
        assert np.array_equal(over, same.terminated)
        assert np.array_equal(after.rewards, same.rewards)
        assert np.array_equal(np.asarray(after.observation)[~over], np.asarray(same.observation)[~over])
        begun = unflat(np.asarray(after.observation)[over], env.edition, players)
        assert not begun.in_tent.any()
        assert not np.asarray(after.step_count)[over].any()
        ends += over.sum()
        state = after
    assert ends > 2 * LANES


def test_a_game_without_a_choice_is_told_and_paid_by_its_first_step() -> None:
    """Two snakes and nothing else: the first asks for one more card, and that one drives all out."""
    _, init, step = table("diamant treasures= hazards=snakes hazard_copies=2 rounds=1", 3)
    begun = init(keys(0))
    assert not np.any(begun.terminated)
    assert position(begun, 0).phase is Phase.OVER
    assert not np.asarray(begun.legal_action_mask)[..., 1].any()
    assert np.all(step(begun, all_do(0, 0, 0), keys(1)).terminated)


def going_on(state: State) -> State:
    """As if no game had ended in the last step."""
    return State(state.game, state.reached, state.rewards, jnp.zeros(LANES, bool), state.truncated, state.step_count)


def test_policies_of_the_kernel_play_whole_games() -> None:
    env = BatchedIncanGold("bga rounds=2", players=3, reward="score")
    policies = [array_policy(name, env.edition, env.num_players) for name in ("turn:1", "turn:99", "turn:2")]
    ended = jax.jit(jax.vmap(partial(env.play_out, tuple(policies))))(keys(0))
    assert np.all(ended.terminated)
    assert np.asarray(ended.rewards)[:, 1].max() == 0
    assert np.asarray(ended.rewards)[:, 0].max() > 0


def afraid_of_dice(seen: Seen) -> Any:
    """Leaves at once where a die plays."""
    return 1.0 * (seen.dice.sum() > 0)


@pytest.mark.parametrize("players", [2, 3])
def test_a_policy_sees_who_is_a_die(players: int) -> None:
    env = BatchedIncanGold("diamant rounds=1", players=players, reward="score")
    one = own_policy(afraid_of_dice if players == 3 else lambda seen: jnp.eye(4)[3 * (seen.dice.sum() > 0)])
    for opponent, leaves in (("die", True), ("odds", False)):
        others = (array_policy(opponent, env.edition, players), opponent)[: players - 1]  # a policy, or its name
        ended = jax.jit(jax.vmap(partial(env.play_out, (one, *others))))(keys(0))
        assert bool(np.asarray(ended.rewards)[:, 0].any()) is leaves


@pytest.mark.parametrize("policies", [(), ("die",), ("die",) * 3, ("die",) * 5, "odds"])
def test_every_player_needs_a_policy(policies: Any) -> None:
    with pytest.raises(WrongPolicies, match=r"\d policies cannot play for 4 players: each of them needs one"):
        BatchedIncanGold().play_out(policies, jax.random.key(0))


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_a_number_of_64_bits_is_not_cut_to_another_action(kind: Any) -> None:
    env = table(*COMPANIES[0]).env
    state = env.init(jax.random.key(1))
    large: Any = np.array([2**32 + 1, 0, 0], kind)
    key = jax.random.key(2)
    assert np.array_equal(env.step(state, large, key).observation, env.step(state, large * 0, key).observation)


@pytest.mark.parametrize("lane", [(), (0, 0), (LANES,), (-LANES - 1,)])
def test_a_lane_that_there_is_not_is_refused(lane: tuple[int, ...]) -> None:
    with pytest.raises(WrongLane, match=rf"There is no lane \(.*\) in games of shape \({LANES},\)"):
        position(played(*COMPANIES[0])[0].state, *lane)


def test_a_lane_can_be_read_and_drawn() -> None:
    state = played(*COMPANIES[0])[2].state
    now = position(state, 3)
    assert ansi(now).startswith("incan-gold: round 1 of 5, turn 2")
    assert svg(now).startswith("<svg")
    assert position(jax.tree.map(lambda array: array[3], state)) == now


def test_a_lane_is_small() -> None:
    """Sixteen million games are not many: what can be told from a game is not kept beside it."""
    state = jax.eval_shape(BatchedIncanGold(players=8).init, jax.random.key(0))
    bytes_of_games = sum(array.size * array.dtype.itemsize for array in jax.tree.leaves(state.game))
    assert bytes_of_games < 200
