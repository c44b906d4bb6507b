"""The golden games, and all the ways in which small boxes unfold, by the kernel."""

from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from incangold.editions import edition
from incangold.game import Game as Position
from incangold.game import Phase
from incangold.kernel import rules
from incangold.kernel.encode import decode, forgetting, place_in
from incangold.kernel.game import Game
from tests.counting.recount import stored
from tests.counting.unfolding import Depth, acts
from tests.golden.regenerate import HERE
from tests.twins.lockstep import each_carried_out, in_numpy, kernel_opening, verb_of
from tests.twins.scripts import of_file

MOST_LINES = 1000  # a box is counted as deep as it has no more; deeper takes minutes


@pytest.mark.parametrize("path", sorted(HERE.glob("*.game")), ids=lambda path: path.stem)
def test_a_golden_game_position_by_position(path: Path) -> None:
    script = of_file(path)
    game = kernel_opening(script.opening)
    for act, position in zip(script.acts, script.positions, strict=True):
        game = verb_of(type(act))(game, place_in(game, act))
        assert decode(game) == forgetting(position), act


@pytest.mark.parametrize("row", stored(), ids=lambda row: f"{row['players']}: {row['what']}")
def test_as_many_ways_as_stored(row: dict[str, Any]) -> None:
    first = rules.new_game(edition(row["edition"]), players=row["players"], dice=tuple(row["dice"]))
    lines = {decode(first): (in_numpy(first), 1)}
    for depth in takewhile(lambda depth: depth[0] <= MOST_LINES, row["depths"]):
        assert depth_of({position: ways for position, (_, ways) in lines.items()}) == Depth(*depth)
        lines = one_act_more(lines)


def depth_of(lines: dict[Position, int]) -> Depth:
    ended = sum(ways for position, ways in lines.items() if position.phase is Phase.OVER)
    return Depth(sum(lines.values()), ended, sum(ways * safe_in(position) for position, ways in lines.items()))


def safe_in(position: Position) -> int:
    return sum(position.in_tent) + sum(held.worth for has in position.artifacts for held in has)


def one_act_more(lines: dict[Position, tuple[Game, int]]) -> dict[Position, tuple[Game, int]]:
    """Every act in every position, all at once; lines that meet go on together."""
    coming = [(game, act, ways) for position, (game, ways) in lines.items() for act in acts(position)]
    after = each_carried_out([game for game, _, _ in coming], [act for _, act, _ in coming])
    longer: dict[Position, tuple[Game, int]] = {}
    for game, (_, _, ways) in zip(after, coming, strict=True):
        position = decode(game)
        longer[position] = game, ways + longer.get(position, (game, 0))[1]
    return longer
