"""Laws say something only about what generated games reach, so they must reach everything."""

from typing import get_args

from hypothesis import given, settings

from incangold.editions import EDITIONS, Edition
from incangold.events import Event
from tests.expeditions import Expedition, expeditions


def test_generated_games_reach_every_event_every_edition_and_every_number_of_players() -> None:
    events: set[type] = set()
    editions: set[Edition] = set()
    players: set[int] = set()

    @settings(max_examples=500)  # what is drawn also hangs on which modules are loaded
    @given(expeditions(finished=True))
    def look(game: Expedition) -> None:
        events.update(map(type, game.story))
        editions.add(game.opening.edition)
        players.add(game.opening.players)

    look()
    assert events == set(get_args(Event))
    assert editions > set(EDITIONS.values())
    assert players == {2, 3, 4, 5, 6, 7, 8}
