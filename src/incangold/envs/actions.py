"""An action is a number: bit j sends the j-th adventurer that a player leads to camp, and 0 is a Torch for all."""

from operator import index

import numpy as np
import numpy.typing as npt

from incangold.envs.refusals import ActionRefused
from incangold.game import CAMP, TORCH, Choice
from incangold.view import View

Mask = npt.NDArray[np.int8]


def actions(players: int) -> int:
    """How many actions there are: Torch and Camp, for each of the adventurers that one player leads."""
    return 4 if players == 2 else 2


def action_mask(view: View) -> Mask:
    """1 for every action that is open; in camp one can only wait, which is 0."""
    return np.array([not _in_camp(view, action) for action in range(2 ** len(view.seats))], np.int8)


def choices(view: View, action: object, *, who: str) -> tuple[Choice, ...]:
    """The card that an action lays for each adventurer in the temple; refuses what is not open."""
    number = _number(view, action, who)
    if in_camp := _in_camp(view, number):
        raise ActionRefused(who=who, action=number, why=_cannot_leave(view, in_camp[0]))
    places = [place for place, seat in enumerate(view.seats) if seat in view.to_choose]
    return tuple([CAMP if number >> place & 1 else TORCH for place in places])


def _in_camp(view: View, action: int) -> list[int]:
    """Those whom an action would send to camp although they have nothing to choose."""
    return [place for place, seat in enumerate(view.seats) if action >> place & 1 and seat not in view.to_choose]


def _number(view: View, action: object, who: str) -> int:
    most = 2 ** len(view.seats) - 1
    try:
        number = index(action)  # type: ignore[arg-type]  # whatever is no whole number is refused
    except TypeError:
        number = -1
    if not 0 <= number <= most:
        raise ActionRefused(who=who, action=repr(action)[:40], why=f"an action is a whole number from 0 to {most}")
    return number


def _cannot_leave(view: View, place: int) -> str:
    which = "its adventurer" if len(view.seats) == 1 else f"its adventurer {place}"
    return f"{which} is in camp and lays no card, so its bit must be 0"
