"""The page Files: the tournament in every format, and what FIDE would query."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.formats.csv_players import write_players
from crivello.formats.json_form import write_json
from crivello.formats.trf import losses
from crivello.model.errors import CrivelloError
from crivello.reports.chess_results.xml_file import write_chess_results
from crivello.reports.layout import as_page
from crivello.reports.pages import NOT_A_TABLE, PAGES, Page
from crivello.reports.pages import view as report
from crivello.reports.pgn import skeletons
from crivello.reports.plug_in import load_prints
from crivello.reports.queries import DIALECTS, LEVELS, Level
from crivello.reports.views import schema
from crivello.reports.views.printed_forms import forms_view
from crivello.standard.classes import frozen
from crivello.standings.finality import GamesOpen, final
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table, as_csv
from crivello.store import LogFile, copy_to
from crivello.web.files import reporting
from crivello.web.files.downloads import download, download_name, draw, make_site, take
from crivello.web.files.online import online_view
from crivello.web.files.printing import NEEDS_RESULTS, has_report
from crivello.web.page_answers import Message, PageLink
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Template

router = APIRouter(prefix="/t/{file}/{section}/files")

CHESS_RESULTS = "chess-results"
TOURNAMENT: dict[str, Template] = {
    "trf26": N_("Report file TRF26"),
    "trf16": N_("Report file TRF16"),
    "json": N_("Everything as JSON"),
    "csv": N_("Players as CSV"),
    CHESS_RESULTS: N_("For chess-results.com (XML)"),
}
REPORTS = (("csv", "CSV"), ("xlsx", "XLSX"), ("pdf", "PDF"), ("html", "HTML"))
DATA = ("json", "JSON")
"""The format of forms for programs."""
TABLE_FORMS = ("csv", "xlsx")
"""Formats in which only pages with exactly one table can be downloaded."""
SHOWN = 5
"""The most messages of one kind that are shown."""


@frozen
class QueryGroup:
    """The queries of one level: what FIDE would reject, or only ask about."""

    title: str
    lines: Sequence[Message]
    more: int
    bad: bool


@router.get("")
def show(page: AtDesk, round: int | None = None, dialect: str = "", made: str = "") -> Response:
    paired = len(page.section.rounds)
    dialect = dialect if dialect in DIALECTS else DIALECTS[0]
    number = round if round and 1 <= round <= paired else paired
    tournament = page.section.tournament
    queried, compared = _group_queries(page, dialect)
    corrected = reporting.count_rating_corrections(tournament)
    return page.render(
        "files/files.html",
        size=page.file.path.stat().st_size // 1000 + 1,
        forms=[
            (form, page.say(title), _tell_losses(page, form)) for form, title in TOURNAMENT.items()
        ],
        uncorrected=DIALECTS if corrected else (),
        reports=_reports(page, number) if tournament.players else [],
        rounds=range(1, paired + 1),
        number=number,
        asked_round=round is not None,
        asked=queried,
        compared=compared,
        complete=paired == page.section.settings.rounds,
        dialects=[
            PageLink(one.upper(), page.url("files", round=round, dialect=one), one == dialect)
            for one in DIALECTS
        ],
        rating=page.url("files", "rating", dialect),
        made=page.desktop.downloads.find(made),
        taking=page.url("files", "made", made),
        corrected=corrected,
        players=bool(tournament.players),
        online=online_view(page) if paired else None,
    )


def _tell_losses(page: SectionPage, form: str) -> list[str]:
    """Return sentences on what the format cannot store."""
    if form not in (*DIALECTS, CHESS_RESULTS) or not page.section.registrations:
        return []

    def compute() -> list[str]:
        try:
            if form == CHESS_RESULTS:
                public = reporting.public_subject(page).tournament
                return [page.say(one) for one in write_chess_results(public).losses]
            return [page.say(one) for one in losses(page.section.tournament, form)]
        except CrivelloError as error:
            return [page.say(error)]

    return page.snapshot.once(("losses", page.key, form, page.language), compute)


def _reports(page: SectionPage, number: int) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each report's title with its formats and their addresses."""
    found = []
    public = last_complete_round(reporting.public_subject(page).tournament)
    load_prints()
    for name, one in PAGES.items():
        if not has_report(page, name, number) or (name in NEEDS_RESULTS and not public):
            continue
        # Open games place and pay nobody: then the last complete round is meant.
        unfinished = name in NEEDS_RESULTS and number > public
        after = None if unfinished else number or None
        links = [
            (text, page.url("files", "report", name, form, round=after))
            for form, text in _formats_of(one)
        ]
        found.append((page.say(one.title), links))
    return found


def _formats_of(one: Page) -> Iterator[tuple[str, str]]:
    yield from (form for form in REPORTS if one.tabular or form[0] not in TABLE_FORMS)
    if one.form:
        yield DATA


def _group_queries(page: SectionPage, dialect: str) -> tuple[list[QueryGroup], bool]:
    """Return FIDE's queries by level, and True if the players were compared with a rating list."""
    found, compared = reporting.find_queries(page, dialect)
    levels = []
    for level, title in LEVELS.items():
        these = [one for one in found if one.level is level]
        if not these:
            continue
        kinds: dict[str, int] = {}
        lines = []
        for one in these:
            kinds[one.code] = kinds.get(one.code, 0) + 1
            if kinds[one.code] <= SHOWN:
                lines.append(Message(page.say(one), one.record))
        more = len(these) - len(lines)
        levels.append(QueryGroup(page.say(title), lines, more, level is Level.REJECT))
    return levels, compared


# Downloads


@router.get("/file")
def backup(page: AtDesk) -> Response:
    """Send the tournament file itself; it is complete even if something is written meanwhile."""
    with tempfile.TemporaryDirectory() as folder, LogFile.open(page.file.path) as log:
        data = copy_to(log, folder, page.snapshot.sequence).read_bytes()
    return download(data, page.file.path.name)


@router.get("/made/{made}")
def take_file(page: AtDesk, made: str) -> Response:
    """Send a file that was made before; a PDF is shown, other files are saved."""
    return take(page, made, inline=True)


@router.get("/site")
def site(page: AtDesk) -> Response:
    return make_site(page)


@router.get("/tournament/{form}")
def tournament(page: AtDesk, form: str, provisional: bool = False) -> Response:
    page.on_refusal(page.url("files"))
    whole = page.section.tournament
    if form in DIALECTS:
        try:
            text = reporting.report_file(whole, form, provisional=provisional)
        except GamesOpen as error:
            return _as_provisional(page, error)
        return _download(page, text, form, "trf")
    if form == "json":
        return _download(page, write_json(final(whole, provisional=True)), "", form)
    if form == "csv":
        return _download(page, write_players(whole.players), "", form)
    if form == CHESS_RESULTS:
        public = reporting.public_subject(page).tournament
        return _download(page, write_chess_results(public).text, form, "xml")
    raise HTTPException(404)


@router.get("/rating/{dialect}")
def for_rating(page: AtDesk, dialect: str, provisional: bool = False) -> Response:
    """Send the report file with the corrections that came too late to count."""
    if dialect not in DIALECTS:
        raise HTTPException(404)
    page.on_refusal(page.url("files"))
    whole = page.section.tournament
    try:
        text = reporting.report_file(whole, dialect, for_rating=True, provisional=provisional)
    except GamesOpen as error:
        return _as_provisional(page, error)
    return _download(page, text, f"{dialect}-rating", "trf")


def _as_provisional(page: SectionPage, error: GamesOpen) -> Response:
    """Show a page that asks whether to make a provisional file."""
    return page.render(
        "files/provisional.html", 409, message=page.say(error), url=page.with_query(provisional="1")
    )


@router.get("/report/{name}/{form}")
def one_report(page: AtDesk, name: str, form: str, round: int | None = None) -> Response:
    """Send a report in one format."""
    if name not in PAGES or form not in dict([*REPORTS, DATA]):
        raise HTTPException(404)
    if form == DATA[0] and not PAGES[name].form:
        raise HTTPException(404)
    if form in TABLE_FORMS and not PAGES[name].tabular:
        return _not_a_table(page, name, form, round)
    back = page.on_refusal(page.url("files"))
    what = f"{name}-{round}" if round else name
    document = report(name, reporting.subject_for(page, name), round, page.language)
    tables = [block for block in document.blocks if isinstance(block, Table)]
    if form == DATA[0]:
        data = {"schema": schema("forms"), **forms_view(document)}
        return _download(page, json.dumps(data, ensure_ascii=False, indent=2), what, form)
    if form == "csv":
        return _download(page, as_csv(tables), what, form)
    if form == "xlsx":
        from crivello.reports.exports import as_xlsx

        return download(as_xlsx(tables), download_name(page, what, form))
    if form == "pdf":
        return draw(page, document, download_name(page, what, form), back)
    html = as_page(document, page.language).encode("utf-8", "replace").decode()
    return _download(page, html, what, form)


def _not_a_table(page: SectionPage, name: str, form: str, round: int | None) -> Response:
    """Answer that a report has no table for this format, and offer its other formats."""
    others = [
        PageLink(text, page.url("files", "report", name, other, round=round))
        for other, text in REPORTS
        if other not in TABLE_FORMS
    ]
    text = page.say(NOT_A_TABLE, page=page.say(PAGES[name].title), form=dict(REPORTS)[form])
    return page.render("templates/error.html", 404, status=404, text=text, article="", links=others)


@router.get("/pgn")
def pgn(page: AtDesk, round: int | None = None) -> Response:
    page.on_refusal(page.url("files"))
    text = skeletons(reporting.public_subject(page), round)
    return _download(page, text, f"round-{round}" if round else "", "pgn")


def _download(page: SectionPage, text: str, what: str, ending: str) -> Response:
    return download(text.encode("utf-8", "replace"), download_name(page, what, ending))
