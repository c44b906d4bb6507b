"""One fixed example of each form: a round trip alone would not see a mistake that both directions share."""

import json

from incangold.cards import Artifact, ArtifactCard, Hazard, HazardCard, TreasureCard
from incangold.editions import Edition, FirstHazard
from incangold.game import Choice, Choices, Draw, OpenRound
from incangold.record import Player, Practice, Proven, Record, from_json, read, to_json, write

TORCH, CAMP = Choice.TORCH, Choice.CAMP

RECORD = Record(
    edition=Edition(rounds=1, first_hazard=FirstHazard.CHOOSE),
    players=(Player("Mary Ann"), Player("Bo", "odds"), Player("Cy", "die")),
    start_player=1,
    start_named=True,
    luck=Practice("the 8th"),
    acts=(
        OpenRound(Artifact.TUMI),
        Draw(HazardCard(Hazard.SNAKES)),
        Choices((TORCH, TORCH, TORCH), (2,)),
        Draw(ArtifactCard(Artifact.TUMI)),
        Choices((TORCH, CAMP, TORCH), (5,)),
        Draw(TreasureCard(11)),
        Choices((CAMP, None, CAMP), (1,)),
    ),
)

TEXT = """\
incangold-record 1
rules 1
edition incan-gold first_hazard=choose rounds=1
player "Mary Ann"
player Bo bot odds
player Cy bot die
start Bo named
artifacts tumi
practice "the 8th"

round 1                           # Bo starts, tumi is shown
  snakes
  "Mary Ann" torch  Bo torch  Cy torch 2
  tumi
  "Mary Ann" torch  Bo camp  Cy torch 5  # Bo brings 0; tumi worth 5
  treasure 11                     # 5 each, 1 on the path
  "Mary Ann" camp  Cy camp 1      # "Mary Ann" brings 5, Cy brings 5; 1 given back; "Mary Ann" 5, Bo 5, Cy 5; won by Bo
"""

JSON = {
    "incangold-record": 1,
    "rules": 1,
    "edition": "incan-gold first_hazard=choose rounds=1",
    "players": [
        {"name": "Mary Ann", "bot": None},
        {"name": "Bo", "bot": "odds"},
        {"name": "Cy", "bot": "die"},
    ],
    "start_player": 1,
    "start_named": True,
    "luck": {"practice": "the 8th"},
    "acts": [
        {"round": "tumi"},
        {"card": "snakes"},
        {"laid": ["torch", "torch", "torch"], "rolls": [2]},
        {"card": "tumi"},
        {"laid": ["torch", "camp", "torch"], "rolls": [5]},
        {"card": "treasure 11"},
        {"laid": ["camp", None, "camp"], "rolls": [1]},
    ],
}


def test_the_text_as_it_is_written() -> None:
    assert write(RECORD) == TEXT


def test_the_text_as_it_is_read() -> None:
    assert read(TEXT) == RECORD


def test_the_json_as_it_is_written() -> None:
    assert to_json(RECORD) == JSON


def test_the_json_as_it_is_read() -> None:
    assert from_json(json.dumps(JSON)) == read(f"  {json.dumps(JSON)}") == RECORD


def test_what_must_be_quoted_is() -> None:
    names = ("torch", "6", 'a "b"', "x/1", "round", "Żółw", "a.b")
    record = RECORD._replace(players=tuple(map(Player, names)), start_player=0, acts=())
    players = [line for line in write(record).splitlines() if line.startswith("player")]
    quoted = ['"torch"', '"6"', '"a \\"b\\""', '"x/1"', '"round"', "Żółw", "a.b"]
    assert players == [f"player {name}" for name in quoted]


def test_with_two_players_names_stand_twice() -> None:
    two = RECORD._replace(
        edition=Edition(),
        players=(Player("Mary Ann"), Player("Bo")),
        acts=(OpenRound(Artifact.MASK), Draw(TreasureCard(4)), Choices((TORCH, CAMP, CAMP, TORCH))),
    )
    assert '  "Mary Ann"/1 torch  "Mary Ann"/2 camp  Bo/1 camp  Bo/2 torch' in write(two)
    assert read(write(two)) == two


def test_a_proven_record_names_its_commitment_nonces_and_secret() -> None:
    luck = Proven("ab" * 32, ("01" * 32, "", "02" * 32), "03" * 32)
    text = write(RECORD._replace(luck=luck))
    assert text.splitlines()[8:12] == [
        "commitment " + "ab" * 32,
        'nonce "Mary Ann" ' + "01" * 32,
        "nonce Cy " + "02" * 32,
        "secret " + "03" * 32,
    ]
    assert read(text).luck == luck
