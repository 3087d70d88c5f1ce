"""Tournaments as files: report files (TRF16, TRF(x), TRF(bx), TRF26), JSON, players as CSV."""

from .detect import Form, form_of, read, read_document

__all__ = ["Form", "form_of", "read", "read_document"]
