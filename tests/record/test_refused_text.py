"""A record that cannot be read, or could not have happened, is refused with its line and the reason."""

import json

import pytest

from incangold.errors import (
    ArtifactNotUnderTemple,
    BadEdition,
    BadLine,
    BadName,
    BadRoll,
    CardNotInDeck,
    ChoiceMissing,
    GameIsOver,
    IncanGoldError,
    LineMissing,
    LineTwice,
    NameTaken,
    NoCardNobody,
    NotAtTable,
    NotInTemple,
    NotTimeToChoose,
    NotTimeToOpen,
    NotTimeToTurn,
    NotUnderstood,
    RecordCutOff,
    RecordTooLong,
    RoundOutOfOrder,
    UnknownCard,
    UnknownEdition,
    UnknownVersion,
    WrongNumberOfPlayers,
)
from incangold.record import Practice, read, read_card, write
from incangold.words.catalogue import catalogue

GOOD = """\
incangold-record 1
rules 1
edition incan-gold rounds=1
player Ana
player Bo
player Cy bot die
start Ana
artifacts tumi
by-hand
round 1
snakes
treasure 11
Ana camp Bo torch Cy torch 4
treasure 5
Bo camp Cy camp 1
"""


def refused(text: str) -> tuple[object, type]:
    """The line of the refusal and its kind."""
    with pytest.raises(BadLine) as refusal:
        read(text)
    return refusal.value.facts["line"], type(refusal.value.facts["why"])


def changed(line: int, *instead: str) -> str:
    """The good record with other lines in place of one."""
    lines = GOOD.splitlines()
    return "\n".join([*lines[: line - 1], *instead, *lines[line:]])


def test_the_good_record_is_good() -> None:
    assert len(read(GOOD).acts) == 6


@pytest.mark.parametrize(
    ("line", "instead", "why"),
    [
        (1, "", LineMissing),
        (1, "player Ana", LineMissing),
        (1, "incangold-record", NotUnderstood),
        (1, "incangold-record 2", UnknownVersion),
        (1, "incangold-record 1.0", UnknownVersion),
        (2, "rules 0", UnknownVersion),
        (2, "rules", NotUnderstood),
        (3, "edition", NotUnderstood),
        (3, "edition gold", UnknownEdition),
        (3, "edition incan-gold rounds=x", BadEdition),
        (3, "edition incan-gold colour=red", BadEdition),
        (4, "player", NotUnderstood),
        (4, "player Ana Bo", NotUnderstood),
        (4, "player Ana bot", NotUnderstood),
        (4, 'player "Ana', NotUnderstood),
        (4, 'player "\\x"', NotUnderstood),
        (7, "start", NotUnderstood),
        (7, "start Ana nam", NotUnderstood),
        (8, "artifacts", NotUnderstood),
        (8, "artifacts crown", UnknownCard),
        (8, "artifacts tumi crown", UnknownCard),
        (9, "by-hand 7", NotUnderstood),
        (10, "round", RoundOutOfOrder),
        (10, "round 2", RoundOutOfOrder),
        (10, "round one", RoundOutOfOrder),
        (10, "snakes", NotTimeToTurn),
        (10, "Ana torch Bo torch Cy torch", NotTimeToChoose),
        (11, "round 2", NotTimeToOpen),
        (11, "Ana torch Bo torch Cy torch", NotTimeToChoose),
        (11, "bats", NoCardNobody),
        (11, "12", NoCardNobody),
        (11, "Ana", NotUnderstood),
        (11, "treasure", UnknownCard),
        (11, "treasure x", UnknownCard),
        (11, "treasure 1 2", UnknownCard),
        (11, "treasure -5", UnknownCard),
        (11, "treasure 6", CardNotInDeck),
        (11, "mask", CardNotInDeck),
        (11, "player Di", NotUnderstood),
        (11, "edition diamant", NotUnderstood),
        (12, "Ana torch Bo torch Cy torch 5", NotTimeToChoose),
        (13, "treasure 5", NotTimeToTurn),
        (13, "Ana camp Bo torch", ChoiceMissing),
        (13, "Ana camp Bo torch Di torch 4", NotAtTable),
        (13, "Ana camp Bo torch Cy torch 4 Ana camp", NotUnderstood),
        (13, "Ana camp Bo torch Cy", NotUnderstood),
        (13, "Ana camp Bo Cy torch 4", NotUnderstood),
        (13, "Ana camp Bo maybe Cy torch 4", NotUnderstood),
        (13, "Ana camp 3 Bo torch Cy torch 4", NotUnderstood),
        (13, "Ana camp Bo torch Cy torch", BadRoll),
        (13, "Ana camp Bo torch Cy torch 1", BadRoll),
        (13, "Ana camp Bo torch Cy camp 6", BadRoll),
        (13, "Ana camp Bo torch Cy torch 7", NoCardNobody),
        (15, "Ana torch Bo camp Cy camp 1", NotInTemple),
    ],
)
def test_a_line_is_refused_where_it_stands(line: int, instead: str, why: type[IncanGoldError]) -> None:
    at = line if instead else line + 1
    assert refused(changed(line, instead)) == (at, why)


@pytest.mark.parametrize(
    ("line", "instead", "why"),
    [
        (2, [], LineMissing),
        (3, [], LineMissing),
        (4, [], NotAtTable),  # the start player
        (5, ['player "Bo "'], BadName),
        (5, ['player ""'], BadName),
        (5, [f"player {'A' * 25}"], BadName),
        (5, ['player "\\u0007"'], BadName),
        (5, ['player "\\u2028x"'], BadName),
        (5, ['player "a\\u2028x"'], BadName),
        (5, ["player ANA"], NameTaken),
        (5, [f"player Bo{number}" for number in range(7)], WrongNumberOfPlayers),
        (7, [], LineMissing),
        (7, ["start Di"], NotAtTable),
        (8, [], ArtifactNotUnderTemple),
    ],
)
def test_a_header_is_refused_when_the_round_opens(line: int, instead: list[str], why: type[IncanGoldError]) -> None:
    """Everybody sits down at `round 1`, which is line 10 of the good record."""
    opens = 10 + len(instead) - 1
    found = refused(changed(line, *instead))
    assert found[1] is why
    assert isinstance(found[0], int)
    assert line <= found[0] <= opens


@pytest.mark.parametrize(
    ("line", "twice"),
    [(2, "rules 1"), (3, "edition diamant"), (7, "start Bo"), (8, "artifacts tumi"), (9, "by-hand")],
)
def test_nothing_is_said_twice(line: int, twice: str) -> None:
    assert refused(changed(line, GOOD.splitlines()[line - 1], twice)) == (line + 1, LineTwice)


@pytest.mark.parametrize(
    ("luck", "why"),
    [
        ([], LineMissing),
        (["practice 7", "by-hand"], LineTwice),
        (["practice 7", f"commitment {'ab' * 32}"], LineTwice),
        (["practice 7", f"secret {'ab' * 32}"], LineTwice),
        (["by-hand", f"nonce Ana {'ab' * 32}"], LineTwice),
        ([f"commitment {'ab' * 32}", f"nonce Di {'ab' * 32}"], NotAtTable),
    ],
)
def test_luck_comes_from_one_place(luck: list[str], why: type[IncanGoldError]) -> None:
    assert refused(changed(9, *luck))[1] is why


def test_a_nonce_is_given_once() -> None:
    nonce = f"nonce Ana {'ab' * 32}"
    assert refused(changed(9, f"commitment {'ab' * 32}", nonce, nonce)) == (11, NotUnderstood)


def test_more_artifacts_than_rounds_are_refused() -> None:
    assert refused(changed(8, "artifacts tumi llama"))[1] is RecordCutOff


def test_nothing_comes_after_the_end() -> None:
    for act in ("round 2", "treasure 1", "Ana torch"):
        assert refused(f"{GOOD}{act}\n") == (16, GameIsOver)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "hello", "[]", "null", "\ufeff", "\0"])
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadLine):
        read(text)


def test_a_refusal_tells_the_line_as_it_stands() -> None:
    with pytest.raises(BadLine) as refusal:
        read(changed(11, "   treasure   6   # a six?"))
    assert refusal.value.facts["line"] == 11
    assert refusal.value.facts["text"] == "treasure   6   # a six?"


def test_a_refusal_is_short_however_long_the_line() -> None:
    with pytest.raises(BadLine) as refusal:
        read(changed(11, "x" * 10_000))
    assert len(str(refusal.value.facts["text"])) <= 60
    assert len(str(refusal.value.facts["why"])) < 200


def test_a_huge_record_is_refused_unread() -> None:
    with pytest.raises(RecordTooLong):
        read(GOOD + "#" * 1_000_000)
    with pytest.raises(RecordTooLong):
        read("{" + " " * 1_000_000)


@pytest.mark.parametrize(
    "line",
    ["a " * 250_000, '"a" ' * 125_000, '"' * 500_000, '"' + "\\" * 499_999, " " * 500_000, "Ana torch " * 50_000],
    ids=["words", "quoted", "quotes", "backslashes", "spaces", "choices"],
)
def test_a_long_line_is_refused(line: str) -> None:
    with pytest.raises(BadLine):
        read(changed(13, line))


@pytest.mark.parametrize("text", ["treasure 0000000011", "treasure 11.0", "treasure ²", "Snakes", ""])
def test_a_card_written_strangely_is_not_another_card(text: str) -> None:
    with pytest.raises(UnknownCard):
        read_card(text)


@pytest.mark.parametrize(
    "luck", ['practice "\\ud800"', 'commitment "a b"', 'commitment ""', f'commitment {"ab" * 32}\nsecret "x y"']
)
def test_luck_is_refused_or_can_be_written_again(luck: str) -> None:
    try:
        record = read(changed(9, *luck.split("\n")))
    except BadLine:
        return
    assert read(write(record).encode().decode()) == record


@pytest.mark.parametrize("seed", ["a\u2028b", "a\x85b", "a\nb", "", " ", "#", '"'])
def test_any_seed_that_can_be_typed_is_written_and_read(seed: str) -> None:
    record = read(changed(9, f"practice {json.dumps(seed)}"))
    assert record.luck == Practice(seed)
    assert read(write(record)) == record


def test_a_bot_of_any_name_is_written_and_read() -> None:
    record = read(changed(5, 'player Bo bot "my bot\\u2028#2"'))
    assert read(write(record)) == record


@pytest.mark.parametrize("name", ["1", "6", "0", "3D"])
def test_a_player_named_by_a_number_is_written_and_read(name: str) -> None:
    """A number after a choice is a roll, but never a number in quotation marks."""
    text = GOOD.replace("player Bo", f'player "{name}"').replace("Bo", f'"{name}"')
    assert read(write(read(text))) == read(text)


def test_a_refusal_can_be_told_in_words() -> None:
    for text in (changed(11, "bats"), changed(3, "edition gold"), changed(13, "Ana camp Bo torch")):
        with pytest.raises(BadLine) as refusal:
            read(text)
        assert str(refusal.value.facts["line"]) in str(refusal.value)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (1, 'incangold-record "\\ud800"'),
        (3, 'edition "\\udc00"'),
        (7, 'start "\\ud800"'),
        (13, '"\\ud83d" torch'),
    ],
)
def test_half_a_sign_is_refused_with_its_line(line: int, instead: str) -> None:
    assert refused(changed(line, instead)) == (line, NotUnderstood)


@pytest.mark.parametrize("line", ['"\\u001b]0;gold\\u0007" torch', "\x1b]0;gold\x07 torch", '"Ana\\nBo\\u202e" torch'])
def test_a_refusal_moves_nobodys_cursor(line: str) -> None:
    with pytest.raises(BadLine) as refusal:
        read(changed(13, line))
    for language in ("en", "pl"):
        assert refusal.value.told(catalogue(language)).isprintable()


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (1, "incangold-record " + "9" * 4000),
        (3, "edition " + "x" * 4000),
        (3, "edition bga treasures=" + ",".join(["9" * 4000] * 10)),
        (3, "edition bga " + "x" * 4000 + "=" + "y" * 4000),
        (7, "start " + "x" * 4000),
        (10, "round " + "1" * 4000),
    ],
)
def test_a_refusal_quotes_no_more_than_a_line(line: int, instead: str) -> None:
    with pytest.raises(BadLine) as refusal:
        read(changed(line, instead))
    assert len(str(refusal.value)) < 600
