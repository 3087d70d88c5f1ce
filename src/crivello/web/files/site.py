"""The whole tournament as pages for a web server, packed: made beside the requests."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import Desk
from crivello.reports.site import site_files, site_size
from crivello.reports.subject import Subject
from crivello.web.files.routes import take
from crivello.web.jobs import Job, Steps, begin
from crivello.web.made import download_name
from crivello.web.uploads import Upload
from crivello.web.view import AtDesk
from crivello.words import N_, Language

router = APIRouter(prefix="/t/{file}/{section}/files/site")

MAKING = N_("The web pages of the tournament are being made.")
WRITING = N_("pages are being written")
READY = N_("The web pages are ready to be downloaded.")


@router.get("")
def make(page: AtDesk) -> Response:
    """Pairings are explained in it, so it may take long: at once only if it is ready at once."""
    steps, made = Steps(WRITING), page.desktop.made
    path, key, language = page.file.path, page.key, page.language
    name, back = download_name(page, "site", "zip"), page.url("files")

    def work() -> str:
        return made.put(Upload(name, _packed(path, key, language, steps)))

    job = Job(
        MAKING,
        {},
        back,
        begin(work),
        progress=steps.progress,
        done=lambda kept: (READY, {}),
        leads=lambda kept: f"{back}?made={kept}",
        cancel=steps.stop,
    )
    page.desktop.jobs.add(job)
    if not job.wait():
        return page.redirect(page.waiting_url(job.id))
    if job.future.exception() is not None:
        return page.redirect(job.target, page.told_of(job))
    return take(page, job.future.result())


def _packed(path: Path, key: str, language: Language, steps: Steps) -> bytes:
    packed = io.BytesIO()
    # A desk of its own: the one of the pages must stay free for the next result.
    with Desk.open(path) as desk, zipfile.ZipFile(packed, "w") as target:
        subject = Subject.of_desk(desk, key, published_only=True)
        steps.total = site_size(subject)
        for name, text in site_files(subject, language):
            target.writestr(name, text, zipfile.ZIP_DEFLATED)
            steps.step()
    return packed.getvalue()
