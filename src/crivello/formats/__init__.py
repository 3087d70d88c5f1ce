"""Tournaments as files: report files (TRF16, TRF(x), TRF(bx), TRF26), JSON, players as CSV."""

from .detect import read

__all__ = ["read"]
