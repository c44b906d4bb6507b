"""Gymnasium's vector form: its interface, whole games in many lanes, and the same luck as one game at a time."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import incangold.envs  # registers the environment
from incangold.envs.gym import IncanGold
from incangold.envs.observation import unflat
from incangold.envs.refusals import ActionRefused, NothingPlayed, OptionRefused, UnknownOption
from incangold.envs.vector import IncanGoldVector
from incangold.errors import NoArrayForm, UnknownBot, UnknownEdition, WrongNumberOfPlayers

ID = "incangold/IncanGold-v0"
LANES = 256


def made(lanes: int = LANES, **options: Any) -> IncanGoldVector:
    env = gymnasium.make_vec(ID, num_envs=lanes, **{"seat": "any"} | options)
    assert isinstance(env, IncanGoldVector)
    return env


def careful(observation: Any, env: IncanGoldVector | IncanGold) -> Any:
    """Leaves with five cards on the path or two hazards, all whom it may send."""
    seen = unflat(observation["observation"], env.edition, len(env.opponents) + 1)
    leaves = (seen.path_cards >= 5) | (seen.path_hazards.sum(-1) >= 2)
    mask = observation["action_mask"]
    highest_open = mask.shape[-1] - 1 - mask[..., ::-1].argmax(-1)
    return np.where(leaves, highest_open, 0)


def steps(env: IncanGoldVector, seed: int | None, number: int) -> list[Any]:
    """Everything that is told in so many steps of a careful player."""
    told_so_far: list[Any] = [env.reset(seed=seed)]
    for _ in range(number):
        told_so_far.append(env.step(careful(told_so_far[-1][0], env)))
    return told_so_far


def test_it_is_what_make_vec_makes_and_one_by_one_works_too() -> None:
    assert incangold.envs.__doc__
    env = gymnasium.make_vec(ID, num_envs=3)
    assert isinstance(env, IncanGoldVector)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    one_by_one = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="sync")
    assert isinstance(one_by_one, SyncVectorEnv)
    for name in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(env, name) == getattr(one_by_one, name), name


@pytest.mark.parametrize("options", [{}, {"opponents": ("odds",)}])
def test_every_step_has_the_shapes_that_gymnasium_asks_for(options: dict[str, Any]) -> None:
    env = made(**options)
    first, *later = steps(env, 1, 30)
    for observation, *_, info in (first, *later):
        assert env.observation_space.contains(observation)
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert info["_action_mask"].all()
        assert (observation["action_mask"].sum(-1) > 1).all(), "asked while in camp"
    for _, reward, terminated, truncated, _ in later:
        assert [array.shape for array in (reward, terminated, truncated)] == [(LANES,)] * 3
        assert [array.dtype for array in (reward, terminated, truncated)] == [np.float64, bool, bool]
        assert not truncated.any()
        assert not reward[~terminated].any()
    assert sum(step[2].sum() for step in later) > LANES


def same_step_of_gymnasium() -> VectorEnv[Any, Any, Any]:
    """Gymnasium's own form of one environment after the other, with the same way to begin anew."""
    return SyncVectorEnv([lambda: gymnasium.make(ID)] * 3, autoreset_mode=AutoresetMode.SAME_STEP)


def test_the_last_observation_of_a_game_is_told_the_way_gymnasium_tells_it() -> None:
    env, theirs = made(), same_step_of_gymnasium()
    their_info = next(info for info in infos(theirs) if "final_obs" in info)
    our_info = next(info for info in infos(env) if "final_obs" in info)
    assert described(our_info) == described(their_info)
    over = our_info["_final_obs"]
    for lane, last in enumerate(our_info["final_obs"]):
        if not over[lane]:
            assert last is None
            continue
        assert env.single_observation_space.contains(last)
        assert last["action_mask"].tolist() == [1, 0]
        seen = unflat(last["observation"], env.edition, 4)
        assert our_info["final_info"]["score"][lane] == seen.in_tent[0] + seen.worth[0]
        assert seen.round == 5


def infos(env: VectorEnv[Any, Any, Any]) -> Any:
    env.reset(seed=2)
    while True:
        yield env.step(np.ones(env.num_envs, np.int64))[-1]


def described(info: Any) -> Any:
    """Names, types and the shape of one lane's part, without the numbers."""
    if isinstance(info, dict):
        return {name: described(part) for name, part in info.items()}
    return info.shape[1:], info.dtype.kind


def test_the_next_game_begins_in_the_same_step() -> None:
    env = made()
    for observation, _, terminated, _, info in steps(env, 3, 40)[1:]:
        seen = unflat(observation["observation"], env.edition, 4)
        assert not seen.turn[terminated].any()
        assert not seen.in_tent[terminated].any()
        assert ("final_obs" in info) == terminated.any()


def test_wrappers_of_gymnasium_count_its_games() -> None:
    env = RecordEpisodeStatistics(made(reward="score"))
    observation, _ = env.reset(seed=5)
    for _ in range(60):
        observation, _, terminated, _, info = env.step(careful(observation, made()))
        if terminated.any():
            assert np.array_equal(info["episode"]["r"][terminated], info["final_info"]["score"][terminated])
    assert env.episode_count > LANES


def test_one_seed_is_the_same_games_in_all_lanes() -> None:
    one, other = made(), made()
    steps(other, 8, 2)
    assert data_equivalence(steps(one, 7, 12), steps(other, 7, 12))
    assert data_equivalence(steps(one, None, 3), steps(other, None, 3))
    assert not data_equivalence(steps(one, 7, 1), steps(one, None, 1))
    first = one.reset(seed=7)[0]["observation"]
    assert len(np.unique(first, axis=0)) > LANES / 2


def test_a_policy_earns_the_same_as_in_one_game_at_a_time() -> None:
    """The same careful player against the same opponents: means within four standard errors, by fixed seeds."""
    many = [r[t] for _, r, t, _, _ in steps(made(reward="score"), 11, 200)[1:]]
    vector, single = np.concatenate(many), one_by_one(600)
    assert len(vector) > 1000
    error = (vector.var() / len(vector) + single.var() / len(single)) ** 0.5
    assert abs(vector.mean() - single.mean()) < 4 * error


def one_by_one(games: int) -> Any:
    env, scores = IncanGold(seat="any", reward="score"), []
    for seed in range(games):
        (observation, _), over = env.reset(seed=seed), False
        while not over:
            observation, reward, over, _, _ = env.step(int(careful(observation, env)))
        scores.append(reward)
    return np.array(scores)


def test_wherever_the_player_sits_it_sees_its_neighbours_leftwards() -> None:
    """The first opponent is a die: it sits to the left of whoever sits first or last."""
    for seat, place in ((0, 1), (1, 3), (2, 2), (3, 1)):
        single, _ = IncanGold(seat=seat).reset(seed=1)
        lanes, _ = made(seat=seat).reset(seed=1)
        dice = [unflat(told["observation"], IncanGold().edition, 4).dice for told in (single, lanes)]
        assert (dice[0] == dice[1]).all()
        assert np.flatnonzero(dice[0]).tolist() == [place]
    anywhere, _ = made(seat="any").reset(seed=1)
    assert (unflat(anywhere["observation"], IncanGold().edition, 4).dice.mean(0) > [-1, 0.3, 0.1, 0.1]).all()


def actions_with(lane: int, action: int) -> Any:
    """One lane does something, all others wait."""
    actions = np.zeros(LANES, np.int64)
    actions[lane] = action
    return actions


def test_one_opponent_means_two_adventurers_each() -> None:
    env = made(opponents=("odds",))
    observation, _ = env.reset(seed=3)
    assert observation["action_mask"].all()
    observation, *_ = env.step(np.ones(LANES, np.int64))
    in_camp = observation["observation"][:, 3] == 0
    assert (observation["action_mask"][in_camp] == [1, 0, 1, 0]).all()
    lane = int(np.flatnonzero(in_camp)[0])
    with pytest.raises(
        ActionRefused, match=f"The player in lane {lane} cannot take action 3: one in camp lays no card"
    ):
        env.step(actions_with(lane, 3))
    env.step(actions_with(lane, 2))


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (actions_with(2, 2), "The player in lane 2 cannot take action 2: an action is a whole number from 0 to 1"),
        (actions_with(9, -1), "The player in lane 9 cannot take action -1"),
        (np.zeros(2, np.int64), rf"of shape \(2,\) and type int64: each of {LANES} lanes takes one whole number"),
        (np.zeros(LANES), "of shape .* and type float64"),
    ],
)
def test_what_is_not_open_is_refused_and_nothing_has_changed(actions: Any, why: str) -> None:
    env = made()
    env.reset(seed=1)
    with pytest.raises(ActionRefused, match=why):
        env.step(actions)
    after_refusal = env.step(actions_with(1, 1))
    env.reset(seed=1)
    assert data_equivalence(after_refusal, env.step(actions_with(1, 1)))


def test_what_cannot_be_is_refused_at_once() -> None:
    for refusal, options in (
        (NoArrayForm, {"opponents": ("moody", "odds")}),
        (UnknownBot, {"opponents": ("nobody", "odds")}),
        (UnknownEdition, {"edition": "el-dorado"}),
        (OptionRefused, {"seat": 4}),
        (OptionRefused, {"seat": "left"}),
        (OptionRefused, {"opponents": "die"}),
        (OptionRefused, {"lanes": 2.0}),
        (WrongNumberOfPlayers, {"opponents": ()}),
        (UnknownOption, {"reward": "glory"}),
        (UnknownOption, {"lanes": 0}),
        (NothingPlayed, {}),
    ):
        with pytest.raises(refusal):
            made(**options).step(np.zeros(LANES, np.int64))


def test_a_game_without_a_choice_is_told_and_paid_by_its_first_step() -> None:
    env = made(2, edition="diamant treasures= hazards=snakes hazard_copies=2 rounds=1", opponents=("turn:2", "die"))
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].tolist() == [[1, 0], [1, 0]]
    _, reward, terminated, _, info = env.step([0, 0])
    assert terminated.all()
    assert reward.tolist() == pytest.approx([0, 0])
    assert info["final_info"]["win_share"].tolist() == pytest.approx([1 / 3, 1 / 3])


def test_one_opponent_may_be_a_die_and_is_seen_to_be_one() -> None:
    env = made(2, opponents=("die",))
    observation, _ = env.reset(seed=1)
    assert unflat(observation["observation"], env.edition, 2).dice.tolist() == [[0, 0, 1, 1]] * 2


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_made_with_the_same_arguments_and_not_yet_reset(
    again: Callable[[IncanGoldVector], IncanGoldVector],
) -> None:
    env = made(opponents=["odds"], reward="score")
    env.reset(seed=1)
    copied = again(env)
    assert copied.spec == env.spec is not None
    assert (copied.num_envs, copied.opponents, copied.edition) == (LANES, env.opponents, env.edition)
    with pytest.raises(NothingPlayed):
        copied.step(np.zeros(LANES, np.int64))
    assert data_equivalence(copied.reset(seed=2), env.reset(seed=2))
