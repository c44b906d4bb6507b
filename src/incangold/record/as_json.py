"""A record as JSON, for programs: cards, choices and artifacts by name, players and adventurers by number from 0."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from reprlib import repr as brief
from types import NoneType
from typing import Any, TypeVar

from incangold.cards import ARTIFACTS, Artifact, ArtifactCard, HazardCard, TreasureCard
from incangold.editions import edition, name_of
from incangold.errors import BadJson, FieldMissing, IncanGoldError, NotUnderstood, UnknownVersion, as_typed
from incangold.events import Event
from incangold.game import Act, Choice, Choices, Draw, Game, OpenRound
from incangold.record.notation import card_text, read_card
from incangold.record.record import (
    FORMAT,
    ByHand,
    Luck,
    Player,
    Practice,
    Proven,
    Record,
    adventurer_names,
    check_luck,
    opening,
)
from incangold.rules import RULES_VERSION, play
from incangold.words.catalogue import Phrase

Kind = TypeVar("Kind")
_ACTS = ({"round"}, {"card"}, {"laid"}, {"laid", "rolls"})


def to_json(record: Record) -> dict[str, Any]:
    """The record as plain dictionaries, lists, words and numbers."""
    return {
        "incangold-record": FORMAT,
        "rules": RULES_VERSION,
        "edition": name_of(record.edition),
        "players": [player._asdict() for player in record.players],
        "start_player": record.start_player,
        "start_named": record.start_named,
        "luck": _luck_json(record.luck),
        "acts": [_act_json(act) for act in record.acts],
    }


def _luck_json(luck: Luck) -> dict[str, Any]:
    match luck:
        case Practice(seed):
            return {"practice": seed}
        case Proven(commitment, nonces, secret):
            return {"commitment": commitment, "nonces": list(nonces), "secret": secret}
        case ByHand():
            return {"by-hand": True}


def _act_json(act: Act) -> dict[str, Any]:
    match act:
        case OpenRound(artifact):
            return {"round": artifact}
        case Draw(card):
            return {"card": card_text(card)}
        case Choices(laid, rolls):
            return {"laid": list(laid), "rolls": list(rolls)} if rolls else {"laid": list(laid)}


def event_json(event: Event) -> dict[str, Any]:
    """An event with its name, cards as records write them."""
    facts = {name: _fact_json(fact) for name, fact in event._asdict().items()}
    return {"event": type(event).__name__, **facts}


def _fact_json(fact: object) -> object:
    match fact:
        case TreasureCard() | HazardCard() | ArtifactCard():
            return card_text(fact)
        case tuple():
            return [_fact_json(part) for part in fact]
    return fact


def from_json(text: str) -> Record:
    """Read the JSON form; refuses what could not have happened, with the place and the reason."""
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadJson(where="JSON", why=Phrase("json.unreadable", line=error.lineno, column=error.colno)) from None
    except (ValueError, RecursionError):
        raise BadJson(where="JSON", why=Phrase("json.too_much")) from None
    if isinstance(whole, dict) and "record" in whole:  # what `replay --json` prints
        whole = whole["record"]
    for version, known in (("incangold-record", FORMAT), ("rules", RULES_VERSION)):
        with _at(version):
            _refuse_other_version(version, _field(whole, version, int), known)
    with _at("edition"):
        chosen = edition(_field(whole, "edition", str))
    with _at("players"):
        players = tuple(Player(_field(one, "name", str), _name(one, "bot")) for one in _field(whole, "players", list))
        start_player, start_named = _field(whole, "start_player", int), _field(whole, "start_named", bool)
        game = opening(chosen, players, start_player)
    with _at("luck"):
        luck = _luck(_field(whole, "luck", dict))
        check_luck(luck, len(players))
    with _at("acts"):
        acts = _field(whole, "acts", list)
    carried_out = tuple(_acts(acts, game, adventurer_names(players)))
    return Record(chosen, players, start_player, start_named, luck, carried_out)


@contextmanager
def _at(where: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Say where in the JSON a refusal came from, and whom it is about."""
    try:
        yield
    except IncanGoldError as refusal:
        raise BadJson(where=where, why=refusal.naming(names) if names else refusal) from None


def _refuse_other_version(what: str, version: int, known: int) -> None:
    if version != known:
        raise UnknownVersion(what=what, version=version, known=known)


def _field(whole: object, key: str, kind: type[Kind]) -> Kind:
    if not isinstance(whole, dict):
        raise NotUnderstood(what=as_typed(brief(whole), 60))
    if key not in whole:
        raise FieldMissing(what=key)
    value = whole[key]
    if type(value) is not kind:
        raise NotUnderstood(what=as_typed(f"{key}: {brief(value)}", 60))
    return value


def _name(whole: object, key: str) -> str | None:
    """A name that may be missing."""
    return _field(whole, key, str) if isinstance(whole, dict) and whole.get(key) is not None else None


def _luck(luck: dict[str, Any]) -> Luck:
    if "practice" in luck:
        return Practice(_field(luck, "practice", str))
    if "commitment" in luck:
        nonces = tuple(nonce if isinstance(nonce, str) else "–" for nonce in _field(luck, "nonces", list))
        return Proven(_field(luck, "commitment", str), nonces, _name(luck, "secret"))
    if luck != {"by-hand": True}:
        raise NotUnderstood(what=str(luck)[:60])
    return ByHand()


def _acts(acts: list[object], game: Game, names: list[str]) -> Iterator[Act]:
    for number, one in enumerate(acts):
        with _at(f"acts[{number}]", names):
            act = _act(one)
            game = play(game, act).game
        yield act


def _act(one: object) -> Act:
    if not isinstance(one, dict) or set(one) not in _ACTS:
        raise NotUnderstood(what=str(one)[:60])
    match one:
        case {"round": None}:
            return OpenRound(None)
        case {"round": str(name)} if name in ARTIFACTS:
            return OpenRound(Artifact(name))
        case {"card": str(card)}:
            return Draw(read_card(card))
        case {"laid": [*cards]} if all(card in (None, *Choice) for card in cards):
            laid = tuple(Choice(card) if card else None for card in cards)
            return Choices(laid, _rolls(one))
    raise NotUnderstood(what=str(one)[:60])


def _rolls(one: dict[str, Any]) -> tuple[int | None, ...]:
    rolls = one.get("rolls", [])
    if not isinstance(rolls, list) or any(type(roll) not in (int, NoneType) for roll in rolls):
        raise NotUnderstood(what=as_typed(f"rolls: {rolls}", 60))
    return tuple(rolls)
