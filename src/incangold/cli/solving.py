"""solve: one round played perfectly, exactly."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click

from incangold.cards import HAZARDS, Hazard
from incangold.cli.options import a_number, cli, edition_option, json_option, language_option, with_progress

if TYPE_CHECKING:
    from incangold.solver.one_round import Load, OneRound
    from incangold.solver.solution import Solution
    from incangold.words.catalogue import Catalogue

RULINGS = {
    "turn_another": "solve.turn_another",
    "choose": "solve.choose",
    "pooled": "solve.pooled",
    "by_card": "solve.by_card",
}


def _loads(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> "tuple[Load, ...] | None":
    """Artifacts as they are typed: `5` is one, `5,10` are two that count 5 and then 10."""
    try:
        loads = sorted(tuple(map(int, text.split(","))) for text in texts)
    except ValueError:
        raise click.BadParameter("write what it is worth, as in 5; or 5,10 for two that count in that order") from None
    if any(not 0 <= worth <= 99 for load in loads for worth in load) or sum(map(len, loads)) > 5:
        raise click.BadParameter("at most five artifacts, each worth 0 to 99")
    return tuple(loads) or None


def _place_for_table(_ctx: click.Context, _param: click.Parameter, table: Path | None) -> Path | None:
    """Refuse a place that cannot be written to before anything is solved."""
    if table and not table.exists():
        folder = table.absolute().parent
        try:
            with TemporaryFile(dir=folder):
                return table
        except OSError as error:
            why = error.strerror or error
            raise click.BadParameter(f"nothing can be written into the folder {folder}: {why}") from None
    return table


@cli.command()
@click.option("--adventurers", type=click.IntRange(1, 8), required=True, help="How many enter the temple.")
@click.option(
    "--without",
    type=click.Choice([str(hazard) for hazard in HAZARDS]),
    multiple=True,
    help="One card of this hazard is out of the game; as often as cards are.",
)
@click.option(
    "--artifact",
    "artifacts",
    multiple=True,
    metavar="WORTH",
    callback=_loads,
    help="An artifact in the deck, and what it is worth; several that nobody tells apart by the order in which they "
    "are carried out: 5,10. By default the one of round 1; none with --edition diamant.",
)
@click.option(
    "--equilibrium",
    type=click.Choice(["lowest", "highest", "best", "worst"]),
    default="lowest",
    show_default=True,
    help="Which one to take where a position has several: with the lowest or highest chance to leave, or the one that "
    "brings everybody most or least.",
)
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    callback=_place_for_table,
    help="Keep the solution in this file; if it is there already, read it instead of solving again.",
)
@click.option(
    "--memory",
    type=click.FloatRange(0.1, 4096),
    callback=a_number,
    default=6.0,
    show_default=True,
    help="GB for the numbers.",
)
@click.option("--cores", type=click.IntRange(1, 1024), default=None, help="Cores to use (by default all).")
@edition_option
@json_option
@language_option
def solve(adventurers: int, without: tuple[str, ...], table: Path | None, **how: Any) -> None:
    """Solve one round exactly: how everybody plays when nobody can do better.

    All play for what they bring home from this one round. Told are the symmetric equilibrium's value for each
    adventurer, and what an exact best response to it would gain: nothing. It needs Numba: pip install
    "incangold[solver]". The first run compiles for a quarter of a minute; four adventurers then take a third of a
    minute and 1.2 GB on two cores, eight two or three minutes and 5 GB.

    \b
    incangold solve --adventurers 2
    incangold solve --adventurers 4 --table four.round --json
    incangold solve --adventurers 3 --edition "diamant path_share=by_card" --without spiders
    incangold solve --adventurers 1 --artifact 5,10
    """
    from incangold.solver.decks import round_of

    one = round_of(how["edition"], adventurers, without=map(Hazard, without), artifacts=how["artifacts"])
    steps = 2 * len(one.treasure_sets.size)
    title = how["words"].say("solve.progress")
    result = with_progress(lambda told: _solved(one, table, how, told), steps, title)
    click.echo(json.dumps(result) if how["as_json"] else _told(result, how["words"]))


def _solved(one: "OneRound", table: Path | None, how: dict[str, Any], told: Callable[[int], None]) -> dict[str, Any]:
    """Solve or read, then check; all that there is to say about it."""
    from incangold.solver.best_response import best_response

    begun, kept = time.perf_counter(), table is not None and table.exists()
    solution = _from_table(one, table, how["equilibrium"]) if table and kept else _anew(one, how, told)
    solved = time.perf_counter()
    response = best_response(solution, told)
    checked = time.perf_counter()
    if table and not kept:
        from incangold.solver.tables import save

        save(solution, table)
    return {
        **asdict(one),
        "cards": one.cards,
        "equilibrium": solution.equilibrium,
        "value": solution.worth,
        "best_response": response.best,
        "gain": response.gain,
        "positions": solution.positions,
        "several": solution.several,
        "megabytes": solution.bytes // 10**6,
        "seconds": round(solved - begun, 3),
        "seconds_to_check": round(checked - solved, 3),
        "table": str(table) if table else None,
        "kept": kept,
    }


def _anew(one: "OneRound", how: dict[str, Any], told: Callable[[int], None]) -> "Solution":
    from incangold.solver.solving import Equilibrium, solve

    wanted = Equilibrium(how["equilibrium"])
    return solve(one, equilibrium=wanted, memory=how["memory"], cores=how["cores"], progress=told)


def _from_table(one: "OneRound", table: Path, equilibrium: str) -> "Solution":
    """The solution in this file, if it is of this round and has the equilibrium that is asked for."""
    from incangold.errors import BadSolutionFile
    from incangold.solver.tables import read
    from incangold.words.catalogue import Phrase

    solution = read(table)
    if solution.round != one:
        raise BadSolutionFile(path=table, why=Phrase("solution_file.other_round"))
    if solution.equilibrium != equilibrium:
        why = Phrase("solution_file.other_equilibrium", there=solution.equilibrium, asked=equilibrium)
        raise BadSolutionFile(path=table, why=why)
    return solution


def _told(result: dict[str, Any], words: "Catalogue") -> str:
    """The same in words."""
    lists = {name: " ".join(map(str, result[name])) for name in ("treasures", "hazards")}
    loads = " ".join(",".join(map(str, load)) for load in result["artifacts"]) or "–"
    exact = {name: words.decimal(result[name], 6) for name in ("value", "best_response")}
    timed = {name: words.decimal(result[name], 1) for name in ("seconds", "seconds_to_check")}
    whole = {name: words.decimal(result[name], 0) for name in ("positions", "several", "megabytes")}
    rulings = {name: words.say(RULINGS[result[name]]) for name in ("first_hazard", "path_share")}
    names = {"artifacts": loads, "equilibrium": str(result["equilibrium"]), "gain": f"{result['gain']:.1e}"}
    told = {**lists, **exact, **timed, **whole, **rulings, **names}
    lines = [
        "solve.deck",
        "solve.value",
        "solve.gain",
        "solve.positions",
        "solve.time_kept" if result["kept"] else "solve.time",
    ]
    lines += ["solve.table"] if result["table"] and not result["kept"] else []
    return "\n".join(words.say(line, **{**result, **told}) for line in lines)
