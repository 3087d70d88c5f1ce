"""`crivello print`: pages for the wall and the tables, as HTML, PDF, CSV or XLSX."""

from __future__ import annotations

import sys
from dataclasses import replace

from crivello.cli.console import Console
from crivello.cli.files import read_bytes, shown, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.reports.awards import ONE_INPUT
from crivello.cli.reports.source import subject_given
from crivello.reports.document import Document
from crivello.reports.layout import as_page
from crivello.reports.pages import PAGES, Choice, view
from crivello.reports.subject import Subject
from crivello.standings.prizes.reading import read_prizes
from crivello.standings.table import Table, as_csv, as_text
from crivello.words import N_

SHORT = {"pairings": "pairings-by-board", "names": "pairings-by-name"}
FORMS = ("html", "pdf", "csv", "xlsx", "text")
TABLES = ("csv", "xlsx", "text")
BINARY = ("pdf", "xlsx")
NO_PRIZES = N_("Which prizes are announced? Name their file: --prizes prizes.toml.")


def run(arguments: Arguments, console: Console) -> int:
    name = _page_name(arguments.require("PAGE"))
    target = arguments.get("--output") or "-"
    form = _form(arguments.get("--to"), target)
    if form in TABLES and not PAGES[name].tabular:
        raise UsageError(
            N_("{page} is not a table; it cannot be written as {form}."), page=name, form=form
        )
    if form in BINARY and target == "-" and sys.stdout.isatty():
        raise UsageError(
            N_("{form} is not for a terminal; name a file with --output."), form=form.upper()
        )
    subject = _subject(name, arguments, console)
    codes = arguments.get("--tie-breaks")
    choice = Choice(
        per_page=arguments.number("--per-page") or 3,
        player=arguments.number("--player"),
        tie_breaks=None if codes is None else tuple(c for c in codes.split(",") if c.strip()),
        category=arguments.get("--category"),
    )
    document = view(name, subject, arguments.number("--round"), console.language, choice)
    write_bytes(target, written(document, form, console))
    return 0


def _page_name(word: str) -> str:
    name = SHORT.get(word, word)
    if name not in PAGES:
        known = ", ".join(dict.fromkeys([*SHORT, *PAGES]))
        raise UsageError(
            N_("There is no page {name!r}. There are: {known}."), name=word, known=known
        )
    return name


def _subject(name: str, arguments: Arguments, console: Console) -> Subject:
    """What the page is about; the prizes with the file that announces them."""
    published_only = PAGES[name].shows_results
    if name != "prizes":
        return subject_given(arguments, console, published_only=published_only)
    path = arguments.get("--prizes")
    if path is None:
        raise UsageError(NO_PRIZES)
    if path == arguments.get("FILE") == "-":
        raise UsageError(ONE_INPUT)
    data = read_bytes(path)
    subject = subject_given(arguments, console, published_only=published_only)
    console.source = shown(path)
    return replace(subject, prizes=read_prizes(data, subject.tournament))


def _form(asked: str | None, target: str) -> str:
    """The form that is named, else the one of the file's ending, else HTML."""
    ending = target.rpartition(".")[2].lower()
    return asked or (ending if ending in FORMS else "html")


def written(document: Document, form: str, console: Console) -> bytes:
    tables = [block for block in document.blocks if isinstance(block, Table)]
    match form:
        case "text":
            return "\n".join(as_text(table, console.width) for table in tables).encode()
        case "csv":
            return as_csv(tables).encode()
        case "xlsx":
            from crivello.reports.exports import as_xlsx

            return as_xlsx(tables)
        case "pdf":
            from crivello.reports.exports import as_pdf

            return as_pdf(as_page(document, console.language))
        case _:
            return as_page(document, console.language).encode("utf-8", "replace")
