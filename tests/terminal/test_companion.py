"""The companion of a cardboard game in plain lines: whatever is told is counted by the rules, kept and undone."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from click.testing import CliRunner

from incangold.cli import cli
from incangold.editions import edition
from incangold.errors import FileNotWritable, GameChangedThere
from incangold.game import Act, Choice, Choices, Draw, OpenRound
from incangold.record import ByHand, Player, Record, adventurer_names, card_text, lying, read, write
from incangold.terminal.companion import CompanionTable
from incangold.terminal.kept_game import KeptGame, new_file, seat_table
from incangold.words.catalogue import catalogue

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [
    "by-hand-rulebook",
    "incan-gold-two",
    "the-die",
    "two-dice-of-one-owner",
    "literal-five",
    "modern-eight",
    "awkward-names",
    "diamant-five",
]


TWICE_SPIDERS = ["spiders", "3", "spiders", "llama", "spiders", "2", "spiders"]  # so one of three is left


def typed_for(record: Record) -> Iterator[str]:
    """What people type who play this game with cardboard."""
    names = adventurer_names(record.players)
    dice = lying(record).game.dice
    for act in record.acts:
        yield _line(act, names, dice)


def _line(act: Act, names: list[str], dice: tuple[int, ...]) -> str:
    match act:
        case OpenRound(artifact):
            return artifact or ""
        case Draw(card):
            return card_text(card)
        case Choices(laid, rolls):
            leaving = [names[seat] for seat, card in enumerate(laid) if card is Choice.CAMP and seat not in dice]
            shown = [f"{names[seat]} {roll}" for seat, roll in zip(dice, rolls, strict=True) if roll]
            return ", ".join([*leaving, *shown])


def told(record: Record, file: Path, *lines: str, language: str = "en") -> tuple[CompanionTable, str]:
    """A table to which all these lines were told, and what it said."""
    coming, said = iter(lines), list[str]()
    table = CompanionTable(
        record,
        KeptGame(file),
        catalogue(language),
        lambda: f"{line}\n" if (line := next(coming, None)) is not None else "",
        said.append,
    )
    table.listen()
    return table, "\n".join(said)


def seated(*names: str, by: str = "incan-gold", die: bool = False) -> Record:
    players = (*map(Player, names), *([Player("Die", "die")] if die else []))
    return Record(edition(by), players, 0, True, ByHand(), ())


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_and_kept_as_it_was_played(name: str, tmp_path: Path) -> None:
    played = read((GOLDEN / f"{name}.game").read_text("utf-8"))
    wanted = played._replace(luck=ByHand())
    _, said = told(wanted._replace(acts=()), tmp_path / "cardboard.game", *typed_for(played))
    assert read((tmp_path / "cardboard.game").read_text("utf-8")) == wanted
    assert "The tents are opened:" in said


def test_through_a_pipe_with_names_asked_for_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "friday.game"

    def run(typed: str) -> str:
        command = [sys.executable, "-m", "incangold", "companion", "--file", str(file), "--lang", "en"]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True, timeout=60)
        return done.stdout

    first = run("Ana, Bo, Cy\ntumi\n11\n")  # and the pipe closes
    assert "Treasure 11: 3 each, 2 stay on the path." in first
    assert f"Go on with: incangold companion --file {file}" in first
    again = run("bo\nsnakes\nodds\nquit\n")
    assert "Bo returns to camp with 5." in again
    assert "snakes: 2 in the deck, 6.9 %" in again
    assert [type(act).__name__ for act in read(file.read_text("utf-8")).acts] == [
        "OpenRound",
        "Draw",
        "Choices",
        "Draw",
    ]


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [("en", "advice bo", "The strongest player: Torch"), ("pl", "rada bo", "Najsilniejszy gracz: Pochodnia")],
)
def test_the_coach_tells_whoever_asks_and_nobody_in_camp(tmp_path: Path, language: str, asks: str, says: str) -> None:
    record = read((GOLDEN / "by-hand-rulebook.game").read_text("utf-8"))
    table, said = told(record._replace(acts=record.acts[:2]), tmp_path / "kept.game", asks, language=language)
    assert said.count(says) == 1
    assert len(table.cardboard.record.acts) == 2  # nothing happened at the table
    lines = ("bo 5", asks, "advice 11")
    _, said = told(table.cardboard.record, tmp_path / "other.game", *lines, language=language)
    words = catalogue(language)
    assert says not in said
    assert words.say("refusal.not_in_temple", who="Bo") in said
    assert words.say("refusal.not_understood", what="11") in said


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([*TWICE_SPIDERS, "quipu", "spiders", "3", "spiders"], "not in the deck: spiders"),
        (["17", "17"], "not in the deck: treasure 17"),
        (["11", "bo", "9", "bo"], "Bo is in camp and lays no card this round."),
        (["11", "xenia"], "Nobody called “xenia” sits at the table."),
        (["11", "b"], "“b” may be several: Bo, Bea."),
        (["11", "m"], "“m” may be several: mummies, Sun Mask."),
        (["sphinx"], "“sphinx” is no card"),
        (["11", "die"], "Die is a die: its roll lays its card."),
        (["11", "bo bea ana 5"], "No card can be turned now"),
        (["bo"], "Nobody lays a card now: a card is to be turned."),
        (["11", "name bo Ana"], "Ana"),
        (["11", "undo much"], "“much” is no number of entries to take back: write undo, or undo 3."),
        (["11", "undo 0"], "“0” is no number of entries to take back"),
        (["11", "undo 99"], "There are only 2 entries to take back, so nothing was changed."),
        (["undo 2"], "There is only 1 entry to take back, so nothing was changed."),
        (["undo 99999999999"], "There is only 1 entry to take back, so nothing was changed."),
        (["name"], "The new name is missing. Write the old one, then the new one: name OLD NEW."),
        (["name bo"], "The new name is missing."),
        (["name b Ola"], "“b” may be several: Bo, Bea."),
        (["name zo Ola"], "Nobody called “zo” sits at the table."),
        (["11 5"], "No card can be turned now"),
        (["11", "and"], "This means nothing here: “and”."),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_changed(lines: list[str], why: str, tmp_path: Path) -> None:
    record = seated("Ana", "Bo", "Bea", die="die" in lines)
    before, _ = told(record, tmp_path / "before.game", "tumi", *lines[:-1])
    after, said = told(record, tmp_path / "after.game", "tumi", *lines)
    assert why in said
    assert after.cardboard == before.cardboard
    assert (tmp_path / "after.game").read_text("utf-8") == (tmp_path / "before.game").read_text("utf-8")


def drawn(table: CompanionTable) -> list[str]:
    return [card_text(act.card) for act in table.cardboard.record.acts if isinstance(act, Draw)]


def leavers(table: CompanionTable) -> list[str]:
    """Who laid Camp in the last choices."""
    last = [act for act in table.cardboard.record.acts if isinstance(act, Choices)][-1]
    names = adventurer_names(table.cardboard.record.players)
    return [names[seat] for seat, choice in enumerate(last.laid) if choice is Choice.CAMP]


@pytest.mark.parametrize(
    ("name", "line", "leaves", "turned"),
    [
        ("Ro", "ro", ["Ro"], ["treasure 11"]),  # a whole name before the beginning of a card
        ("Rocksana", "rocks", [], ["treasure 11", "rocks"]),  # a whole card before the beginning of a name
        ("Roy", "roy rocks", ["Roy"], ["treasure 11", "rocks"]),
        ("Rocks", "rocks", ["Rocks"], ["treasure 11"]),  # both whole: somebody, while all choose
        ("Rocks", "rocks rocks", ["Rocks"], ["treasure 11", "rocks"]),
        ("Roy", "głazy", [], ["treasure 11", "rocks"]),
        ("9", "9 9", ["9"], ["treasure 11", "treasure 9"]),
    ],
)
def test_what_is_typed_whole_wins_over_a_beginning(
    name: str, line: str, leaves: list[str], turned: list[str], tmp_path: Path
) -> None:
    table, _ = told(seated(name, "Bo", "Cy"), tmp_path / "cardboard.game", "tumi", "11", line)
    assert leavers(table) == leaves
    assert drawn(table) == turned


def test_a_name_that_is_a_card_too_is_the_card_where_that_one_cannot_leave(tmp_path: Path) -> None:
    table, _ = told(seated("Rocks", "Bo", "Cy"), tmp_path / "cardboard.game", "tumi", "rocks")
    assert drawn(table) == ["rocks"]
    table, _ = told(seated("Rocks", "Bo", "Cy"), tmp_path / "other.game", "tumi", "11", "rocks", "9", "rocks")
    assert drawn(table) == ["treasure 11", "treasure 9", "rocks"]  # Rocks is in camp already


@pytest.mark.parametrize(
    ("language", "both"),
    [("en", "“ro” may be several: the player Roy, the card rocks."), ("pl", "gracz Roy, karta głazy")],
)
@pytest.mark.parametrize("before", [["tumi"], ["tumi", "11"]])
def test_the_beginning_of_a_name_and_of_a_card_is_refused_with_both(
    language: str, both: str, before: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "cardboard.game"
    table, said = told(seated("Roy", "Bo", "Cy"), file, *before, "ro", language=language)
    assert both in said
    assert len(table.cardboard.record.acts) == len(before)


def test_whoever_asks_the_coach_is_no_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incangold.terminal.companion.advised", lambda view, words: [f"to player {view.player}"])
    _, said = told(seated("Ana", "Roy", "Cy"), tmp_path / "cardboard.game", "tumi", "11", "advice ro", "advice rocks")
    assert "to player 1" in said
    assert "This means nothing here: “rocks”." in said


@pytest.mark.parametrize("name", ["U", "Undo"])
def test_a_whole_name_wins_over_a_command_and_a_slash_asks_all_the_same(name: str, tmp_path: Path) -> None:
    record = seated(name, "Bo", "Cy")
    table, _ = told(record, tmp_path / "one.game", "tumi", "11", f"{name.lower()} 5")
    assert (leavers(table), drawn(table)) == ([name], ["treasure 11", "treasure 5"])
    table, said = told(record, tmp_path / "two.game", "tumi", "11", f"/{name.lower()}")
    assert "1 entry taken back." in said
    assert len(table.cardboard.record.acts) == 1


def test_the_beginning_of_a_name_does_not_win_over_a_command(tmp_path: Path) -> None:
    _, said = told(seated("Ulla", "Bo", "Cy"), tmp_path / "cardboard.game", "tumi", "11", "u")
    assert "1 entry taken back." in said
    assert "a word with a slash is always the command: /undo" in said


@pytest.mark.parametrize("line", ["9", "snakes", "bo", "sphinx"])
@pytest.mark.parametrize(
    ("by", "wanted"), [("incan-gold", "which artifact is shown? Tumi"), ("diamant", "Enter opens")]
)
def test_before_a_round_is_opened_it_is_said_what_opens_it(by: str, wanted: str, line: str, tmp_path: Path) -> None:
    table, said = told(seated("Ana", "Bo", "Cy", by=by), tmp_path / "cardboard.game", line)
    refused, question = said.splitlines()[-3:-1]
    assert refused == f"Round 1 is to be opened first, and “{line}” does not open it."
    assert wanted in question
    assert table.cardboard.record.acts == ()


def test_enter_opens_no_round_whose_artifact_is_not_known(tmp_path: Path) -> None:
    _, said = told(seated("Ana", "Bo", "Cy"), tmp_path / "cardboard.game", "")
    assert "Round 1 is to be opened first, and “Enter” does not open it." in said


def test_between_two_rounds_odds_and_deck_are_those_of_the_next(tmp_path: Path) -> None:
    _, said = told(seated("Ana", "Bo", "Cy"), tmp_path / "cardboard.game", "tumi", "fire", "fire", "odds", "deck")
    assert "When round 2 begins:\nDrives everybody out: 0.0 %" in said
    assert "to each of 3 inside" in said
    assert "Treasure 48.4 %, hazard 45.2 %, artifact 6.5 %" in said  # of 31: the Tumi, and whichever comes in
    assert "30 cards left" in said
    assert "Round 2 will shuffle one artifact in: Llama, Quipu, Condor, Sun Mask" in said
    _, said = told(seated("Ana", "Bo", "Cy", by="diamant"), tmp_path / "diamant.game", "odds", "deck")
    assert "artifact 0.0 %" in said
    assert "shuffle one artifact in" not in said


def test_a_game_that_is_over_has_no_odds(tmp_path: Path) -> None:
    record = read((GOLDEN / "by-hand-rulebook.game").read_text("utf-8"))
    _, said = told(record, tmp_path / "cardboard.game", "odds")
    assert "The game is over: the tents are open." in said.splitlines()


def test_a_refusal_lists_cards_as_the_reader_may_type_them(tmp_path: Path) -> None:
    _, said = told(seated("Ana", "Bo", "Cy"), tmp_path / "cardboard.game", "tumi", "sfinks", "m", language="pl")
    hazards, artifacts = "pająki, mumie, ogień, węże, głazy", "Tumi, Lama, Kipu, Kondor, Maska Słońca"
    assert f"„sfinks” to nie karta: wpisz wartość skarbu, zagrożenie ({hazards}) albo artefakt ({artifacts})." in said
    assert "„m” może znaczyć kilka rzeczy: mumie, Maska Słońca." in said


@pytest.mark.parametrize(("language", "name"), [("en", "Sun Mask"), ("pl", "Maska Słońca"), ("pl", "mask")])
def test_a_card_of_two_words_is_one_card(language: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "cardboard.game"
    table, _ = told(seated("Ana", "Bo", "Cy"), file, name, "11", f"bo {name}", language=language)
    assert drawn(table) == ["treasure 11", "mask"]


@pytest.mark.parametrize("lines", [[], ["quit"], ["odds", "9"], ["tumi", "undo"]])
def test_a_game_of_which_nothing_was_told_leaves_no_file(lines: list[str], tmp_path: Path) -> None:
    _, said = told(seated("Ana", "Bo", "Cy"), tmp_path / "cardboard.game", *lines)
    assert list(tmp_path.iterdir()) == []
    assert said.endswith("Nothing was told, so no game is kept.")


def at_a_keyboard(file: Path, *names: str) -> Popen[str]:
    """A companion of its own, which has said that it keeps the game and waits for what it is told."""
    people = ["--people", ",".join(names)] if names else []
    command = [sys.executable, "-u", "-m", "incangold", "companion", "--file", str(file), "--lang", "en", *people]
    companion = Popen(command, stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8")
    assert companion.stdout
    assert "kept in" in companion.stdout.readline()
    return companion


def test_a_new_game_that_somebody_else_went_on_with_is_left_to_them(tmp_path: Path) -> None:
    file = tmp_path / "friday.game"
    first = at_a_keyboard(file, "Ana", "Bo", "Cy")
    at_a_keyboard(file).communicate("tumi\n11\nbo 5\n", timeout=60)
    kept = file.read_text("utf-8")
    said, _ = first.communicate("quit\n", timeout=60)
    assert "Go on with: incangold companion" in said
    assert file.read_text("utf-8") == kept
    assert len(read(kept).acts) == 4


@pytest.mark.parametrize(("language", "why"), [("en", "has been changed meanwhile"), ("pl", "w międzyczasie")])
def test_nothing_is_written_over_what_somebody_else_has_told(tmp_path: Path, language: str, why: str) -> None:
    file, said = tmp_path / "friday.game", list[str]()
    told(seated("Ana", "Bo", "Cy"), file, "tumi")
    lines = iter(["11\n", "undo\n", "odds\n"])

    def typed_meanwhile() -> str:
        """The other one tells something before the first line of this one comes."""
        if len(read(file.read_text("utf-8")).acts) == 1:
            told(KeptGame(file).read(), file, "9", "ana")
        return next(lines, "")

    kept = KeptGame(file)
    table = CompanionTable(kept.read(), kept, catalogue(language), typed_meanwhile, said.append)
    table.listen()
    assert sum(why in line for line in said) == 2
    assert drawn(table) == []
    assert [card_text(act.card) for act in read(file.read_text("utf-8")).acts if isinstance(act, Draw)] == [
        "treasure 9"
    ]


def test_a_file_that_was_taken_away_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "friday.game"
    kept = KeptGame(file)
    kept.keep(seated("Ana", "Bo", "Cy"))
    file.unlink()
    kept.keep(seated("Ana", "Bo", "Cy"))
    assert read(file.read_text("utf-8")) == seated("Ana", "Bo", "Cy")


@pytest.mark.parametrize("other", [b"\xff\xfe", b"", b"a shopping list"])
def test_what_is_no_game_any_more_is_left_alone_too(tmp_path: Path, other: bytes) -> None:
    kept = KeptGame(tmp_path / "friday.game")
    kept.keep(seated("Ana", "Bo", "Cy"))
    kept.path.write_bytes(other)
    with pytest.raises(GameChangedThere):
        kept.keep(seated("Ana", "Bo", "Cy"))
    kept.put_away()
    assert kept.path.read_bytes() == other
    assert [path.name for path in tmp_path.iterdir()] == ["friday.game"]


@pytest.mark.parametrize(
    ("line", "leaves"),
    [("łucja", ["Łucja"]), ("lucja", ["Lucja"]), ("LUCJA łucja", ["Łucja", "Lucja"]), ("zolta zaba", ["Żółta Żaba"])],
)
def test_names_that_only_accents_tell_apart_are_both_called(line: str, leaves: list[str], tmp_path: Path) -> None:
    table, _ = told(seated("Łucja", "Lucja", "Żółta Żaba", "Bo"), tmp_path / "cardboard.game", "tumi", "11", line)
    assert leavers(table) == leaves


def test_of_two_names_without_their_accents_neither_is_guessed(tmp_path: Path) -> None:
    table, said = told(seated("Łucja", "Lućja", "Bo"), tmp_path / "cardboard.game", "tumi", "11", "lucja")
    assert "“lucja” may be several: Łucja, Lućja." in said
    assert len(table.cardboard.record.acts) == 2
    record = seated("Łucja", "Lućja")
    _, said = told(record, tmp_path / "two.game", "tumi", "11", "lucja/2")
    assert "“lucja/2” may be several: Łucja/2, Lućja/2." in said


def test_the_second_of_two_such_names_is_corrected_and_begins(tmp_path: Path) -> None:
    record = seat_table(edition("incan-gold"), "Łucja, Lucja, Bo", None, "lucja")
    assert record.start_player == 1
    table, _ = told(record, tmp_path / "cardboard.game", "name Lucja Luiza")
    assert [player.name for player in table.cardboard.record.players] == ["Łucja", "Luiza", "Bo"]


@pytest.mark.parametrize("sign", ["ß", "ﬃ", "İ", "㎒", "ŉ", "ΐ", "각", "ا", "क्षि", "🏳️‍🌈"])
def test_a_name_in_any_letters_is_called(sign: str, tmp_path: Path) -> None:
    table, _ = told(seated(sign, "Bo", "Cy"), tmp_path / "cardboard.game", "tumi", "11", f"bo {sign}")
    assert leavers(table) == [sign, "Bo"]


def test_a_game_that_was_there_before_stays_even_without_entries(tmp_path: Path) -> None:
    file = tmp_path / "cardboard.game"
    file.write_text(write(seated("Ana", "Bo", "Cy")), "utf-8")
    _, said = told(seated("Ana", "Bo", "Cy"), file, "quit")
    assert file.exists()
    assert "Go on with" in said


def test_any_number_of_entries_is_taken_back_and_a_name_corrected(tmp_path: Path) -> None:
    file = tmp_path / "cardboard.game"
    table, said = told(seated("Ana", "Bo", "Cy"), file, "tumi", "11", "bo 5", "undo", "undo 2", "name cy Cyryl")
    assert "2 entries taken back." in said
    assert len(table.cardboard.record.acts) == 1
    table, said = told(table.cardboard.record, file, "undo", "undo")
    assert [player.name for player in read(file.read_text("utf-8")).players] == ["Ana", "Bo", "Cyryl"]
    assert "1 entry taken back." in said
    assert "There is nothing to take back." in said


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("name bo Żółć O'Neil", "Bo", "Żółć O'Neil"),
        ("name cy Ce", "Cy Nowak", "Ce"),
        ("name cy N", "Cy Nowak", "N"),
        ("name nowak Cy", "Cy Nowak", "Cy"),
        ("name CY NOWAK Cyryl  Wielki", "Cy Nowak", "Cyryl Wielki"),
        ("name ana K", "Ana", "K"),  # a whole name before the beginning of another
        ("name ana kowal Ola", "Ana Kowal", "Ola"),
        ("name cy now Ola", "Cy Nowak", "Ola"),
        ("name bo 12", "Bo", "12"),
    ],
)
def test_whoever_is_first_in_the_line_is_called_by_all_the_rest(line: str, old: str, new: str, tmp_path: Path) -> None:
    names = ["Ana", "Bo", "Cy Nowak", "Ana Kowal"]
    table, said = told(seated(*names), tmp_path / "cardboard.game", line)
    assert f"{old} is called {new} now." in said
    assert [player.name for player in table.cardboard.record.players] == [new if one == old else one for one in names]


def test_of_two_players_each_is_renamed_by_either_adventurer(tmp_path: Path) -> None:
    _, said = told(seated("Ana", "Bo"), tmp_path / "cardboard.game", "name bo/2 Bolek")
    assert "Bo is called Bolek now." in said


DIE_AFRAID = ["tumi", "snakes", "5", "ana"]  # and what it shows was not told


def told_of_the_die(file: Path, *lines: str, language: str = "en") -> tuple[CompanionTable, str]:
    """What is said, and becomes of Ana's leaving, after the die was asked for."""
    table, said = told(seated("Ana", "Bo", die=True), file, *DIE_AFRAID, *lines, language=language)
    return table, said.partition(catalogue(language).say("companion.roll", who="Die", fear=1))[2]


ANA_LEFT = Choices((Choice.CAMP, Choice.TORCH, Choice.TORCH), (3,))


@pytest.mark.parametrize("shows", ["3", "die 3", "the Die, 3", "DI 3"])
def test_a_die_that_was_not_told_of_is_asked_for(shows: str, tmp_path: Path) -> None:
    table, _ = told_of_the_die(tmp_path / "cardboard.game", shows)
    assert table.cardboard.record.acts[3:] == (ANA_LEFT,)


@pytest.mark.parametrize("wrong", ["7", "x", "", "ana 3", "0", "die", "die 7", "3 3", "bo"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_after_a_wrong_answer_the_die_is_asked_for_again_and_ana_still_leaves(
    wrong: str, language: str, tmp_path: Path
) -> None:
    words = catalogue(language)
    table, said = told_of_the_die(tmp_path / "cardboard.game", wrong, "die 3", language=language)
    why = words.say("refusal.no_such_roll", what=wrong or "Enter")
    assert said.startswith(f"\n{why}\n{words.say('companion.roll', who='Die', fear=1)}\n")
    assert table.cardboard.record.acts[3:] == (ANA_LEFT,)


def test_while_the_die_is_asked_for_everything_else_may_be_asked_too(tmp_path: Path) -> None:
    table, said = told_of_the_die(tmp_path / "cardboard.game", "odds", "help", "name bo Bolek", "3")
    assert "Drives everybody out" in said
    assert "Bo is called Bolek now." in said
    assert said.count("Die fears 1. What does it show, 1 to 6?") == 3
    assert table.cardboard.record.acts[3:] == (ANA_LEFT,)
    assert [player.name for player in table.cardboard.record.players] == ["Ana", "Bolek", "Die"]


@pytest.mark.parametrize(
    ("language", "lines", "says"),
    [
        ("en", ["undo"], "Taken back: “ana”. Who leaves is to be told again."),
        ("en", ["7", "undo 1"], "Taken back: “ana”. Who leaves is to be told again."),
        ("en", ["quit"], "Taken back: “ana”. Who leaves is to be told again."),
        ("en", [], "Taken back: “ana”. Who leaves is to be told again."),  # and the pipe closes
        ("pl", ["cofnij"], "Cofnięto: „ana”. Trzeba jeszcze raz wpisać, kto wraca."),
    ],
)
def test_leavers_who_wait_for_the_die_are_taken_back_aloud(
    language: str, lines: list[str], says: str, tmp_path: Path
) -> None:
    table, said = told_of_the_die(tmp_path / "cardboard.game", *lines, language=language)
    assert said.splitlines().count(says) == 1
    assert len(table.cardboard.record.acts) == 3
    assert len(read((tmp_path / "cardboard.game").read_text("utf-8")).acts) == 3


def test_a_line_that_waits_for_the_die_is_the_last_entry(tmp_path: Path) -> None:
    table, said = told_of_the_die(tmp_path / "cardboard.game", "undo 5", "undo 2", "3")
    assert "There are only 4 entries to take back, so nothing was changed." in said
    assert "Taken back: “ana”." in said
    assert "1 entry taken back." in said
    assert drawn(table) == ["snakes", "treasure 3"]


def test_two_dice_are_asked_for_one_after_the_other(tmp_path: Path) -> None:
    lines = (*DIE_AFRAID, "die 2", "die/1 3", "die/2 3")
    table, said = told(seated("Ana", die=True), tmp_path / "cardboard.game", *lines)
    assert "“die/1 3” is no roll of a die" in said
    assert table.cardboard.record.acts[-1] == Choices((Choice.CAMP, Choice.CAMP, Choice.TORCH, Choice.TORCH), (2, 3))


@pytest.mark.parametrize(
    ("line", "why"),
    [("cy", "Nobody called “cy”"), ("ana 17", "not in the deck: treasure 17"), ("bo", "Bo is in camp")],
)
def test_what_no_roll_makes_right_is_refused_before_the_die_is_asked_for(line: str, why: str, tmp_path: Path) -> None:
    record = seated("Ana", "Bo", "Di", die=True)
    table, said = told(record, tmp_path / "cardboard.game", "tumi", "17", "bo fire", line)
    assert why in said
    assert "What does it show" not in said
    assert len(table.cardboard.record.acts) == 4


def test_a_card_after_which_nobody_is_inside_takes_the_leavers_back_aloud(tmp_path: Path) -> None:
    lines = (*DIE_AFRAID[:-1], "ana bo 5", "1")
    table, said = told(seated("Ana", "Bo", die=True), tmp_path / "cardboard.game", *lines)
    assert "Taken back: “ana bo 5”. Who leaves is to be told again.\nNo card can be turned now" in said
    assert len(table.cardboard.record.acts) == 3


@pytest.mark.parametrize(
    ("language", "asks", "whose"),
    [
        ("en", "advice", "For whom? Write advice and one of these names: Ana, Cy."),
        ("pl", "rada", "Dla kogo? Wpisz rada i jedno z tych imion: Ana, Cy."),
    ],
)
def test_the_coach_asks_whose_advice_unless_only_one_is_to_choose(
    language: str, asks: str, whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incangold.terminal.companion.advised", lambda view, words: [f"to player {view.player}"])
    record = seated("Ana", "Bo", "Cy", die=True)
    lines = ("tumi", "11", "bo", asks, "5", asks, "ana", asks, "7", asks, "cy", asks, "9", asks)
    _, said = told(record, tmp_path / "cardboard.game", *lines, language=language)
    told_lines = [line for line in said.splitlines() if line.startswith(("For", "Dla", "The coach", "Trener", "to pl"))]
    not_now = catalogue(language).say("refusal.not_time_to_advise")
    assert told_lines == [not_now, whose, not_now, "to player 2", not_now, not_now]  # at last only the die is inside


def test_everything_can_be_told_in_polish(tmp_path: Path) -> None:
    lines = (
        "tumi",
        "węże",
        "11",
        "ana wraca",
        "pajaki",
        "nikt",
        "szanse",
        "talia",
        "namioty",
        "cofnij",
        "pomoc",
        "koniec",
    )
    table, said = told(seated("Ana", "Łucja", "Cy"), tmp_path / "cardboard.game", *lines, language="pl")
    assert [card_text(act.card) for act in table.cardboard.record.acts if isinstance(act, Draw)] == [
        "snakes",
        "treasure 11",
        "spiders",
    ]
    assert "Ana wraca do obozu i przynosi 5." in said
    assert "Wypędza wszystkich: 14,3 %" in said
    assert "Namioty: Ana 5; Łucja 0; Cy 0." in said
    assert "Cofnięto 1 wpis." in said
    assert said.count("Wpisz, co się stało") == 2


def test_tents_are_told_only_when_asked_for(tmp_path: Path) -> None:
    lines = ["tumi", "11", "ana", "9", "bo cy", "llama", "5"]
    _, said = told(seated("Ana", "Bo", "Cy"), tmp_path / "one.game", *lines)
    assert "Tents" not in said
    _, said = told(seated("Ana", "Bo", "Cy"), tmp_path / "other.game", *lines, "tents")
    assert "Tents: Ana 5; Bo 7; Cy 7." in said


def asked(*words: str, typed: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["companion", "--lang", "en", *words], input=typed)
    return done.exit_code, done.output


def test_the_die_sits_down_by_its_option_and_is_called_by_its_word(tmp_path: Path) -> None:
    file = tmp_path / "cardboard.game"
    code, said = asked("--people", "Ana,Bo", "--die", "--file", str(file), typed="tumi\nsn\n11\ndie 1\n7\nquit\n")
    assert code == 0
    assert "The Die: fear 1, rolls 1." in said
    assert "The Die returns to camp with 5." in said
    assert read(file.read_text("utf-8")).players[2] == Player("The Die", "die")


def test_a_spoilt_file_is_refused_with_its_line_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "cardboard.game"
    table, _ = told(seated("Ana", "Bo", "Cy"), file, "tumi", "11")
    spoilt = write(table.cardboard.record) + "  treasure 99\n"
    file.write_text(spoilt, "utf-8")
    code, said = asked("--file", str(file))
    assert (code, "Line 13" in said or "Line 14" in said, "treasure 99" in said) == (2, True, True)
    assert file.read_text("utf-8") == spoilt
    file.write_bytes(b"\xff\xfe\x00")
    assert asked("--file", str(file))[0] == 2


def test_a_new_game_never_goes_over_another_nor_over_a_proven_one(tmp_path: Path) -> None:
    file = tmp_path / "cardboard.game"
    told(seated("Ana", "Bo", "Cy"), file, "tumi", "11")
    kept = file.read_text("utf-8")
    code, said = asked("--people", "Di,Eva", "--file", str(file))
    assert (code, "A game is kept in" in said) == (2, True)
    assert file.read_text("utf-8") == kept
    code, said = asked("--file", str(GOLDEN / "incan-gold-proven.game"))
    assert (code, "not played with cardboard" in said) == (2, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--people", "Ana"], "1"),
        (["--people", "Ana,ana"], "ana"),
        (["--people", "Ana,Bo", "--start", "Cy"], "Nobody called “Cy” sits at the table."),
        (["--people", "Ana,Bo", "--edition", "chess"], "chess"),
    ],
)
def test_a_table_that_cannot_be_is_refused(words: list[str], why: str, tmp_path: Path) -> None:
    code, said = asked(*words, "--file", str(tmp_path / "cardboard.game"))
    assert (code, why in said) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_refused_before_the_first_entry(tmp_path: Path) -> None:
    (tmp_path / "not-a-folder").write_text("", "utf-8")
    file = tmp_path / "not-a-folder" / "cardboard.game"
    with pytest.raises(FileNotWritable, match=f"^The game cannot be kept in {file}: .*--file FILE.$") as refused:
        told(seated("Ana", "Bo", "Cy"), file, "tumi")
    assert refused.value.told(catalogue("pl")).endswith("Wskaż inne miejsce: --file PLIK.")


def test_two_games_of_one_second_are_two_files(tmp_path: Path) -> None:
    paths = []
    for _ in range(3):
        paths.append(new_file(tmp_path))
        paths[-1].write_text("a game", "utf-8")
    assert len(set(paths)) == 3
