"""The line: the trained player, honestly weakened. Softer choices, shorter sight, a temperament and a tempo each."""

import sys
from collections.abc import Callable, Iterator
from random import Random
from subprocess import run

import pytest

from incangold.arena.arena import play_batch
from incangold.arena.contest import Contest
from incangold.arena.match import lay_for_bots
from incangold.bots.amauta.amauta import Amauta, Chances, joint_chances
from incangold.bots.line import ITS_OWN, LINE, Manner
from incangold.bots.roster import make_bot
from incangold.bots.sight import Sight, itself_only, this_round_only, uncounted_deck
from incangold.bots.tempo import SHORTEST, TEMPOS, moment
from incangold.cards import Artifact, ArtifactCard
from incangold.editions import EDITIONS
from incangold.game import CAMP, HeldArtifact
from incangold.view import View, counted_tents
from tests.tables import finished, table_of


def views(players: int, *, of: str = "incan-gold") -> list[View]:
    """What the first player sees before each choice of a whole game."""
    return list(_choices(players, of))


def _choices(players: int, of: str) -> Iterator[View]:
    table = table_of(players, of=of)
    bots = {player: make_bot("odds", seed="") for player in range(players)}
    table.proceed()
    while not table.is_over:
        if table.view(0).to_choose:
            yield table.view(0)
        lay_for_bots(table, bots)
        table.proceed()


FOUR, TWO = views(4), views(2)
Changed = Callable[[View], tuple[View, tuple[int, ...]]]


def others_are_rich(view: View) -> tuple[View, tuple[int, ...]]:
    """All but the first player have a fortune in their tents."""
    return view, tuple(tent + (40 if seat not in view.seats else 0) for seat, tent in enumerate(_tents(view)))


def others_hold_artifacts(view: View) -> tuple[View, tuple[int, ...]]:
    """The last adventurer has carried out the mask."""
    artifacts = (*view.public.artifacts[:-1], (HeldArtifact(Artifact.MASK, 5),))
    return view._replace(public=view.public._replace(artifacts=artifacts)), _tents(view)


def it_is_late(view: View) -> tuple[View, tuple[int, ...]]:
    """The last round, whatever round it is; and everybody has brought something home."""
    return view._replace(public=view.public._replace(round=5)), tuple(9 * seat for seat in range(len(_tents(view))))


def the_deck_is_poor(view: View) -> tuple[View, tuple[int, ...]]:
    """Most cards have gone, hazards too; only artifacts nobody forgets."""
    deck = view.public.quest_deck
    poor = (*deck[:3], *(card for card in deck[3:] if isinstance(card, ArtifactCard)))
    return view._replace(public=view.public._replace(quest_deck=poor)), _tents(view)


def _tents(view: View) -> tuple[int, ...]:
    return counted_tents(view.public)


@pytest.mark.parametrize(
    ("sight", "changed"),
    [
        (itself_only, others_are_rich),
        (this_round_only, others_are_rich),
        (this_round_only, others_hold_artifacts),
        (this_round_only, it_is_late),
        (uncounted_deck, the_deck_is_poor),
    ],
)
@pytest.mark.parametrize("seen", [FOUR, TWO], ids=["four", "two with two each"])
def test_what_is_overlooked_makes_no_difference(sight: Sight, changed: Changed, seen: list[View]) -> None:
    manner, noticed = Manner(sight=(sight,)), 0
    for view in seen:
        other, tents = changed(view)
        assert joint_chances(other, manner=manner, tents=tents) == joint_chances(view, manner=manner)
        noticed += joint_chances(other, tents=tents) != joint_chances(view)
    assert noticed > len(seen) / 2  # by whoever sees everything


def test_who_sees_only_itself_still_sees_itself() -> None:
    manner, rich = Manner(sight=(itself_only,)), (50, 0, 0, 0)
    last = [view for view in FOUR if view.public.round == 5]
    assert any(joint_chances(view, manner=manner, tents=rich) != joint_chances(view, manner=manner) for view in last)


def leaves(likely: Chances) -> float:
    """How many leave, on average."""
    return sum(chance * cards.count(CAMP) for cards, chance in likely.items())


def surest(likely: Chances) -> float:
    """The chance of what is most likely: that none, one or both leave."""
    return max(sum(likely[cards] for cards in likely if cards.count(CAMP) == number) for number in range(3))


@pytest.mark.parametrize("view", [FOUR[0], FOUR[-1], TWO[0], TWO[-1]])
def test_softer_choices_come_closer_together_and_a_lean_shifts_them(view: View) -> None:
    certain = [surest(joint_chances(view, manner=Manner(softness))) for softness in (1, 2, 4, 8)]
    assert certain == sorted(certain, reverse=True)
    assert certain[0] > certain[-1]
    leaving = [leaves(joint_chances(view, manner=Manner(4, lean))) for lean in (-2, -0.5, 0, 0.5, 2)]
    assert leaving == sorted(leaving)
    assert leaving[0] < leaving[-1]


def test_the_last_of_the_line_is_the_trained_player_itself() -> None:
    assert list(LINE)[-1] == "amauta"
    assert LINE["amauta"] == ITS_OWN
    assert all(manner.softness > 1 for name, manner in LINE.items() if name != "amauta")


def test_a_seed_makes_the_same_choices_and_another_makes_others() -> None:
    first, again, other = (finished(*LINE, seed=seed).view(None).public.story for seed in ("3", "3", "4"))
    assert first == again
    assert first != other


def test_the_last_of_the_line_wins_far_more_than_the_first() -> None:
    wins = play_batch(Contest(tuple(LINE), EDITIONS["incan-gold"], 60, 5), range(60)).wins
    assert 2 * wins[0] < wins[-1]


def test_numpy_is_loaded_when_one_of_them_sits_down() -> None:
    code = "import sys, incangold.bots.roster as r; assert 'numpy' not in sys.modules; r.make_bot('warma', seed='1')"
    assert run([sys.executable, "-c", code + "; assert 'numpy' in sys.modules"], check=False).returncode == 0


@pytest.mark.parametrize("name", LINE)
def test_a_hard_choice_takes_longer_but_nobody_waits_for_ever(name: str) -> None:
    bot = Amauta(Random("1"), LINE[name])
    waits = sorted((bot.doubt(view), moment(name, bot, view, slowest=3.0, whim=0.5)) for view in FOUR)
    assert [wait for _, wait in waits] == sorted(wait for _, wait in waits)
    assert all(SHORTEST <= moment(name, bot, view, slowest=3.0, whim=whim) <= 3 for view in FOUR for whim in (0, 1))
    assert moment(name, bot, FOUR[0], slowest=0.0, whim=0.5) == 0
    assert waits[0][1] < waits[-1][1]


def test_a_child_is_quick_and_a_teacher_slow() -> None:
    assert TEMPOS["warma"].hard < TEMPOS["amauta"].clear
    assert TEMPOS.keys() == LINE.keys()


def test_how_long_it_takes_does_not_tell_which_card() -> None:
    """The same moment whatever the whim of the choice, and being asked for it changes no choice."""
    asked, quiet = Amauta(Random("8"), LINE["michiq"]), Amauta(Random("8"), LINE["michiq"])
    elsewhere = Amauta(Random("9"), LINE["michiq"])
    differ = 0
    for view in FOUR * 5:
        assert asked.doubt(view) == elsewhere.doubt(view)
        choice = asked.choose(view)
        assert choice == quiet.choose(view)
        differ += choice != elsewhere.choose(view)
    assert differ
