"""Uploads to chess-results.com: the panel of the page Files, and those after each publication."""

from __future__ import annotations

import logging
import queue
import threading
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import Desk
from crivello.desk.actions import RecordOnlineKey
from crivello.desk.events import KeyStep
from crivello.desk.publications import PUBLICATIONS
from crivello.desk.refusals import key_unsure
from crivello.model.errors import CrivelloError
from crivello.reports.chess_results.account import account_path, read_account
from crivello.reports.chess_results.protocol import UploadClient
from crivello.reports.chess_results.publishing import Published, page_of, publish_online
from crivello.standard.classes import frozen
from crivello.web.desks import Desks, TournamentFile
from crivello.web.forms import Form
from crivello.web.jobs import Job, begin
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence

router = APIRouter(prefix="/t/{file}/{section}/files/online")

SITE = "chess-results.com"
UPLOADING = N_("Uploading to chess-results.com.")
UPLOADED = N_("Uploaded to chess-results.com: {page}")
UPLOADED_WITH_LOSSES = N_(
    "Uploaded to chess-results.com: {page} One item was cut or has no place there.",
    "Uploaded to chess-results.com: {page} {count} items were cut or have no place there.",
)

log = logging.getLogger("crivello.web")
_turn = threading.Lock()
"""Uploads go one at a time, so that an earlier state never replaces a later one there."""


@frozen
class OnlineView:
    """The panel about chess-results.com."""

    title: str
    """The name of the site."""
    trouble: str
    """Why uploads are off; empty if they are on."""
    page: str
    """The address of the tournament's page there; empty before the first upload."""
    unsure: str
    """What to do after a key was asked for and the answer was lost; empty otherwise."""


def online_view(page: SectionPage) -> OnlineView:
    trouble = ""
    try:
        read_account(account_path())
    except (CrivelloError, OSError) as error:
        trouble = page.say(error) if isinstance(error, CrivelloError) else str(error)
    key = page.section.online_key
    asked = page.section.online_key_asked
    unsure = page.say(key_unsure(asked)) if key is None and asked else ""
    return OnlineView(SITE, trouble, page_of(key) if key is not None else "", unsure)


@router.post("")
def upload(page: AtDesk, form: Form) -> Response:
    """Begin an upload and show the page that waits for it."""
    back = page.on_refusal(page.url("files") + "#online")
    client = UploadClient(read_account(account_path()))
    again = bool(form.text("again"))
    file, key, actor = page.file, page.key, page.desks.actor

    def work() -> Published:
        try:
            return _upload(file.path, key, client, actor, again=again)
        finally:
            file.look()

    return page.wait_for(Job(Sentence(UPLOADING), back, begin(work, _turn), done=_tell))


@router.post("/key")
def enter_key(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("files") + "#online")
    key = form.typed_number("key") or 0
    return page.do(RecordOnlineKey(page.key, KeyStep.TYPED, key), back)


def _tell(found: Published) -> Sentence:
    if not found.losses:
        return Sentence(UPLOADED, page=found.page)
    return Sentence(UPLOADED_WITH_LOSSES, page=found.page, count=len(found.losses))


def _upload(
    path: Path,
    section: str,
    client: UploadClient,
    actor: str,
    again: bool = False,
    only_known: bool = False,
) -> Published:
    """Upload with a desk of its own: that of the pages must stay free for the next result."""
    with Desk.open(path, actor) as desk:
        return publish_online(desk, section, client, again=again, only_known=only_known)


class UploadsAfterPublications:
    """Uploads each publication of the sections whose setting `publish-online` is on.

    It works in a thread of its own: a publication never waits for it, and never fails with it.
    """

    def __init__(self, desks: Desks) -> None:
        self._desks = desks
        self._seen: dict[str, int] = {}
        """The last event of each file that was looked at."""
        self._changes: queue.SimpleQueue[tuple[str, int] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._follow, name="uploads", daemon=True)
        self._thread.start()

    def notice(self, file: str, sequence: int) -> None:
        """Take note of a change, in the thread of the desk; nothing is done here."""
        self._changes.put((file, sequence))

    def close(self) -> None:
        self._changes.put(None)

    def _follow(self) -> None:
        while (change := self._changes.get()) is not None:
            name, sequence = change
            file = self._desks.find_open(name)
            if file is None:  # it is being opened: what it holds already was published before
                self._seen[name] = sequence
                continue
            try:
                self._upload_new(name, file)
            except (CrivelloError, OSError) as error:
                log.warning("chess-results.com, %s: %s", name, error)

    def _upload_new(self, name: str, file: TournamentFile) -> None:
        snapshot = file.snapshot
        new = snapshot.log[self._seen.get(name, snapshot.sequence) :]
        self._seen[name] = snapshot.sequence
        published = {item.event.section for item in new if isinstance(item.event, PUBLICATIONS)}
        for key in sorted(published & snapshot.state.sections.keys()):
            section = snapshot.section(key)
            if section.announced.publish_online and section.online_key is not None:
                client = UploadClient(read_account(account_path()))
                with _turn:
                    _upload(file.path, key, client, self._desks.actor, only_known=True)
