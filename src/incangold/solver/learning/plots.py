"""A pupil's diary as a picture: how sure it is of its choices, and how often the win surprises it."""

from pathlib import Path

from incangold.solver.learning.study import diary

CURVES = {"entropy": "doubt at a choice (nats)", "surprise": "surprise at who wins (nats)"}


def draw(path: Path) -> Path:
    """An SVG beside the pupil."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    rows = list(diary(path))
    picture = path.with_suffix(".svg")
    with mpl.rc_context({"svg.hashsalt": "training", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(7, 4), layout="constrained", facecolor="white")
        FigureCanvasSVG(figure)
        for axes, (name, title) in zip(figure.subplots(len(CURVES), sharex=True), CURVES.items(), strict=True):
            axes.plot([row["lesson"] for row in rows], [row[name] for row in rows], linewidth=1)
            axes.set_ylabel(title)
        figure.supxlabel("lesson")
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
    return picture
