"""Generated games are the same in every run, so that a failure can be repeated; the kernel is compiled quickly.

Programs of the kernel run for a blink here, and it is compiling them that takes long: most optimisations are left out.
What tests start as processes of their own (benchmarks, the command line) is compiled as users get it.
"""

import jax
from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("house")


def pytest_configure() -> None:
    """Before anything is compiled."""
    jax.config.update("jax_disable_most_optimizations", True)
