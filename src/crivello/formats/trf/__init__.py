"""FIDE's report files and their extensions by pairing programs.

`read_trf` takes TRF16, TRF(x), TRF(bx) and TRF26, even mixed in one file; `write_trf` writes one of
them, and `losses` tells beforehand what that one cannot carry.
"""

from .canonical import canonical
from .dialect import Dialect
from .losses import losses
from .reader import Document, read_trf
from .writer import write_trf

__all__ = ["Dialect", "Document", "canonical", "losses", "read_trf", "write_trf"]
