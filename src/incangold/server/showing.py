"""How things are written on the wire: positions, events, what one player knows, refusals, replays."""

from enum import Enum
from typing import Any

from msgspec import Raw, json

from incangold.cards import ArtifactCard, HazardCard, TreasureCard
from incangold.editions import name_of
from incangold.errors import IncanGoldError
from incangold.events import Event
from incangold.game import artifacts_claimed
from incangold.record import Record, card_text, event_json, replay, write
from incangold.server.wire import Held, OnPath, Position, Refused, Removed, Replay, ReplayStep
from incangold.view import Public, public_part
from incangold.words.catalogue import Phrase


def position(public: Public) -> Position:
    """The public part of a game, field by field."""
    return Position(
        edition=name_of(public.edition),
        rounds=public.edition.rounds,
        leaders=public.leaders,
        dice=public.dice,
        start_player=public.start_player,
        phase=public.phase.value,
        round=public.round,
        turn=public.turn,
        quest_deck=tuple([card_text(card) for card in public.quest_deck]),
        path=_path(public),
        in_temple=public.in_temple,
        leaving=public.leaving,
        beside_tent=public.beside_tent,
        in_tent=public.in_tent,
        artifacts=tuple([tuple([Held(one.artifact, one.worth) for one in held]) for held in public.artifacts]),
        under_temples=public.under_temples,
        removed=tuple([Removed(card_text(card), number) for card, number in public.removed]),
    )


def _path(public: Public) -> tuple[OnPath, ...]:
    """The path, each artifact with what it would count if somebody carried out all of them now."""
    claimed = artifacts_claimed(public.artifacts)
    path = []
    for card, treasure in public.path:
        worth = None
        if isinstance(card, ArtifactCard):
            worth = public.edition.worth(card.artifact, claimed=claimed)
            claimed += 1
        path.append(OnPath(card_text(card), treasure, worth))
    return tuple(path)


def happenings(events: tuple[Event, ...]) -> tuple[Raw, ...]:
    """Events as docs/json.md describes them."""
    return tuple([Raw(json.encode(event_json(event))) for event in events])


def refused(refusal: IncanGoldError, id: int = 0) -> Refused:  # noqa: A002 - the wire calls it so
    """A refusal by its key and facts; every reader's page says it in its own language."""
    return Refused(id, refusal.key(), {name: _fact(fact) for name, fact in refusal.facts.items()})


def _fact(fact: object) -> Any:
    """A number or a word as it is; what has a name in every language, as a phrase."""
    match fact:
        case TreasureCard(value):
            return _phrase("card.treasure", {"value": value})
        case HazardCard(kind) | ArtifactCard(kind):
            return _fact(kind)
        case Phrase() | IncanGoldError():
            key = fact.key if isinstance(fact, Phrase) else fact.key()
            return _phrase(key, {name: _fact(inner) for name, inner in fact.facts.items()})
        case Enum():
            return _phrase(f"{type(fact).__name__.lower()}.{fact.value}", {})
        case int() | float() | str() | None:
            return fact
    return str(fact)


def _phrase(key: str, facts: dict[str, Any]) -> dict[str, Any]:
    return {"key": key, "facts": facts}


def replay_of(table: str, game: int, record: Record) -> Replay:
    """A finished game, act by act."""
    steps = []
    for step in replay(record):
        shown = position(public_part(step.game, ()))
        steps.append(ReplayStep(happenings(step.events), shown, step.game.in_tent))
    return Replay(
        table=table,
        game=game,
        edition=name_of(record.edition),
        players=tuple(player.name for player in record.players),
        bots=tuple(player.bot for player in record.players),
        steps=tuple(steps),
        record=write(record),
    )
