"""Gains of responders: measured once, kept beside them, told as a table and as a page."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from incangold.errors import GainsUnreadable, PageOverGains
from incangold.solver.learning.exploit import EDITION, Gain, Trial, against, respond, study_of
from incangold.solver.learning.kept import refuse_unwritable
from incangold.solver.learning.study import Told, begun
from incangold.words.catalogue import Catalogue

KEPT = "gains.json"
NOTE = "<!-- drawn from {numbers} as `incangold exploit … --page` does; nothing here is written by hand -->\n\n"


def gained(asked: Sequence[Trial], how: dict[str, Any], told: Callable[[int], None]) -> list[Gain]:
    """Every gain that is known after so many minutes for each; what was measured before is not measured again."""
    folder: Path = how["folder"]
    known = {gain[:8]: gain for gain in read_gains(folder / KEPT)}
    wanted = {(*trial, how["lessons"], how["tables"], how["games"], against(trial)): trial for trial in asked}
    for key, trial in wanted.items():
        if key not in known:
            gain = _responded(trial, how, told)
            if gain is not None:
                known[key] = gain
                write_gains(folder / KEPT, list(known.values()))
    return [known[key] for key in wanted if key in known]


def _responded(trial: Trial, how: dict[str, Any], told: Callable[[int], None]) -> Gain | None:
    study = study_of(trial, how["folder"], lessons=how["lessons"], tables=how["tables"])
    last = [0]

    def tell(row: Told) -> None:
        told(row["lesson"] - last[0])
        last[0] = row["lesson"]

    tell({"lesson": begun(study).lesson})
    return respond(trial, study, games=how["games"], seconds=60 * how["minutes"], tell=tell)


def read_gains(path: Path) -> list[Gain]:
    """Gains as they were kept, none where nothing was."""
    if not path.exists():
        return []
    try:
        return [Gain(**row) for row in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, TypeError) as error:
        raise GainsUnreadable(path=path.name, why=f"{type(error).__name__}: {error}"[:200]) from error


def write_gains(path: Path, gains: Sequence[Gain]) -> None:
    """Instead of what the file held, in one go."""
    rows = ",\n".join(json.dumps(gain._asdict()) for gain in sorted(gains))
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(f"[\n{rows}\n]\n" if gains else "[]\n", "utf-8")
    draft.replace(path)


def as_text(gains: Sequence[Gain], asked: Sequence[Trial], words: Catalogue) -> str:
    """A line for every responder, and what is still to be measured."""
    lines = [
        words.say(
            "exploit.gain",
            players=gain.players,
            start=gain.start,
            seed=gain.seed,
            gain=words.decimal(gain.gain, 2),
            interval=words.decimal(gain.interval, 2),
        )
        for gain in gains
    ]
    left = len(asked) - len(gains)
    return "\n".join([*lines, words.say("exploit.left", left=left)] if left else lines)


def refuse_page_over_gains(page: Path, folder: Path) -> None:
    """Before anything is learnt: a page about some of the gains must not cost the others."""
    if _numbers_of(page).resolve() == (folder / KEPT).resolve():
        raise PageOverGains(page=page.name, kept=KEPT)
    refuse_unwritable(page.parent, "--page")


def _numbers_of(page: Path) -> Path:
    return page.with_suffix(".json")


def keep_page(path: Path, gains: Sequence[Gain]) -> None:
    """The page, and the same numbers for programs beside it."""
    numbers = _numbers_of(path)
    write_gains(numbers, gains)
    path.write_text(as_page(gains, numbers=numbers.name), "utf-8")


def _command(gain: Gain) -> str:
    return (
        f"incangold exploit {gain.bot} --players {gain.players} --start {gain.start} --seeds {gain.seed} "
        f"--lessons {gain.lessons} --tables {gain.tables} --games {gain.games}"
    )


def as_page(gains: Sequence[Gain], *, numbers: str = "exploit.json") -> str:
    """Every responder, and the best of each number of players, which is the bound; `numbers` lie beside the page."""
    bots = " and ".join(sorted({f"`{gain.bot}`" for gain in gains}))
    best = {many: max(gain.gain for gain in gains if gain.players == many) for many in {gain.players for gain in gains}}
    lines = [
        "# How far from perfect\n",
        f"Responders were trained against copies of {bots} that stay as they are (edition `{EDITION}`): warm ones from",
        "the trained player's weights, cold ones from nothing. The gain is what the win share lies above a fair",
        "one, in points of 100, over fresh games, with its 95 % interval. Nobody can compute the best response: the",
        "largest gain that a responder found is a **lower bound** of what can be gained.\n",
        "| players | largest gain found | responders |",
        "|---|---:|---:|",
        *[f"| {many} | {best[many]:.2f} | {sum(gain.players == many for gain in gains)} |" for many in sorted(best)],
        "\n| players | start | seed | lessons | games | gain | seconds |",
        "|---|---|---:|---:|---:|---:|---:|",
        *[
            f"| {g.players} | {g.start} | {g.seed} | {g.lessons} | {g.games} | {g.gain:.2f} ± {g.interval:.2f} "
            f"| {g.seconds:.0f} |"
            for g in sorted(gains)
        ],
        "\nTo measure one again, on a GPU, in as many commands as it takes (with every smaller seed before it):\n",
        *[f"    {_command(gain)}" for gain in sorted(gains)],
    ]
    return NOTE.format(numbers=numbers) + "\n".join(lines) + "\n"
