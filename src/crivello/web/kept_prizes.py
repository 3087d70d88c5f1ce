"""The prizes that are announced for a section: a file of their own beside the tournament."""

from __future__ import annotations

from pathlib import Path

from crivello.web.desks import file_name
from crivello.web.view import SectionPage

MOST_CHARACTERS = 200_000
"""Characters of such a file."""


def prizes_path(page: SectionPage) -> Path:
    """One file for each section, which `crivello prizes` reads as well."""
    sections = page.snapshot.state.sections
    own = "" if len(sections) == 1 or page.key == next(iter(sections)) else file_name(page.key)
    return page.desks.folder / f"{page.file.name}{'-' if own else ''}{own}.prizes.toml"


def read_prize_file(page: SectionPage) -> str:
    """What is announced; empty if nothing is."""
    try:
        with open(prizes_path(page), encoding="utf-8", errors="replace") as file:
            return file.read(MOST_CHARACTERS)
    except OSError:
        return ""
