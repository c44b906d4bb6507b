"""Generated games are the same in every run, so that a failure can be repeated; the kernel is compiled quickly.

Programs of the kernel run for a blink here, and it is compiling them that takes long: most optimisations are left out.
What tests start as processes of their own (benchmarks, the command line) is compiled as users get it.
"""

import gc
import os

import jax
import pytest
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

# Simpler code for fused operations; later versions do not know the word, and XLA stops at a word it does not know.
SIMPLE_CODE = "--xla_cpu_use_fusion_emitters=false" if jax.__version_info__ < (0, 11) else ""


def pytest_configure() -> None:
    """Before anything is compiled: JAX begins here, with one device whichever test comes first."""
    jax.config.update("jax_disable_most_optimizations", True)
    with pytest.MonkeyPatch.context() as here_only:
        here_only.setenv("XLA_FLAGS", f"{os.environ.get('XLA_FLAGS', '')} {SIMPLE_CODE}")
        jax.devices()


WAITING = {"browser", "server", "terminal"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The twins first: what they played once is compared often, and idle workers steal from the end of a row.

    Last those that mostly wait: the last worker begins with them while the others reckon.
    """
    items.sort(key=lambda item: ("twins" not in item.path.parts, not WAITING.isdisjoint(item.path.parts)))


def pytest_collection_finish() -> None:
    """What all tests have imported stays to the end: nobody need look again and again for garbage in it."""
    gc.collect()
    gc.freeze()
