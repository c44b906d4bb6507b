"""Compiled programs on disk: on a GPU a responder learns for seconds what takes its compiler a minute."""

from pathlib import Path

import jax


def keep_programs(folder: Path) -> None:
    """What is compiled from now on is kept there, and later commands find it.

    Not on a CPU: there JAX would not take back what it has kept (jax-ml/jax#38445).
    """
    if jax.default_backend() != "cpu":
        jax.config.update("jax_compilation_cache_dir", str(folder.absolute()))
