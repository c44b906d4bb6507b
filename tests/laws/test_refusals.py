"""No act out of its phase is accepted, and what is refused changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incangold.cards import ARTIFACTS, HAZARDS, MOST_VALUABLE, ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import Edition
from incangold.errors import GameIsOver, IncanGoldError, NotNow
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound, Phase
from incangold.record import Player, Practice
from incangold.rules import play
from incangold.table.table import Table
from tests.expeditions import Expedition, boxes, companies, expeditions

KINDS: dict[Phase, type[Act] | None] = {
    Phase.ROUND: OpenRound,
    Phase.CARD: Draw,
    Phase.CHOICES: Choices,
    Phase.OVER: None,
}
ANY_CARD: list[Card] = [
    *map(TreasureCard, range(-1, MOST_VALUABLE + 2)),
    *map(HazardCard, HAZARDS),
    *map(ArtifactCard, ARTIFACTS),
]


def any_choices(game: Game) -> st.SearchStrategy[Choices]:
    """Cards laid by anybody, rolls of any kind, as many as there should be or not."""
    seats, dice = len(game.leaders), len(game.dice)
    laid = st.lists(st.sampled_from([None, *Choice]), min_size=seats - 1, max_size=seats + 1)
    rolls = st.lists(st.none() | st.integers(-1, 8), min_size=max(0, dice - 1), max_size=dice + 1)
    return st.builds(Choices, laid.map(tuple), rolls.map(tuple))


def any_act(game: Game, *, but: type[Act] | None = None) -> st.SearchStrategy[Act]:
    """Any act at all, sensible or not, but for one kind."""
    kinds: dict[type[Act], st.SearchStrategy[Act]] = {
        OpenRound: st.sampled_from([None, *ARTIFACTS]).map(OpenRound),
        Draw: st.sampled_from(ANY_CARD).map(Draw),
        Choices: any_choices(game),
    }
    return st.one_of([acts for kind, acts in kinds.items() if kind is not but])


@given(st.data(), expeditions())
def test_no_act_out_of_its_phase_is_accepted(data: st.DataObject, game: Expedition) -> None:
    for now in {position.phase: position for position in game.positions}.values():
        act = data.draw(any_act(now, but=KINDS[now.phase]))
        with pytest.raises(GameIsOver if now.phase is Phase.OVER else NotNow):
            play(now, act)


@given(st.data(), expeditions())
def test_only_what_may_happen_happens(data: st.DataObject, game: Expedition) -> None:
    now = data.draw(st.sampled_from(game.positions))
    act = data.draw(any_act(now))
    try:
        after = play(now, act).game
    except IncanGoldError:
        return
    assert type(act) is KINDS[now.phase]
    match act:
        case Draw(card):
            assert card in now.quest_deck
        case OpenRound(artifact):
            assert artifact in now.under_temples or (artifact is None and not now.under_temples)
            assert (after.round, len(after.under_temples)) == (
                now.round + 1,
                max(0, len(now.under_temples) - 1),
            )
        case Choices(laid, rolls):
            assert [seat for seat, choice in enumerate(laid) if choice] == list(now.in_temple)
            assert all(roll is None or 1 <= roll <= 6 for roll in rolls)


def everything_about(table: Table) -> list[object]:
    """All that anybody can see of a table, every player's own part included."""
    views = [table.view(player) for player in [None, *range(len(table.players))]]
    return [*views, table.record(), table.waiting_for, table.laid]


@given(st.data(), boxes(), companies())
def test_a_refused_lay_changes_nothing_at_the_table(
    data: st.DataObject, box: Edition, players: tuple[Player, ...]
) -> None:
    table = Table(box, players, Practice("7"))
    table.proceed()
    seats = len(table.view(None).public.leaders)
    for _ in range(12):
        before = everything_about(table)
        seat = data.draw(st.integers(-1, seats))
        turn = data.draw(st.none() | st.integers(table.turn - 1, table.turn + 1))
        try:
            table.lay(seat, data.draw(st.sampled_from(Choice)), turn=turn)
        except IncanGoldError:
            assert everything_about(table) == before
        else:
            table.proceed()
