"""Positions as text and as pictures, wherever they come from."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from incangold.envs import parallel_env
from incangold.envs.rendering import Picture, ansi, svg
from incangold.game import Choice
from incangold.view import public_part
from tests.envs.playing import play_parallel, seen_from
from tests.expeditions import Expedition, expeditions
from tests.situations import after
from tests.tables import at_the_first_choice, everybody, finished

SVG = "{http://www.w3.org/2000/svg}"


def words_in(picture: str) -> list[str]:
    """Everything written in a picture."""
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_position_in_a_few_lines() -> None:
    now = after("11, all stay, tumi, all stay, snakes, Bo leaves, 7", players=4, start=1)
    assert ansi(now.game) == (
        "incan-gold: round 1 of 5, turn 3, 27 cards in the deck\n"
        "path: 11 snakes 7(+1)   (1 lie on it)\n"
        "                     at risk  in tent  artifacts\n"
        "  player_0 in temple       4        0\n"
        "> player_1 in camp         0        5  tumi=5\n"
        "  player_2 in temple       4        0\n"
        "  player_3 in temple       4        0\n"
        "deck: 1 2 3 4 5×2 7 9 11 13 14 15 17 spiders×3 mummies×3 fire×3 snakes×2 rocks×3\n"
        "under the temples: llama, quipu, condor, mask\n"
    )


def test_the_end_names_the_winner() -> None:
    table = finished("greedy", "timid", "odds", seed="3")
    text = ansi(table.view(0), ["Ana", "Bo", "Cy"])
    assert "the tents are open" in text
    assert [line.split()[1] for line in text.splitlines() if line.startswith("*")] == ["Cy"]
    assert "wins" in words_in(svg(table.view(0)))


def test_a_picture_shows_what_one_must_know() -> None:
    now = after("11, all stay, tumi, all stay, snakes, Bo leaves, 7, all stay, 9", players=4)
    written = words_in(svg(now.game, ["Ana", "Bo", "Cy", "Di"]))
    for word in ("incan-gold", "turn 4", "11", "snakes", "9", "Ana", "Bo", "temple", "camp", "26 cards in the deck"):
        assert word in written, word
    assert "under the temples: llama, quipu, condor, mask" in written


def test_an_artifact_shows_what_it_would_count_now() -> None:
    now = after("tumi, all stay, 4", players=3, edition="modern")
    written = words_in(svg(now.game))
    assert written[written.index("tumi") + 1] == "5"


def test_a_game_its_open_part_and_every_view_of_it_look_the_same() -> None:
    now = after("11, all stay, tumi, all stay, snakes, Bo leaves, 7", players=4)
    drawings = {svg(now.game), svg(public_part(now.game, now.story)), *(svg(seen_from(now, seat)) for seat in range(4))}
    assert len(drawings) == 1


def test_cards_lying_face_down_are_not_drawn() -> None:
    table = at_the_first_choice(3)
    before = svg(table.view(1)), ansi(table.view(1))
    table.lay(0, Choice.CAMP)
    assert (svg(table.view(1)), ansi(table.view(1))) == before
    everybody(table, Choice.TORCH)
    assert svg(table.view(1)) != before[0]


def test_any_name_can_be_drawn() -> None:
    now = after("11", players=2)
    written = words_in(svg(now.game, ["<script>", 'Żółw & "Co"']))
    assert "<script>/1" in written
    assert 'Żółw & "Co"/2' in written


@settings(max_examples=40)
@given(expeditions())
def test_every_position_of_every_game_can_be_drawn_within_its_frame(game: Expedition) -> None:
    for now in (game.opening, game.positions[len(game.positions) // 2], game.positions[-1]):
        assert ansi(now).endswith("\n")
        drawn = ElementTree.fromstring(svg(now))
        width, height = map(float, drawn.attrib["viewBox"].split()[2:])
        for panel in drawn.iter(f"{SVG}g"):
            for frame in panel.findall(f"{SVG}rect"):
                left, right = float(frame.attrib["x"]), float(frame.attrib["x"]) + float(frame.attrib["width"])
                assert -8 <= left <= right <= width
        assert height > 300


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    picture = svg(after("11, all stay, snakes", players=8).game)
    assert picture.count("http") == 1, "the name of the format is the only address"
    assert "href" not in picture
    assert "@import" not in picture


@pytest.mark.parametrize("mode", ["svg", "ansi", "human", None])
def test_an_environment_shows_its_game(mode: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    playing = parallel_env(players=3, render_mode=mode)
    play_parallel(playing, seed=1)
    shown = playing.render()
    printed = capsys.readouterr().out
    assert ("the tents are open" in printed) is (mode == "human")
    if mode == "svg":
        assert isinstance(shown, Picture)
        assert shown._repr_svg_() == str(shown) == shown.svg
        assert "The tents are open." in words_in(shown.svg)
    else:
        assert isinstance(shown, str) is (mode == "ansi")
