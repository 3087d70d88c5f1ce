"""Publish a section of a tournament file on chess-results.com.

What the site may do only once is in the tournament file before and after it is asked for: that the
key is asked for, and the key itself. So an upload that breaks off anywhere goes on where it was.
"""

from __future__ import annotations

from collections.abc import Mapping

from crivello.desk import Desk, Section
from crivello.desk.actions import RecordOnlineKey
from crivello.desk.events import KeyStep
from crivello.desk.publications import published_section
from crivello.model.errors import CrivelloError, Problem, Remedy, RemedyKind, Unsupported
from crivello.model.sentence import N_
from crivello.reports.chess_results.account import PAGE
from crivello.reports.chess_results.protocol import SiteError, SiteRefusal, UploadClient
from crivello.reports.chess_results.xml_file import write_chess_results
from crivello.reports.subject import Subject
from crivello.standard.classes import frozen

NOTHING_PUBLISHED = N_("Nothing is published yet: publish the pairing of round 1 first.")
NO_FEDERATION = N_("chess-results.com needs the federation of the tournament.")
NO_KEY = N_("This tournament has no key at chess-results.com yet: do the first upload yourself.")
NOT_STORED = N_(
    "chess-results.com has given the key {key}, but it could not be stored: {detail} Write it "
    "down, and enter it as soon as the file can be written."
)


class KeyNotStored(CrivelloError, code="key-not-stored"):
    """Raised if the site has given a key that could not be written to the tournament file."""


@frozen
class Published:
    """A finished upload."""

    key: int
    losses: tuple[Problem, ...]
    """What was cut, or has no place on the site."""

    @property
    def page(self) -> str:
        return page_of(self.key)


def page_of(key: int) -> str:
    """Return the address of a tournament's public page."""
    return PAGE.format(key=key)


def publish_online(
    desk: Desk, section: str, client: UploadClient, *, again: bool = False, only_known: bool = False
) -> Published:
    """Upload what is published of a section; the first time, ask the site for its key.

    `again`: ask for a key even though the answer to an earlier question was lost. `only_known`:
    never ask for a key.
    """
    account = client.account
    desk.refresh()  # another program may have published since, or have got the key
    if not desk.section(section).rounds:
        raise Unsupported(NOTHING_PUBLISHED)
    _write(desk.section(section), 0, 0, None)  # what the site has no form for is refused before
    key = desk.section(section).online_key
    if key is None:
        if only_known:
            raise Unsupported(NO_KEY)
        key = _obtain_key(desk, section, client, again)
    shown = desk.section(section)
    losses: tuple[Problem, ...] = ()

    def write(security: Mapping[str, object]) -> str:
        nonlocal losses
        text, losses = _write(shown, key, account.creator, security)
        return text

    client.upload(write, key)
    return Published(key, losses)


def _write(
    section: Section, key: int, creator: int, security: Mapping[str, object] | None
) -> tuple[str, tuple[Problem, ...]]:
    public = Subject.of_section(published_section(section)).tournament
    found = write_chess_results(public, str(key), str(creator), security)
    return found.text, found.losses


def _obtain_key(desk: Desk, section: str, client: UploadClient, again: bool) -> int:
    """Ask the site for a key and store it; raise a refusal while an earlier answer is missing."""
    settings = desk.section(section).settings
    if not settings.federation:
        error = Unsupported(NO_FEDERATION)
        error.remedy = Remedy(RemedyKind.CHANGE_SETTING, "federation")
        raise error
    sid = client.session()
    desk.act(RecordOnlineKey(section, KeyStep.ASKED, again=again))
    try:
        key = client.ask_key(sid, settings.federation, settings.name)
    except SiteError as error:
        if not error.sent or isinstance(error, SiteRefusal):
            desk.act(RecordOnlineKey(section, KeyStep.REFUSED))
        raise
    try:
        desk.act(RecordOnlineKey(section, KeyStep.RECEIVED, key))
    except (CrivelloError, OSError) as error:
        raise KeyNotStored(NOT_STORED, key=str(key), detail=error) from error
    return key
