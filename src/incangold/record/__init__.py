"""A game as text: write, read, replay; the only room that knows the notation. docs/records.md describes it."""

from incangold.record.as_json import event_json, from_json, to_json
from incangold.record.by_hand import Cardboard, about_to_begin, choices_of, lying, may_be_shown
from incangold.record.notation import card_text, read_card
from incangold.record.reading import read, text_from
from incangold.record.record import (
    DIE,
    ByHand,
    Luck,
    Player,
    Practice,
    Proven,
    Record,
    adventurer_names,
    one_name,
    opening,
    replay,
)
from incangold.record.writing import write

__all__ = [
    "DIE",
    "ByHand",
    "Cardboard",
    "Luck",
    "Player",
    "Practice",
    "Proven",
    "Record",
    "about_to_begin",
    "adventurer_names",
    "card_text",
    "choices_of",
    "event_json",
    "from_json",
    "lying",
    "may_be_shown",
    "one_name",
    "opening",
    "read",
    "read_card",
    "replay",
    "text_from",
    "to_json",
    "write",
]
