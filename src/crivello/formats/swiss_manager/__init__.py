"""Files of Swiss-Manager (.TUNX, .TURX, .TUMX), read only: see docs/swiss-manager.md."""

from .layout import MAGIC
from .reader import read_swiss_manager

__all__ = ["MAGIC", "read_swiss_manager"]
