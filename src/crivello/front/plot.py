"""Pictures of a tournament, drawn with matplotlib.

    pip install 'crivello[plots]'

Each function draws into the axes it is given, or into new ones, and returns them. A notebook shows
them; ``axes.figure.savefig("scores.png")`` saves them.

>>> import crivello as cv
>>> axes = cv.plot.scores(cv.generate(players=8, rounds=5, seed=1), top=3)
>>> axes.get_title("left")
'Points by round'
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from crivello.extras import install_command
from crivello.front.explaining import bracket_map
from crivello.front.tournament import Tournament, Who, public
from crivello.front.validation import require_whole_number
from crivello.front.values import chosen_language
from crivello.model.errors import Unsupported
from crivello.model.history import histories
from crivello.model.sentence import N_
from crivello.rules.rating_tables import expected_percent
from crivello.standings.standings import last_complete_round
from crivello.standings.standings import standings as rank
from crivello.words import translator
from crivello.words.columns import clean

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from crivello.model.tournament import Tournament as ModelTournament

__all__ = ["brackets", "opponents", "ratings", "scores"]

NO_MATPLOTLIB = N_("Drawing needs matplotlib: {command}")
NOT_A_COUNT = N_("The number of players must be a whole number, not {found}.")
INK, PALE, MARK = "#1f5f5b", "#b8c4c2", "#c4572a"
SERIES = ("#1f5f5b", "#c4572a", "#5b6fb5", "#8a6d1f", "#7b3f74", "#2e7d32", "#455a64", "#a03040")
"""Told apart by people who see red and green alike, and in grey by their labels."""


def scores(
    tournament: Tournament,
    top: int = 8,
    *,
    players: tuple[Who, ...] = (),
    language: str = "en",
    axes: Axes | None = None,
) -> Axes:
    """Plot how far each player is above half of the possible points, round by round.

    A level line means fifty per cent. The first `top` players of the standings are highlighted, or
    these `players`; all others are pale.
    """
    words, asked = translator(chosen_language(language)), public(tournament)
    require_whole_number(top, NOT_A_COUNT)
    whole = asked.model
    last = last_complete_round(whole)
    rows = rank(whole, last).rows
    chosen = [asked.player(who).id for who in players] or [
        row.player.id for row in rows[: max(top, 0)]
    ]
    unit, win = whole.settings.scoring.unit, whole.settings.scoring.win
    past = histories(whole, last + 1)
    found = _axes(axes)
    numbers = range(last + 1)
    lines = {
        player: [
            (score - number * win / 2) / unit
            for number, score in zip(numbers, history.scores, strict=True)
        ]
        for player, history in past.items()
    }
    for player, line in lines.items():
        if player not in chosen:
            found.plot(numbers, line, color=PALE, linewidth=0.8, zorder=1)
    for place, one in enumerate(chosen):
        colour = SERIES[place % len(SERIES)]
        found.plot(numbers, lines[one], color=colour, marker="o", markersize=4, zorder=2)
    low, high = found.get_ylim()
    labels = _spread_labels([lines[one][-1] for one in chosen], float(abs(high - low)) / 22)
    for place, (one, at) in enumerate(zip(chosen, labels, strict=True)):
        name, colour = _name(whole, one), SERIES[place % len(SERIES)]
        place_at = (last + 0.12, at)
        found.annotate(name, place_at, color=colour, va="center", annotation_clip=False)
    found.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    _head(found, words.say("Points by round"), words.say("Round"))
    found.set_ylabel(words.say("Points above half of the maximum"))
    found.set_xticks(list(numbers))
    found.set_xlim(0, last + 0.1)
    return found


def opponents(
    tournament: Tournament, top: int = 20, *, language: str = "en", axes: Axes | None = None
) -> Axes:
    """Plot the ratings of each player's opponents and their average (ARO), in the order of the
    standings.

    It shows who had strong opponents: one dot for each game over the board.
    """
    words, whole = translator(chosen_language(language)), public(tournament).model
    require_whole_number(top, NOT_A_COUNT)
    last = last_complete_round(whole)
    rows = rank(whole, last).rows[: max(top, 0)]
    past = histories(whole, last + 1)
    found = _axes(axes, height=1.5 + 0.28 * len(rows))
    averages: list[tuple[float, int]] = []
    for place, row in enumerate(rows):
        met = [whole.player[one].rating for one in past[row.player.id].met]
        rated = [rating for rating in met if rating]
        if not rated:
            continue
        found.plot([min(rated), max(rated)], [place, place], color=PALE, linewidth=1, zorder=1)
        found.scatter(rated, [place] * len(rated), s=18, color=INK, alpha=0.6, zorder=2)
        averages.append((sum(rated) / len(rated), place))
    label = words.say("average (ARO)")
    if averages:
        across, down = zip(*averages, strict=True)
        found.scatter(
            across, down, s=60, marker="|", color=MARK, linewidth=2.5, label=label, zorder=3
        )
        found.legend(loc="lower right", frameon=False, bbox_to_anchor=(1, 1))
    found.set_yticks(range(len(rows)), [_name(whole, row.player.id) for row in rows])
    found.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    _head(found, words.say("Ratings of the opponents"), words.say("Rating"))
    return found


def ratings(tournament: Tournament, *, language: str = "en", axes: Axes | None = None) -> Axes:
    """Plot points scored against rating, with the expected points.

    Expected points follow from the FIDE table, game by game; forfeits and byes count in neither.
    """
    words, whole = translator(chosen_language(language)), public(tournament).model
    last = last_complete_round(whole)
    past = histories(whole, last + 1)
    unit = whole.settings.scoring.unit
    win = whole.settings.scoring.win / unit
    found = _axes(axes)
    for player in whole.players:
        mine = player.rating
        if not mine:
            continue
        scored, expected = 0.0, 0.0
        for entry in past[player.id].entries:
            theirs = whole.player[entry.opponent].rating if entry.opponent else None
            if entry.played and theirs:
                scored += entry.points / unit
                expected += expected_percent(mine - theirs) / 100 * win
        better = scored >= expected
        found.plot([mine, mine], [expected, scored], color=PALE, linewidth=1, zorder=1)
        found.scatter([mine], [scored], s=24, color=INK if better else MARK, zorder=3)
        found.scatter([mine], [expected], s=14, facecolors="none", edgecolors="0.5", zorder=2)
    found.scatter([], [], s=24, color=INK, label=words.say("more than expected"))
    found.scatter([], [], s=24, color=MARK, label=words.say("less than expected"))
    found.scatter([], [], s=14, facecolors="none", edgecolors="0.5", label=words.say("expected"))
    found.legend(frameon=False, loc="upper left")
    _head(found, words.say("Points and rating"), words.say("Rating"))
    found.set_ylabel(words.say("Points"))
    return found


def brackets(
    tournament: Tournament,
    round: int | None = None,
    *,
    system: str | None = None,
    language: str = "en",
    axes: Axes | None = None,
) -> Axes:
    """Plot the bracket map of a round: S1 left, S2 right, pairs as lines, floats as arrows.

    `crivello.bracket_map(t)` shows the same in a notebook, with the rejected pairs; this one can be
    combined with others in a figure.
    """
    words = translator(chosen_language(language))
    whole = public(tournament).model
    drawn = bracket_map(tournament, round, system=system, language=language)
    tall = sum(max(len(one.s1), len(one.s2)) + len(one.leaving) + 1.6 for one in drawn)
    found = _axes(axes, width=7.5, height=1 + 0.27 * tall)
    top = 0.0
    home: dict[int, tuple[float, float]] = {}
    for bracket in drawn:
        found.text(0, top, f"{bracket.score}", fontweight="bold", va="center", ha="right")
        found.axhline(top - 0.7, color="0.85", linewidth=0.8)
        left = {player: top + index for index, player in enumerate(bracket.s1)}
        right = {player: top + index for index, player in enumerate(bracket.s2)}
        below = top + max(len(left), len(right))
        for one, other in bracket.pairs:
            found.plot([1.9, 3.1], [left[one], right[other]], color=INK, linewidth=1.4)
        for player, at in left.items():
            found.text(1.8, at, _name(whole, player), ha="right", va="center")
        for player, at in right.items():
            found.text(3.2, at, _name(whole, player), ha="left", va="center")
        for index, player in enumerate(bracket.leaving):
            at = below + index
            found.text(1.8, at, f"{_name(whole, player)} ↓", ha="right", va="center", color=MARK)
            home[player] = (2.5, at)
        for player in bracket.came:
            if player in home:
                start = home.pop(player)
                end = (1.85, left[player]) if player in left else (3.15, right.get(player, top))
                arrow: dict[str, Any] = {"arrowstyle": "->", "color": MARK, "linewidth": 1}
                found.annotate("", end, (1.95, start[1]), arrowprops=arrow)
        top = below + len(bracket.leaving) + 1.6
    found.set_xlim(-0.3, 5)
    found.set_ylim(top - 1, -1)
    found.axis("off")
    found.set_title(words.say("Brackets of round {round}", round=drawn.round), loc="left")
    return found


# What they share


def _axes(given: Axes | None, width: float = 8, height: float = 5) -> Axes:
    """Return the given axes, or new ones with a figure of their own."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported(NO_MATPLOTLIB, command=install_command("plots")) from None
    if given is not None:
        return given
    figure = Figure(figsize=(width, height), layout="constrained")
    axes: Any = figure.add_subplot()
    axes._repr_png_ = partial(_png, figure)  # a notebook shows it, without pyplot and its state
    new: Axes = axes
    return new


def _png(figure: Any) -> bytes:
    from io import BytesIO

    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=100)
    return picture.getvalue()


def _head(axes: Axes, title: str, below: str) -> None:
    axes.set_title(title, loc="left")
    axes.set_xlabel(below)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _spread_labels(places: list[float], step: float) -> list[float]:
    """Return positions for labels near these, without overlaps."""
    order = sorted(range(len(places)), key=lambda index: -places[index])
    found = list(places)
    for above, below in pairwise(order):
        found[below] = min(found[below], found[above] - step)
    return found


def _name(whole: ModelTournament, player: int) -> str:
    """Return a player's number and name, escaped so that they are not read as a formula."""
    name = clean(whole.player[player].name)[:24]
    return f"{player} {name}".rstrip().replace("$", r"\$")
