"""What can follow the name of a tie-break after a stroke (C.07: 14, and the codes of TRF26)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Modifiers:
    """A code says them in this order: ``BH/C1/P``."""

    least: int = 0
    """How many of the least significant values are cut."""
    most: int = 0
    """How many of the most significant values are cut after them (median)."""
    played: bool = False
    """``/P``: forfeits count as games against the scheduled opponent."""
    fore: bool = False
    """``/F``: the last round's games count as draws."""
    limit: int = 0
    """``/L+1``: half points above (or below) half of the maximum, for Koya."""
    percent: int = 50
    """``/L60%``: another part of the maximum, for Koya."""
    reverse: bool = False
    """``/R``: the other direction."""
    unrated: int | None = None
    """``/U``: the rating that stands for an unrated player."""

    def __str__(self) -> str:
        text = ""
        if self.least:
            text += f"/M{self.least}" if self.most else f"/C{self.least}"
        text += "/P" if self.played else ""
        text += "/F" if self.fore else ""
        text += f"/L{self.limit:+}" if self.limit else ""
        text += f"/L{self.percent}%" if self.percent != 50 else ""
        text += "/R" if self.reverse else ""
        return text + (f"/U{self.unrated}" if self.unrated is not None else "")


PLAIN = Modifiers()
