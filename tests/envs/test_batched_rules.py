"""Many games at once, beside the reference: what is seen, every step, every reward."""

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from incangold.envs.actions import action_mask
from incangold.envs.batched import position
from incangold.envs.compiled import REWARDS
from incangold.envs.observation import flat, seen_by
from incangold.envs.rewards import REWARDS as REFERENCE_REWARDS
from incangold.events import GameEnded
from incangold.game import CAMP, TORCH, Choices, Game, Phase
from incangold.kernel.encode import forgetting
from incangold.rules import play
from incangold.view import View
from tests.counting.unfolding import acts
from tests.envs.batches import COMPANIES, LANES, every_company, pairs, played
from tests.envs.playing import looking


def view_of(now: Game, player: int) -> View:
    """What this player sees and may choose."""
    view = looking(now, player)
    return view._replace(to_choose=tuple(s for s in view.seats if now.phase is Phase.CHOICES and s in now.in_temple))


@every_company
def test_what_is_seen_and_open_is_what_the_reference_says(box: str, players: int) -> None:
    for state, _ in played(box, players):
        observation, mask = np.asarray(state.observation), np.asarray(state.legal_action_mask)
        for lane in range(0, LANES, 6):
            now = position(state, lane)
            for player in range(players):
                view = view_of(now, player)
                assert observation[lane, player].tolist() == flat(seen_by(view, now.in_tent)).tolist()
                assert mask[lane, player].tolist() == action_mask(view).tolist()


@every_company
def test_every_step_is_a_way_the_rules_allow(box: str, players: int) -> None:
    for before, action, after in pairs(box, players):
        for lane in range(0, LANES, 8):
            now, then = position(before, lane), position(after, lane)
            assert now == then if now.phase is Phase.OVER else leads_to(now, action[lane], then)


def test_and_that_is_not_said_lightly() -> None:
    before, action, after = next(pairs(*COMPANIES[0]))
    lane = int(np.flatnonzero(~np.asarray(after.terminated) & (action[:, 0] == 1) & (action[:, 1] == 0))[0])
    now, then = position(before, lane), position(after, lane)
    assert leads_to(now, action[lane], then)
    assert not leads_to(now, 1 - action[lane], then)
    assert not leads_to(now, action[lane], then._replace(in_tent=(99, 0, 0)))


def leads_to(now: Game, action: Any, then: Game) -> bool:
    """Whether these choices and some cards lead from one choice to the next, or to the end."""
    sent = [action[leader] >> now.leaders[:seat].count(leader) & 1 for seat, leader in enumerate(now.leaders)]
    laid = [(CAMP if sent[seat] else TORCH) if seat in now.in_temple else None for seat in range(len(sent))]
    return then in next_choices(play(now, Choices(tuple(laid))).game, then)


def next_choices(now: Game, then: Game) -> Iterator[Game]:
    """Every next choice, or end, that cards may lead to; ways on which an artifact was shown too early are left out."""
    if now.phase in (Phase.CHOICES, Phase.OVER):
        yield forgetting(now)
    elif now.round <= then.round and set(then.under_temples) <= set(now.under_temples):
        for act in acts(now):
            yield from next_choices(play(now, act).game, then)


@pytest.mark.parametrize("scores", [(10, 4, 4), (7, 7, 1), (0, 0, 0)])
@pytest.mark.parametrize("reward", REFERENCE_REWARDS)
def test_a_game_is_worth_what_the_reference_says(reward: str, scores: tuple[int, ...]) -> None:
    wins = np.array(scores) == max(scores)
    ended = GameEnded(scores, (0, 0, 0), tuple(np.flatnonzero(wins).tolist()))
    paid = REWARDS[reward](jnp.array(scores, jnp.float32), wins.astype(np.float32))
    assert paid.tolist() == pytest.approx(REFERENCE_REWARDS[reward](ended))
    assert REWARDS.keys() == REFERENCE_REWARDS.keys()


def test_the_end_pays_what_lies_in_the_tents() -> None:
    box, players = COMPANIES[0]
    moments = played(box, players)
    last = moments[-1].state
    first_end = next(np.flatnonzero(state.terminated) for state, _ in moments if np.any(state.terminated))
    paid = np.sum([state.rewards for state, _ in moments], axis=0)
    for lane in {*first_end.tolist(), 0, 1, 2}:
        now = position(last, lane)
        worth = [sum(one.worth for one in has) for has in now.artifacts]
        standing = [(tent + held, len(has)) for tent, held, has in zip(now.in_tent, worth, now.artifacts, strict=True)]
        winners = [one == max(standing) for one in standing]
        assert paid[lane].tolist() == pytest.approx([won / sum(winners) - 1 / players for won in winners])
