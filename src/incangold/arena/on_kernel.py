"""The same contest inside the kernel: all games at once, on whatever devices JAX finds."""

from dataclasses import asdict

from incangold.arena.arena import Progress
from incangold.arena.contest import Contest
from incangold.arena.tally import Tally
from incangold.kernel.match import play_games, use_cores


def run_on_kernel(contest: Contest, *, cores: int | None = None, progress: Progress = lambda games: None) -> Tally:
    """Play the whole contest; every round of every game is played, so rounds need no counting."""
    use_cores(cores)
    counted = play_games(contest.edition, contest.bots, games=contest.games, seed=contest.seed, progress=progress)
    return Tally(rounds=contest.games * contest.edition.rounds, **asdict(counted))
