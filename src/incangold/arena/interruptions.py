"""Ctrl-C where it must wait: while processes are started, and while JAX is at work, which it would break midway."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def interruptions_held() -> Iterator[None]:
    """Processes started meanwhile are deaf to Ctrl-C from their first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interruptions_remembered() -> Iterator[Callable[[], None]]:
    """A Ctrl-C is heard when what is given here is called, or at the end; only the main thread hears any."""
    if current_thread() is not main_thread():
        yield lambda: None
        return
    remembered: list[int] = []

    def hear() -> None:
        if remembered:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, lambda number, _: remembered.append(number))
    try:
        yield hear
    finally:
        signal.signal(signal.SIGINT, before)
    hear()
