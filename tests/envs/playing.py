"""Playing environments: at random among what the masks allow, from one seed."""

from typing import Any

import numpy as np

from incangold.envs.gym import IncanGold
from incangold.envs.parallel import ParallelIncanGold
from incangold.events import GameEnded
from incangold.game import Game, seats_of
from incangold.record import Record, replay
from incangold.view import View, public_part
from tests.situations import Situation

Told = dict[str, Any]
BOXES = (
    "incan-gold",
    "diamant",
    "modern",
    "bga",
    "literal",
    "incan-gold path_share=by_card open_tents=yes",
    "literal rounds=3 path_share=by_card first_hazard=choose",
    "bga treasures=1,2 hazard_copies=1 rounds=7",
    "diamant treasures=99 hazards= rounds=1",
    "modern treasures= hazards=snakes,rocks hazard_copies=2 rounds=2",
)


def open_action(mask: Any, luck: np.random.Generator) -> int:
    """Any action that the mask allows, staying more often than not."""
    going = luck.random() < 0.4
    allowed = np.flatnonzero(mask)
    return int(luck.choice(allowed)) if going else 0


def all_act(observations: dict[str, Told], luck: np.random.Generator) -> dict[str, int]:
    """An action for everybody."""
    return {agent: open_action(told["action_mask"], luck) for agent, told in observations.items()}


def play_parallel(env: ParallelIncanGold, seed: int, habits: int = 0) -> list[Any]:
    """A whole game; everything that was told, step by step."""
    luck = np.random.default_rng(habits)
    told: list[Any] = [env.reset(seed=seed)]
    observations = told[0][0]
    while env.agents:
        told.append(env.step(all_act(observations, luck)))
        observations = told[-1][0]
    return told


def play_alone(env: IncanGold, seed: int | None, habits: int = 0) -> list[Any]:
    """A whole game of one player against bots; everything that was told, step by step."""
    luck = np.random.default_rng(habits)
    told: list[Any] = [env.reset(seed=seed)]
    over = False
    while not over:
        told.append(env.step(open_action(told[-1][0]["action_mask"], luck)))
        over = told[-1][2]
    return told


def end_of(record: Record) -> GameEnded:
    """How the rules say that a recorded game ended."""
    *_, last = replay(record)
    ended = last.events[-1]
    assert isinstance(ended, GameEnded)
    return ended


def seen_from(situation: Situation, player: int) -> View:
    """One player's view of a situation in which cards are to be laid."""
    game = situation.game
    seats = seats_of(game.leaders, player)
    to_choose = tuple(seat for seat in seats if seat in game.in_temple)
    own = tuple(game.in_tent[seat] for seat in seats)
    nothing = (None,) * len(seats)
    return View(public_part(game, situation.story), player, seats, to_choose, own, nothing, nothing, ())


def looking(now: Game, player: int) -> View:
    """A view without its story: the tents are given."""
    return View(public_part(now, ()), player, seats_of(now.leaders, player), (), (), (), (), ())
