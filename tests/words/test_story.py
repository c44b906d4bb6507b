"""Whole stories as people read them, in both languages."""

import pytest

from incangold.events import GameEnded
from incangold.record import Player
from incangold.words.catalogue import catalogue
from incangold.words.story import Storyteller
from tests.situations import after

PEOPLE = tuple(map(Player, ("Ana", "Bo", "Cy", "Di")))
SCRIPT = "snakes, 11, all stay, tumi, Bo leaves, 4, Ana and Cy leave, snakes"

ENGLISH = """\
Round 1. Ana is start player; shuffled in: the Tumi.
Snakes! Only a fright.
Treasure 11: 2 each, 3 stay on the path.
All go on.
The Tumi lies on the path.
Ana, Cy and Di go on.
Bo returns to camp with 5.
Bo carries out the Tumi, worth 5.
Treasure 4: 1 each, 1 stays on the path.
Di goes on.
Ana and Cy return to camp with 3 each.
Second snakes! Di runs and loses 3.
Round 1 is over; left behind: 1.
The tents are opened: Ana 3, Bo 10 (1 artifact), Cy 3, Di 0. Bo wins."""

POLISH = """\
Runda 1. Zaczyna Ana; do talii trafia: Tumi.
Węże! Na razie tylko strach.
Skarb 11: po 2, 3 zostają na ścieżce.
Wszyscy idą dalej.
Na ścieżce leży artefakt: Tumi.
Ana, Cy i Di idą dalej.
Bo wraca do obozu i przynosi 5.
Bo wynosi artefakt: Tumi, wart 5.
Skarb 4: po 1, 1 zostaje na ścieżce.
Di idzie dalej.
Ana i Cy wracają do obozu i przynoszą po 3.
Znowu węże! Di ucieka i traci 3.
Koniec rundy 1; na ścieżce zostaje: 1.
Namioty są otwarte: Ana 3, Bo 10 (1 artefakt), Cy 3, Di 0. Wygrywa Bo."""


def test_how_a_tie_is_told() -> None:
    teller = Storyteller(catalogue("en"), PEOPLE)
    assert teller.winners(GameEnded((9, 5, 1, 0), (0, 0, 0, 0), (0,))) == "Ana wins."
    assert teller.winners(GameEnded((9, 9, 1, 0), (1, 0, 0, 0), (0,))) == "Ana wins the tie by artifacts."
    assert teller.winners(GameEnded((9, 9, 1, 0), (1, 1, 0, 0), (0, 1))) == "Ana and Bo share the win."
    assert teller.standing(GameEnded((9, 5, 10, 0), (1, 0, 0, 0), (2,)))[-1] == "Cy 10"


@pytest.mark.parametrize(("language", "story"), [("en", ENGLISH), ("pl", POLISH)])
def test_a_round_as_it_is_told(language: str, story: str) -> None:
    told = after(SCRIPT, players=4, edition="incan-gold rounds=1")
    assert Storyteller(catalogue(language), PEOPLE).tell(told.story) == story.splitlines()
