"""A record as text that a player can read: acts to the left, what came of them as comments to the right."""

from collections.abc import Iterator

from incangold.editions import name_of
from incangold.events import (
    ArtifactClaimed,
    DrivenOut,
    Event,
    GameEnded,
    ReturnedToCamp,
    RoundEnded,
    RoundOpened,
    TreasureShared,
)
from incangold.game import Act, Choices, Draw, Game, OpenRound
from incangold.record.notation import Names, card_text, word
from incangold.record.record import FORMAT, ByHand, Practice, Proven, Record, replay
from incangold.rules import RULES_VERSION


def write(record: Record) -> str:
    """The record as text, each line with a comment on what came of it."""
    names = Names(record.players)
    lines = [*_header(record, names), ""]
    for act, (game, events) in zip(record.acts, replay(record), strict=True):
        line = _act(act, game, names)
        notes = "; ".join(note for event in events if (note := _note(event, names)))
        lines.append(f"{line:<32}  # {notes}" if notes else line)
    return "\n".join(lines) + "\n"


def _header(record: Record, names: Names) -> Iterator[str]:
    yield f"incangold-record {FORMAT}"
    yield f"rules {RULES_VERSION}"
    yield f"edition {name_of(record.edition)}"
    for number, player in enumerate(record.players):
        yield f"player {names.player(number)}" + (f" bot {word(player.bot)}" if player.bot else "")
    yield f"start {names.player(record.start_player)}" + (" named" if record.start_named else "")
    artifacts = [act.artifact for act in record.acts if isinstance(act, OpenRound) and act.artifact]
    if artifacts:
        yield "artifacts " + " ".join(artifacts)
    yield from _luck(record, names)


def _luck(record: Record, names: Names) -> Iterator[str]:
    match record.luck:
        case Practice(seed):
            yield f"practice {word(seed)}"
        case Proven(commitment, nonces, secret):
            yield f"commitment {commitment}"
            yield from (f"nonce {names.player(number)} {nonce}" for number, nonce in enumerate(nonces) if nonce)
            if secret:
                yield f"secret {secret}"
        case ByHand():
            yield "by-hand"


def _act(act: Act, after: Game, names: Names) -> str:
    match act:
        case OpenRound():
            return f"round {after.round}"
        case Draw(card):
            return f"  {card_text(card)}"
        case Choices(laid, rolls):
            rolled = dict(zip(after.dice, rolls, strict=True))
            cards = [(names.seat(seat), choice, rolled.get(seat)) for seat, choice in enumerate(laid) if choice]
            return "  " + "  ".join(f"{who} {choice}" + (f" {roll}" if roll else "") for who, choice, roll in cards)


def _note(event: Event, names: Names) -> str:
    match event:
        case RoundOpened(_, start_player, artifact):
            return f"{names.player(start_player)} starts" + (f", {artifact} is shown" if artifact else "")
        case TreasureShared(_, each, left):
            return f"{each} each, {left} on the path"
        case DrivenOut(_, seats, _):
            return f"{names.seats(seats)} driven out"
        case ReturnedToCamp(seats, _, brought, _):
            return ", ".join(f"{names.seat(seat)} brings {home}" for seat, home in zip(seats, brought, strict=True))
        case ArtifactClaimed(_, artifact, worth):
            return f"{artifact} worth {worth}"
        case RoundEnded(_, given_back, lost):
            return ", ".join([f"{given_back} given back", *(f"{artifact} lost" for artifact in lost)])
        case GameEnded(scores, _, winners):
            final = ", ".join(f"{names.player(player)} {score}" for player, score in enumerate(scores))
            return f"{final}; won by " + ", ".join(map(names.player, winners))
        case _:
            return ""
