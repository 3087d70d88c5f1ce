"""Downloads: sent at once, or kept until they are fetched if they take long to make."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from fastapi.responses import Response

from crivello.desk import Desk
from crivello.model.errors import Malformed
from crivello.reports.document import Document
from crivello.reports.pdf import page_data, pdf_of
from crivello.reports.site import site_files, site_size
from crivello.reports.subject import Subject
from crivello.web.jobs import Job, Steps, begin
from crivello.web.limited_process import draw_process
from crivello.web.uploads import Upload
from crivello.web.view import SectionPage
from crivello.words import N_, Language, Sentence
from crivello.words.escaping import file_name

AT_ONCE = 100_000
"""The most characters of a page's data for which the PDF is drawn in less than a second."""
DRAWING = N_("Making {file}.")
READY = N_("{file} is ready.")
READY_AS_ASKED = N_(
    "{file} is ready, with the data at the time you asked for it; something has been entered since."
)
MAKING_SITE = N_("Making the web pages of the tournament.")
WRITING_SITE = N_("writing pages")
SITE_READY = N_("The web pages are ready to be downloaded.")
GONE = N_("This file has been removed. Ask for it again.")
TYPES = {
    "trf": "text/plain; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "xml": "application/xml",
    "pgn": "application/x-chess-pgn; charset=utf-8",
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "crivello": "application/vnd.sqlite3",
}


def download_name(page: SectionPage, what: str, ending: str) -> str:
    sections = page.snapshot.state.sections
    parts = [page.file.name, file_name(page.key) if len(sections) > 1 else "", what]
    return f"{'-'.join(filter(None, parts))}.{ending}"


def download(data: bytes, name: str, *, inline: bool = False) -> Response:
    """Return the response that sends a file to be saved; `inline`: shown in the browser if
    possible.
    """
    how = "inline" if inline else "attachment"
    headers = {"content-disposition": f"{how}; filename*=UTF-8''{quote(name)}"}
    return Response(data, media_type=TYPES[name.rpartition(".")[2]], headers=headers)


def take(page: SectionPage, key: str, *, inline: bool) -> Response:
    """Send a file that was made before; if it has been removed, go back to the page Files."""
    found = page.desktop.downloads.find(key)
    if found is None:
        return page.redirect(page.url("files"), page.refusal(Malformed(GONE)))
    return download(found.data, found.name, inline=inline and found.name.endswith(".pdf"))


def _take_from(page: SectionPage, job: Job, *, inline: bool = False) -> Response:
    """Send the file that a job makes, if it is ready soon; else show the page that waits for it."""
    if not job.wait():
        return page.redirect(page.waiting_url(job.id))
    if job.future.exception() is not None:
        return page.redirect(job.target, page.answer_of(job))
    return take(page, job.future.result(), inline=inline)


def draw(
    page: SectionPage, document: Document, name: str, back: str, *, inline: bool = False
) -> Response:
    """Send a document as PDF: a short one at once, a long one drawn in a separate process.

    A PDF that is ready or being drawn is not drawn twice. For a long one, the page `back` offers
    the download.
    """
    data = page_data(document, page.language)
    if len(data) <= AT_ONCE:
        return download(pdf_of(data), name, inline=inline)
    timeless = page_data(replace(document, printed=""), page.language) if document.printed else data
    key = hashlib.sha256(timeless.encode()).hexdigest()[:24]
    downloads = page.desktop.downloads
    if downloads.find(key) is not None:
        return take(page, key, inline=inline)
    file, sequence = page.file, page.snapshot.sequence

    def start() -> Job:
        process = draw_process(data)
        return Job(
            Sentence(DRAWING, file=name),
            back,
            begin(lambda: downloads.put(Upload(name, process.run()), key)),
            process,
            done=lambda key: Sentence(
                READY if file.snapshot.sequence == sequence else READY_AS_ASKED, file=name
            ),
            leads=lambda key: f"{back}?made={key}",
            id=key,
        )

    return _take_from(page, page.desktop.jobs.add_once(key, start), inline=inline)


def draw_pdf(data: str) -> bytes:
    """Return a document as PDF; a long one is drawn in a separate process."""
    pdf: bytes = pdf_of(data) if len(data) <= AT_ONCE else draw_process(data).run()
    return pdf


def make_site(page: SectionPage) -> Response:
    """Make the whole tournament as web pages with explanations, and send them as a zip file."""
    steps, downloads = Steps(WRITING_SITE), page.desktop.downloads
    path, key, language = page.file.path, page.key, page.language
    name, back = download_name(page, "site", "zip"), page.url("files")
    job = Job(
        Sentence(MAKING_SITE),
        back,
        begin(lambda: downloads.put(Upload(name, _site(path, key, language, steps)))),
        steps,
        done=lambda key: Sentence(SITE_READY),
        leads=lambda key: f"{back}?made={key}",
    )
    return _take_from(page, page.desktop.jobs.add(job))


def _site(path: Path, key: str, language: Language, steps: Steps) -> bytes:
    packed = io.BytesIO()
    # Another desk: that of the pages must stay free for the next result.
    with Desk.open(path) as desk, zipfile.ZipFile(packed, "w") as target:
        subject = Subject.of_desk(desk, key, published_only=True)
        steps.total = site_size(subject, language)
        for name, text in site_files(subject, language):
            target.writestr(name, text, zipfile.ZIP_DEFLATED)
            steps.step()
    return packed.getvalue()
