"""Play the golden games that come from seeds anew: `python -m tests.golden.regenerate`.

Those played by hand (their luck is `by-hand`) were written by hand, and nothing here touches them.
"""

from pathlib import Path
from typing import NamedTuple

from incangold.die import fear
from incangold.editions import edition
from incangold.game import Choice
from incangold.path import hazards_on
from incangold.record import Luck, Player, Practice, Proven, write
from incangold.table.dealer import commitment_to
from incangold.table.table import Table
from incangold.view import View

HERE = Path(__file__).parent
SECRET = bytes(range(100, 132))
PROVEN = Proven(commitment_to(SECRET), ("11" * 32, "22" * 32, ""), SECRET.hex())


class Golden(NamedTuple):
    """One game: who plays what, from which luck, and for how many turns (None: to the end)."""

    edition: str
    players: tuple[Player, ...]
    luck: Luck
    start: int | None = None
    turns: int | None = None


def named(*names: str) -> tuple[Player, ...]:
    """People, and bots written `name:bot`."""
    return tuple(Player(name, bot or None) for name, _, bot in (one.partition(":") for one in names))


GOLDEN = {
    "incan-gold-three": Golden("incan-gold", named("Ana", "Bo", "Cy"), Practice("7")),
    "incan-gold-two": Golden("incan-gold", named("Ana", "Bo"), Practice("two each")),
    "incan-gold-unfinished": Golden("incan-gold", named("Ana", "Bo", "Cy", "Di", "Eva"), Practice("8"), turns=9),
    "incan-gold-proven": Golden("incan-gold", named("Ana", "Bo", "Cy:brave"), PROVEN),
    "diamant-five": Golden("diamant", named("Ana", "Bo", "Cy", "Di", "Eva"), Practice("11")),
    "modern-eight": Golden("modern", named("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal"), Practice("12")),
    "bga-three": Golden("bga", named("Ana", "Bo:odds", "Cy:turn:6"), Practice("13"), start=2),
    "literal-five": Golden("literal", named("Ana", "Bo", "Cy", "Di", "Eva"), Practice("14")),
    "the-die": Golden("incan-gold", named("Ana", "Bo", "Cy:die"), Practice("15")),
    "two-dice-of-one-owner": Golden("diamant rounds=2", named("Ana", "Bo:die"), Practice("16")),
    "overrides": Golden(
        "incan-gold rounds=6 open_tents=yes path_share=by_card first_hazard=choose hazard_copies=2",
        named("Ana", "Bo", "Cy", "Di"),
        Practice("17"),
    ),
    "awkward-names": Golden(
        "diamant rounds=2", named("Mary Ann", "torch", 'Zoë "Z" #2', "6", "back\\slash"), Practice("the 8th"), start=3
    ),
}


def leaves(view: View, seat: int) -> bool:
    """Each seat has a nerve of its own: it bears so many hazards, and leaves with so much beside the tent."""
    bears, enough = 1 + seat % 3, 6 + 5 * (seat % 4)
    return len(hazards_on(view.path)) > bears or view.beside_tent(seat) >= enough


def card_for(view: View, seat: int) -> Choice:
    """Torch or Camp; a die looks under its cup."""
    if seat not in view.public.dice:
        return Choice.CAMP if leaves(view, seat) else Choice.TORCH
    roll = view.rolls[view.seats.index(seat)]
    return Choice.CAMP if roll and roll <= fear(view.path, view.beside_tent(seat)) else Choice.TORCH


def played(golden: Golden) -> str:
    """The game as text."""
    table = Table(edition(golden.edition), golden.players, golden.luck, start_player=golden.start)
    table.proceed()
    while not table.is_over and (golden.turns is None or table.turn < golden.turns):
        for player in range(len(golden.players)):
            view = table.view(player)
            for seat in view.to_choose:
                table.lay(seat, card_for(view, seat))
        table.proceed()
    return write(table.record())


def main() -> None:
    """Write every game of the list; no other file is touched."""
    for name, golden in GOLDEN.items():
        (HERE / f"{name}.game").write_text(played(golden), "utf-8")


if __name__ == "__main__":
    main()
