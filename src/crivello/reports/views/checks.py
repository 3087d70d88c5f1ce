"""Views of checks, reports and campaigns, of the systems, and of the engine for platforms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from crivello.model.keys import SYSTEMS, SystemKey
from crivello.model.pairing import RoundPairing
from crivello.model.plug_ins import GROUPS, load_plug_ins
from crivello.reports.queries import Level, Query
from crivello.reports.views.defects import (
    CommandErrorView,
    DefectView,
    Number,
    RepairView,
    defect_view,
    repair_view,
)
from crivello.reports.views.elements import Say
from crivello.systems.registry import find
from crivello.words import Translator

if TYPE_CHECKING:
    from crivello.audit.checker import RoundReport
    from crivello.audit.comparison import ComparedRound
    from crivello.audit.file_report import FileReport

# crivello check


class CheckedPairingView(TypedDict):
    boards: list[tuple[int, int]]
    """Each board as White and Black."""
    bye: int | None


class CriterionView(TypedDict):
    """The criterion in which two pairings differ."""

    level: str
    code: str | None
    players: list[int]
    right: list[int] | None
    """The failure values of the expected pairing, in units."""
    wrong: list[int] | None


class CheckedRoundView(TypedDict):
    round: int
    verdict: str
    """`same`, `explained` or `different`."""
    reason: str | None
    """The reason, as a sentence."""
    cause: str | None
    """The kind of the cause (see check.md), or `by-hand`."""
    other_causes: list[str]
    """The kinds of other, less likely changes that would reproduce the round as well."""
    criterion: CriterionView | None
    expected: CheckedPairingView | None
    """Null if the round is the same, or if the rules give no pairing."""
    actual: CheckedPairingView | None
    all_causes_tried: bool


class EditionFitView(TypedDict):
    system: str
    acceleration: str | None
    same: list[bool | None]
    """True for each round that is reproduced; null if there is no pairing."""
    count: int
    best: bool


class CheckedFileView(TypedDict):
    file: str
    section: str | None
    """The section, in a tournament file with several."""
    tournament: str
    """The name of the tournament."""
    event: str
    """`swiss`, `round robin` or `teams`."""
    system: str | None
    """Null for teams."""
    error: CommandErrorView | None
    """The reason why the file cannot be checked. If there is only one file, the command fails
    instead.
    """
    rounds: list[CheckedRoundView]
    standings: str | None
    """`same` if the ranks are those by the announced tie-breaks, else `different`; null if either
    is missing.
    """
    editions: list[EditionFitView]
    """Only with `--editions`."""
    remarks: list[DefectView]
    repairs: list[RepairView]


class CheckView(TypedDict):
    counts: dict[str, int]
    """The number of rounds that are `same`, `different`, `explained`."""
    files: list[CheckedFileView]


def checked_file_view(
    found: FileReport, error: CommandErrorView | None, words: Translator, say: Say, number: Number
) -> CheckedFileView:
    from crivello.audit.file_report import best

    top = best(list(found.fits), found.system)
    remarks = [defect_view(problem, say, number) for problem in found.remarks]
    for remark in remarks:
        remark["player"] = remark["player"] and found.ids.get(remark["player"], remark["player"])
    return CheckedFileView(
        file=found.name,
        section=found.section or None,
        tournament=found.tournament.settings.name,
        event=found.event.value,
        system=found.system or None,
        error=error,
        rounds=[_checked_round(found, report, words) for report in found.rounds],
        standings=None if found.standings is None else found.standings.value,
        editions=[
            EditionFitView(
                system=fit.rules.system,
                acceleration=fit.rules.acceleration or None,
                same=list(fit.rounds),
                count=fit.count,
                best=fit in top,
            )
            for fit in found.fits
        ],
        remarks=remarks,
        repairs=[repair_view(repair, say, number) for repair in found.repairs],
    )


def check_view(reports: Iterable[FileReport], files: list[CheckedFileView]) -> CheckView:
    from crivello.audit.checker import Verdict

    total: Counter[Verdict] = Counter()
    for found in reports:
        total += found.verdicts
    return CheckView(counts={verdict.value: total[verdict] for verdict in Verdict}, files=files)


def _checked_round(found: FileReport, report: RoundReport, words: Translator) -> CheckedRoundView:
    from crivello.audit.checker import Verdict
    from crivello.audit.file_report import reasons

    same = report.verdict is Verdict.SAME
    expected, difference = report.expected, report.difference
    return CheckedRoundView(
        round=report.round,
        verdict=report.verdict.value,
        reason=" ".join(reasons(report, words)) or None,
        cause=None if report.cause is None else report.cause.kind,
        other_causes=[one.kind for one in report.other_causes],
        criterion=None
        if difference is None
        else CriterionView(
            level=difference.level.value,
            code=difference.code or None,
            players=[found.ids.get(player, player) for player in difference.players],
            right=None if difference.right is None else list(difference.right),
            wrong=None if difference.wrong is None else list(difference.wrong),
        ),
        expected=None if same or expected is None else _pairs(found, expected),
        actual=None if same else _pairs(found, report.actual),
        all_causes_tried=not report.exhausted,
    )


def _pairs(found: FileReport, pairing: RoundPairing | ComparedRound) -> CheckedPairingView:
    ids = found.ids
    boards = [(ids.get(b.white, b.white), ids.get(b.black, b.black)) for b in pairing.boards]
    if isinstance(pairing.boards, frozenset):
        boards.sort()
    return CheckedPairingView(boards=boards, bye=pairing.bye and ids.get(pairing.bye, pairing.bye))


# For rating


class QueryView(TypedDict):
    """One thing in a report that FIDE would not accept as it is."""

    level: Annotated[str, Level]
    code: str
    text: str
    player: int | None
    """The id of the player."""
    round: int | None
    record: str
    """The place in the report file: `001: 58-68`."""


class QueriesView(TypedDict):
    compared: bool
    """True if a rating list is loaded and was compared."""
    rejected: bool
    """True if something is missing without which the report is not accepted."""
    queries: list[QueryView]


def query_view(query: Query, say: Say, ids: Mapping[int, int] | None = None) -> QueryView:
    """Return the view of a query; `ids` are the ids by pairing number, if they differ."""
    player = query.player
    if ids is not None and player is not None:
        player = ids.get(player)
    return QueryView(
        level=query.level.value,
        code=query.code,
        text=say(query),
        player=player,
        round=query.round,
        record=query.record,
    )


def queries_view(
    found: Iterable[Query], compared: bool, say: Say, ids: Mapping[int, int] | None = None
) -> QueriesView:
    views = [query_view(one, say, ids) for one in found]
    rejected = any(one["level"] == Level.REJECT.value for one in views)
    return QueriesView(compared=compared, rejected=rejected, queries=views)


class ConversionView(TypedDict):
    """A conversion; on standard error if the tournament itself goes to standard output."""

    input: str
    output: str
    format: str
    losses: list[str]
    """What the format cannot store, as sentences."""
    queries: NotRequired[list[QueryView]]
    """FIDE's queries; only for `export`, when all rounds are paired."""


# Editions, campaigns


class SystemView(TypedDict):
    key: str
    family: str
    title: str
    since: str | None
    until: str | None
    code: str | None
    """The code in record 192."""
    source: str
    sieve: bool
    """True if the system has a sieve, a second and literal solver."""
    plug_in: NotRequired[str]
    """The package that adds the system; only for a plug-in, which is not FIDE's."""


class BrokenPlugInView(TypedDict):
    name: str
    package: str
    reason: str


class PlugInView(TypedDict):
    """A tie-break, file format or print that a package adds."""

    kind: str
    """`tie-break`, `format` or `print`."""
    name: str
    """The code or key."""
    title: str
    package: str


class SystemsView(TypedDict):
    systems: list[SystemView]
    plug_ins: NotRequired[list[PlugInView]]
    """What packages add besides systems; only if there is any."""
    broken: NotRequired[list[BrokenPlugInView]]
    """The plug-ins that could not be loaded; only if there are any."""


def systems_view() -> SystemsView:
    broken = [one for group in GROUPS for one in load_plug_ins(group)]
    view = SystemsView(systems=[_system_view(system) for system in SYSTEMS.values()])
    added = added_views()
    if added:
        view["plug_ins"] = added
    if broken:
        view["broken"] = [
            BrokenPlugInView(name=one.name, package=one.package, reason=one.reason)
            for one in broken
        ]
    return view


def added_views() -> list[PlugInView]:
    """Return the tie-breaks, formats and prints of plug-ins."""
    from crivello.formats.plug_in import added_formats
    from crivello.reports.plug_in import added_prints
    from crivello.standings.tie_breaks import plug_ins

    kinds = (
        ("tie-break", [(rule.code, rule.name, rule.plug_in) for rule in plug_ins().values()]),
        ("format", [(one.key, one.title, one.package) for one in added_formats().values()]),
        ("print", [(one.name, one.title, one.plug_in) for one in added_prints().values()]),
    )
    return [
        PlugInView(kind=kind, name=name, title=str(title), package=package)
        for kind, several in kinds
        for name, title, package in several
    ]


def _system_view(system: SystemKey) -> SystemView:
    view = SystemView(
        key=system.key,
        family=system.family,
        title=system.title,
        since=system.since,
        until=system.until,
        code=system.codes[0] if system.codes else None,
        source=system.source,
        sieve=find(system.key).has_sieve,
    )
    if system.plug_in:
        view["plug_in"] = system.plug_in
    return view


class CampaignDifferenceView(TypedDict):
    seed: int
    round: int
    file: str
    """A small tournament that shows the difference."""
    left: list[str]
    right: list[str]
    code: str | None
    reason: str


class CampaignFailureView(TypedDict):
    seed: int
    reason: str


class CampaignView(TypedDict):
    left: str
    right: str
    seed: int
    tournaments: int
    rounds: int
    beyond: int
    """Rounds that one side declined as too large; the other side's answer was legal."""
    differences: list[CampaignDifferenceView]
    failures: list[CampaignFailureView]


class HealthView(TypedDict):
    status: str
    """`ready`, `starting` until all processes have started, `stopping` after SIGTERM."""
    version: str
    workers: int
    """The number of processes that were configured."""
    ready: int
    """The number of processes that have loaded everything."""
