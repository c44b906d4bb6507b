"""R0, R15, R18: what is in the box, who plays, and how an edition is written."""

from collections import Counter

import pytest

from incangold.cards import ArtifactCard, HazardCard, TreasureCard
from incangold.editions import EDITIONS, Artifacts, Edition, edition, name_of
from incangold.errors import BadEdition, UnknownEdition, UnknownPlayer, WrongNumberOfPlayers
from incangold.rules import new_game
from tests.situations import after, deck_text


def test_r0_fifteen_treasures_worth_124() -> None:
    treasures = [card.value for card in Edition().quest_cards if isinstance(card, TreasureCard)]
    assert treasures == [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17]
    assert sum(treasures) == 124


def test_r0_fifteen_hazards_three_of_each_of_five_kinds() -> None:
    hazards = Counter(card.hazard for card in Edition().quest_cards if isinstance(card, HazardCard))
    assert hazards == {"spiders": 3, "mummies": 3, "fire": 3, "snakes": 3, "rocks": 3}


def test_r0_five_artifacts() -> None:
    artifacts = [card.artifact for card in Edition().box if isinstance(card, ArtifactCard)]
    assert artifacts == ["tumi", "llama", "quipu", "condor", "mask"]


def test_r0_stones_never_limit_play() -> None:
    rich = "diamant treasures=99,99,99 rounds=1"
    assert after("99, all stay, 99, all stay, 99, all leave", edition=rich).tent("Ana") == 99


def test_r0_before_the_first_round_nobody_has_anything() -> None:
    start = after("", players=5).game
    assert (start.round, start.in_temple, start.path) == (0, (), ())
    assert start.in_tent == start.beside_tent == (0,) * 5


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_r15_three_to_eight_players_lead_one_adventurer_each(players: int) -> None:
    assert new_game(Edition(), players=players).leaders == tuple(range(players))


def test_r15_exactly_two_players_lead_two_adventurers_each() -> None:
    game = new_game(Edition(), players=2)
    assert game.leaders == (0, 0, 1, 1)
    assert game.players == 2


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_r15_nobody_else_can_sit_down(players: int) -> None:
    with pytest.raises(WrongNumberOfPlayers) as refused:
        new_game(Edition(), players=players)
    assert refused.value.facts == {"players": players}


@pytest.mark.parametrize(("start", "dice"), [(3, []), (-1, []), (0, [3])])
def test_r15_start_player_and_dice_sit_at_the_table(start: int, dice: list[int]) -> None:
    with pytest.raises(UnknownPlayer):
        new_game(Edition(), players=3, start_player=start, dice=dice)


def test_r15_two_adventurers_of_one_owner_share_as_if_strangers() -> None:
    both = after("11, all stay, 7, Ana1 and Ana2 leave", players=2)
    assert (both.tent("Ana1"), both.tent("Ana2")) == (2 + 1 + 3, 2 + 1 + 3)
    assert both.inside == "Bo1 Bo2"


def test_r15_one_owners_two_leaving_together_take_no_artifact() -> None:
    together = after("tumi, Ana1 and Ana2 leave", players=2)
    assert together.holds("Ana1") == together.holds("Ana2") == []
    assert together.path == "tumi"


def test_r15_one_of_an_owners_two_leaving_alone_takes_the_artifact() -> None:
    assert after("tumi, Ana2 leaves", players=2).holds("Ana2") == [("tumi", 5)]


@pytest.mark.parametrize(
    ("name", "differs"),
    [
        ("incan-gold", {}),
        ("diamant", {"artifacts": "none"}),
        ("modern", {"artifacts": "printed", "artifact_order": "rising"}),
        (
            "bga",
            {
                "treasures": (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15),
                "artifacts": "printed",
                "artifact_order": "rising",
                "first_hazard": "choose",
            },
        ),
        ("literal", {"turn_order": "card_first"}),
    ],
)
def test_r18_what_each_edition_changes(name: str, differs: dict[str, object]) -> None:
    plain, this = vars(Edition()), vars(edition(name))
    assert {field: this[field] for field in plain if field in this and this[field] != plain[field]} == differs


def test_r18_there_are_five_editions() -> None:
    assert list(EDITIONS) == ["incan-gold", "diamant", "modern", "bga", "literal"]


def test_r18_every_field_can_be_changed() -> None:
    text = (
        "diamant treasures=4,9 hazards=fire,rocks hazard_copies=2 artifacts=printed artifact_order=rising "
        "turn_order=card_first first_hazard=choose path_share=by_card open_tents=yes rounds=3"
    )
    small = edition(text)
    assert deck_text(small.box) == "4 9 fire fire rocks rocks tumi llama quipu"
    assert (small.open_tents, small.rounds, small.artifacts) == (True, 3, Artifacts.PRINTED)
    assert edition(name_of(small)) == small


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("incan-gold rounds=5", "incan-gold"),
        ("incan-gold artifacts=none rounds=3", "diamant rounds=3"),
        ("literal turn_order=leavers_first", "incan-gold"),
        ("incan-gold hazards= treasures=5", "incan-gold treasures=5 hazards="),
    ],
)
def test_r18_an_edition_is_named_as_shortly_as_can_be(text: str, name: str) -> None:
    assert name_of(edition(text)) == name


@pytest.mark.parametrize("text", ["", "inca-gold", "Diamant", "rounds=3"])
def test_r18_an_unknown_edition_is_refused(text: str) -> None:
    with pytest.raises(UnknownEdition):
        edition(text)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ("treasures=0,5", "treasures"),
        ("treasures=100", "treasures"),
        ("treasures=5,3", "treasures"),
        ("treasures=3,x", "treasures"),
        ("treasures=" + ",".join(["1"] * 61), "treasures"),
        ("treasures= hazards=", "treasures"),
        ("treasures= hazard_copies=0", "treasures"),
        ("hazards=rocks,spiders", "hazards"),
        ("hazards=fire,fire", "hazards"),
        ("hazards=bats", "hazards"),
        ("hazard_copies=-1", "hazard_copies"),
        ("hazard_copies=10", "hazard_copies"),
        ("hazard_copies=two", "hazard_copies"),
        ("artifacts=some", "artifacts"),
        ("artifact_order=falling", "artifact_order"),
        ("turn_order=both", "turn_order"),
        ("first_hazard=run", "first_hazard"),
        ("path_share=mine", "path_share"),
        ("open_tents=true", "open_tents"),
        ("rounds=0", "rounds"),
        ("rounds=21", "rounds"),
        ("rounds", "rounds"),
        ("colour=red", "colour"),
    ],
)
def test_r18_a_field_that_cannot_be_is_refused(change: str, field: str) -> None:
    with pytest.raises(BadEdition) as refused:
        edition(f"incan-gold {change}")
    assert refused.value.facts["field"] == field


def test_r18_a_box_may_hold_some_hazards_only() -> None:
    assert deck_text(edition("diamant treasures=5 hazards=snakes").box) == "5 snakes snakes snakes"
