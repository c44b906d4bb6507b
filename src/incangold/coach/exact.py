"""Where nothing has to be guessed: the end of the game, and one adventurer alone in its last round."""

import numpy as np

from incangold.cards import Artifact, Hazard
from incangold.die import chance_to_leave, fear_counted, fear_of
from incangold.editions import Artifacts
from incangold.game import CARD, CHOICES, OVER, Game, HeldArtifact, artifacts_claimed
from incangold.path import artifacts_on, hazards_on, treasure_on
from incangold.rules import open_tents
from incangold.solver.alone_from_here import Best, Habit, Here, best_from, positions_from
from incangold.solver.solution import Numbers

# Positions that are counted back at once, by treasures, hazards and artifacts: less than a second's work. Printed cards
# have 9,216 x 18 x 32 at most, where the first card of the last round sends all but one home.
LARGEST = 5_500_000


def results(game: Game) -> list[float]:
    """Everybody's share of the win if the tents were opened now."""
    winners = open_tents(game).winners
    return [(player in winners) / len(winners) for player in range(game.players)]


def known(game: Game) -> dict[int, float]:
    """By player, every share that is certain: all of them at the end; in the last round nothing for one who is beaten.

    Tents only fill, so whoever has nobody in the temple any more and is behind somebody stays behind.
    """
    if game.phase is OVER:
        return dict(enumerate(results(game)))
    if game.round < game.edition.rounds or not game.in_temple:
        return {}
    standings = _standings(game)
    inside = {game.leaders[seat] for seat in game.in_temple}
    return {player: 0.0 for player, own in enumerate(standings) if player not in inside and own < max(standings)}


def _standings(game: Game) -> list[tuple[int, int]]:
    """By player: the score so far, and the artifacts that break a tie."""
    tents = open_tents(game)
    return list(zip(tents.scores, tents.artifacts, strict=True))


def decided(game: Game) -> tuple[float, ...] | None:
    """Everybody's exact share where one adventurer alone decides the last round; None where nobody does.

    What that one does not win goes to the best of those who wait in camp.
    """
    if game.phase not in (CARD, CHOICES) or not _one_decides(game):
        return None
    best, seat = alone(game), game.in_temple[0]
    own = game.leaders[seat]
    share = best.go_on if game.phase is CARD else _rolled(game, best) if seat in game.dice else max(best)
    waiting = [standing for player, standing in enumerate(_standings(game)) if player != own]
    each = (1 - share) / waiting.count(max(waiting))
    shares = iter([each if standing == max(waiting) else 0.0 for standing in waiting])
    return tuple(share if player == own else next(shares) for player in range(game.players))


def _rolled(game: Game, best: Best) -> float:
    leaves = chance_to_leave(fear_of(game, game.in_temple[0]))
    return leaves * best.leave + (1 - leaves) * best.go_on


def is_alone(game: Game) -> bool:
    """Whether one adventurer, and no die, decides alone how the game ends, and it can be computed."""
    return _one_decides(game) and game.in_temple[0] not in game.dice


def _one_decides(game: Game) -> bool:
    last_round = game.round >= game.edition.rounds
    if not last_round or len(game.in_temple) != 1 or game.leaving:
        return False
    return positions_from(_here(game), alike=_alike(game)) <= LARGEST


def _here(game: Game) -> Here:
    """What the one in the temple sees."""
    return Here(
        deck=game.quest_deck,
        hazards=[card.hazard for card in hazards_on(game.path)],
        held=game.beside_tent[game.in_temple[0]] + treasure_on(game.path),
        artifacts=artifacts_on(game.path),
    )


def _alike(game: Game) -> bool:
    """Whether only the number of artifacts matters."""
    return game.edition.artifacts is not Artifacts.PRINTED


def alone(game: Game) -> Best:
    """The exact shares of the win that leaving now and going on give to one who is alone in the last round.

    A die goes on as it rolls, everybody else as well as possible.
    """
    seat = game.in_temple[0]
    player = game.leaders[seat]
    before = artifacts_claimed(game.artifacts)

    def share(treasure: int, found: tuple[Artifact, ...]) -> float:
        held = tuple(HeldArtifact(one, game.edition.worth(one, claimed=before + nth)) for nth, one in enumerate(found))
        tents = tuple(safe + treasure * (owner == seat) for owner, safe in enumerate(game.in_tent))
        carried = tuple(has + held if owner == seat else has for owner, has in enumerate(game.artifacts))
        return results(game._replace(in_tent=tents, artifacts=carried))[player]

    def driven_out(_hazard: Hazard, _lost: tuple[Artifact, ...]) -> float:
        return share(0, ())

    habit = _fearing(game, seat) if seat in game.dice else None
    return best_from(_here(game), share, driven_out, alike=_alike(game), habit=habit)


def _fearing(game: Game, seat: int) -> Habit:
    """R16. How likely a die that is alone leaves, by what has come since: alone it shares with nobody."""
    had, lying = game.beside_tent[seat], treasure_on(game.path)

    def leaves(hazards: int, artifacts: int, won: Numbers) -> Numbers:
        poor, rich = (chance_to_leave(fear_counted(hazards, artifacts, beside, lying)) for beside in (0, 7))
        return np.where(had + won >= 7, rich, poor)

    return leaves
