"""What a player sees as numbers: every field, no secret, nothing beyond its bounds."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incangold.cards import ArtifactCard, Card, HazardCard, TreasureCard
from incangold.editions import EDITIONS, edition
from incangold.envs.bounds import highest
from incangold.envs.observation import (
    LAYOUT,
    WrongRow,
    docs_table,
    flat,
    index_table,
    seen_by,
    size,
    unflat,
)
from incangold.errors import UnknownPlayer
from incangold.game import Choice, Game, Phase
from incangold.path import hazards_on, treasure_on
from incangold.seen import Seen, different_treasures, leftwards
from incangold.view import public_part, spectator_view
from tests.envs.playing import looking, seen_from
from tests.expeditions import Expedition, expeditions
from tests.situations import after
from tests.tables import at_the_first_choice, everybody, table_of

DOCS = Path(__file__).parents[2] / "docs"


def as_lists(seen: Seen) -> dict[str, object]:
    """Every field by name, to be read."""
    return {name: np.asarray(part).tolist() for name, part in seen._asdict().items()}


def test_a_position_field_by_field() -> None:
    """Bo has gone home alone with the tumi; Cy looks, so Cy comes first, then Di, Ana and Bo."""
    now = after("11, all stay, tumi, all stay, snakes, Bo leaves, 7", players=4, start=1)
    assert as_lists(seen_by(seen_from(now, 2))) == {
        "round": 1,
        "turn": 3,
        "start_player": 3,
        "in_temple": [1, 1, 1, 0],
        "beside_tent": [4, 4, 4, 0],
        "in_tent": [0, 0, 0, 5],
        "artifacts": [0, 0, 0, 1],
        "worth": [0, 0, 0, 5],
        "dice": [0, 0, 0, 0],
        "walked_past": [3, 3, 3, 3],
        "scavenging": [1, 1, 1, 0],
        "deck_treasures": [1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1],
        "deck_hazards": [3, 3, 3, 2, 3],
        "deck_artifacts": [0, 0, 0, 0, 0],
        "path_cards": 3,
        "path_treasure": [1],
        "path_hazards": [0, 0, 0, 1, 0],
        "path_artifacts": [0, 0, 0, 0, 0],
        "under_temples": [0, 1, 1, 1, 1],
    }


def test_one_of_two_sees_both_own_adventurers_first() -> None:
    now = after("tumi, all stay, 11, all stay, 3, Ana2 leaves", players=2).then("17")
    seen = as_lists(seen_by(seen_from(now, 1)))
    assert seen["in_temple"] == [1, 1, 1, 0]
    assert seen["beside_tent"] == [7, 7, 7, 0]
    assert seen["in_tent"] == [0, 0, 0, 8]
    assert (seen["artifacts"], seen["worth"]) == ([0, 0, 0, 1], [0, 0, 0, 5])
    assert seen["start_player"] == 1


def test_where_leavers_divide_card_by_card_the_cards_are_counted_by_what_lies_on_them() -> None:
    now = after("11, all stay, 7, all stay, 5, all stay, 3", players=4, edition="diamant path_share=by_card")
    assert now.path == "11(3) 7(3) 5(1) 3(3)"
    assert as_lists(seen_by(seen_from(now, 0)))["path_treasure"] == [1, 0, 3]


def test_a_die_is_seen_and_an_artifact_in_the_deck() -> None:
    now = after("11, all stay, snakes", players=3, dice="Cy")
    seen = as_lists(seen_by(seen_from(now, 1)))
    assert seen["dice"] == [0, 1, 0]
    assert (seen["deck_artifacts"], seen["under_temples"]) == ([1, 0, 0, 0, 0], [0, 1, 1, 1, 1])


def test_somebody_who_only_watches_has_no_seat_to_see_from() -> None:
    with pytest.raises(UnknownPlayer):
        seen_by(spectator_view(public_part(after("11").game, ()), ()))


def test_numbers_lie_in_the_order_of_the_fields() -> None:
    seen = seen_by(seen_from(after("11, all stay, snakes, Bo leaves, 7", players=4), 2))
    numbers = flat(seen)
    assert numbers.dtype == np.int32
    assert numbers.shape == (size(EDITIONS["incan-gold"], 4),)
    for name, start, stop, _ in index_table(EDITIONS["incan-gold"], 4):
        assert numbers[start:stop].tolist() == np.ravel(getattr(seen, name)).tolist(), name


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("box", [*EDITIONS, "diamant path_share=by_card", "modern hazards= rounds=3"])
def test_a_batch_of_numbers_can_be_read_by_field_again(box: str, players: int) -> None:
    read = edition(box)
    view = at_the_first_choice(players, of=box).view(1)
    numbers = flat(seen_by(view))
    assert numbers.shape == (size(read, players),) == highest(read, players).shape
    batch = unflat(np.stack([numbers, numbers]), read, players)
    for name, part in seen_by(view)._asdict().items():
        assert getattr(batch, name).tolist() == [np.asarray(part).tolist()] * 2, name


def choice_points(game: Expedition) -> list[Game]:
    return [now for now in game.positions if now.phase in (Phase.CHOICES, Phase.OVER)]


@given(expeditions(), st.integers(0, 7))
def test_no_number_leaves_its_bounds(game: Expedition, player: int) -> None:
    player %= len(game.players)
    most = highest(game.opening.edition, len(game.players))
    for now in game.positions:
        numbers = flat(seen_by(looking(now, player), now.in_tent))
        assert (numbers >= 0).all()
        assert (numbers <= most).all(), np.flatnonzero(numbers > most)


def test_bounds_are_not_generous() -> None:
    """Three inside, and 2 of each 5 do not divide."""
    now = after("5, all stay, 5", players=3, edition="diamant treasures=5,5 hazards= rounds=1")
    seen = seen_by(seen_from(now, 0))
    most = unflat(highest(now.game.edition, 3), now.game.edition, 3)
    for field in ("round", "path_cards", "path_treasure", "in_temple"):
        assert np.array_equal(getattr(seen, field), getattr(most, field)), field
    last = now.then("all leave")
    assert last.game.turn == most.turn == 2


@given(expeditions())
def test_what_is_seen_is_all_there_is_to_know(game: Expedition) -> None:
    """Deck, path, tents and who is inside can be told from the numbers alone."""
    box = game.opening.edition
    for now in choice_points(game):
        seen = unflat(flat(seen_by(looking(now, 0), now.in_tent)), box, now.players)
        assert deck_of(seen, now) == Counter(now.quest_deck)
        assert sum(seen.path_treasure * np.arange(1, len(seen.path_treasure) + 1)) == treasure_on(now.path)
        hazards = zip(box.hazards, seen.path_hazards, strict=True)
        assert {HazardCard(kind) for kind, lies in hazards if lies} == set(hazards_on(now.path))
        assert seen.in_tent.tolist() == list(now.in_tent)
        assert seen.beside_tent.tolist() == list(now.beside_tent)
        assert np.flatnonzero(seen.in_temple).tolist() == list(now.in_temple)
        assert np.flatnonzero(seen.dice).tolist() == list(now.dice)


def deck_of(seen: Seen, now: Game) -> Counter[Card]:
    box = now.edition
    kinds: list[Card] = [*map(TreasureCard, different_treasures(box)), *map(HazardCard, box.hazards)]
    kinds += map(ArtifactCard, box.artifacts_in_box)
    left = [*seen.deck_treasures, *seen.deck_hazards, *seen.deck_artifacts]
    return +Counter(dict(zip(kinds, left, strict=True)))


@pytest.mark.parametrize("players", [2, 3])
def test_cards_lying_face_down_are_not_seen(players: int) -> None:
    nobody, one, other = (at_the_first_choice(players) for _ in range(3))
    one.lay(0, Choice.TORCH)
    other.lay(0, Choice.CAMP)
    for player in range(players):
        seen = [flat(seen_by(table.view(player))) for table in (nobody, one, other)]
        assert np.array_equal(seen[0], seen[1])
        assert np.array_equal(seen[1], seen[2])


def test_neither_the_order_of_the_deck_nor_of_the_artifacts_is_seen() -> None:
    """Of many shuffles those that begin alike look alike, and then go different ways."""
    seen_first: dict[bytes, set[bytes]] = {}
    for seed in range(60):
        table = table_of(3, seed=str(seed), of="incan-gold treasures=1,2", start=0)
        table.proceed()
        begin = flat(seen_by(table.view(1))).tobytes()
        while not table.is_over:
            everybody(table, Choice.TORCH)
        ways = seen_first.setdefault(begin, set())
        ways.add(repr(table.record().acts).encode())
    assert max(len(ways) for ways in seen_first.values()) >= 3
    assert len(seen_first) > 3


def test_everybody_is_counted_leftwards_from_oneself() -> None:
    assert leftwards((0, 1, 2, 3), 2) == (2, 3, 0, 1)
    assert leftwards((0, 0, 1, 1), 1) == (2, 3, 0, 1)


def test_the_page_shows_the_table_of_the_code() -> None:
    page = (DOCS / "observations.md").read_text("utf-8")
    assert docs_table() in page
    assert LAYOUT in page


@pytest.mark.parametrize("shape", [(73,), (75,), (74, 3), ()])
def test_a_row_of_another_length_is_refused(shape: tuple[int, ...]) -> None:
    said = r"shape \(.*\) cannot be read as observations of incan-gold with 4 players: a row of those has 74 numbers"
    with pytest.raises(WrongRow, match=said):
        unflat(np.zeros(shape, np.int32), EDITIONS["incan-gold"], 4)
    assert unflat(np.zeros((3, 74), np.int32), EDITIONS["incan-gold"], 4).round.shape == (3,)
