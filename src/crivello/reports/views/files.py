"""Views of tournament files: verified, sealed, recovered, copied; and of a site of pages."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from crivello.reports.views.defects import RemedyView, remedy_view
from crivello.reports.views.elements import Say
from crivello.store import Fault


class FaultView(TypedDict):
    sequence: int | None
    """The number of the event."""
    text: str
    remedy: RemedyView | None


def fault_view(fault: Fault, say: Say) -> FaultView:
    remedy = None if fault.remedy is None else remedy_view(fault.remedy)
    return FaultView(sequence=fault.sequence, text=say(fault), remedy=remedy)


class ComparedSealView(TypedDict):
    sequence: int
    """The number of the last event that is sealed."""
    holds: bool
    key: str | None
    """With which it is signed."""


class VerifyView(TypedDict):
    file: str
    events: int
    whole: bool
    faults: list[FaultView]
    seal: NotRequired[ComparedSealView]
    """With `--seal`."""


class SealView(TypedDict):
    sequence: int
    """The number of the last event that is sealed."""
    digest: str
    signed: NotRequired[str]
    """With `--key`."""


class RecoverView(TypedDict):
    file: str
    saved: int
    unverified: list[int]
    """Events that nothing proves to be as they were written."""
    missing: list[int]
    changed: list[int]
    """Events that were found, but are not as they were written; they are not saved."""
    later: list[int]
    """Events after the gap or the changed event, which are not saved."""
    end: str
    """Whether the last event that was written was found: `reached`, `lost` or `unknown`."""
    new_digests: bool
    """All digests were computed anew: no seal given before holds for the new file."""
    complete: bool


class BackupView(TypedDict):
    file: str
    copy: str
    events: int


class SiteView(TypedDict):
    folder: str
    files: int
    start: str
    """The page to begin with."""


class ArchiveView(TypedDict):
    archive: str
    files: list[str]
    """Paths in the archive."""
    missing: list[str]
    """What the event lacks, in words."""
    compared: list[str]
    """Files that were read back and compared with each other."""
    differences: list[str]
    """Differences between the files, in words; there should be none."""
