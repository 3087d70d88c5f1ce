"""What leaves the program: pages for print and screen, spreadsheets, a site, PGN, and queries.

`page("pairings-by-board", tournament, 3, Language.EN)` is the way in for those who want HTML.
"""

from crivello.reports.pages import PAGES, page, view
from crivello.reports.subject import Subject

__all__ = ["PAGES", "Subject", "page", "view"]
