#!/usr/bin/env python3
"""Rules of thumb, each as a bot, and what each is worth: the table in docs/good-play.md.

    python examples/rules_of_thumb.py --games 20000

Every bot plays one seat against `odds`, `scavenger` and `turn:7`, and the same games as all the others. At one of your
own tables: incangold arena examples/rules_of_thumb.py:Ambitious odds scavenger turn:7
"""

import argparse
from collections import Counter

from incangold.arena.arena import run
from incangold.arena.contest import Contest
from incangold.arena.report import as_json
from incangold.editions import edition
from incangold.game import CAMP, TORCH, Choice
from incangold.path import artifacts_on, hazards_on, treasure_on
from incangold.view import View, counted_tents

FIELD = ("odds", "scavenger", "turn:7")


class Cautious:
    """Come home with eight."""

    enough = 8

    def choose(self, view: View) -> tuple[Choice, ...]:
        """Each adventurer by itself."""
        return tuple(CAMP if self.leaves(view, seat) else TORCH for seat in view.to_choose)

    def leaves(self, view: View, seat: int) -> bool:
        """Whether this one has enough."""
        return view.beside_tent(seat) >= self.enough


class Patient(Cautious):
    """Come home with sixteen, not with eight."""

    enough = 16


class Picker(Patient):
    """… and for six or more lying on the path, once there is a hazard."""

    def leaves(self, view: View, seat: int) -> bool:
        """Goes back for what the others left, and meets them doing the same."""
        tempting = treasure_on(view.path) >= 6 and bool(hazards_on(view.path))
        return tempting or super().leaves(view, seat)


class Crowded(Patient):
    """… with ten already while four or more are inside, twelve while three are."""

    def leaves(self, view: View, seat: int) -> bool:
        """The more there are to share with, the sooner it goes."""
        enough = {1: 16, 2: 16, 3: 12}.get(view.inside, 10)
        return view.beside_tent(seat) >= enough


class Ambitious(Patient):
    """In the last round never go home to lose."""

    def leaves(self, view: View, seat: int) -> bool:
        """Stays while all it could carry home would not be enough to win."""
        return not (is_last_round(view) and is_hopeless(view, seat)) and super().leaves(view, seat)


class Counting(Ambitious):
    """… and go home at once when that wins, whatever the others inside carry."""

    def leaves(self, view: View, seat: int) -> bool:
        """In the last round: in front, it leaves; not in front, it stays while others do."""
        if is_last_round(view) and hazards_on(view.path) and view.beside_tent(seat):
            if is_in_front(view, seat):
                return True
            if view.inside > 1:
                return False
        return super().leaves(view, seat)


class Collecting(Counting):
    """… and carry an artifact home as soon as there is a hazard and four beside the tent."""

    def leaves(self, view: View, seat: int) -> bool:
        """An artifact counts five or ten, and only for one who leaves alone: so early."""
        ready = bool(artifacts_on(view.path) and hazards_on(view.path)) and view.beside_tent(seat) >= 4
        return (ready and not is_last_round(view)) or super().leaves(view, seat)


BOTS = (Cautious, Patient, Picker, Crowded, Ambitious, Counting, Collecting)


def standing(view: View) -> Counter[int]:
    """What every player has safe, counted from the open story."""
    safe: Counter[int] = Counter()
    for seat, treasure in enumerate(counted_tents(view.public)):
        safe[view.public.leaders[seat]] += treasure + sum(held.worth for held in view.public.artifacts[seat])
    return safe


def is_last_round(view: View) -> bool:
    """Whether nothing comes after this one."""
    return view.public.round == view.public.edition.rounds


def is_hopeless(view: View, seat: int) -> bool:
    """Whether even leaving alone would not reach the best of the others."""
    safe = standing(view)
    most = safe[view.player or 0] + view.beside_tent(seat) + treasure_on(view.path) + 5 * len(artifacts_on(view.path))
    return most < max(safe[player] for player in safe if player != view.player)


def is_in_front(view: View, seat: int) -> bool:
    """Whether leaving beats everybody, those inside with what they carry."""
    safe, inside = standing(view), {view.public.leaders[other] for other in view.public.in_temple}
    mine, held = safe[view.player or 0], view.beside_tent(seat)
    return all(mine + held > safe[one] + held * (one in inside) for one in safe if one != view.player)


def main() -> None:
    """A row for every bot."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=20_000, help="for each bot (default: %(default)s)")
    reader.add_argument("--seed", type=int, default=7, help="the same seed, the same games (default: %(default)s)")
    asked = reader.parse_args()
    print("| rule | bot | win share | mean score |\n|---|---|---:|---:|")
    for name, told in [*((f"{__file__}:{bot.__name__}", bot) for bot in BOTS), ("amauta", None)]:
        contest = Contest((name, *FIELD), edition("incan-gold"), asked.games, asked.seed, "table")
        row = next(seat for seat in as_json(contest, run(contest))["seats"] if seat["bot"] == name)
        rule = (told.__doc__ or "").rstrip(".") if told else "the trained player, for comparison"
        share = f"{100 * row['wins']:.1f} ± {100 * row['ci95']:.1f} %"
        print(f"| {rule} | `{told.__name__ if told else name}` | {share} | {row['mean']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
