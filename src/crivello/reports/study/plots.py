"""The figures of a study, drawn by matplotlib (extra `plots`); equal rows give equal bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from crivello.audit.study.definition import Study
from crivello.audit.study.measures import MEASURES, StudyMeasure
from crivello.extras import require
from crivello.model.sentence import N_
from crivello.reports.study.figure_rows import ResultRow
from crivello.reports.study.page import group_name, groups_in_order
from crivello.words import Language, Translator, translator

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Draw = Callable[[Axes, Study, StudyMeasure, Sequence[ResultRow], Translator], None]

SERIES = ("#1f5f5b", "#c4572a", "#5b6fb5", "#8a6d1f", "#7b3f74", "#2e7d32", "#455a64", "#a03040")
MARKS = "osD^vPX*"
"""Marks by which systems differ, besides their colours."""
WIDTH, HEIGHT = 9.0, 3.2
"""Inches; the height is for one population."""


def study_figures(
    study: Study, rows: Sequence[ResultRow], language: Language
) -> Mapping[str, bytes]:
    """Return the figure of each measure as SVG, by key, in the order of the study."""
    require("plots", N_("Figures need a package that is not installed: {command}"))
    words = translator(language)
    found = {}
    for key in study.figures or study.measures:
        svg = _figure(study, MEASURES[key], [row for row in rows if row.measure == key], words)
        if svg is not None:
            found[key] = svg
    return found


def _figure(
    study: Study, measure: StudyMeasure, rows: Sequence[ResultRow], words: Translator
) -> bytes | None:
    """Draw the figure of one measure as SVG; None if it has no values.

    Each population has a row of panels: by round, over the whole tournament, by group.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    own = [row for row in rows if not row.compared_with]
    panels: list[tuple[Draw, list[ResultRow]]] = [
        (_by_round, [row for row in own if row.round and not row.group]),
        (_plot_whole, [row for row in own if not row.round and not row.group]),
        (_by_group, [row for row in own if not row.round and row.group]),
    ]
    panels = [(draw, these) for draw, these in panels if these]
    if not panels:
        return None
    settings: Any = {
        "svg.hashsalt": "crivello",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with mpl.rc_context(settings):
        size = WIDTH, HEIGHT * len(study.populations)
        figure = Figure(figsize=size, dpi=72, layout="constrained")  # 72 as in SVG
        grid = figure.subplots(len(study.populations), len(panels), squeeze=False)
        for kind, line in zip(study.populations, grid, strict=True):
            for (draw, these), axes, top in zip(panels, line, grid[0], strict=True):
                if axes is not top:  # populations are compared on one scale
                    (axes.sharex if draw is _plot_whole else axes.sharey)(top)
                # A round robin has more rounds, which would squeeze the others.
                here = [
                    row
                    for row in these
                    if row.population == kind.name and row.round <= kind.recipe.rounds
                ]
                draw(axes, study, measure, here, words)
                axes.set_title(kind.name if axes is line[0] else "", loc="left", fontsize=9)
        handles, labels = _legend(study, own)
        figure.legend(
            handles, labels, loc="outside lower center", ncols=min(4, len(labels)), frameon=False
        )
        _lay_out(figure)
        out = BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def _lay_out(figure: Figure) -> None:
    """Compute the layout once and drop the layout engine, since `savefig` would otherwise draw
    twice.
    """
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    FigureCanvasSVG(figure)  # texts are as wide as in the picture
    engine = figure.get_layout_engine()
    assert engine is not None
    engine.execute(figure)
    figure.set_layout_engine(None)


def _look(study: Study, name: str) -> tuple[str, str]:
    place = [one.name for one in study.systems].index(name)
    return SERIES[place % len(SERIES)], MARKS[place % len(MARKS)]


def _legend(study: Study, rows: Sequence[ResultRow]) -> tuple[list[Artist], list[str]]:
    from matplotlib.lines import Line2D

    names = [one.name for one in study.systems if any(row.system == one.name for row in rows)]
    handles: list[Artist] = []
    for name in names:
        colour, mark = _look(study, name)
        handles.append(Line2D([], [], color=colour, marker=mark, markersize=4))
    return handles, names


def _by_round(
    axes: Axes, study: Study, measure: StudyMeasure, rows: Sequence[ResultRow], words: Translator
) -> None:
    from matplotlib.ticker import MaxNLocator

    factor = 100 if measure.percent else 1
    for one in study.systems:
        line = [row for row in rows if row.system == one.name]
        turns = [row.round for row in line]
        colour, mark = _look(study, one.name)
        means = [row.mean * factor for row in line]
        axes.plot(turns, means, color=colour, marker=mark, markersize=3, linewidth=1)
        low, high = [row.low * factor for row in line], [row.high * factor for row in line]
        axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set_xlabel(words.say("round"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel(_label(measure, words))


def _plot_whole(
    axes: Axes, study: Study, measure: StudyMeasure, rows: Sequence[ResultRow], words: Translator
) -> None:
    factor = 100 if measure.percent else 1
    known = {row.system: row for row in rows}
    names = [one.name for one in study.systems if one.name in known]
    for place, name in enumerate(reversed(names)):
        row = known[name]
        colour, mark = _look(study, name)
        error = [[(row.mean - row.low) * factor], [(row.high - row.mean) * factor]]
        axes.errorbar(
            [row.mean * factor], [place], xerr=error, color=colour, marker=mark, capsize=3
        )
    axes.set_yticks([])
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.margins(x=0.15)
    axes.set_xlabel(f"{_label(measure, words)}\n{words.say('whole tournament')}")


def _by_group(
    axes: Axes, study: Study, measure: StudyMeasure, rows: Sequence[ResultRow], words: Translator
) -> None:
    factor = 100 if measure.percent else 1
    groups = groups_in_order(measure, [row.group for row in rows])
    names = [one.name for one in study.systems if any(row.system == one.name for row in rows)]
    known = {(row.system, row.group): row for row in rows}
    for place, name in enumerate(names):
        colour, mark = _look(study, name)
        found = [(x, known[name, g]) for x, g in enumerate(groups) if (name, g) in known]
        shift = (place - (len(names) - 1) / 2) * 0.6 / max(len(names), 1)
        axes.errorbar(
            [x + shift for x, _ in found],
            [row.mean * factor for _, row in found],
            yerr=[
                [(row.mean - row.low) * factor for _, row in found],
                [(row.high - row.mean) * factor for _, row in found],
            ],
            color=colour,
            marker=mark,
            markersize=4,
            linestyle="none",
            capsize=2,
        )
    axes.set_xticks(range(len(groups)))
    labels = [group_name(measure, group, words) for group in groups]
    turned = max(map(len, labels), default=0) * len(labels) > 30
    axes.set_xticklabels(labels, rotation=40 if turned else 0, ha="right" if turned else "center")
    axes.set_ylabel(_label(measure, words))


def _label(measure: StudyMeasure, words: Translator) -> str:
    title = words.say(measure.title)
    return f"{title} (%)" if measure.percent else title
