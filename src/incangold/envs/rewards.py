"""What a game was worth to each player: told once, at its end."""

from collections.abc import Callable

from incangold.envs.refusals import refuse_unless_known
from incangold.events import GameEnded

Reward = Callable[[GameEnded], tuple[float, ...]]


def win_shares(ended: GameEnded) -> tuple[float, ...]:
    """1 for the winner; those who share a win share it equally."""
    return tuple([(player in ended.winners) / len(ended.winners) for player in range(len(ended.scores))])


def win(ended: GameEnded) -> tuple[float, ...]:
    """The share of the win above an even one, so that all rewards of a game sum to 0."""
    return tuple([share - 1 / len(ended.scores) for share in win_shares(ended)])


def score(ended: GameEnded) -> tuple[float, ...]:
    """One's own score."""
    return tuple(map(float, ended.scores))


def margin(ended: GameEnded) -> tuple[float, ...]:
    """One's own score above the mean of the others'."""
    total, others = sum(ended.scores), len(ended.scores) - 1
    return tuple([own - (total - own) / others for own in ended.scores])


REWARDS: dict[str, Reward] = {"win": win, "score": score, "margin": margin}


def reward_named(name: str) -> Reward:
    """The reward of this name."""
    refuse_unless_known("reward", name, REWARDS)
    return REWARDS[name]
