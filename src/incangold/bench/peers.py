"""Other people's games of cards and luck at random play, and ours behind the same interfaces: whatever is installed.

Everything here is plain Python around one game at a time, on one core, with a uniformly random player in every seat.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from incangold.bench.bench import rate

Game = Callable[[int], int]  # plays one game from a seed; how many decisions it had


class Peer(NamedTuple):
    """A row: which package, which game, and how to get ready for it."""

    package: str
    module: str
    game: str
    ready: Callable[[str], Game]


def peers() -> tuple[Peer, ...]:
    """The rows whose package is installed."""
    return tuple(peer for peer in PEERS if find_spec(peer.module))


def measure(seconds: float, progress: Callable[[int], None] = lambda done: None) -> list[dict[str, Any]]:
    """Every row, or why it could not be measured."""
    rows = []
    for peer in peers():
        rows.append({"package": f"{peer.package} {version(peer.package)}", "game": peer.game, **_speed(peer, seconds)})
        progress(1)
    return rows


def _speed(peer: Peer, seconds: float) -> dict[str, Any]:
    """A package may lack what one of its games needs."""
    try:
        play = peer.ready(peer.game)
    except ImportError as missing:
        return {"missing": str(missing)}
    decisions: list[int] = []
    games = rate(lambda seed: decisions.append(play(seed)), seconds)
    each = sum(decisions) / len(decisions)
    return {"games_a_second": games, "decisions_a_game": each, "decisions_a_second": games * each}


def report(rows: list[dict[str, Any]]) -> str:
    """The table for people."""
    return "\n".join(
        [f"{'one core, random play':<58}{'games a second':>16}{'decisions a second':>20}", *map(_told, rows)]
    )


def _told(row: dict[str, Any]) -> str:
    name = f"{row['package']}: {row['game']}"
    if "missing" in row:
        return f"{name:<58}not measured: {row['missing']}"
    return f"{name:<58}{row['games_a_second']:>16,.0f}{row['decisions_a_second']:>20,.0f}"


def _open_spiel(name: str) -> Game:
    spiel = import_module("pyspiel")
    if name.startswith("python_incan_gold"):
        import_module("incangold.envs.open_spiel")
    game = spiel.load_game(name)

    def play(seed: int) -> int:
        luck, state, decisions = Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                decisions += _choose_at_once(state, game.num_players(), luck)
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def _choose_at_once(state: Any, players: int, luck: Random) -> int:
    """Everybody's action; who has only one decides nothing."""
    legal = [state.legal_actions(player) for player in range(players)]
    state.apply_actions([luck.choice(actions) for actions in legal])
    return sum(len(actions) > 1 for actions in legal)


def _pettingzoo_in_turn(name: str) -> Game:
    env = import_module(f"pettingzoo.classic.{name}").env()

    def play(seed: int) -> int:
        luck, decisions = Random(seed), 0
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else luck.choice(_open_actions(env.action_space(agent).n, seen)))
            decisions += not (ended or cut)
        return decisions

    return play


def _open_actions(number: int, seen: Any) -> list[int]:
    """What the mask allows, or everything where there is none."""
    if not isinstance(seen, dict):
        return list(range(number))
    return [int(action) for action in seen["action_mask"].nonzero()[0]]


def _pettingzoo_ours(name: str) -> Game:
    env = import_module("incangold.envs.parallel").parallel_env(players=4)

    def play(seed: int) -> int:
        luck, decisions = Random(seed), 0
        seen, _ = env.reset(seed=seed)
        while env.agents:
            opened = {agent: _open_actions(2, seen[agent]) for agent in env.agents}
            decisions += sum(len(actions) > 1 for actions in opened.values())
            seen, *_ = env.step({agent: luck.choice(actions) for agent, actions in opened.items()})
        return decisions

    return play


def _rlcard(name: str) -> Game:
    env = import_module("rlcard").make(name)

    def play(seed: int) -> int:
        luck, decisions = Random(seed), 0
        env.seed(seed)
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(luck.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


PEERS = (
    *(Peer("open_spiel", "pyspiel", game, _open_spiel) for game in ("pig", "goofspiel", "blackjack")),
    Peer("open_spiel", "pyspiel", "python_incan_gold(players=4)", _open_spiel),
    *(Peer("pettingzoo", "pettingzoo", game, _pettingzoo_in_turn) for game in ("rps_v2", "texas_holdem_v4")),
    Peer("pettingzoo", "pettingzoo", "incangold.envs.parallel_env, 4 players", _pettingzoo_ours),
    *(Peer("rlcard", "rlcard", game, _rlcard) for game in ("blackjack", "limit-holdem")),
)
