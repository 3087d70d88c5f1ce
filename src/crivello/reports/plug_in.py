"""Prints of plug-ins: tables that a function returns as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from crivello.model.errors import CrivelloError, Illegal
from crivello.model.plug_ins import PRINTS_GROUP, BrokenPlugIn, describe_failure, load_plug_ins
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.reports.pages import PAGES, Page
from crivello.reports.subject import Choice, Subject
from crivello.standard.typing_names import Any
from crivello.standings.table import Cell, Column, ExactNumber, Table, decimal_text
from crivello.words import Translator, points

FAILED = N_("The print {name} of {package} failed: {why}")
NO_ROWS = N_("The print {name} of {package} returned {found}; expected rows, each a mapping.")
FROM_PLUG_IN = N_("From the package {package}.")

Rows = Callable[[Tournament, int], Iterable[Mapping[str, Any]]]
"""Returns the rows of the table after a round; the keys of the first row name the columns."""


def load_prints() -> tuple[BrokenPlugIn, ...]:
    """Load the prints of plug-ins into `PAGES`; return those that could not be loaded."""
    return load_plug_ins(PRINTS_GROUP)


def added_prints() -> dict[str, Page]:
    """Return the pages of plug-ins by name, after loading them."""
    load_prints()
    return {name: page for name, page in PAGES.items() if page.plug_in}


def add_print(name: str, title: str, package: str, rows: Rows) -> None:
    """Add the print of a plug-in under its name."""

    def view(subject: Subject, words: Translator, choice: Choice) -> Table:
        whole = subject.tournament
        number = whole.paired_rounds if choice.round is None else choice.round
        try:
            found = [dict(row) for row in rows(whole, number)]
        except CrivelloError:
            raise
        except (TypeError, ValueError) as error:
            raise Illegal(
                NO_ROWS, name=name, package=package, found=describe_failure(error)
            ) from error
        except Exception as error:
            why = describe_failure(error)
            raise Illegal(FAILED, name=name, package=package, why=why) from error
        keys = list(map(str, found[0])) if found else []
        table = tuple(tuple(_cell(row.get(key), words) for key in keys) for row in found)
        columns = tuple(
            Column(key, key, right=_is_numeric(row[place] for row in table), leading=place == 0)
            for place, key in enumerate(keys)
        )
        title_lines = (whole.settings.name, words.say(title))
        return Table(name, title_lines, columns, table, (words.say(FROM_PLUG_IN, package=package),))

    PAGES[name] = Page(name, title, view, shows_results=True, plug_in=package)


def _cell(value: Any, words: Translator) -> Cell:
    if value is None or isinstance(value, bool):
        return Cell("" if value is None else str(value), value)
    if isinstance(value, int):
        return Cell(str(value), value)
    if isinstance(value, float):
        value = Fraction(repr(value))
    if isinstance(value, Fraction):
        exact = Fraction(value)
        shown = points(exact.numerator, exact.denominator, words.language)
        return Cell(shown, ExactNumber(decimal_text(exact), exact))
    return Cell(str(value), str(value))


def _is_numeric(cells: Iterable[Cell]) -> bool:
    raws = [cell.raw for cell in cells if cell.raw is not None]
    return bool(raws) and all(isinstance(raw, int | ExactNumber) for raw in raws)
