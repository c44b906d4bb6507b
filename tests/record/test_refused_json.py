"""A record in JSON that cannot be read, or could not have happened, is refused with its place and the reason."""

import json
from typing import Any

import pytest

from incangold.errors import (
    ArtifactNotUnderTemple,
    BadJson,
    BadName,
    BadRoll,
    CardNotInDeck,
    ChoiceMissing,
    FieldMissing,
    IncanGoldError,
    NameTaken,
    NotInTemple,
    NotTimeToTurn,
    NotUnderstood,
    UnknownCard,
    UnknownEdition,
    UnknownPlayer,
    UnknownVersion,
    WrongNumberLaid,
    WrongNumberOfPlayers,
    WrongNumberOfRolls,
)
from incangold.record import from_json, read, write
from tests.record.test_fixed import JSON


def json_with(**changes: Any) -> str:
    """The good JSON with some fields changed (None: left out)."""
    whole = {**JSON, **{field.replace("_record", "-record"): value for field, value in changes.items()}}
    return json.dumps({field: value for field, value in whole.items() if value is not None})


def refused_json(text: str) -> tuple[object, object]:
    """Where the refusal came from, and its kind if it is one of ours."""
    with pytest.raises(BadJson) as refusal:
        from_json(text)
    return refusal.value.facts["where"], type(refusal.value.facts["why"])


def acts_but(number: int, act: object) -> str:
    """The good JSON with one act changed."""
    acts: list[object] = list(JSON["acts"])  # type: ignore[call-overload]
    acts[number] = act
    return json_with(acts=acts)


@pytest.mark.parametrize("text", ["", "{", "[1", '{"a": 1,}', "[" * 100_000, '{"rules": ' + "9" * 5000 + "}"])
def test_what_is_no_json_is_refused(text: str) -> None:
    assert refused_json(text)[0] == "JSON"


@pytest.mark.parametrize("text", ["[]", "null", "7", '"record"', '[{"rules": 1}]'])
def test_json_that_is_no_record_is_refused(text: str) -> None:
    assert refused_json(text) == ("incangold-record", NotUnderstood)


@pytest.mark.parametrize("name", ["incangold-record", "rules", "edition", "start_player", "start_named", "acts"])
def test_a_field_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(BadJson, match=f"There is no field “{name}”"):
        from_json(json_with(**{name: None}))


@pytest.mark.parametrize(
    ("changes", "where", "why"),
    [
        ({"incangold_record": 2}, "incangold-record", UnknownVersion),
        ({"incangold_record": "1"}, "incangold-record", NotUnderstood),
        ({"incangold_record": True}, "incangold-record", NotUnderstood),
        ({"rules": 9}, "rules", UnknownVersion),
        ({"rules": None}, "rules", FieldMissing),
        ({"edition": "gold"}, "edition", UnknownEdition),
        ({"edition": ["diamant"]}, "edition", NotUnderstood),
        ({"players": []}, "players", WrongNumberOfPlayers),
        ({"players": {}}, "players", NotUnderstood),
        ({"players": ["Ana", "Bo", "Cy"]}, "players", NotUnderstood),
        ({"players": [{"name": "Ana"}, {"name": "ana"}, {"name": "Cy"}]}, "players", NameTaken),
        ({"players": [{"name": "Ana", "bot": 1}, {"name": "Bo"}, {"name": "Cy"}]}, "players", NotUnderstood),
        ({"players": [{"name": "\ud800"}, {"name": "Bo"}, {"name": "Cy"}]}, "players", BadName),
        ({"start_player": 3}, "players", UnknownPlayer),
        ({"start_player": -1}, "players", UnknownPlayer),
        ({"start_player": 1.0}, "players", NotUnderstood),
        ({"start_named": "yes"}, "players", NotUnderstood),
        ({"luck": {}}, "luck", NotUnderstood),
        ({"luck": {"practice": 7}}, "luck", NotUnderstood),
    ],
)
def test_a_field_of_json_is_refused_with_its_place(
    changes: dict[str, Any], where: str, why: type[IncanGoldError]
) -> None:
    assert refused_json(json_with(**changes)) == (where, why)


@pytest.mark.parametrize(
    ("number", "act", "why"),
    [
        (0, {"round": "crown"}, NotUnderstood),
        (0, {"round": "mask"}, ArtifactNotUnderTemple),
        (0, {"round": 1}, NotUnderstood),
        (0, None, NotUnderstood),
        (0, {}, NotUnderstood),
        (0, {"card": "snakes"}, NotTimeToTurn),
        (1, {"card": "bats"}, UnknownCard),
        (1, {"card": "treasure 6"}, CardNotInDeck),
        (1, {"card": 11}, NotUnderstood),
        (2, {"laid": ["torch", "torch"], "rolls": [2]}, WrongNumberLaid),
        (2, {"laid": ["torch", "torch", "maybe"], "rolls": [2]}, NotUnderstood),
        (2, {"laid": ["torch", "torch", ""], "rolls": [2]}, NotUnderstood),
        (2, {"laid": ["torch", "torch", ["torch"]], "rolls": [2]}, NotUnderstood),
        (2, {"laid": "torch"}, NotUnderstood),
        (2, {"laid": ["torch", "torch", None], "rolls": [None]}, ChoiceMissing),
        (2, {"laid": ["torch", "torch", "torch"]}, WrongNumberOfRolls),
        (2, {"laid": ["torch", "torch", "torch"], "rolls": []}, WrongNumberOfRolls),
        (2, {"laid": ["torch", "torch", "torch"], "rolls": [1]}, BadRoll),
        (2, {"laid": ["torch", "torch", "torch"], "rolls": [7]}, BadRoll),
        (2, {"laid": ["torch", "torch", "torch"], "rolls": ["2"]}, NotUnderstood),
        (2, {"laid": ["torch", "torch", "torch"], "rolls": {"2": 2}}, NotUnderstood),
        (6, {"laid": ["camp", "camp", "camp"], "rolls": [2]}, NotInTemple),
    ],
)
def test_an_act_of_json_is_refused_with_its_number(number: int, act: object, why: type[IncanGoldError]) -> None:
    assert refused_json(acts_but(number, act)) == (f"acts[{number}]", why)


@pytest.mark.parametrize("roll", [2.0, True, "2", [2], {}])
def test_a_die_shows_a_whole_number(roll: object) -> None:
    """Each of these would be written as something that cannot be read again."""
    choice = "camp" if roll is True else "torch"
    assert refused_json(acts_but(2, {"laid": ["torch", "torch", choice], "rolls": [roll]}))[0] == "acts[2]"


@pytest.mark.parametrize(
    "luck",
    [
        {"practice": "\ud800"},  # no text that could be hashed or saved
        {"practice": "a\u2028b"},
        {"commitment": "ab" * 32, "nonces": ["", ""]},
        {"commitment": "ab" * 32, "nonces": ["", "", "", "cd" * 32]},
        {"commitment": "ab" * 32, "nonces": [None, 1, {}]},
        {"commitment": "a b", "nonces": ["", "", ""]},
        {"commitment": "", "nonces": ["", "", ""]},
        {"commitment": "ab" * 32, "nonces": ["", "", "x y"]},
        {"commitment": "ab" * 32, "nonces": ["", "", ""], "secret": "x\ny"},
        {"commitment": "ab" * 32, "nonces": ["", "", ""], "secret": ""},
    ],
)
def test_luck_is_refused_or_can_be_written_as_text(luck: dict[str, object]) -> None:
    try:
        record = from_json(json_with(luck=luck))
    except BadJson:
        return
    assert read(write(record).encode().decode()) == record


@pytest.mark.parametrize(
    "changes",
    [{"edition": "\ud800"}, {"rules": "\ud800"}, {"acts": [{"card": "\ud800"}]}, {"luck": {"practice": "\ud800"}}],
)
def test_half_a_sign_is_refused_and_the_refusal_can_be_sent(changes: dict[str, Any]) -> None:
    with pytest.raises(BadJson) as refusal:
        read(json_with(**changes))
    why = refusal.value.facts["why"]
    assert isinstance(why, IncanGoldError)
    assert "".join([str(refusal.value), *map(str, why.facts.values())]).encode()
