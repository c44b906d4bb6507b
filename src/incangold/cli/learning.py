"""train, exploit: play that is learnt, and how far from perfect it is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from incangold.cli.options import Command, a_number, cli, json_option, language_option, with_progress
from incangold.solver.learning.sizes import (
    EXAM_GAMES,
    GAIN_GAMES,
    LEARNERS,
    RESPONDER_LESSONS,
    RESPONDER_TABLES,
    RESPONDERS,
    SEED,
    USUAL_LESSONS,
)

if TYPE_CHECKING:
    from incangold.solver.learning.exam import Mark
    from incangold.solver.learning.exploit import Trial
    from incangold.solver.learning.gains import Gain
    from incangold.solver.learning.study import Studied, Study, Told
    from incangold.words.catalogue import Catalogue

folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("training"),
    show_default=True,
    help="Where pupils are kept (and what a GPU compiled); the same command goes on with them.",
)


def minutes_option(of_what: str) -> Callable[[Command], Command]:
    """--minutes, however many commands it takes."""
    return click.option(
        "--minutes",
        type=click.FloatRange(0.01, 10_000),
        callback=a_number,
        default=9.0,
        show_default=True,
        help=f"Stop {of_what} after so long, the minute or two included that compiling takes.",
    )


def _names(_ctx: click.Context, _param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    from incangold.editions import EDITIONS
    from incangold.errors import UnknownEdition

    for name in names:
        if name not in EDITIONS:
            raise UnknownEdition(name=name, known=", ".join(EDITIONS))
    return tuple(dict.fromkeys(names))


@cli.command()
@click.option("--players", type=click.IntRange(2, 8), default=4, show_default=True, help="How many sit at a table.")
@click.option("--lessons", type=click.IntRange(1), show_default=USUAL_LESSONS, help="How long the course is.")
@click.option(
    "--reckon/--no-reckon",
    default=None,
    show_default="two, three and five players do",
    help="Reckon positions through towards the end instead of playing them out; takes longer.",
)
@click.option(
    "--learners",
    type=click.IntRange(160),
    default=LEARNERS,
    show_default=True,
    help="How many learn side by side, in whole tables, 80 at a time; a GPU has room for many more.",
)
@click.option(
    "--edition", "editions", metavar="NAME", callback=_names, multiple=True, help="Only these (by default all)."
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="The same seed, the same luck.")
@click.option(
    "--games", type=click.IntRange(100), default=EXAM_GAMES, show_default=True, help="For each mark of the exam."
)
@click.option(
    "--pack",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Put all pupils of the folder into a file; of numbers of players without one, what is there stays.",
)
@minutes_option("the course")
@folder_option
@json_option
@language_option
def train(players: int, seed: int, pack: Path | None, **how: Any) -> None:
    """Train the strongest player: it plays itself for its share of the win.

    Thousands of tables play in the kernel; what went better than expected becomes more likely (PPO, with an average of
    the late minds as the result). Two, three and five players, and others if you ask for it, towards the end reckon
    positions through instead: the cards that may come, and what players may do together. The pupil is kept four times
    a minute and when the command is stopped, and the same command goes on. When the course is over the pupil sits an
    exam against plain bots. Plots need pip install "incangold[ladder]", the rest "incangold[kernel]"; from a checkout
    with only JAX and NumPy: python -m incangold.solver.learning.train.

    \b
    incangold train --players 4
    incangold train --players 3 --edition incan-gold --learners 2400 --lessons 300     a taste
    incangold train --pack amauta.npz          when all numbers of players are trained
    """
    refuse_without_jax()
    if pack:
        _refuse_a_course(click.get_current_context())
        click.echo(json.dumps(_packed(pack, how), indent=1))
        return
    from incangold.solver.learning.train import course_for, study_for

    course = course_for(players, how["lessons"], how["learners"], how["editions"], reckon=how["reckon"])
    study = study_for(course, seed, how["folder"])
    studied = _studied(study, how)
    report = _report(study, studied, how)
    click.echo(json.dumps(report) if how["as_json"] else _told(report, how["words"]))


OF_A_COURSE = ("players", "lessons", "reckon", "learners", "editions", "seed", "minutes")


def _refuse_a_course(ctx: click.Context) -> None:
    """Whoever packs asks for no course: all that the folder has is packed, however it was taught."""
    for option in ctx.command.params:
        if option.name in OF_A_COURSE and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--pack takes all pupils of the folder as they are: leave out {option.opts[0]}.")


def refuse_without_jax() -> None:
    """Before anything is begun."""
    from importlib.util import find_spec

    from incangold.errors import PackageMissing
    from incangold.words.catalogue import Phrase

    if find_spec("jax") is None:
        command = 'pip install "incangold[kernel]"'
        raise PackageMissing(what=Phrase("learning.itself"), package="JAX", command=command)


def _studied(study: "Study", how: dict[str, Any]) -> "Studied":
    """The course as far as the time allows, under a progress bar."""
    from incangold.kernel.match import use_cores
    from incangold.solver.learning.study import begun, go_on

    use_cores(1)
    reached = begun(study).lesson

    def work(told: Callable[[int], None]) -> "Studied":
        told(reached)
        last = [reached]

        def tell(row: "Told") -> None:
            told(row["lesson"] - last[0])
            last[0] = row["lesson"]

        return go_on(study, seconds=60 * how["minutes"], tell=tell)

    try:
        studied: Studied = with_progress(work, study.course.lessons, how["words"].say("train.progress"))
    except KeyboardInterrupt:
        if study.path.exists():
            click.echo(_told(_report(study, begun(study), how), how["words"]), err=True)
        raise
    _draw(study.path)
    return studied


def _draw(path: Path) -> None:
    """The diary as a plot beside it, where there is something to draw with."""
    from importlib.util import find_spec

    if find_spec("matplotlib") and path.with_suffix(".jsonl").exists():
        from incangold.solver.learning.plots import draw

        draw(path)


def _packed(into: Path, how: dict[str, Any]) -> dict[str, Any]:
    """The pupils of the folder and their marks, under a progress bar."""
    from incangold.solver.learning.packing import matches_to_pack, pack

    def work(told: Callable[[int], None]) -> dict[str, Any]:
        return pack(how["folder"], into, games=how["games"], told=told)

    made: dict[str, Any] = with_progress(work, matches_to_pack(how["folder"]), how["words"].say("train.exam"))
    return made


def _report(study: "Study", studied: "Studied", how: dict[str, Any]) -> dict[str, Any]:
    return {
        "players": study.course.players,
        "lesson": studied.lesson,
        "lessons": study.course.lessons,
        "seconds": studied.seconds,
        "seed": study.seed,
        "pupil": str(study.path),
        "exam": [mark._asdict() for mark in _exam(study, studied, how)],
    }


def _exam(study: "Study", studied: "Studied", how: dict[str, Any]) -> "list[Mark]":
    """Only at the end of the course, once, under a progress bar of its own."""
    from incangold.solver.learning.exam import matches
    from incangold.solver.learning.marks import Exam, marks_of

    course = study.course
    if studied.lesson < course.lessons:
        return []
    exam = Exam(study.path, course.editions[0], course.players, how["games"])
    title = how["words"].say("train.exam")
    marks: list[Mark] = with_progress(
        lambda told: marks_of(exam, studied.pupil.average, told), len(matches(course.players)), title
    )
    return marks


def _told(report: dict[str, Any], words: "Catalogue") -> str:
    lines = [words.say("train.kept", **report)]
    for mark in report["exam"]:
        share, interval = words.decimal(mark["share"], 1), words.decimal(mark["interval"], 1)
        lines.append(f"  {share:>5} ± {interval} %  {mark['match']}")
    if not report["exam"]:
        lines.append(words.say("train.go_on"))
    return "\n".join(lines)


def _page(_ctx: click.Context, _param: click.Parameter, page: Path | None) -> Path | None:
    if page and page.suffix == ".json":
        raise click.BadParameter(f"{page.name} is where its numbers go; call the page {page.stem}.md")
    return page


@cli.command()
@click.argument("bot")
@click.option(
    "--players", type=click.IntRange(2, 8), multiple=True, help="Only so many at a table (by default 2 to 8)."
)
@click.option("--start", type=click.Choice(["warm", "cold"]), help="Only responders from this start (by default both).")
@click.option(
    "--seeds", type=click.IntRange(1, 99), default=RESPONDERS, show_default=True, help="Responders for each start."
)
@click.option(
    "--foresight", is_flag=True, help="Learn from what every choice would have brought: often finds more, takes longer."
)
@click.option(
    "--lessons",
    type=click.IntRange(1),
    default=RESPONDER_LESSONS,
    show_default=True,
    help="Lessons for each responder.",
)
@click.option(
    "--tables", type=click.IntRange(2), default=RESPONDER_TABLES, show_default=True, help="Tables side by side."
)
@click.option("--games", type=click.IntRange(100), default=GAIN_GAMES, show_default=True, help="To measure each gain.")
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_page,
    help="Write the gains as a page, and as JSON beside it; those that it tells already are not measured again.",
)
@minutes_option("each responder")
@folder_option
@json_option
@language_option
def exploit(bot: str, players: tuple[int, ...], start: str | None, seeds: int, **how: Any) -> None:
    """Measure how far a bot is from perfect play.

    A responder is trained against copies of BOT that stay as they are, from the trained player's weights (warm) and
    from nothing (cold), several times. With foresight it does not learn from what came of a choice, which is mostly
    luck, but from what every choice would have brought, whichever card had come next and however the others had
    chosen; a cold one begins without. What the best of them gains over a fair share of the win, measured over fresh
    games, is a lower bound of what can be gained against BOT. BOT needs an array form: amauta, odds, die, turn:6 …

    Responders and finished gains are kept in the folder: the same command goes on with them.

    \b
    incangold exploit amauta
    incangold exploit odds --players 4 --start cold --tables 1024 --lessons 200 --games 20000
    """
    refuse_without_jax()
    from incangold.solver.learning.exploit import COLD, WARM, trials
    from incangold.solver.learning.gains import as_text, keep_page, refuse_page_over_gains

    starts = (start,) if start else (WARM, COLD)
    asked = trials(bot, players or range(2, 9), starts, seeds, foresight=how["foresight"])
    if how["page"]:
        refuse_page_over_gains(how["page"], how["folder"])
    gains = _gained(asked, how)
    if how["page"]:
        keep_page(how["page"], gains)
    left = len(asked) - len(gains)
    click.echo(json.dumps([gain._asdict() for gain in gains]) if how["as_json"] else as_text(gains, left, how["words"]))


def _gained(asked: "list[Trial]", how: dict[str, Any]) -> "list[Gain]":
    """What is known, and what becomes known in this time, under a progress bar; nothing is lost by stopping it."""
    from incangold.solver.learning.exploit import gained, known_gains

    known, words = known_gains(asked, how), how["words"]
    if known:
        click.echo(words.say("exploit.known", known=len(known), all=len(asked)), err=True)
    lessons, title = len(asked) * how["lessons"], words.say("train.progress")
    try:
        every = with_progress(lambda told: list(gained(asked, known, how, told)), lessons, title)
    except KeyboardInterrupt:
        click.echo(words.say("exploit.stopped", folder=how["folder"]), err=True)
        raise
    return [gain for gain in every if gain]
