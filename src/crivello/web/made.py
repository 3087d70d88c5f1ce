"""Files that pages give away: at once, or kept until they are taken if they took long to make."""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from fastapi.responses import Response

from crivello.reports.drawing import Drawing
from crivello.reports.pdf import as_pdf
from crivello.web.desks import file_name
from crivello.web.jobs import Job, begin
from crivello.web.uploads import Upload
from crivello.web.view import SectionPage
from crivello.words import N_

AT_ONCE = 30_000
"""Characters of a page that is drawn as PDF in about a second."""
DRAWING = N_("{file} is being drawn.")
READY = N_("{file} is ready.")
READY_AS_ASKED = N_(
    "{file} is ready, as things stood when it was asked for; since then something was entered."
)
TYPES = {
    "trf": "text/plain; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
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
    """A file to be kept, or to be looked at where the browser can."""
    how = "inline" if inline else "attachment"
    headers = {"content-disposition": f"{how}; filename*=UTF-8''{quote(name)}"}
    return Response(data, media_type=TYPES[name.rpartition(".")[2]], headers=headers)


def drawn(page: SectionPage, html: str, name: str, back: str, *, inline: bool = False) -> Response:
    """A page as PDF: a short one at once, a long one beside the requests.

    What is drawn already, or on its way, is not drawn again. When it is ready, `back` has it.
    """
    if len(html) <= AT_ONCE:
        return download(as_pdf(html), name, inline=inline)
    key = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:24]
    jobs, made = page.desktop.jobs, page.desktop.made
    found = made.find(key)
    if found is not None:
        return download(found.data, name, inline=inline)
    file, sequence = page.file, page.snapshot.sequence

    def start() -> Job:
        drawing = Drawing(html)
        return Job(
            DRAWING,
            {"file": name},
            back,
            begin(lambda: made.put(Upload(name, drawing.run()), key)),
            done=lambda kept: (
                READY if file.snapshot.sequence == sequence else READY_AS_ASKED,
                {"file": name},
            ),
            leads=lambda kept: f"{back}?made={kept}",
            cancel=drawing.stop,
            id=key,
        )

    job = jobs.add_once(key, start)
    if not job.wait():
        return page.redirect(page.waiting_url(job.id))
    found = made.find(key)
    if found is None:
        return page.redirect(job.target, page.told_of(job))
    return download(found.data, name, inline=inline)
