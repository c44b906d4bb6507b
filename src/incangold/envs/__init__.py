"""The game as others' interfaces expect it: PettingZoo, Gymnasium, OpenSpiel, batched (extra `envs`)."""

from typing import TYPE_CHECKING, Any

try:
    from gymnasium.envs.registration import register
except ImportError as missing:
    raise ImportError('Gymnasium is not installed: pip install "incangold[envs]"') from missing

if TYPE_CHECKING:
    from incangold.envs.parallel import env, parallel_env

__all__ = ["env", "parallel_env"]

register(
    "incangold/IncanGold-v0",
    entry_point="incangold.envs.gym:IncanGold",
    vector_entry_point="incangold.envs.vector:IncanGoldVector",
)


def __getattr__(name: str) -> Any:
    """PettingZoo is imported when it is asked for, and JAX only by the rooms that need it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from incangold.envs import parallel

    return getattr(parallel, name)
