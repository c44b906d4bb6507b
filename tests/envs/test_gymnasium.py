"""Gymnasium: its own checker, then one player's whole games against the roster."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import incangold.envs  # registers the environment
from incangold.envs.gym import OPPONENTS, IncanGold
from incangold.envs.refusals import ActionRefused, NothingPlayed, OptionRefused, UnknownOption
from incangold.errors import BotFailed, UnknownBot, WrongNumberOfPlayers
from incangold.game import CAMP, TORCH, Choices
from incangold.record import DIE, Record, opening, replay
from incangold.table.proof import verify
from tests.envs.playing import BOXES, end_of, play_alone

ID = "incangold/IncanGold-v0"


def made(**options: Any) -> IncanGold:
    """The environment as `make` gives it, out of its wrappers."""
    env = gymnasium.make(ID, **options).unwrapped
    assert isinstance(env, IncanGold)
    return env


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("render_mode", [None, "ansi", "svg", "human"])
def test_the_checker_of_gymnasium_has_nothing_to_say(render_mode: str | None) -> None:
    check_env(made(render_mode=render_mode))


def test_it_is_found_by_its_name_and_by_its_module() -> None:
    assert incangold.envs.__doc__
    for name in (ID, f"incangold.envs:{ID}"):
        observation, info = gymnasium.make(name).reset(seed=1)
        assert observation["action_mask"].tolist() == info["action_mask"].tolist() == [1, 1]


def run(program: str) -> str:
    """What a fresh Python says."""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return said.stdout + said.stderr


def test_importing_the_room_brings_neither_jax_nor_pettingzoo() -> None:
    assert run("import sys, incangold.envs; print({'jax', 'pettingzoo'} & set(sys.modules))") == "set()\n"


@pytest.mark.parametrize(("missing", "imported"), [("gymnasium", "envs"), ("pettingzoo", "envs.parallel")])
def test_without_the_extra_it_says_what_to_install(missing: str, imported: str) -> None:
    said = run(f"import sys; sys.modules['{missing}'] = None; import incangold.{imported}")
    assert said.endswith('is not installed: pip install "incangold[envs]"\n')


@pytest.mark.filterwarnings("ignore:.*maximum and minimum:UserWarning")  # no artifacts, so nobody has any
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("opponents", [("odds",), OPPONENTS, ("random", "die", "moody", "greedy", "timid", "hunter")])
def test_whole_games_stay_within_their_spaces_and_ask_only_the_player(box: str, opponents: tuple[str, ...]) -> None:
    env = made(edition=box, opponents=opponents, seat="any")
    own = 2 if len(opponents) == 1 else 1
    for seed in range(3):
        *asked, last = play_alone(env, seed, habits=seed)
        for observation, *_, info in (*asked, last):
            assert env.observation_space.contains(observation)
            assert np.array_equal(observation["action_mask"], info["action_mask"])
        for observation, *_ in asked:
            assert observation["observation"][3 : 3 + own].any() or len(asked) == 1, "asked while in camp"
        assert last[2:4] == (True, False)


@pytest.mark.parametrize("seat", [0, 1, 3])
@pytest.mark.parametrize("reward", ["win", "score", "margin"])
def test_the_reward_is_what_the_rules_say(seat: int, reward: str) -> None:
    env = made(seat=seat, reward=reward)
    for seed in range(4):
        *asked, last = play_alone(env, seed)
        ended = end_of(env.record())
        others = [score for player, score in enumerate(ended.scores) if player != seat]
        expected = {
            "win": (seat in ended.winners) / len(ended.winners) - 1 / 4,
            "score": ended.scores[seat],
            "margin": ended.scores[seat] - sum(others) / 3,
        }
        assert last[1] == pytest.approx(expected[reward])
        assert all(step[1] == 0.0 for step in asked[1:])
        assert last[4]["score"] == ended.scores[seat]


def test_the_seat_is_the_named_one_or_any() -> None:
    def seated(record: Record) -> int:
        return [player.bot for player in record.players].index(None)

    env = made(seat=2)
    play_alone(env, 1)
    assert seated(env.record()) == 2
    assert [player.bot for player in env.record().players] == ["die", "odds", None, "turn:6"]
    anywhere = made(seat="any")
    seats = set()
    for seed in range(20):
        anywhere.reset(seed=seed)
        seats.add(seated(anywhere.record()))
    assert seats == {0, 1, 2, 3}


def test_opponents_play_as_they_do_at_a_table() -> None:
    """`turn:4` leaves with four cards on the path; a die's rolls are those of its seed."""
    env = made(opponents=("turn:4", DIE), seat=0)
    for seed in range(5):
        play_alone(env, seed)
        record = env.record()
        assert verify(record).is_over
        positions = [opening(record.edition, record.players, record.start_player), *(s.game for s in replay(record))]
        for before, act in zip(positions, record.acts, strict=False):
            if isinstance(act, Choices) and act.laid[1]:
                assert act.laid[1] is (CAMP if len(before.path) >= 4 else TORCH)


def test_one_seed_is_one_game_to_its_end() -> None:
    options = {"opponents": ("random", "moody", "die"), "seat": "any"}
    one, other = made(**options), made(**options)
    play_alone(other, 4)
    assert data_equivalence(play_alone(one, 7), play_alone(other, 7))
    assert data_equivalence(play_alone(one, None), play_alone(other, None))
    assert not data_equivalence(play_alone(one, 7), play_alone(one, None))


def test_one_opponent_means_two_adventurers_each() -> None:
    env = made(opponents=("greedy",))
    observation, _ = env.reset(seed=3)
    assert observation["action_mask"].tolist() == [1, 1, 1, 1]
    observation, *_ = env.step(1)
    assert observation["action_mask"].tolist() == [1, 0, 1, 0]
    with pytest.raises(ActionRefused, match="player cannot take action 3: its adventurer 0 is in camp"):
        env.step(3)


def test_what_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(UnknownBot):
        made(opponents=("nobody",))
    with pytest.raises(WrongNumberOfPlayers):
        made(opponents=())
    with pytest.raises(UnknownOption):
        made(reward="glory")
    with pytest.raises(NothingPlayed):
        made().step(0)


def test_after_the_end_nothing_is_played() -> None:
    env = made()
    play_alone(env, 1)
    with pytest.raises(NothingPlayed, match="reset"):
        env.step(0)


@pytest.mark.parametrize("seat", ["left", None, 1.5, -1, 9, 4])
def test_a_seat_that_there_is_not_is_refused_and_seats_are_counted_from_0(seat: Any) -> None:
    with pytest.raises(OptionRefused, match=f'seat cannot be {seat!r}: .* from 0 to 3, or "any"'):
        made(seat=seat)


@pytest.mark.parametrize("opponents", ["die", None, 3, (1, 2)])
def test_opponents_are_a_list_of_names(opponents: Any) -> None:
    with pytest.raises(OptionRefused, match=r"opponents cannot be .*: a list of names is wanted"):
        made(opponents=opponents)


BREAKS = """
class Breaks:
    def choose(self, view):
        raise KeyError("lost the map")
"""


def test_a_bot_that_fails_is_named_as_in_the_arena(tmp_path: Path) -> None:
    (tmp_path / "breaks.py").write_text(BREAKS)
    env = made(opponents=(f"{tmp_path}/breaks.py:Breaks", "die"))
    env.reset(seed=1)
    before = env.record()
    with pytest.raises(BotFailed, match=r"Breaks 1 .* failed: KeyError: 'lost the map'"):
        env.step(0)
    assert env.record() == before


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_made_with_the_same_arguments_and_not_yet_reset(again: Callable[[IncanGold], IncanGold]) -> None:
    env = made(opponents=["odds", "die"], edition="bga", seat="any", reward="score", render_mode="ansi")
    env.reset(seed=1)
    copied = again(env)
    assert copied.spec == env.spec is not None
    assert (copied.opponents, copied.edition, copied.render_mode) == (env.opponents, env.edition, "ansi")
    with pytest.raises(NothingPlayed):
        copied.step(0)
    assert data_equivalence(play_alone(copied, 3), play_alone(env, 3))
