"""Tournaments as files: report files (TRF16, TRF(x), TRF(bx), TRF26), JSON, players as CSV,
files of Swiss-Manager.
"""

from crivello.formats.detect import Form, form_of, read, read_document
from crivello.formats.repairs import Repair, refuse_uncertain
from crivello.formats.trf import TournamentDocument

__all__ = [
    "TournamentDocument",
    "Form",
    "Repair",
    "form_of",
    "read",
    "read_document",
    "refuse_uncertain",
]
