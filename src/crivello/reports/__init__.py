"""Output of the program: pages for print and screen, spreadsheets, a site, PGN, queries, JSON.

`page("pairings-by-board", tournament, 3, Language.EN)` returns HTML.
"""

from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from crivello.reports.pages import PAGES, page, view
    from crivello.reports.subject import Subject

__all__ = ["PAGES", "Subject", "page", "view"]


def __getattr__(name: str) -> object:
    """Load the pages on first use: `--json` does without them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from crivello.reports import pages, subject

    return getattr(subject if name == "Subject" else pages, name)
