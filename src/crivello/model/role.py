"""The part a bracket of the Dutch system plays in its round."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    NORMAL = "normal"
    PENULTIMATE = "PPB"
    """2017: paired again because the rest could not be completed."""
    COLLAPSED_LAST = "CLB"
    """2017: all that is left, in one bracket."""
