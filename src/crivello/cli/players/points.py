"""`crivello points`: give a bonus or a penalty with its reason, or show those given."""

from __future__ import annotations

from fractions import Fraction

from crivello.cli.desk_session import DeskSession
from crivello.desk.actions import AdjustPoints
from crivello.model.errors import WordError
from crivello.model.grammar import read_points
from crivello.reports.views.elements import exact_points, person_view
from crivello.words import N_, points

BONUS = N_("Bonus of {points}: {players}.")
PENALTY = N_("Penalty of {points}: {players}.")
NONE = N_("No bonus and no penalty was given.")
NO_POINTS = N_("{option} needs points such as 1 or ½, not {value!r}.")


def run(here: DeskSession) -> int:
    here.arguments.refuse_together("--bonus", "--penalty")
    option = next((name for name in ("--bonus", "--penalty") if name in here.arguments), None)
    if option is None:
        if here.arguments.all("PLAYER"):
            raise WordError(N_("Give the points with --bonus or --penalty."))
        return _show_given(here)
    players = here.players(required=True)
    unit = here.section.unit
    units = _units(option, here.arguments.require(option), unit)
    signed = units if option == "--bonus" else -units
    here.act(AdjustPoints(here.key, players, signed))
    return here.reply(
        BONUS if option == "--bonus" else PENALTY,
        points=points(units, unit, here.console.language),
        players=here.labels_of(players),
    )


def _units(option: str, text: str, unit: int) -> int:
    """Return typed points in units of the scoring."""
    try:
        value = read_points(text) * unit
    except WordError:
        value = Fraction(0)
    if value <= 0 or value.denominator != 1:
        raise WordError(NO_POINTS, option=option, value=text)
    return int(value)


def _show_given(here: DeskSession) -> int:
    unit = here.section.unit
    lines, listed = [], []
    for one in here.desk.points_given(here.key):
        shown = points(one.points, unit, here.console.language)
        lines.append(
            here.console.say(
                "After round {round}, {points}: {players} ({reason}).",
                round=one.round,
                points=shown if one.points < 0 else f"+{shown}",
                players=here.labels_of(one.players),
                reason=one.reason,
            )
        )
        listed.append(
            {
                "round": one.round,
                "points": exact_points(one.points, unit),
                "players": [person_view(here.section, player) for player in one.players],
                "reason": one.reason,
            }
        )
    return here.answer("\n".join(lines) or here.console.say(NONE), {"given": listed})
