"""Which names can be shown and told apart."""

import pytest

from incangold.errors import BadName
from incangold.record import Player
from incangold.record.record import check_names


@pytest.mark.parametrize("name", ["Ana", "Żółć", "Ana B.", "🏳️‍🌈", "👩‍👩‍👧", "می‌خواهم", "李", "x" * 24])
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
    ],
)
def test_names_that_cannot_be_shown_are_told_as_far_as_they_can(name: str, told: str) -> None:
    with pytest.raises(BadName) as refusal:
        check_names((Player(name), Player("Bo")))
    assert told in str(refusal.value)
