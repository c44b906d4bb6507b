"""Which names can be shown and told apart."""

import pytest

from incangold.errors import BadName, NameTaken
from incangold.record import Player
from incangold.record.record import check_names


@pytest.mark.parametrize(
    "name", ["Ana", "Żółć", "Ana B.", "🏳️‍🌈", "👩‍👩‍👧", "می‌خواهم", "李", "x" * 24, "Zoe\u0301", "❤️", "⠁⠝⠁⠀⠃"]
)
def test_names_of_people(name: str) -> None:
    check_names((Player(name), Player("Bo")))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("A\u200dna", "“A�na”"),  # would look like Ana
        ("A\u200cna", "“A�na”"),
        ("\u200d🌈", "“�🌈”"),
        ("🌈\u200d", "“🌈�”"),
        ("\u3164", "“�”"),
        ("A\u202eB", "“A�B”"),
        ("", "“”"),
        (" Ana", "“ Ana”"),
        ("x" * 25, f"“{'x' * 25}”"),
        ("\ud800", "“�”"),
        ("A\u034fna", "“A�na”"),
        ("\u2800", "“�”"),
        ("Ana\u2800", "“Ana�”"),
        ("A\ufe0fna", "“A�na”"),
        ("A\U000e0100na", "“A�na”"),
        ("\u0301Ana", "“�Ana”"),
        ("Ana \u0301", "“Ana �”"),
    ],
)
def test_names_that_cannot_be_shown_are_told_as_far_as_they_can(name: str, told: str) -> None:
    with pytest.raises(BadName) as refusal:
        check_names((Player(name), Player("Bo")))
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("this", "that"), [("Zoé", "Zoe\u0301"), ("Ana", "ANA"), ("Ana", "Ａna"), ("Groß", "GROSS"), ("A B", "A\u00a0B")]
)
def test_two_ways_to_write_a_name_are_one_player(this: str, that: str) -> None:
    with pytest.raises(NameTaken):
        check_names((Player(this), Player(that)))


def test_an_accent_makes_another_name() -> None:
    check_names((Player("Łucja"), Player("Lucja"), Player("Zoe"), Player("Zoé")))
