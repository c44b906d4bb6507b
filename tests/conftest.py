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


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: somebody always waits for a browser or for a house to open."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers share the row out evenly and steal from its ends, so what takes long begins at once, each with another.

    What the twins played once is compared often: they go first. The browser waits more than it works: it goes second.
    """
    twins, browser = ([item for item in items if room in item.path.parts] for room in ("twins", "browser"))
    others = [item for item in items if not {"twins", "browser"} & {*item.path.parts}]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    first = max(len(items) // workers - len(twins), 0) if workers > 1 else 0
    items[:] = [*twins, *others[:first], *browser, *others[first:]]


def pytest_collection_finish() -> None:
    """What all tests have imported stays to the end: nobody need look again and again for garbage in it."""
    gc.collect()
    gc.freeze()
