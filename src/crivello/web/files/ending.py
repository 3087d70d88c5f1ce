"""The page End of the event: what is finished, what is missing, and everything in one archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import Desk
from crivello.desk.publications import has_unpublished_results
from crivello.extras import install_command
from crivello.model.errors import CrivelloError
from crivello.model.sentence import Sentence
from crivello.reports.event_archive import (
    FILES,
    check_lines,
    final_event,
    gaps,
    make_archive,
)
from crivello.reports.pages import PAGES
from crivello.reports.pdf import with_pdf
from crivello.reports.queries import DIALECTS, Level
from crivello.reports.subject import Subject
from crivello.standard.classes import frozen
from crivello.standings.finality import GamesOpen
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.standings.standings import last_complete_round
from crivello.web.files import reporting
from crivello.web.files.downloads import download_name, draw_pdf
from crivello.web.files.printing import ABOUT
from crivello.web.forms import Form
from crivello.web.jobs import Job, Steps, begin
from crivello.web.page_answers import Confirmation, Message, PageAnswer, PageLink
from crivello.web.uploads import Upload
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Language, translator

router = APIRouter(prefix="/t/{file}/{section}/end")

MAKING = N_("Making the archive of the event.")
WRITING = N_("writing files")
READY = N_("The archive is ready: {file}, {count} files.")
DIFFERENT = N_("The archive {file} is made, but its files contradict each other: see below.")
BAD_PRIZES = N_("The prizes cannot be read: there is no list of prizes.")
NO_RESULTS = N_("The archive can be made when a round has all its results.")
REJECTS = N_("One thing FIDE would reject.", "{count} things FIDE would reject.")
OF_SITE = N_("All rounds with the reasons for their pairings, in both languages.")
PASSES = N_("Nothing that FIDE would reject.")

AS_PROVISIONAL = N_("Create it as provisional")
PARTS = ("standings", "crosstable", "prizes", "norms", "event-report", "exceptions")
"""Pages that belong to the end of an event."""


@frozen
class EndPart:
    """One document that belongs to the end of an event."""

    title: str
    about: str
    links: Sequence[PageLink]


@router.get("")
def show(page: AtDesk, made: str = "") -> Response:
    about, unread = _subject(page)
    after = last_complete_round(about.tournament)
    return page.render(
        "files/end.html",
        after=after,
        rounds=page.section.settings.rounds,
        parts=_parts(page, about) if after else [],
        with_pdf=with_pdf(),
        command=install_command("pdf"),
        reports=_reports(page) if after else [],
        missing=[(page.say(one), page.link_to(one.remedy)) for one in gaps(about, unread)],
        nothing=page.say(NO_RESULTS),
        made=page.desktop.downloads.find(made),
        taking=page.url("files", "made", made),
    )


@router.post("/archive")
def archive(page: AtDesk, form: Form) -> Response:
    """Put all documents into a zip file and cross-check it; the page then offers it for
    download.
    """
    back = page.on_refusal(page.url("end"))
    provisional = form.is_checked("provisional")
    try:
        final_event(_subject(page)[0], provisional)
    except GamesOpen as error:
        ask = Confirmation(
            page.url("end", "archive"), (("provisional", "1"),), page.say(AS_PROVISIONAL)
        )
        return page.redirect(
            back, PageAnswer(done=False, lines=(Message(page.say(error)),), ask=ask)
        )
    steps, downloads = Steps(WRITING), page.desktop.downloads
    path, key, language = page.file.path, page.key, page.language
    prizes, name = reporting.read_prize_file(page), download_name(page, "archive", "zip")

    def make() -> str:
        # Another desk: that of the pages must stay free for the next result.
        with Desk.open(path) as desk:
            subject, unread = _with_prizes(Subject.of_desk(desk, key, published_only=True), prizes)
            return downloads.put(
                _build_archive(name, subject, unread, language, steps, provisional)
            )

    def ready_sentence(made: str) -> Sentence:
        found = downloads.find(made)
        assert isinstance(found, MadeArchive)
        template = DIFFERENT if found.differences else READY
        return Sentence(template, file=name, count=found.files)

    what = Sentence(MAKING)
    job = Job(what, back, begin(make), steps, ready_sentence, lambda made: f"{back}?made={made}")
    return page.wait_for(job)


@frozen
class MadeArchive(Upload):
    """An archive to be downloaded, with what its cross-check found."""

    files: int
    compared: str
    differences: Sequence[str]


def _build_archive(
    name: str,
    subject: Subject,
    unread: Sentence | None,
    language: Language,
    steps: Steps,
    provisional: bool,
) -> MadeArchive:
    def tell(done: int, total: int) -> None:
        steps.total = total
        steps.step()

    archive = make_archive(subject, language, unread, draw_pdf, tell, provisional)
    compared, *differences = check_lines(archive.check, translator(language))
    return MadeArchive(name, archive.to_zip(), len(archive.files), compared, differences)


def _subject(page: SectionPage) -> tuple[Subject, Sentence | None]:
    """Return what the documents are about, and the error if the prizes cannot be read."""
    withheld = has_unpublished_results(page.section)
    about = replace(reporting.subject_for(page, "event-report"), withheld=withheld)
    return _with_prizes(about, reporting.read_prize_file(page))


def _with_prizes(about: Subject, text: str) -> tuple[Subject, Sentence | None]:
    if not text:
        return about, None
    try:
        return replace(about, prizes=read_prizes(text.encode(), about.tournament)), None
    except CrivelloError:
        return about, Sentence(BAD_PRIZES)


def _parts(page: SectionPage, about: Subject) -> list[EndPart]:
    """Return the printed documents, each with links to view, print and change it."""
    elsewhere = {
        "standings": ("standings",),
        "crosstable": ("crosstable",),
        "prizes": ("prizes",),
        "norms": ("prizes", "norms"),
    }
    parts = []
    for name in PARTS:
        if name == "prizes" and about.prizes is None:
            continue
        links = [PageLink(page.say(N_("Print")), page.url("print", name))]
        if with_pdf():
            links.append(PageLink("PDF", page.url("print", name, "pdf")))
        if name in elsewhere:
            links.insert(0, PageLink(page.say(N_("Show")), page.url(*elsewhere[name])))
        parts.append(EndPart(page.say(PAGES[name].title), page.say(ABOUT[name]), links))
    return parts


def _reports(page: SectionPage) -> list[EndPart]:
    """Return the report files, each with the number of points that FIDE would reject, and the
    site.
    """
    parts = []
    for dialect in DIALECTS:
        asked, _ = reporting.find_queries(page, dialect)
        rejected = sum(one.level is Level.REJECT for one in asked)
        found = page.say(REJECTS, count=rejected) if rejected else page.say(PASSES)
        links = [
            PageLink(page.say(N_("Download")), page.url("files", "rating", dialect)),
            PageLink(
                page.say(N_("What FIDE would ask")), page.url("files", dialect=dialect) + "#asked"
            ),
        ]
        parts.append(EndPart(page.say(FILES[f"fide/{dialect}"]), found, links))
    site = [PageLink("ZIP", page.url("files", "site"))]
    parts.append(EndPart(page.say(N_("Web pages of the tournament")), page.say(OF_SITE), site))
    return parts
