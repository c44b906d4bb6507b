"""PettingZoo: its own tests, then whole games: luck, masks, refusals, and the rules' own ending."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from incangold.editions import edition
from incangold.envs import env, parallel_env
from incangold.envs.observation import flat, seen_by
from incangold.envs.parallel import ParallelIncanGold
from incangold.envs.refusals import ActionRefused, NothingPlayed, OptionRefused, UnknownOption
from incangold.envs.rendering import Picture
from incangold.errors import UnknownEdition, WrongNumberOfPlayers
from incangold.game import Choice, Choices, Phase
from incangold.record import read, replay, write
from incangold.table.proof import verify
from tests.envs.playing import BOXES, end_of, looking, play_parallel

DICTS = "ignore:Observation:UserWarning"  # PettingZoo knows observations with masks of its own games only


@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_parallel_interface(players: int) -> None:
    parallel_api_test(parallel_env(players=players), num_cycles=150)


@pytest.mark.filterwarnings(DICTS)
@pytest.mark.parametrize("players", [2, 3, 8])
def test_the_interface_one_after_the_other(players: int) -> None:
    api_test(env(players=players), num_cycles=60)


def test_seeds_as_pettingzoo_tests_them() -> None:
    parallel_seed_test(parallel_env)
    seed_test(env)


def test_every_render_mode() -> None:
    render_test(env, {"svg": lambda drawn: isinstance(drawn, Picture) and drawn.svg.startswith("<svg")})


@pytest.mark.parametrize("players", [2, 5])
def test_one_seed_is_one_game_to_its_end_whatever_goes_on_beside(players: int) -> None:
    alone = play_parallel(parallel_env(players=players), seed=7)
    np.random.seed(1)  # somebody else's generator
    random.seed(1)
    used = parallel_env(players=players)
    play_parallel(used, seed=3)
    assert data_equivalence(alone, play_parallel(used, seed=7))
    assert not data_equivalence(alone, play_parallel(used, seed=8))


def test_without_a_seed_games_go_on_from_the_last_one() -> None:
    one, other = parallel_env(), parallel_env()
    for playing in (one, other):
        playing.reset(seed=7)
    games = [(one.reset(), other.reset()) for _ in range(5)]
    assert all(data_equivalence(this, that) for this, that in games)
    assert len({str(this) for this, _ in games}) > 1


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("players", [2, 3, 8])
def test_whole_games_stay_within_their_spaces_and_only_ask_where_there_is_a_choice(box: str, players: int) -> None:
    playing = parallel_env(box, players=players)
    for seed in range(4):
        told = play_parallel(playing, seed, habits=seed)
        for turn, (observations, *_, infos) in enumerate(told):
            for agent, seen in observations.items():
                assert playing.observation_space(agent).contains(seen)
                assert seen["observation"][1] == turn or len(told) == 2, "one step is one turn"
                assert np.array_equal(infos[agent]["action_mask"], seen["action_mask"])


def test_all_agents_stay_to_the_end_and_end_together() -> None:
    everybody = [f"player_{player}" for player in range(5)]
    _, *steps = play_parallel(parallel_env(players=5), seed=3)
    for observations, _, terminations, truncations, _ in steps:
        assert list(observations) == everybody
        assert set(terminations.values()) == {observations is steps[-1][0]}
        assert set(truncations.values()) == {False}
    assert steps[-1][0]["player_0"]["observation"][3:8].tolist() == [0] * 5
    assert all(seen["action_mask"].tolist() == [1, 0] for seen in steps[-1][0].values())


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("reward", ["win", "score", "margin"])
def test_rewards_come_at_the_end_and_are_what_the_rules_say(reward: str, players: int) -> None:
    for seed in range(5):
        playing = parallel_env(players=players, reward=reward)
        *before, last = play_parallel(playing, seed)
        ended = end_of(playing.record())
        shares = [(player in ended.winners) / len(ended.winners) for player in range(players)]
        mean = (sum(ended.scores) - np.array(ended.scores)) / (players - 1)
        expected = {
            "win": np.array(shares) - 1 / players,
            "score": np.array(ended.scores),
            "margin": ended.scores - mean,
        }[reward]
        assert all(set(rewards.values()) == {0.0} for _, rewards, *_ in before[1:])
        assert list(last[1].values()) == pytest.approx(expected)
        infos = last[4].values()
        assert [(info["score"], info["win_share"]) for info in infos] == list(zip(ended.scores, shares, strict=True))


@pytest.mark.parametrize("players", [2, 4])
def test_every_observation_is_what_the_rules_and_the_story_say(players: int) -> None:
    """Played again from its record, position by position."""
    playing = parallel_env(players=players)
    told = play_parallel(playing, seed=3)
    asked = [now for now, _ in replay(playing.record()) if now.phase in (Phase.CHOICES, Phase.OVER)]
    for now, (observations, *_) in zip(asked, told, strict=True):
        for player, seen in enumerate(observations.values()):
            again = flat(seen_by(looking(now, player), now.in_tent))
            assert np.array_equal(seen["observation"], again)


def test_a_shared_win_is_shared() -> None:
    """Everybody leaves at once in every round, so all have the same."""
    playing = parallel_env("diamant", players=3)
    playing.reset(seed=1)
    rewards: dict[str, float] = {}
    while playing.agents:
        _, rewards, *_ = playing.step(dict.fromkeys(playing.agents, 1))
    assert rewards == dict.fromkeys(playing.possible_agents, pytest.approx(0.0))


def test_a_game_can_be_told_by_its_record() -> None:
    playing = parallel_env(players=3)
    play_parallel(playing, seed=5)
    record = playing.record()
    assert verify(record).is_over
    assert read(write(record)) == record


def laid_last(playing: ParallelIncanGold) -> tuple[Choice | None, ...]:
    return [act.laid for act in playing.record().acts if isinstance(act, Choices)][-1]


@pytest.mark.parametrize("joint", range(4))
def test_two_players_lead_two_adventurers_each(joint: int) -> None:
    playing = parallel_env(players=2)
    observations, _ = playing.reset(seed=7)
    assert playing.action_space("player_0").n == 4
    assert observations["player_0"]["action_mask"].tolist() == [1, 1, 1, 1]
    observations, *_ = playing.step({"player_0": joint, "player_1": 0})
    leaves = [Choice.CAMP if joint >> bit & 1 else Choice.TORCH for bit in (0, 1)]
    assert laid_last(playing) == (*leaves, Choice.TORCH, Choice.TORCH)
    masks = {0: [1, 1, 1, 1], 1: [1, 0, 1, 0], 2: [1, 1, 0, 0], 3: [1, 0, 0, 0]}
    assert observations["player_0"]["action_mask"].tolist() == masks[joint]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ({"player_0": 1, "player_1": 0, "player_2": 0}, "player_0 cannot take action 1: its adventurer is in camp"),
        ({"player_0": 0, "player_1": 2, "player_2": 0}, "player_1 cannot take action 2: .* from 0 to 1"),
        ({"player_0": 0, "player_1": -1, "player_2": 0}, "player_1 cannot take action -1"),
        ({"player_0": 0, "player_1": 0, "player_2": 0.5}, "player_2 cannot take action 0.5: .* whole number"),
        ({"player_0": 0, "player_1": None, "player_2": 0}, "player_1 cannot take action None"),
        ({"player_0": 0, "player_1": 0}, "player_2 cannot take action –: its action is missing"),
        ({"player_0": 0, "player_1": 0, "player_2": 0, "player_3": 1}, "player_3 .* no such agent"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(actions: dict[str, Any], said: str) -> None:
    playing = parallel_env("diamant", players=3)
    playing.reset(seed=2)
    playing.step({"player_0": 1, "player_1": 0, "player_2": 0})
    assert playing.agents
    before = playing.record()
    with pytest.raises(ActionRefused, match=said):
        playing.step(actions)
    assert playing.record() == before
    playing.step(dict.fromkeys(playing.agents, 0))


def test_with_two_adventurers_the_one_in_camp_is_named() -> None:
    playing = parallel_env(players=2)
    playing.reset(seed=7)
    playing.step({"player_0": 2, "player_1": 0})
    with pytest.raises(ActionRefused, match="player_0 cannot take action 3: its adventurer 1 is in camp"):
        playing.step({"player_0": 3, "player_1": 0})


def test_before_the_first_game_and_after_the_last_nothing_is_played() -> None:
    playing = parallel_env(players=3)
    for ask in (playing.render, playing.state, lambda: playing.step({})):
        with pytest.raises(NothingPlayed, match="reset"):
            ask()
    play_parallel(playing, seed=1)
    with pytest.raises(NothingPlayed):
        playing.step(dict.fromkeys(playing.possible_agents, 0))


def test_options_that_are_none_are_refused_at_once() -> None:
    with pytest.raises(UnknownOption, match="no reward 'glory'; there are: win, score, margin"):
        parallel_env(reward="glory")
    with pytest.raises(UnknownOption, match="no render mode 'rgb_array'"):
        parallel_env(render_mode="rgb_array")
    with pytest.raises(WrongNumberOfPlayers):
        parallel_env(players=9)
    with pytest.raises(UnknownEdition):
        parallel_env("chess")


@pytest.mark.parametrize("players", ["4", 3.0, None])
def test_players_are_a_whole_number(players: Any) -> None:
    for make in (parallel_env, env):
        with pytest.raises(OptionRefused, match=f"players cannot be {players!r}: a whole number is wanted"):
            make(players=players)
    assert parallel_env(players=np.int64(3)).possible_agents == ["player_0", "player_1", "player_2"]  # type: ignore[arg-type]


def test_an_edition_may_be_given_itself() -> None:
    assert parallel_env(edition("bga rounds=3")).edition == parallel_env("bga rounds=3").edition


def test_a_box_without_any_choice_ends_with_the_first_step() -> None:
    """The two snakes are all there is, so everybody is driven out before the first choice."""
    playing = parallel_env("diamant treasures= hazards=snakes hazard_copies=2 rounds=1", players=3)
    observations, _ = playing.reset(seed=1)
    assert all(seen["action_mask"].tolist() == [1, 0] for seen in observations.values())
    _, rewards, terminations, *_ = playing.step(dict.fromkeys(playing.agents, 0))
    assert set(terminations.values()) == {True}
    assert list(rewards.values()) == pytest.approx([0.0, 0.0, 0.0])


def test_one_after_the_other_nobody_sees_what_another_has_chosen() -> None:
    told = []
    for action in (0, 1):
        playing = env(players=3)
        playing.reset(seed=7)
        playing.step(action)
        assert playing.agent_selection == "player_1"
        told.append((playing.last(), playing.state()))
    assert data_equivalence(told[0], told[1])


def test_the_state_is_what_the_first_player_sees() -> None:
    playing = parallel_env(players=4)
    observations, _ = playing.reset(seed=7)
    assert playing.state_space.contains(playing.state())
    assert np.array_equal(playing.state(), observations["player_0"]["observation"])


def test_one_after_the_other_an_action_is_refused_to_the_one_who_takes_it_and_nobody_else_waits() -> None:
    playing = env("diamant", players=3)
    playing.reset(seed=2)
    for action in (1, 0, 0):
        playing.step(action)
    for nonsense in (1, 2, None, 0.5):
        with pytest.raises(ActionRefused, match="player_0 cannot take action"):
            playing.step(nonsense)
        assert playing.agent_selection == "player_0"
    playing.step(0)
    with pytest.raises(ActionRefused, match="player_1 cannot take action 7"):
        playing.step(7)
    before = playing.unwrapped.record()
    playing.step(0)
    playing.step(0)
    assert len(playing.unwrapped.record().acts) > len(before.acts)


def test_one_after_the_other_nobody_acts_after_the_end() -> None:
    playing = env("diamant rounds=1", players=3)
    playing.reset(seed=2)
    for _ in range(3):
        playing.step(1)
    for _ in range(2):
        with pytest.raises(ActionRefused, match="player_0 cannot take action 0: the game is over, so None is wanted"):
            playing.step(0)
    for _ in range(3):
        playing.step(None)
    assert playing.agents == []


@pytest.mark.parametrize("make", [parallel_env, env])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_made_with_the_same_arguments_and_not_yet_reset(
    make: Callable[..., Any], again: Callable[[Any], Any]
) -> None:
    playing = make("bga rounds=2", players=3, reward="score", render_mode="ansi")
    playing.reset(seed=1)
    copied = again(playing)
    assert type(copied) is type(playing)
    assert (copied.unwrapped.edition, copied.possible_agents) == (playing.unwrapped.edition, playing.possible_agents)
    assert copied.render_mode == "ansi"
    with pytest.raises(NothingPlayed):
        copied.unwrapped.record()
    assert not getattr(copied, "agents", [])
    copied.reset(seed=1)
    assert data_equivalence(copied.state(), playing.state())
