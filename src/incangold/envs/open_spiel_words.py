"""A game of OpenSpiel in words: positions, acts and actions."""

from collections.abc import Iterable
from functools import cache

from incangold.events import CardTurned, ChoicesRevealed, Event, RoundOpened
from incangold.game import Choice, Game, Phase, seats_of
from incangold.words.catalogue import catalogue

# Whatever was not certain beforehand; everything else that happens follows from these.
Act = RoundOpened | CardTurned | ChoicesRevealed

WAITS_FOR = {
    Phase.ROUND: "a Temple card is to be turned",
    Phase.CARD: "a card is to be turned",
    Phase.CHOICES: "all choose",
    Phase.OVER: "the game is over",
}
name = cache(catalogue("en").name)  # a card's; a solver tells the same ones millions of times


def acts_of(story: tuple[Event, ...]) -> list[Act]:
    """Rounds opened, cards turned and choices revealed, in the order of play."""
    return [event for event in story if isinstance(event, Act)]


def act_told(act: Act) -> str:
    """An artifact shown, a card turned, or everybody's choices by seat."""
    match act:
        case RoundOpened():
            return f"round {act.round}" + (f" shows {name(act.artifact)}" if act.artifact else "")
        case CardTurned():
            return name(act.card)
        case ChoicesRevealed():
            return " ".join(choice or "–" for choice in act.laid)


def action_told(game: Game, player: int, action: int) -> str:
    """What a player does; of two adventurers, which go to camp."""
    seats = seats_of(game.leaders, player)
    if game.phase is Phase.CHOICES and not set(seats) & set(game.in_temple):
        return "waits"
    words = tuple(Choice) if len(seats) == 1 else ("torch", "first to camp", "second to camp", "both to camp")
    return str(words[action])


def position_told(game: Game) -> str:
    """A position in words, and all of it: nothing else decides what may come."""
    path = (name(spot.card) + (f" ({spot.treasure})" if spot.treasure else "") for spot in game.path)
    return "\n".join(
        [
            f"round {game.round} of {game.edition.rounds}: {WAITS_FOR[game.phase]}",
            f"path: {_listed(path)}",
            *(_adventurer_told(game, seat) for seat in range(len(game.leaders))),
            f"out of the game: {_listed(name(gone.card) for gone in game.removed)}",
            f"under Temple cards: {_listed(map(name, game.under_temples))}",
        ]
    )


def _adventurer_told(game: Game, seat: int) -> str:
    held = _listed(f"{name(one.artifact)} ({one.worth})" for one in game.artifacts[seat])
    at_tent = f"{game.beside_tent[seat]} beside the tent, {game.in_tent[seat]} in it"
    return f"{_who(game, seat)} {_where(game, seat)}: {at_tent}, artifacts {held}"


def _who(game: Game, seat: int) -> str:
    player = game.leaders[seat]
    first, *others = seats_of(game.leaders, player)
    return f"player {player}" + (f"'s {'first' if seat == first else 'second'}" if others else "")


def _where(game: Game, seat: int) -> str:
    if seat in game.leaving:
        return "on the way out"
    return "in the temple" if seat in game.in_temple else "in camp"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "–"
