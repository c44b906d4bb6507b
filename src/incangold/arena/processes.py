"""Any work on all cores: processes that leave an interruption to the one that started them, and never outlive it."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from incangold.arena.interruptions import interruptions_held
from incangold.errors import WorkerDied

Result = TypeVar("Result")


def on_all_cores(work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], cores: int) -> Iterator[Result]:
    """What comes of each task, the sooner done the sooner given."""
    others = set(active_children())
    pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=_begin_work)
    try:
        with interruptions_held():
            results = [pool.submit(work, *task) for task in tasks]
        for result in as_completed(results):
            yield result.result()
    except BrokenProcessPool:
        raise WorkerDied() from None
    except BaseException:
        for worker in set(active_children()) - others:  # a bot that hangs would never hear of it otherwise
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_work() -> None:
    """A worker leaves an interruption to the process that started it, and never outlives that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
