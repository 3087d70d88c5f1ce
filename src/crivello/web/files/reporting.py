"""What documents are about: the section for pages and report files, FIDE's queries, the prizes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from crivello.desk import announcement
from crivello.desk.publications import (
    has_unpublished_results,
    points_given,
    published_changes,
    published_section,
)
from crivello.formats.trf import write_trf
from crivello.model.tournament import Tournament
from crivello.reports.pages import PAGES
from crivello.reports.queries import (
    Query,
    corrected_games,
    list_queries,
    queries,
    with_final_ranks,
)
from crivello.reports.subject import Subject
from crivello.standings.finality import final
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.web.tables.view import subject
from crivello.web.view import SectionPage


def public_subject(page: SectionPage) -> Subject:
    """Return the section as players may see it, as the subject of a document."""
    section = published_section(page.section)
    return replace(Subject.of_section(section), seal=page.snapshot.public_seal)


def subject_for(page: SectionPage, name: str, entered: bool = False) -> Subject:
    """Return the subject of the page `name`, with the facts that only the log or a file has.

    Pages for the players show published results only, unless `entered` is set.
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
    if name == "exceptions":
        return replace(Subject.of_section(page.section), seal=page.snapshot.seal)
    if name not in ("changes", "points", "event-report"):
        return about
    snapshot = page.snapshot
    counting = (item for item in snapshot.log if item.sequence not in snapshot.undone)
    whole = Subject.of_section(
        page.section,
        published_changes(snapshot.log, page.key),
        given=points_given(counting, page.key),
    )
    if name == "event-report":
        return replace(about, changes=whole.changes, given=whole.given)
    return replace(whole, seal=snapshot.seal)


def report_file(
    tournament: Tournament, dialect: str, for_rating: bool = False, provisional: bool = False
) -> str:
    """Return the report file of a tournament.

    `for_rating`: include corrections that came too late for the standings; ranks stay as they are.
    If the tournament is over and a game is missing or adjourned, raise `GamesOpen`; with
    `provisional`, the file says that it is provisional.
    """
    ranked = with_final_ranks(final(tournament, provisional, dialect), dialect)
    return write_trf(ranked.for_rating() if for_rating else ranked, dialect)


def count_rating_corrections(tournament: Tournament) -> int:
    """Return the number of games with another result for rating than the one that counts (C.04.2:
    4.3).
    """
    return len(corrected_games(tournament))


def find_queries(page: SectionPage, dialect: str) -> tuple[list[Query], bool]:
    """Return what FIDE would reject or query, and True if players were compared with a rating
    list.
    """

    def compute() -> tuple[list[Query], bool]:
        about = Subject.of_section(page.section)
        listed = list_queries(about.tournament, about.pace)
        ranked = with_final_ranks(about.tournament, dialect)
        now = date.today().isoformat()
        found = queries(ranked, dialect, listed or (), today=now, pace=about.pace)
        return found, listed is not None

    return page.snapshot.once(("queries", page.key, dialect), compute)


# The prizes of a section: a file next to the tournament

MOST_CHARACTERS = 200_000
"""The most characters that are read of the prize file."""


def prizes_path(page: SectionPage) -> Path:
    """Return the path of the section's prize file, which `crivello prizes` reads too."""
    return announcement.prizes_path(page.file.path, page.snapshot.state.sections, page.key)


def read_prize_file(page: SectionPage) -> str:
    """Return the text of the prize file; empty if there is none."""
    try:
        with open(prizes_path(page), encoding="utf-8", errors="replace") as file:
            return file.read(MOST_CHARACTERS)
    except OSError:
        return ""
