"""The page's plots, the same bytes for the same result: no date, no random names, text as text."""

from collections.abc import Callable
from io import BytesIO
from math import isnan
from typing import TYPE_CHECKING, Any

from incangold.arena.ladder.standing import Standing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Drawing = Callable[[Figure, Standing], None]

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "ladder",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
LONGEST_LABEL = 20
STRONG, QUIET, RULE = "#9c3d22", "#1f5673", "#8a8378"


def plots(standing: Standing) -> dict[str, bytes]:
    """Every plot under the name of its file."""
    drawings = {"ladder-rating.svg": _rating, "ladder-seats.svg": _seats, "ladder-matrix.svg": _matrix}
    return {name: _drawn(drawing, standing) for name, drawing in drawings.items()}


def _drawn(drawing: "Drawing", standing: Standing) -> bytes:
    """On paper of its own: nothing of matplotlib's shared state is touched."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained", facecolor="white")
        FigureCanvasSVG(figure)
        drawing(figure, standing)
        paper = BytesIO()
        figure.savefig(paper, format="svg", metadata={"Date": None, "Creator": None})
    return paper.getvalue()


def _rating(figure: "Figure", standing: Standing) -> None:
    figure.set_size_inches(7, 1 + 0.25 * len(standing.rungs))
    axes = figure.subplots()
    both = ((-0.12, STRONG, "who wins", "rating"), (0.12, QUIET, "finishing order", "places"))
    for shift, colour, label, which in both:
        spans = [getattr(rung, which) for rung in standing.rungs]
        means = [mean for mean, _, _ in spans]
        errors = [[mean - low for mean, low, _ in spans], [high - mean for mean, _, high in spans]]
        places = [place + shift for place in range(len(spans))]
        axes.errorbar(means, places, xerr=errors, fmt="o", color=colour, markersize=4, capsize=2, label=label)
    _name_rows(axes, standing)
    axes.axvline(25, color=RULE, linewidth=0.8, linestyle=":")
    axes.set_xlabel("rating (OpenSkill), 95 % intervals")
    axes.legend(frameon=False)


def _seats(figure: "Figure", standing: Standing) -> None:
    figure.set_size_inches(7, 1 + 0.25 * len(standing.rungs))
    rows = [[rung.shares[str(seats)].value * seats for seats in standing.seats] for rung in standing.rungs]
    axes = figure.subplots()
    _coloured(figure, axes, rows)
    _name_rows(axes, standing)
    axes.set_xticks(range(len(standing.seats)), [f"{seats} seats" for seats in standing.seats])


def _matrix(figure: "Figure", standing: Standing) -> None:
    size = 1.5 + 0.36 * len(standing.rungs)
    figure.set_size_inches(size + 1, size)
    rows = [[float("nan") if each is None else each.value for each in row] for row in standing.matrix]
    axes = figure.subplots()
    _coloured(figure, axes, rows)
    _name_rows(axes, standing)
    axes.set_xticks(range(len(rows)), [_label(rung.bot) for rung in standing.rungs], rotation=90)
    axes.set_xlabel("at tables where this bot sits")


def _coloured(figure: "Figure", axes: "Axes", rows: list[list[float]]) -> None:
    """Numbers in coloured fields; the colour tells the same as the number."""
    image = axes.imshow(rows, cmap="RdBu", vmin=0, vmax=2, aspect="auto")
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if not isnan(value):  # a bot does not meet itself
                colour = "white" if abs(value - 1) > 0.75 else "black"
                axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=7, color=colour)
    figure.colorbar(image, ax=axes, label="wins, as a multiple of a fair share")


def _name_rows(axes: "Axes", standing: Standing) -> None:
    """The strongest on top."""
    axes.set_yticks(range(len(standing.rungs)), [_label(rung.bot) for rung in standing.rungs])
    axes.set_ylim(len(standing.rungs) - 0.5, -0.5)


def _label(bot: str) -> str:
    """The end of a long name: somebody's own bot may lie many folders deep."""
    return bot if len(bot) <= LONGEST_LABEL else "…" + bot[1 - LONGEST_LABEL :]
