"""The edition of the shared rules for a tournament, and its article numbers."""

from __future__ import annotations

import pytest

from crivello.model.settings import Settings
from crivello.rules.handling import Article, Handling, handling_of


@pytest.mark.parametrize(
    ("system", "start", "edition"),
    [
        # An edition of a system brings that of the shared rules with it, also on another day.
        ("dutch-2017", "2018/05/01", Handling.BEFORE_2026),
        ("dutch-2017", "2026/05/01", Handling.BEFORE_2026),
        ("dutch-2011", "", Handling.BEFORE_2026),
        ("dubov-2026", "", Handling.SINCE_2026),
        ("burstein-2026", "2018/05/01", Handling.SINCE_2026),
        # Lim has one text for all years: the first day decides.
        ("lim-1999", "2018/05/01", Handling.BEFORE_2026),
        ("lim-1999", "2026/01/31", Handling.BEFORE_2026),
        ("lim-1999", "2026-02-01", Handling.SINCE_2026),
        ("lim-1999", "", Handling.SINCE_2026),
        ("lim-1999", "1.5.2018", Handling.BEFORE_2026),
        ("lim-1999", "02/01/2026", Handling.SINCE_2026),  # the second day, or the second month
        # The older Burstein text has no dates of its own, but it was replaced.
        ("burstein-2016", "2018/05/01", Handling.BEFORE_2026),
        ("burstein-2016", "2026/05/01", Handling.SINCE_2026),
        ("burstein-2016", "", Handling.BEFORE_2026),
        # A family, or nothing.
        ("dutch", "2018/05/01", Handling.BEFORE_2026),
        ("dutch", "2026/05/01", Handling.SINCE_2026),
        (None, "", Handling.SINCE_2026),
    ],
)
def test_the_edition_of_a_tournament(system: str | None, start: str, edition: Handling) -> None:
    # C.04.2: 1.1
    assert handling_of(Settings(system=system, start=start)) is edition


def test_numbers_of_the_same_rule() -> None:
    old, new = Settings(system="dutch-2017"), Settings(system="dutch-2026")
    for article, before, since in (
        (Article.NO_REMATCH, "C.04.1.b", "C.04.1: 2"),
        (Article.APPROVED_PROGRAM, "C.04.4", "C.04.2: 1.4"),
        (Article.COLOUR_LIMITS, "C.04.1.f-g", "C.04.1: 6-7"),
        (Article.NUMBERS, "C.04.2.B.3", "C.04.2: 2.3"),
        (Article.LATE_ENTRY, "C.04.2.C.2", "C.04.2: 2.4"),
        (Article.NO_SHOW, "C.04.2.D.2", "C.04.2: 3.2"),
        (Article.WITHDRAWN, "C.04.2.D.3", "C.04.2: 3.2"),
        (Article.CORRECTIONS, "C.04.2.D.8", "C.04.2: 4.3"),
        (Article.PUBLISHED_PAIRINGS, "C.04.2.D.10", "C.04.2: 4.4"),
    ):
        assert (article.of(old), article.of(new)) == (before, since)


def test_no_number_stands_for_two_rules_of_one_text() -> None:
    old = [article.value[0] for article in Article]
    assert len(set(old)) == len(old)
    # Since 2026 no-shows and withdrawals are one article.
    new = [article.value[1] for article in Article if article is not Article.NO_SHOW]
    assert len(set(new)) == len(new)
