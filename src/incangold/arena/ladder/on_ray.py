"""Fields played on a Ray cluster instead of on this computer's cores; somebody's own bots travel with them."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from logging import ERROR
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

from incangold import __version__
from incangold.arena.ladder.rating import Workers
from incangold.bots.roster import kind_of
from incangold.errors import BotOutOfReach, ClusterAway, OtherVersionThere, PackageMissing, WorkerDied
from incangold.rules import RULES_VERSION
from incangold.words.catalogue import Phrase

PATIENCE, MORE_PATIENCE = 5, 20  # seconds for a socket, and for what is behind it
KNOCK = "import sys, ray; ray.init(sys.argv[1], log_to_driver=False)"
HERE = (__version__, RULES_VERSION)


@contextmanager
def workers_on(address: str, bots: Sequence[str]) -> Iterator[Workers]:
    """Whatever the cluster at this address has; it is let go of at the end, and what it was doing for us ends."""
    try:
        import ray
    except ImportError:
        command = 'pip install "incangold[cluster]"'
        raise PackageMissing(what="--ray", package="Ray", command=command) from None
    with TemporaryDirectory() as luggage:
        _pack(bots, Path(luggage))
        _refuse_silent(address)
        try:
            ray.init(address, runtime_env={"working_dir": luggage}, log_to_driver=False, logging_level=ERROR)
        except (ConnectionError, OSError, RuntimeError, ValueError, TimeoutError) as error:
            raise ClusterAway(address=address, why=_in_short(error)) from None
        try:
            yield _work
        finally:
            ray.shutdown()


def _work(each: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """What comes of each task, the sooner done the sooner given."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    remote = ray.remote(_on_a_node).options(num_cpus=1)
    under_way = [remote.remote(HERE, each, task) for task in tasks]
    try:
        while under_way:
            (done, *_), under_way = ray.wait(under_way)
            yield ray.get(done)
    except RayTaskError as error:
        raise error.cause from None
    except RayError as error:
        raise WorkerDied() from error


def _on_a_node(wanted: tuple[str, int], each: Callable[..., Any], task: tuple[Any, ...]) -> Any:
    """On the cluster: the same work, unless another version would do it."""
    if wanted != HERE:
        (here, here_rules), (there, there_rules) = wanted, HERE
        raise OtherVersionThere(here=here, here_rules=here_rules, there=there, there_rules=there_rules)
    return each(*task)


def _pack(bots: Sequence[str], luggage: Path) -> None:
    """Somebody's own files and those beside them, where their names will find them on a node; modules must be there."""
    for bot in bots:
        where = bot.rpartition(":")[0]
        if kind_of(bot) == "own" and where.endswith(".py"):
            file = Path(where)
            if file.is_absolute() or ".." in file.parts:
                raise BotOutOfReach(name=bot[:60])
            (luggage / file.parent).mkdir(parents=True, exist_ok=True)
            for beside in sorted(file.parent.glob("*.py")):
                copy(beside, luggage / beside)


def _refuse_silent(address: str) -> None:
    """Where nobody listens, or something that is no Ray, Ray itself would wait for minutes, deaf to interruptions."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not (colon and port.isdecimal()):
        return  # `auto` and `local` are Ray's own
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
        subprocess.run([sys.executable, "-c", KNOCK, address], timeout=MORE_PATIENCE, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        raise ClusterAway(address=address, why=Phrase("ladder.no_ray", seconds=MORE_PATIENCE)) from None
    except (OSError, OverflowError) as error:
        raise ClusterAway(address=address, why=_in_short(error)) from None


def _in_short(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
