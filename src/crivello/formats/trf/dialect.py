"""The four dialects of report files that are written; a reader takes all of them at once."""

from __future__ import annotations

from enum import Enum


class Dialect(Enum):
    TRF16 = "trf16"
    """FIDE's records of 2016 only: a report for rating."""
    TRFX = "trfx"
    """JaVaFo's TRF(x): rounds, colours, scoring, acceleration, forbidden pairs as XX records."""
    TRFBX = "trfbx"
    """bbpPairings' TRF(bx): some XX records, scoring as BB records."""
    TRF26 = "trf26"
    """FIDE's records of 2026."""

    @property
    def line_end(self) -> str:
        """TRF26 ends its lines with CR; LF after it lets every other program read them too."""
        return "\r\n" if self is Dialect.TRF26 else "\n"

    @property
    def ranks(self) -> bool:
        """Can it keep ids and pairing numbers apart (``XXC rank``)?"""
        return self in (Dialect.TRFX, Dialect.TRFBX)
