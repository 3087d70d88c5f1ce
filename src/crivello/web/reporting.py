"""The tournament as a report file, for other programs or for rating, and what FIDE would ask."""

from __future__ import annotations

from ..formats.trf import write_trf
from ..model.tournament import Tournament
from ..reports.listed import list_queries
from ..reports.queries import Query, queries, with_final_ranks
from ..reports.subject import Subject
from .view import Page

DIALECTS = ("trf26", "trf16")


def report_file(tournament: Tournament, dialect: str, for_rating: bool = False) -> str:
    """For rating the games are as corrected too late to count; the ranks stay those that count."""
    ranked = with_final_ranks(tournament, dialect)
    return write_trf(ranked.for_rating() if for_rating else ranked, dialect)


def corrected_for_rating(tournament: Tournament) -> int:
    """How many games are sent for rating otherwise than they count (C.04.2: 4.3)."""
    games = [game for this in tournament.rounds for game in this.games]
    return sum(game.for_rating() != game for game in games)


def asked(page: Page, dialect: str) -> tuple[list[Query], bool]:
    """All that FIDE would reject or query, and whether a rating list was compared."""

    def compute() -> tuple[list[Query], bool]:
        subject = Subject.of_section(page.section)
        listed = list_queries(subject.tournament, subject.pace)
        ranked = with_final_ranks(subject.tournament, dialect)
        return queries(ranked, dialect, listed or ()), listed is not None

    return page.snapshot.once(("queries", page.key, dialect), compute)
