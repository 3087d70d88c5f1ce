"""FIDE's report files and their extensions by pairing programs."""

from .reader import Document, read_trf

__all__ = ["Document", "read_trf"]
