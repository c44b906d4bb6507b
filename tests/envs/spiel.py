"""Games of OpenSpiel for the tests: loaded by their parameters, led to a position, played out by lot."""

from collections.abc import Iterator
from itertools import product
from math import prod
from random import Random
from typing import Any

import pyspiel  # type: ignore[import-not-found]

import incangold.envs.open_spiel  # noqa: F401  registers the game

SNAKES = "hazards=snakes hazard_copies=2 rounds=1"
BOXES = [  # with how many players
    (2, f"diamant treasures=5,7 {SNAKES}"),
    (3, f"diamant treasures=3,5,7 {SNAKES}"),
    (3, f"literal treasures=4 {SNAKES}"),
    (3, "incan-gold treasures=7 hazards= rounds=2"),
    (3, f"bga path_share=by_card treasures=5 {SNAKES}"),
]
TINY = "edition=diamant,treasures=5/7,hazards=snakes,hazard_copies=2,rounds=1"


def load(parameters: str = "") -> Any:
    """The game with these parameters."""
    return pyspiel.load_game(f"python_incan_gold({parameters})" if parameters else "python_incan_gold")


def load_box(players: int, box: str, reward: str = "win") -> Any:
    """The game with an edition as players write it."""
    return pyspiel.load_game("python_incan_gold", {"players": players, "edition": box, "reward": reward})


def turned(state: Any, *cards: str) -> Any:
    """The same state, after the cards or artifacts of these names."""
    for card in cards:
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == card))
    return state


def moments(state: Any, seed: int = 7) -> Iterator[Any]:
    """Every moment of one random game, from this one on."""
    lots = Random(seed)
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lots.choice(state.legal_actions()))
        else:
            state.apply_actions([lots.choice(state.legal_actions(player)) for player in range(state.num_players())])
        yield state


def played_out(state: Any, seed: int = 7) -> Any:
    """The end of one random game."""
    *_, end = moments(state, seed)
    return end


def children(state: Any) -> Iterator[tuple[Any, float]]:
    """Every state that may come next, and how likely it is when all choose by lot."""
    if state.is_chance_node():
        yield from ((state.child(outcome), chance) for outcome, chance in state.chance_outcomes())
        return
    every = [state.legal_actions(player) for player in range(state.num_players())]
    for joint in product(*every):
        child = state.clone()
        child.apply_actions(list(joint))
        yield child, prod(1 / len(each) for each in every)


def leaves(state: Any, likely: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Every end of the tree, and how likely it is."""
    if state.is_terminal():
        yield state, likely
        return
    for child, chance in children(state):
        yield from leaves(child, likely * chance)
