"""What reports are about: pages, report files, what FIDE would query, the file of the prizes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from crivello.desk.publications import (
    has_unpublished_results,
    points_given,
    published,
    published_changes,
)
from crivello.formats.trf import write_trf
from crivello.model.tournament import Tournament
from crivello.reports.pages import PAGES
from crivello.reports.queries import Query, list_queries, queries, with_final_ranks
from crivello.reports.subject import Subject
from crivello.standings.prizes.rules import read_prizes
from crivello.web.desks import file_name
from crivello.web.tables.view import subject
from crivello.web.view import SectionPage

DIALECTS = ("trf26", "trf16")


def public_subject(page: SectionPage) -> Subject:
    """The section as the players may see it."""
    section = published(page.section)
    return replace(Subject.of_section(section), seal=page.snapshot.public_seal)


def subject_for(page: SectionPage, name: str, entered: bool = False) -> Subject:
    """What the page `name` of the reports is about, with what only the log or a file knows.

    Pages for the players have published results only, unless those `entered` are asked for.
    """
    about = replace(
        subject(page),
        seal=page.snapshot.seal,
        unpublished=has_unpublished_results(page.section),
    )
    if PAGES[name].shows_results and not entered:
        about = public_subject(page)
    if name == "prizes":
        text = read_prize_file(page)
        rules = read_prizes(text.encode(), about.tournament) if text else None
        return replace(about, prizes=rules)
    if name not in ("changes", "points"):
        return about
    snapshot = page.snapshot
    counting = (item for item in snapshot.log if item.sequence not in snapshot.undone)
    whole = Subject.of_section(
        page.section,
        published_changes(snapshot.log, page.key),
        given=points_given(counting, page.key),
    )
    return replace(whole, seal=snapshot.seal)


def report_file(tournament: Tournament, dialect: str, for_rating: bool = False) -> str:
    """For rating, games have corrections too late to count; ranks stay those that count."""
    ranked = with_final_ranks(tournament, dialect)
    return write_trf(ranked.for_rating() if for_rating else ranked, dialect)


def corrected_for_rating(tournament: Tournament) -> int:
    """How many games are sent for rating differently from how they count (C.04.2: 4.3)."""
    games = [game for this in tournament.rounds for game in this.games]
    return sum(game.for_rating() != game for game in games)


def asked(page: SectionPage, dialect: str) -> tuple[list[Query], bool]:
    """Everything FIDE would reject or query, and whether a rating list was compared."""

    def compute() -> tuple[list[Query], bool]:
        about = Subject.of_section(page.section)
        listed = list_queries(about.tournament, about.pace)
        ranked = with_final_ranks(about.tournament, dialect)
        return queries(ranked, dialect, listed or ()), listed is not None

    return page.snapshot.once(("queries", page.key, dialect), compute)


# The prizes of a section: a file next to the tournament

MOST_CHARACTERS = 200_000
"""In such a file."""


def prizes_path(page: SectionPage) -> Path:
    """One file for each section, which `crivello prizes` reads too."""
    sections = page.snapshot.state.sections
    own = "" if len(sections) == 1 or page.key == next(iter(sections)) else file_name(page.key)
    return page.desks.folder / f"{page.file.name}{'-' if own else ''}{own}.prizes.toml"


def read_prize_file(page: SectionPage) -> str:
    """The prizes as announced; empty if there are none."""
    try:
        with open(prizes_path(page), encoding="utf-8", errors="replace") as file:
            return file.read(MOST_CHARACTERS)
    except OSError:
        return ""
