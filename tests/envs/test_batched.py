"""Many games at once: what Pgx asks of its own environments, and every step a way the rules allow."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from incangold.editions import EDITIONS
from incangold.envs.actions import action_mask
from incangold.envs.batched import BatchedIncanGold, State, WrongActions, auto_reset, position
from incangold.envs.compiled import REWARDS
from incangold.envs.observation import LAYOUT, flat, seen_by, unflat
from incangold.envs.refusals import UnknownOption
from incangold.envs.rendering import ansi, svg
from incangold.envs.rewards import REWARDS as REFERENCE_REWARDS
from incangold.errors import UnknownEdition, WrongNumberOfPlayers
from incangold.events import GameEnded
from incangold.game import CAMP, TORCH, Choices, Game, Phase
from incangold.kernel.encode import forgetting
from incangold.kernel.policies import array_policy
from incangold.rules import play
from incangold.view import View
from tests.counting.unfolding import acts
from tests.envs.playing import looking

LANES, LONGEST = 24, 60
COMPANIES = (
    ("incan-gold", 3),
    ("literal path_share=by_card rounds=3", 2),
    ("modern treasures=5 hazards=snakes,rocks hazard_copies=2 rounds=2", 4),
)
every_company = pytest.mark.parametrize(("box", "players"), COMPANIES)


class Moment(NamedTuple):
    """A batch, and what everybody does next."""

    state: State
    action: Any


class Table(NamedTuple):
    """An environment with its functions mapped and compiled."""

    env: BatchedIncanGold
    init: Any
    step: Any


@cache
def table(box: str, players: int, reward: str = "win") -> Table:
    env = BatchedIncanGold(box, players, reward)
    return Table(env, jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step)))


def keys(number: int) -> Array:
    return jax.random.split(jax.random.key(number), LANES)


def allowed(state: State, luck: np.random.Generator) -> Any:
    """Anything the masks allow, staying more often than not."""
    mask = np.asarray(state.legal_action_mask)
    wish = luck.random(mask.shape)
    wish[..., 0] += luck.random(mask.shape[:-1]) < 0.6
    return np.where(mask, wish, -1).argmax(-1).astype(np.int32)


@cache
def played(box: str, players: int, seed: int = 0) -> list[Moment]:
    """Whole games in some lanes, and a step after the last has ended."""
    _, init, step = table(box, players)
    luck, state, moments = np.random.default_rng(seed), init(keys(seed)), []
    for number in range(LONGEST):
        moments.append(Moment(state, allowed(state, luck)))
        if np.all(state.terminated):
            break
        state = step(state, moments[-1].action, keys(1000 + number))
    return [*moments, Moment(step(*moments[-1], keys(7)), moments[-1].action)]


def pairs(box: str, players: int) -> Iterator[tuple[State, Any, State]]:
    moments = played(box, players)
    for before, after in zip(moments, moments[1:], strict=False):
        yield *before, after.state


def view_of(now: Game, player: int) -> View:
    """What this player sees and may choose."""
    view = looking(now, player)
    return view._replace(to_choose=tuple(s for s in view.seats if now.phase is Phase.CHOICES and s in now.in_temple))


@every_company
def test_shapes_and_types_are_the_same_at_every_moment_compiled_or_not(box: str, players: int) -> None:
    env, init, _ = table(box, players)
    alone = jax.eval_shape(env.init, jax.random.key(0))
    stepped = jax.eval_shape(env.step, alone, jnp.zeros(players, jnp.int32), jax.random.key(0))
    again = jax.eval_shape(auto_reset(env.step, env.init), alone, jnp.zeros(players, jnp.int32), jax.random.key(0))
    assert jax.tree.structure(alone) == jax.tree.structure(stepped) == jax.tree.structure(again)
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
def test_what_is_seen_and_open_is_what_the_reference_says(box: str, players: int) -> None:
    for state, _ in played(box, players):
        observation, mask = np.asarray(state.observation), np.asarray(state.legal_action_mask)
        for lane in range(0, LANES, 6):
            now = position(state, lane)
            for player in range(players):
                view = view_of(now, player)
                assert observation[lane, player].tolist() == flat(seen_by(view, now.in_tent)).tolist()
                assert mask[lane, player].tolist() == action_mask(view).tolist()


@every_company
def test_every_step_is_a_way_the_rules_allow(box: str, players: int) -> None:
    for before, action, after in pairs(box, players):
        for lane in range(0, LANES, 8):
            now, then = position(before, lane), position(after, lane)
            assert now == then if now.phase is Phase.OVER else leads_to(now, action[lane], then)


def test_and_that_is_not_said_lightly() -> None:
    before, action, after = next(pairs(*COMPANIES[0]))
    lane = int(np.flatnonzero(~np.asarray(after.terminated) & (action[:, 0] == 1) & (action[:, 1] == 0))[0])
    now, then = position(before, lane), position(after, lane)
    assert leads_to(now, action[lane], then)
    assert not leads_to(now, 1 - action[lane], then)
    assert not leads_to(now, action[lane], then._replace(in_tent=(99, 0, 0)))


def leads_to(now: Game, action: Any, then: Game) -> bool:
    """Whether these choices and some cards lead from one choice to the next, or to the end."""
    sent = [action[leader] >> now.leaders[:seat].count(leader) & 1 for seat, leader in enumerate(now.leaders)]
    laid = [(CAMP if sent[seat] else TORCH) if seat in now.in_temple else None for seat in range(len(sent))]
    return then in next_choices(play(now, Choices(tuple(laid))).game, then)


def next_choices(now: Game, then: Game) -> Iterator[Game]:
    """Every next choice, or end, that cards may lead to; ways on which an artifact was shown too early are left out."""
    if now.phase in (Phase.CHOICES, Phase.OVER):
        yield forgetting(now)
    elif now.round <= then.round and set(then.under_temples) <= set(now.under_temples):
        for act in acts(now):
            yield from next_choices(play(now, act).game, then)


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
        for lane in np.flatnonzero(now & ~was):
            seen_ends += 1
            assert position(after, lane).phase is Phase.OVER
            assert np.unique(rewards[lane]).size > 1 or not rewards[lane].any()
    assert seen_ends == LANES


@pytest.mark.parametrize("scores", [(10, 4, 4), (7, 7, 1), (0, 0, 0)])
@pytest.mark.parametrize("reward", REFERENCE_REWARDS)
def test_a_game_is_worth_what_the_reference_says(reward: str, scores: tuple[int, ...]) -> None:
    wins = np.array(scores) == max(scores)
    ended = GameEnded(scores, (0, 0, 0), tuple(np.flatnonzero(wins).tolist()))
    paid = REWARDS[reward](jnp.array(scores, jnp.float32), wins.astype(np.float32))
    assert paid.tolist() == pytest.approx(REFERENCE_REWARDS[reward](ended))
    assert REWARDS.keys() == REFERENCE_REWARDS.keys()


def test_the_end_pays_what_lies_in_the_tents() -> None:
    box, players = COMPANIES[0]
    moments = played(box, players)
    last = moments[-1].state
    first_end = next(np.flatnonzero(state.terminated) for state, _ in moments if np.any(state.terminated))
    paid = np.sum([state.rewards for state, _ in moments], axis=0)
    for lane in {*first_end.tolist(), 0, 1, 2}:
        now = position(last, lane)
        worth = [sum(one.worth for one in has) for has in now.artifacts]
        standing = [(tent + held, len(has)) for tent, held, has in zip(now.in_tent, worth, now.artifacts, strict=True)]
        winners = [one == max(standing) for one in standing]
        assert paid[lane].tolist() == pytest.approx([won / sum(winners) - 1 / players for won in winners])


def test_one_key_is_one_game_and_another_key_another() -> None:
    _, init, step = table(*COMPANIES[0])
    one, same, other = init(keys(3)), init(keys(3)), init(keys(4))
    assert np.array_equal(one.observation, same.observation)
    assert not np.array_equal(one.observation, other.observation)
    stay = np.zeros((LANES, 3), np.int32)
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
    home = step(begun, np.tile(np.int32([1, 0, 0]), (LANES, 1)), keys(2))
    in_camp = ~np.asarray(home.legal_action_mask)[:, 0, 1]
    assert in_camp.any()
    for nonsense in ([1, 0, 0], [7, 2, -1]):
        odd = step(home, np.tile(np.int32(nonsense), (LANES, 1)), keys(3))
        plain = step(home, np.zeros((LANES, 3), np.int32), keys(3))
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


def test_it_tells_its_name_and_sizes() -> None:
    env = BatchedIncanGold()
    assert (env.id, env.layout, env.edition) == ("incangold-v0", LAYOUT, EDITIONS["incan-gold"])
    assert (env.num_players, env.num_actions, env.observation_shape) == (4, 2, (4, 66))
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


def going_on(state: State) -> State:
    """As if no game had ended in the last step."""
    return State(state.game, state.reached, state.rewards, jnp.zeros(LANES, bool), state.truncated, state.step_count)


def test_policies_of_the_kernel_play_whole_games() -> None:
    env = BatchedIncanGold("bga rounds=2", players=3, reward="score")
    policies = [array_policy(name, env.edition) for name in ("turn:1", "turn:99", "turn:2")]
    ended = jax.jit(jax.vmap(partial(env.play_out, tuple(policies))))(keys(0))
    assert np.all(ended.terminated)
    assert np.asarray(ended.rewards)[:, 1].max() == 0
    assert np.asarray(ended.rewards)[:, 0].max() > 0


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
