"""A game is its record: replayed, written and read, it stays the same."""

import json

from hypothesis import given
from hypothesis import strategies as st

from incangold.record import Record, from_json, read, replay, to_json, write
from tests.expeditions import Expedition, expeditions, lucks, records


@given(st.data(), expeditions())
def test_replaying_a_record_gives_the_same_events(data: st.DataObject, game: Expedition) -> None:
    first = game.opening
    luck = data.draw(lucks(first.players))
    record = Record(first.edition, game.players, first.start_player, False, luck, game.acts)
    assert tuple(replay(record)) == game.steps


@given(records())
def test_text_written_and_read_is_the_same_record(record: Record) -> None:
    assert read(write(record)) == record


@given(records())
def test_json_written_and_read_is_the_same_record(record: Record) -> None:
    text = json.dumps(to_json(record))
    assert read(text) == from_json(text) == record
    assert json.dumps(to_json(read(text))) == text


@given(records())
def test_comments_and_spaces_say_nothing(record: Record) -> None:
    text = write(record)
    airy = "\n".join(f"\t  {line}   # nothing" for line in text.split("\n"))
    assert read(f"\n# a game\n{airy}\n\n") == record
