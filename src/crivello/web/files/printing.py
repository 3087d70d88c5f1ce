"""Pages for paper: those of `reports`, as HTML for printing and as PDF.

Such a page contains its style sheet. The content security policy of the response allows this one
style sheet by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from crivello.desk.publications import has_unpublished_results
from crivello.extras import install_command
from crivello.model.errors import CrivelloError, Unsupported
from crivello.model.keys import is_round_robin, pairs_matches
from crivello.reports import pages as reports
from crivello.reports.document import Document
from crivello.reports.forms.boxes import arbiters_of
from crivello.reports.layout import as_page, print_time
from crivello.reports.listings import CARDS_IN_A_PART
from crivello.reports.pdf import page_data, with_pdf
from crivello.reports.plug_in import FROM_PLUG_IN, added_prints
from crivello.reports.subject import Choice
from crivello.reports.typefaces import find_unprintable, texts_of_tournament
from crivello.standard.classes import frozen
from crivello.standings.round_robin import GridOrder
from crivello.standings.standings import last_complete_round
from crivello.systems.registry import find
from crivello.web.files.downloads import download_name, draw, draw_pdf
from crivello.web.files.reporting import public_subject, read_prize_file, subject_for
from crivello.web.forms import Form
from crivello.web.guard import STYLE
from crivello.web.jobs import Job, Steps, begin
from crivello.web.network.links import desk_links, slip_codes
from crivello.web.page_answers import PageLink
from crivello.web.tables.view import DECIDING, complete, hides_columns, subject
from crivello.web.uploads import Upload
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence, Template

router = APIRouter(prefix="/t/{file}/{section}/print")

ABOUT: dict[str, Template] = {
    "pairings-by-board": N_("The tables in order, with space for the results."),
    "pairings-by-name": N_("In alphabetical order: table, colour, opponent."),
    "results": N_("The tables with their results."),
    "standings": N_("After the last complete round, with tie-breaks."),
    "players-by-board": N_("Teams: who did best at each board, for board prizes."),
    "crosstable": N_("All rounds of all players."),
    "working-crosstable": N_("By score, with due colour and floats, to calculate the next round."),
    "players": N_("The players by pairing number."),
    "aro": N_("Average ratings of the opponents, to calculate the next round (Dubov)."),
    "cards": N_("One card for each player, with all rounds."),
    "slips": N_("Result slips to sign; cut as a stack, they stay in order."),
    "why-slips": N_("Half a page for each table: why the two players have this pairing."),
    "boards": N_("Teams, two games: the boards of every match."),
    "match-cards": N_("Teams, two games: a card for each match."),
    "name-cards": N_("Folded name cards for the tables."),
    "prizes": N_("The winners of the prizes, with the reasons."),
    "norms": N_("The norms achieved, with the data of the certificates."),
    "event-report": N_("Event, arbiters, schedule, players by federation and title, exceptions."),
    "it3": N_("The facts of FIDE's form IT3, to check and sign."),
    "it1": N_("The facts of FIDE's form IT1 for each norm, to check and sign."),
    "fa1": N_("For every arbiter of the event, to evaluate and sign."),
    "ia1": N_("For every arbiter of the event, to evaluate and sign."),
    "fide-server": N_("Everything to type on FIDE's server, on one page, to copy."),
    "rating-check": N_("What FIDE would reject or query."),
    "rated-games": N_("Every rated game with ids and ratings; a federation takes it as CSV."),
    "changes": N_("With case and reason, for the report."),
    "points": N_("With their reasons, for the report."),
    "exceptions": N_("The exceptions to the rules that were made, for the report."),
}
OF_ARBITERS = ("fa1", "ia1")
OF_MATCHES = ("boards", "match-cards")
OF_A_ROUND = (
    *("pairings-by-board", "pairings-by-name", "results", "slips", "why-slips"),
    *OF_MATCHES,
)
AFTER_A_ROUND = (
    *("crosstable", "working-crosstable", "standings", "players-by-board", "cards"),
    *("prizes", "norms", "aro", "it3", "it1"),
)
NEEDS_ROUND = (*OF_A_ROUND, *AFTER_A_ROUND)
NEEDS_RESULTS = (
    *("standings", "players-by-board", "prizes", "norms", "aro", "it3", "it1"),
    "working-crosstable",
)

DRAWING_ALL = N_("Making all pages as PDF.")
DRAWN = N_("making pages")
ALL_READY = N_("The PDFs are ready: {file}.")

_SHEET = re.compile(r"<style>(.*?)</style>", re.S)


@frozen
class PrintSheet:
    """A page for paper, in the list of those that can be printed."""

    title: str
    about: str
    name: str
    asked: Mapping[str, int | None]
    """The query parameters of its address."""
    more: Sequence[PageLink] = ()
    parts: Sequence[tuple[str, int]] = ()
    """The parts in which it is made as PDF: from which to which player, and the number."""


@router.get("")
def index(page: AtDesk, round: int | None = None, made: str = "", wall: bool = False) -> Response:
    last = len(page.section.rounds)
    number = last if round is None else round
    if not 0 <= number <= last or (round == 0 and last):
        raise HTTPException(404)
    large = 1 if wall else None
    tabs = [
        PageLink(str(k), page.url("print", round=k, wall=large), k == number)
        for k in range(1, last + 1)
    ]
    sizes = [
        PageLink(page.say(text), page.url("print", round=round, wall=value), value == large)
        for text, value in ((MANY_ROWS, None), (FOR_THE_WALL, 1))
    ]
    sheets = [] if not subject(page).tournament.players else _sheets(page, number, wall)
    wanted = _wanted_now(page, number)
    return page.render(
        "files/print.html",
        number=number,
        tabs=tabs,
        sizes=sizes,
        wall=large,
        now=[one for name in wanted for one in sheets if one.name == name],
        sheets=sheets,
        with_pdf=with_pdf(),
        command=install_command("pdf"),
        unprintable=_find_unprintable(page) if sheets and with_pdf() else "",
        made=page.desktop.downloads.find(made),
        taking=page.url("files", "made", made),
    )


MANY_ROWS = N_("many rows on a page")
FOR_THE_WALL = N_("large letters, for the wall")


def _wanted_now(page: SectionPage, number: int) -> tuple[str, ...]:
    """Return the sheets that the hall needs at this point of the event."""
    if number == 0:
        return ("players",)
    if page.section.rounds[number - 1].results_published:
        return ("standings", "crosstable", "results")
    return ("pairings-by-board", "pairings-by-name", "slips")


def _find_unprintable(page: SectionPage) -> str:
    """Return a sentence on characters that a PDF cannot show, or on fonts; empty if all is well."""
    try:
        found = find_unprintable(texts_of_tournament(subject(page).tournament))
    except Unsupported as error:
        found = error.sentence
    return page.say(found) if found else ""


def has_report(page: SectionPage, name: str, number: int) -> bool:
    """Return True if a page makes sense for this kind of tournament, after this many rounds."""
    if number == 0 and (name in NEEDS_ROUND or reports.PAGES[name].shows_results):
        return False
    if name == "prizes":
        return bool(read_prize_file(page))
    if name == "working-crosstable":
        return not is_round_robin(page.section.settings.system)
    if name == "aro":
        return find(subject(page).system).shows_ratings
    if name in OF_ARBITERS:
        return bool(arbiters_of(page.section.tournament.settings))
    if name in OF_MATCHES:
        return pairs_matches(page.section.settings.system)
    return name != "players-by-board" or page.section.has_teams


def _sheets(page: SectionPage, number: int, wall: bool = False) -> list[PrintSheet]:
    sheets = []
    large = {"wall": 1} if wall else {}
    public = last_complete_round(public_subject(page).tournament)
    for name, about in ABOUT.items():
        if not has_report(page, name, number) or (name in NEEDS_RESULTS and not complete(page)):
            continue

        def after(done: int, name: str = name) -> int | None:
            """Return the round for the address, if the page has one when `done` rounds are over."""
            of_tables = name in AFTER_A_ROUND and number <= done
            return number if name in OF_A_ROUND or of_tables else None

        unpublished = reports.PAGES[name].shows_results and has_unpublished_results(page.section)
        only_entered = name in NEEDS_RESULTS and not public
        asked = {"round": after(complete(page)), "entered": 1}
        if not only_entered:
            asked = {"round": after(public if unpublished else complete(page))}
        asked |= large
        more = []
        if name == "slips":
            two = page.url("print", name, **asked, per_page=2)
            more.append(PageLink(page.say(N_("two on a page")), two))
        if name == "standings" and hides_columns(page, asked["round"] or complete(page)):
            few = page.url("print", name, **asked, columns=DECIDING)
            more.append(PageLink(page.say(N_("without tie-breaks that make no difference")), few))
        if name == "crosstable" and is_round_robin(page.section.settings.system):
            ranked = page.url("print", name, **asked, by=GridOrder.RANK.value)
            more.append(PageLink(page.say(N_("by rank")), ranked))
        if reports.PAGES[name].form:
            data = page.url("files", "report", name, "json", round=asked["round"])
            more.append(PageLink("JSON", data))
        if name == "rated-games":
            more.append(PageLink("CSV", page.url("files", "report", name, "csv")))
        if unpublished and not only_entered:
            whole = page.url("print", name, round=after(complete(page)), entered=1, **large)
            more.append(PageLink(page.say(N_("with results not yet published")), whole))
        title = page.say(reports.PAGES[name].title)
        parts = _card_parts(page) if name == "cards" else ()
        sheets.append(PrintSheet(title, page.say(about), name, asked, more, parts))
    return [*sheets, *_sheets_of_plug_ins(page, number, large)]


def _sheets_of_plug_ins(
    page: SectionPage, number: int, large: Mapping[str, int]
) -> list[PrintSheet]:
    return [
        PrintSheet(
            page.say(one.title),
            page.say(FROM_PLUG_IN, package=one.plug_in),
            name,
            {"round": complete(page), **large},
            [],
        )
        for name, one in added_prints().items()
        if has_report(page, name, number)
    ]


def _card_parts(page: SectionPage) -> list[tuple[str, int]]:
    """Return the parts of the cards; empty if they are few enough for one."""
    count = len(subject(page).tournament.players)
    starts = range(1, count + 1, CARDS_IN_A_PART)
    return [
        (f"{start}–{min(start + CARDS_IN_A_PART - 1, count)}", part)
        for part, start in enumerate(starts, start=1)
        if len(starts) > 1
    ]


@router.post("/all")
def draw_all(page: AtDesk, form: Form) -> Response:
    """Make all pages of the list as PDF in one zip file, which the list then offers for
    download.
    """
    number = form.number("round") or 0
    if not 0 <= number <= len(page.section.rounds):
        raise HTTPException(404)
    wall = form.is_checked("wall")
    large = 1 if wall else None
    back = page.url("print", round=number or None, wall=large)
    sheets, downloads = _sheets(page, number), page.desktop.downloads
    steps, file = Steps(DRAWN), download_name(page, "print", "zip")
    files: list[tuple[PrintSheet, int | None, str]] = []
    for sheet in sheets:
        files += [(sheet, part, f"{sheet.name}-{part}.pdf") for _, part in sheet.parts]
        files += [] if sheet.parts else [(sheet, None, f"{sheet.name}.pdf")]
    steps.total = len(files)

    def make() -> str:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as target:
            for sheet, part, name in files:
                try:
                    document = requested_page(
                        page,
                        sheet.name,
                        sheet.asked["round"],
                        entered="entered" in sheet.asked,
                        wall=wall,
                        part=part,
                    )
                except CrivelloError as error:
                    # A print of a plug-in, or the reasons of its system: the others are still made.
                    if sheet.name not in added_prints() and not isinstance(error, Unsupported):
                        raise
                    target.writestr(f"{sheet.name}.txt", page.say(error))
                else:
                    target.writestr(name, draw_pdf(page_data(document, page.language)))
                steps.step()
        return downloads.put(Upload(file, packed.getvalue()))

    return page.wait_for(
        Job(
            Sentence(DRAWING_ALL),
            back,
            begin(make),
            steps,
            lambda made: Sentence(ALL_READY, file=file),
            lambda made: page.url("print", round=number or None, made=made, wall=large),
        )
    )


def requested_page(
    page: AtDesk,
    name: str,
    round: int | None = None,
    player: int | None = None,
    per_page: int = 3,
    category: str = "",
    entered: bool = False,
    columns: str = "",
    by: str = "",
    wall: bool = False,
    part: int | None = None,
) -> Document:
    """Return the document that the address asks for."""
    if name not in reports.PAGES and name not in added_prints():
        raise HTTPException(404)
    choice = Choice(
        per_page=per_page,
        player=player,
        category=category or None,
        only_deciding=columns == DECIDING,
        by_rank=by == GridOrder.RANK.value,
        wall=wall,
        part=part,
    )
    document = reports.view(name, subject_for(page, name, entered), round, page.language, choice)
    document = replace(document, printed=print_time())
    if name not in reports.WITH_CODES:
        return document
    with desk_links(page.desktop.switch, page.file.name) as links:
        number = round or len(page.section.rounds)
        return reports.with_codes(document, slip_codes(links, page.file.name, page.section, number))


Printed = Annotated[Document, Depends(requested_page)]


@router.get("/{name}")
def show(page: AtDesk, document: Printed) -> Response:
    return page_for_print(page, document)


def page_for_print(page: SectionPage, document: Document) -> Response:
    """Return the response with a document that contains its style sheet, which the guard allows by
    hash.
    """
    html = as_page(document, page.language)
    digest = hashlib.sha256(style_sheet(html).encode()).digest()
    setattr(page.request.state, STYLE, base64.b64encode(digest).decode())
    return HTMLResponse(html)


def style_sheet(html: str) -> str:
    """Return the style sheet inside a page for paper."""
    found = _SHEET.search(html)
    assert found is not None, "pages for print have a style sheet"
    return found[1]


@router.get("/{name}/pdf")
def show_pdf(page: AtDesk, name: str, document: Printed, round: int | None = None) -> Response:
    file = download_name(page, f"{name}-{round}" if round else name, "pdf")
    return draw(page, document, file, page.url("print"), inline=True)
