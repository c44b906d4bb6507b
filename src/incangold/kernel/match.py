"""Thousands or billions of games between the same players, on whatever this machine has: the kernel's front door."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from hashlib import sha256
from math import gcd
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.sharding import Mesh, PartitionSpec

from incangold.editions import Edition
from incangold.editions import edition as edition_named
from incangold.errors import BadPlan, TooManyGames, TooMuchTreasure, WrongNumberOfPlayers
from incangold.kernel.lanes import Quota, Sums
from incangold.kernel.luck import MOST_ATTEMPTS, MOST_GAMES, Words
from incangold.kernel.policies import FINE, Policies, Policy, array_policy, own_policy
from incangold.kernel.rollout import BLOCK, Loop, play_lanes
from incangold.rules import new_game

Progress = Callable[[int], None]
WORTH_USING = 2  # cores
MOST_TREASURE = 20_000  # so that the squares of a lane's scores fit into 32 bits until they are taken


@dataclass(frozen=True)
class Counted:
    """Whole numbers over all games; lists are by player."""

    games: int
    cards: int
    driven_out: int
    wins: list[int]  # in parts of a whole win, `seen.WHOLE_WIN`
    wins_squared: list[int]
    scores: list[int]
    scores_squared: list[int]
    artifacts: list[int]


class Plan(NamedTuple):
    """How to play on one device. The numbers that come out do not depend on it, only the time."""

    lanes: int
    window: int  # cards between two looks at who has finished, at most 32
    games: int  # before the sums are taken and progress is told


ON_CPU = Plan(lanes=8192, window=4, games=1 << 19)
ON_GPU = Plan(lanes=1 << 21, window=5, games=1 << 31)
OWN_ON_GPU = Plan(lanes=1 << 17, window=4, games=1 << 24)


Player = str | Policy | Callable[..., Any]  # a roster name, a policy, or a plain function of `Seen`


def play_games(
    edition: Edition | str,
    players: Sequence[Player],
    *,
    games: int,
    seed: int,
    plan: Plan | None = None,
    devices: Sequence[Any] | None = None,
    progress: Progress = lambda games: None,
) -> Counted:
    """So many games between these players, on all devices; one seed, one result.

    Neighbours stay neighbours, and the start player goes round with the games.
    """
    edition = edition_named(edition) if isinstance(edition, str) else edition
    _refuse_what_cannot_be_counted(edition, players, games, plan)
    made: dict[int, Policy] = {}
    policies = tuple(made.setdefault(id(one), _policy(one, edition, len(players))) for one in players)
    devices = tuple(devices or jax.devices())
    in_registers = _can_be_one_program(policies, devices)
    plan = _fitted(plan or _plan_for(policies, devices), games, len(devices), blocks_of=BLOCK if in_registers else 1)
    different = list({id(policy): policy for policy in policies}.values())
    seated = tuple(next(place for place, one in enumerate(different) if one is policy) for policy in policies)
    dice = new_game(edition, players=len(players), dice=[at for at, one in enumerate(policies) if one.is_die]).dice
    loop = Loop(edition, len(players), plan.lanes, plan.window, dice)
    play = _compiled(loop, seated, devices, in_registers)
    portions = _portions(games, _at_once(edition, plan, len(devices)))
    return _together(_told(partial(play, different, key_of(seed)), portions, len(devices), progress))


def _policy(player: Player, edition: Edition, players: int) -> Policy:
    if isinstance(player, str):
        return array_policy(player, edition, players)
    return player if isinstance(player, Policy) else own_policy(player)


def _told(play: Callable[..., Sums], portions: Iterator[range], devices: int, progress: Progress) -> Iterator[Counted]:
    for portion in portions:
        yield _taken(play(*_parts(portion, devices)))
        progress(len(portion))


def use_cores(number: int | None = None) -> None:
    """So many cores of a CPU, a device for each; by itself JAX hardly uses a second one for these programs.

    Only before JAX has begun anything; afterwards it keeps what it has. It divides every loop among all the threads it
    starts, which for many of them can cost more than it brings: so by default there are two.
    """
    number = min(number or WORTH_USING, os.cpu_count() or 1)
    with suppress(RuntimeError):
        jax.config.update("jax_num_cpu_devices", number)
        os.environ["NPROC"] = str(number)


def _refuse_what_cannot_be_counted(edition: Edition, players: Sequence[object], games: int, plan: Plan | None) -> None:
    if plan is not None and min(plan) < 1:
        raise BadPlan(plan=str(tuple(plan)))
    if not 2 <= len(players) <= 8:
        raise WrongNumberOfPlayers(players=len(players))
    if not 1 <= games <= MOST_GAMES:
        raise TooManyGames(games=games, most=MOST_GAMES)
    if sum(edition.treasures) * edition.rounds > MOST_TREASURE:
        raise TooMuchTreasure(treasure=sum(edition.treasures) * edition.rounds, most=MOST_TREASURE)


def key_of(seed: int) -> Words:
    """Any whole number as the two words of a key."""
    digest = sha256(f"incangold {seed}".encode()).digest()
    return jnp.uint32(int.from_bytes(digest[:4])), jnp.uint32(int.from_bytes(digest[4:8]))


def _plan_for(policies: Policies, devices: tuple[Any, ...]) -> Plan:
    if devices[0].platform == "cpu":
        return ON_CPU
    return ON_GPU if _can_be_one_program(policies, devices) else OWN_ON_GPU


def _can_be_one_program(policies: Policies, devices: tuple[Any, ...]) -> bool:
    """Whether whole games can run in the registers of a GPU; weights of one's own would not fit there."""
    return devices[0].platform in ("gpu", "cuda") and all(policy.sides != FINE for policy in policies)


def _fitted(plan: Plan, games: int, devices: int, *, blocks_of: int) -> Plan:
    """No more lanes than games, but whole blocks of them; no more idle steps than luck can count."""
    lanes = -(-plan.lanes // blocks_of) * blocks_of
    while lanes > 128 and lanes // 2 * devices >= games:
        lanes //= 2
    return plan._replace(lanes=lanes, window=min(plan.window, MOST_ATTEMPTS // 2))


def _at_once(edition: Edition, plan: Plan, devices: int) -> int:
    """So few games that no lane's sums overflow, even if it plays five times as many as the others."""
    highest = max(840, sum(edition.treasures) * edition.rounds + 100)
    by_lane = max(1, min(1000, (1 << 32) // (5 * highest * highest)))
    return min(plan.games, plan.lanes * by_lane) * devices


def _portions(games: int, at_once: int) -> Iterator[range]:
    return (range(first, min(first + at_once, games)) for first in range(0, games, at_once))


def _parts(portion: range, devices: int) -> tuple[np.ndarray[Any, Any], ...]:
    """Every device's first game, in two words, and how many: [D] each."""
    each, more = divmod(len(portion), devices)
    begins = [portion.start + number * each + min(number, more) for number in range(devices)]
    numbers = [each + (number < more) for number in range(devices)]
    lower, upper = [begin & 0xFFFFFFFF for begin in begins], [begin >> 32 for begin in begins]
    return tuple(np.array(words, np.uint32) for words in (lower, upper, numbers))


@cache
def _compiled(loop: Loop, seated: tuple[int, ...], devices: tuple[Any, ...], one_program: bool) -> Callable[..., Sums]:
    """The same program on every device, each with its own part of the games; `seated` says which policy plays where."""
    play_on_one: Callable[..., Sums] = play_lanes
    if one_program:
        from incangold.kernel.on_gpu import play_lanes_on_gpu as play_on_one  # not every JAX brings its compiler

    def part(policies: Sequence[Policy], key: Words, lower: Any, upper: Any, games: Any) -> Sums:
        quota = Quota((lower[0], upper[0]), games[0], jnp.uint32(0))
        return jax.tree.map(_in_halves, play_on_one(loop, tuple(policies[place] for place in seated), key, quota))

    mesh, split, whole = Mesh(np.array(devices), "devices"), PartitionSpec("devices"), PartitionSpec()
    split_up = (whole, whole, split, split, split)
    gathered = PartitionSpec(None, "devices")
    return jax.jit(jax.shard_map(part, mesh=mesh, in_specs=split_up, out_specs=gathered, check_vma=False))


def _in_halves(lanes: Array) -> Array:
    """Sums over up to 2¹⁶ lanes at once, of their lower and of their upper 16 bits, so that none overflows: [2, …]."""
    together = lanes.reshape(-1, gcd(lanes.size, 1 << 16) if lanes.size > 1 << 16 else lanes.size)
    return jnp.stack([(together & 0xFFFF).sum(axis=1), (together >> 16).sum(axis=1)])


def _taken(sums: Sums) -> Counted:
    """The sums of all lanes together, in numbers without an end."""
    return Counted(**{name: _sum_of(getattr(sums, name)) for name in Counted.__dataclass_fields__})


def _sum_of(halves: Any) -> Any:
    if isinstance(halves, jax.Array):
        lower, upper = np.asarray(halves).sum(axis=1, dtype=np.uint64).tolist()
        return lower + (upper << 16)
    return [_sum_of(each) for each in halves]


def _together(portions: Iterable[Counted]) -> Counted:
    """Sums of sums."""
    by_field = zip(*(asdict(counted).items() for counted in portions), strict=True)
    return Counted(**{field[0][0]: _added([sums for _, sums in field]) for field in by_field})


def _added(sums: list[Any]) -> Any:
    return sum(sums) if isinstance(sums[0], int) else list(map(sum, zip(*sums, strict=True)))
