"""The die that plays a seat: how much it fears, and what it lays for what it shows."""

from incangold.errors import BadRoll, Seat
from incangold.events import DieRolled
from incangold.game import CAMP, TORCH, Choice, Choices, Game
from incangold.path import Path, artifacts_on, hazards_on, treasure_on


def fear(path: Path, beside_tent: int) -> int:
    """R16. What a die fears that stands before this path."""
    return fear_counted(len(hazards_on(path)), len(artifacts_on(path)), beside_tent, treasure_on(path))


def fear_counted(hazards: int, artifacts: int, beside_tent: int, on_path: int) -> int:
    """R16. 1 per artifact; with a hazard on the path also 1 per hazard, 1 for 7 at the tent, 1 for 7 on the path."""
    if not hazards:
        return artifacts
    return hazards + artifacts + (beside_tent >= 7) + (on_path >= 7)


def chance_to_leave(fears: int) -> float:
    """R16. How likely a roll sends a die home that fears so much."""
    return min(fears, 6) / 6


def fear_of(game: Game, seat: int) -> int:
    """R16. A die's fear and greed, on the position before this turn's leavers and card."""
    return fear(game.path, game.beside_tent[seat])


def die_choice(game: Game, seat: int, roll: int | None) -> Choice | None:
    """R16. What a die lays when it shows this: Camp at its fear or less, Torch otherwise, nothing in camp."""
    if seat not in game.in_temple or roll not in (None, 1, 2, 3, 4, 5, 6):
        return None
    return CAMP if roll is not None and roll <= fear_of(game, seat) else TORCH


def refuse_wrong_rolls(game: Game, choices: Choices) -> None:
    """R16. A die in the temple shows 1 to 6 if it fears anything, and its card is what that says."""
    for seat, roll in zip(game.dice, choices.rolls, strict=True):
        fears = fear_of(game, seat) if seat in game.in_temple else 0
        if (roll is None) != (fears == 0) or choices.laid[seat] is not die_choice(game, seat, roll):
            raise BadRoll(who=Seat(seat), fear=fears, roll=roll or "–", choice=choices.laid[seat] or "–")


def dice_rolled(game: Game, choices: Choices) -> tuple[DieRolled, ...]:
    """R16. What every die in the temple feared and showed."""
    rolls = zip(game.dice, choices.rolls, strict=True)
    return tuple(DieRolled(seat, fear_of(game, seat), roll) for seat, roll in rolls if seat in game.in_temple)
