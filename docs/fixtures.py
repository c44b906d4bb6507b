"""web/src/fixtures: what the browser must say and derive, as Python says and derives it."""

import json
from pathlib import Path
from typing import Any

import msgspec

from incangold.arena.match import play_out
from incangold.bots.roster import make_bot
from incangold.editions import edition
from incangold.record import Player, Proven, Record, read, replay
from incangold.record.as_json import event_json
from incangold.server.showing import replay_of
from incangold.table.dealer import commitment_to
from incangold.table.table import Table
from incangold.words.catalogue import LANGUAGES
from incangold.words.story import Storyteller, words_in

ROOT = Path(__file__).parent.parent
TOLD = ("incan-gold-two", "the-die", "by-hand-tiny-box")


def golden(name: str) -> Record:
    """One of the golden games."""
    return read((ROOT / "tests" / "golden" / f"{name}.game").read_text("utf-8"))


def story(record: Record) -> dict[str, Any]:
    """A game's events, each with its sentence in every language."""
    tellers = {language: Storyteller(words_in(language), record.players) for language in LANGUAGES}
    events = [event for step in replay(record) for event in step.events]
    return {
        "players": [player.name for player in record.players],
        "told": [
            {"event": event_json(event), **{language: teller.sentence(event) for language, teller in tellers.items()}}
            for event in events
        ],
    }


def with_a_die() -> Record:
    """A proven game in which luck decides rolls too, and no lots are drawn for the artifacts."""
    players = (Player("Ana"), Player("Bo"), Player("The Die", "die"))
    secret = bytes(range(32))
    luck = Proven(commitment_to(secret), (32 * "a1", 32 * "b2", ""), secret.hex())
    table = Table(edition("modern"), players, luck)
    play_out(table, [make_bot(bot, seed="die") for bot in ("odds", "greedy", "die")])
    return table.record()


def dealt(record: Record) -> dict[str, Any]:
    """A replay, with no more of its positions than a proof needs."""
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(replay_of("GOLDEN", 1, record)))
    for step in whole["steps"]:
        position = step["position"]
        step["position"] = {field: position[field] for field in ("turn", "under_temples", "quest_deck")}
        if step["events"][0]["event"] != "RoundOpened":
            del step["position"]["quest_deck"]
    return whole


def stories() -> str:
    """Golden games, every event with its sentences."""
    return _lines([story(golden(name)) for name in TOLD])


def deals() -> str:
    """Proven games, with all that luck decided."""
    return _lines([dealt(record) for record in (golden("incan-gold-proven"), with_a_die())])


def _lines(games: list[dict[str, Any]]) -> str:
    """A line for each game."""
    lines = ",\n".join(json.dumps(game, ensure_ascii=False) for game in games)
    return f"[\n{lines}\n]\n"
