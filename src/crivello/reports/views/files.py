"""Views of tournament files (verified, sealed, recovered, copied) and of a site."""

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
    """The number of the last sealed event."""
    holds: bool
    key: str | None
    """The key with which the seal is signed."""


class VerifyView(TypedDict):
    file: str
    events: int
    whole: bool
    faults: list[FaultView]
    seal: NotRequired[ComparedSealView]
    """Only with `--seal`."""


class SealView(TypedDict):
    sequence: int
    """The number of the last sealed event."""
    digest: str
    signed: NotRequired[str]
    """Only with `--key`."""


class RecoverView(TypedDict):
    file: str
    saved: int
    unverified: list[int]
    """Events of which nothing proves that they are as they were written."""
    missing: list[int]
    changed: list[int]
    """Events that were found, but are not as they were written; they are not saved."""
    later: list[int]
    """Events after the gap or the changed event, which are not saved."""
    end: str
    """`reached` if the last event that was written was found, else `lost` or `unknown`."""
    new_digests: bool
    """True if all digests were computed anew; then no earlier seal matches the new file."""
    complete: bool


class BackupView(TypedDict):
    file: str
    copy: str
    events: int


class SiteView(TypedDict):
    folder: str
    files: int
    start: str
    """The first page of the site."""


class ArchiveView(TypedDict):
    archive: str
    files: list[str]
    """The paths in the archive."""
    missing: list[str]
    """Everything that the event lacks, as sentences."""
    compared: list[str]
    """The files that were read back and compared with one another."""
    differences: list[str]
    """Differences between the files, as sentences; normally none."""
