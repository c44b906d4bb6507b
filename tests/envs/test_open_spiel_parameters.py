"""Games by their parameters, and copies of games: cloned, pickled, written and read again."""

import gc
import importlib
import pickle
import subprocess
import sys

import pyspiel  # type: ignore[import-not-found]
import pytest

import incangold.envs.open_spiel as incan_gold
from incangold.editions import EDITIONS, edition, name_of
from incangold.errors import BadEdition, IncanGoldError, UnknownEdition, WrongNumberOfPlayers
from tests.envs.spiel import TINY, load, moments, played_out, turned


def test_small_boxes_and_rulings() -> None:
    state = load(
        "edition=bga rounds:3 path_share:by_card,treasures=3/5/7,hazards=fire/snakes,hazard_copies=2"
    ).new_initial_state()
    expected = edition("bga rounds=3 path_share=by_card treasures=3,5,7 hazards=fire,snakes hazard_copies=2")
    assert state.moment.game.edition == expected


@pytest.mark.parametrize("name", [*EDITIONS, "bga rounds=3 treasures=7", "diamant treasures=1,2 hazards="])
def test_any_edition_as_players_write_it(name: str) -> None:
    game = pyspiel.load_game("python_incan_gold", {"edition": name_of(edition(name))})
    again = pyspiel.load_game(str(game))
    assert game.new_initial_state().moment.game.edition == edition(name)
    assert again.new_initial_state().moment.game.edition == edition(name)


def test_a_box_with_one_treasure() -> None:
    game = pyspiel.load_game("python_incan_gold", {"treasures": "7"})
    assert pyspiel.load_game(str(game)).new_initial_state().moment.game.edition.treasures == (7,)


@pytest.mark.parametrize(
    ("parameters", "refusal", "says"),
    [
        ("edition=gold", UnknownEdition, "no edition “gold”"),
        ("edition=bga rounds:none", BadEdition, "“rounds” cannot be “none”"),
        ("treasures=7/5", BadEdition, "rising order"),
        ("treasures=5/x", BadEdition, "“treasures” cannot be “5,x”"),
        ("hazards=wolves", BadEdition, "“hazards” cannot be “wolves”"),
        ("hazard_copies=10", BadEdition, "from 0 to 9"),
        ("rounds=21", BadEdition, "from 1 to 20"),
        ("players=1", WrongNumberOfPlayers, "2 to 8 players, not 1"),
        ("players=9", WrongNumberOfPlayers, "2 to 8 players, not 9"),
        ("reward=fame", IncanGoldError, "there are: win, score, margin"),
        ("colour=red", pyspiel.SpielError, "Unknown parameter 'colour'"),
    ],
)
def test_wrong_parameters_are_refused(parameters: str, refusal: type[Exception], says: str) -> None:
    with pytest.raises(refusal, match=says):
        load(parameters)


def test_a_pickled_game_starts_new_games() -> None:
    game = pickle.loads(pickle.dumps(load(f"players=2,{TINY},reward=margin")))
    assert str(game) == str(load(f"players=2,{TINY},reward=margin"))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_every_moment_of_a_game_is_kept_and_read_again() -> None:
    game = load("edition=literal path_share:by_card,rounds=2")
    for state in moments(game.new_initial_state()):
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        unpickled = pickle.loads(pickle.dumps(state))
        assert read.moment == unpickled.moment == state.moment
        assert read.history() == state.history()
        assert str(unpickled.clone()) == str(state)


def test_a_state_outlives_its_game() -> None:
    state = load("edition=bga,players=4").new_initial_state()
    gc.collect()
    assert (
        played_out(state.clone()).returns() == played_out(load("edition=bga,players=4").new_initial_state()).returns()
    )


def test_a_clone_goes_its_own_way() -> None:
    state = turned(load(TINY).new_initial_state(), "treasure 5")
    other = state.clone()
    other.apply_actions([1, 1, 1])
    assert other.is_terminal()
    assert not state.is_terminal()


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r'pip install "incangold\[envs\]"'):
        importlib.reload(incan_gold)


def test_the_package_does_not_need_it() -> None:
    alone = "import sys, incangold, incangold.envs; sys.exit('pyspiel' in sys.modules)"
    subprocess.run([sys.executable, "-c", alone], check=True)
