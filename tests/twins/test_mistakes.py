"""A comparison that would pass anything proves nothing: with one mistake in one rule of the kernel it fails."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import jax.numpy as jnp
import pytest

from incangold.editions import edition
from incangold.kernel import rules
from incangold.kernel.encode import decode, encode, forgetting
from incangold.kernel.game import CHOICES, ROUND, Game
from tests.twins.lockstep import each_carried_out, in_numpy
from tests.twins.scripts import Script, at_random

TINY = "incan-gold treasures=5 hazards=snakes hazard_copies=1"
PRINTED_ORDER = "literal treasures=1,5,9 hazard_copies=4"

Rule = Callable[..., Any]
Mistake = Callable[[Game, Game], Game]  # of the position before and after the rule as it should be


def changed(name: str, mistake: Mistake) -> tuple[str, Callable[[Rule], Rule]]:
    """The rule of this name, its result changed."""
    return name, lambda rule: lambda game, *facts, **more: mistake(game, rule(game, *facts, **more))


def instead(name: str, other: Rule) -> tuple[str, Callable[[Rule], Rule]]:
    """Something else in its place."""
    return name, lambda _: other


def the_first_of_several_claims(rule: Rule) -> Rule:
    return lambda game, leaving: rule(game, leaving & (~leaving + 1))


MISTAKES = {
    "another start player": changed(
        "open_round", lambda old, new: new.with_(first_player=(old.first_player + 1) % old.players)
    ),
    "round not counted": changed("open_round", lambda old, new: new.with_(round=old.round)),
    "artifact not shuffled in": changed("open_round", lambda old, new: new.with_(quest_deck=old.quest_deck)),
    "artifact still under its temple": changed(
        "open_round", lambda old, new: new.with_(under_temples=old.under_temples)
    ),
    "one too many for everybody": changed(
        "share_treasure", lambda old, new: new.with_(beside_tent=new.beside_tent + 1)
    ),
    "remainder lost": changed("share_treasure", lambda old, new: new.with_(path_treasure=old.path_treasure)),
    "card still in the deck": changed("turn_card", lambda old, new: new.with_(quest_deck=old.quest_deck)),
    "no card after a first hazard": changed("frighten", lambda old, new: new.with_(phase=jnp.int32(CHOICES))),
    "card not removed": changed(
        "drive_out", lambda old, new: new.with_(removed=old.removed, quest_deck=old.quest_deck)
    ),
    "nobody driven out": changed("drive_out", lambda old, new: new.with_(in_temple=old.in_temple)),
    "a third one is harmless": instead("all_alike", lambda game, path: path),
    "path shared and still there": changed(
        "return_to_camp", lambda old, new: new.with_(path_treasure=old.path_treasure)
    ),
    "empty hands": changed("return_to_camp", lambda old, new: new.with_(tents=old.tents)),
    "leavers still inside": changed("return_to_camp", lambda old, new: new.with_(in_temple=old.in_temple)),
    "nobody claims": instead("claim_artifacts", lambda game, leaving: (jnp.uint32(0), jnp.uint32(0))),
    "the first of several claims": ("claim_artifacts", the_first_of_several_claims),
    "the fourth is worth 5": instead("artifacts_claimed", lambda game: jnp.int32(0)),
    "one round too many": changed("end_round", lambda old, new: new.with_(phase=jnp.int32(ROUND))),
    "path not shuffled in again": changed("end_round", lambda old, new: new.with_(quest_deck=old.quest_deck)),
    "lost artifacts forgotten": changed("end_round", lambda old, new: new.with_(removed=old.removed)),
    "turn not counted": changed("reveal_choices", lambda old, new: new.with_(turn=old.turn)),
    "no end of the deck": instead("deck_can_run_out", lambda edition: False),
}
IN_PRINTED_ORDER = {
    "leavers caught by the card": changed(
        "drive_out", lambda old, new: new.with_(in_temple=jnp.uint32(0), leaving=jnp.uint32(0))
    ),
    "leavers share the card": changed("share_treasure", lambda old, new: new.with_(leaving=jnp.uint32(0))),
}


@cache
def games(text: str) -> tuple[tuple[Script, list[Game]], ...]:
    luck = Random(text)
    scripts = [at_random(edition(text), players, luck) for players in (2, 3, 3)]
    return tuple((script, [in_numpy(encode(position)) for position in script.moments]) for script in scripts)


def is_caught(*texts: str) -> bool:
    """Whether the engines disagree anywhere."""
    return any(
        decode(after) != forgetting(position)
        for text in texts
        for script, moments in games(text)
        for after, position in zip(each_carried_out(moments[:-1], script.acts), script.positions, strict=True)
    )


def test_without_a_mistake_there_is_nothing_to_catch() -> None:
    assert not is_caught(TINY, "incan-gold", PRINTED_ORDER)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, planted = MISTAKES[mistake]
    monkeypatch.setattr(rules, name, planted(getattr(rules, name)))
    assert is_caught(TINY, "incan-gold")


@pytest.mark.parametrize("mistake", IN_PRINTED_ORDER)
def test_a_mistake_in_the_printed_order_is_caught(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, planted = IN_PRINTED_ORDER[mistake]
    monkeypatch.setattr(rules, name, planted(getattr(rules, name)))
    assert is_caught(PRINTED_ORDER)
