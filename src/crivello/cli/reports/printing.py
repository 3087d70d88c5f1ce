"""`crivello print`, `pgn`, `site`, `manual`: print and publish a tournament.

Pages for the wall and the tables are HTML, PDF, CSV or XLSX; PGN has the games of a round without
moves, for live boards; the site is the whole tournament as a folder of pages.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from crivello.cli.console import Console
from crivello.cli.files import FileError, display_name, file_errors, read_bytes
from crivello.cli.options import Arguments, UsageError, read_span
from crivello.cli.reports.awards import ONE_INPUT
from crivello.cli.sources import given_player, given_subject, must_have_prizes
from crivello.cli.standings.tables import NOT_FOR_TERMINAL
from crivello.model.errors import Unsupported
from crivello.model.grammar import nearest_word, read_codes
from crivello.reports.document import Document
from crivello.reports.layout import as_page, print_time
from crivello.reports.manual import manual_page, manual_text
from crivello.reports.pages import NOT_A_FORM, NOT_A_TABLE, PAGES, view
from crivello.reports.pgn import skeletons
from crivello.reports.site import check_ours, replace_folder, site_files
from crivello.reports.subject import Choice, Subject
from crivello.reports.views.files import SiteView
from crivello.reports.views.printed_forms import forms_view
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.standings.table import Table, as_csv, as_text
from crivello.words import N_

SHORT = {"pairings": "pairings-by-board", "names": "pairings-by-name"}
TABLES = ("csv", "xlsx", "parquet", "text")
BINARY = ("pdf", "xlsx", "parquet")


def run(arguments: Arguments, console: Console) -> int:
    name = _page_name(arguments.require("PAGE"))
    target = arguments.get("--output") or "-"
    form = arguments.get("--to") or "html"
    if form in TABLES and not PAGES[name].tabular:
        raise UsageError(NOT_A_TABLE, page=name, form=form)
    if form == "json" and not PAGES[name].form:
        forms = ", ".join(page.name for page in PAGES.values() if page.form)
        raise UsageError(NOT_A_FORM, page=name, forms=forms)
    if form in BINARY and target == "-" and sys.stdout.isatty():
        raise UsageError(NOT_FOR_TERMINAL, form=form.upper())
    subject = _subject(name, arguments, console)
    codes = arguments.get("--tie-breaks")
    choice = Choice(
        per_page=arguments.number("--per-page") or 3,
        player=given_player(arguments, subject.tournament),
        tie_breaks=None if codes is None else read_codes(codes),
        category=arguments.get("--category"),
        only_deciding="--deciding" in arguments,
        wall="--wall" in arguments,
    )
    document = view(name, subject, arguments.number("--round"), console.language, choice)
    document = replace(document, printed=print_time())
    console.write_file(target, render(document, form, console))
    return 0


def _page_name(word: str) -> str:
    name = SHORT.get(word, word)
    if name not in PAGES:
        _refuse_broken(name)
    if name not in PAGES:
        known = ", ".join(dict.fromkeys([*SHORT, *PAGES]))
        raise UsageError(
            N_("There is no page {name!r}.{near:| Did you mean {}?} Pages: {known}."),
            name=word,
            near=nearest_word(word, [*SHORT, *PAGES]),
            known=known,
        )
    return name


def _refuse_broken(name: str) -> None:
    """Load the prints of plug-ins; raise `Unsupported` if the one of this name is broken."""
    from crivello.reports.plug_in import load_prints

    for one in load_prints():
        if one.name == name:
            raise Unsupported(BROKEN_PRINT, name=name, package=one.package, why=one.reason)


BROKEN_PRINT = N_("The print {name} of the package {package} cannot be loaded: {why}")


def _subject(name: str, arguments: Arguments, console: Console) -> Subject:
    """Return the subject of the page; for the page of prizes, with the file that announces them."""
    published_only = PAGES[name].shows_results
    if name != "prizes":
        return given_subject(arguments, console, published_only=published_only)
    path = must_have_prizes(
        arguments, console, arguments.get("--prizes"), "crivello print prizes --prizes FILE"
    )
    if path == arguments.get("FILE") == "-":
        raise UsageError(ONE_INPUT)
    data = read_bytes(path)
    subject = given_subject(arguments, console, published_only=published_only)
    console.source = display_name(path)
    return replace(subject, prizes=read_prizes(data, subject.tournament))


def render(document: Document, form: str, console: Console) -> bytes:
    tables = [block for block in document.blocks if isinstance(block, Table)]
    match form:
        case "text":
            return "\n".join(as_text(table, console.width) for table in tables).encode()
        case "csv":
            return as_csv(tables).encode()
        case "xlsx":
            from crivello.reports.exports import as_xlsx

            return as_xlsx(tables)
        case "parquet":
            from crivello.reports.parquet import as_parquet

            return as_parquet(tables)
        case "json":
            return console.view("forms", forms_view(document)).encode()
        case "pdf":
            from crivello.reports.pdf import page_data, pdf_of
            from crivello.reports.typefaces import find_unprintable, texts_of_page

            data = page_data(document, console.language)
            made = pdf_of(data)
            unprintable = find_unprintable(texts_of_page(data))
            if unprintable:
                console.remark(console.say(unprintable))
            return made
        case _:
            return as_page(document, console.language).encode("utf-8", "replace")


def pgn(arguments: Arguments, console: Console) -> int:
    tables = arguments.get("--tables")
    span = read_span(tables, digits=6)
    if span is None:
        raise UsageError(
            N_("{option} needs tables such as {example}, not {value!r}."),
            option="--tables",
            example="1-10",
            value=tables,
        )
    subject = given_subject(arguments, console, published_only=True)
    text = skeletons(subject, arguments.number("--round"), *span)
    console.write_file(arguments.get("--output") or "-", text.encode("utf-8", "replace"))
    return 0


def site(arguments: Arguments, console: Console) -> int:
    folder = arguments.require("DIR")
    subject = given_subject(arguments, console, published_only=True)
    try:
        with file_errors(folder):
            check_ours(Path(os.path.realpath(folder)))  # before the work, not after it
            count = replace_folder(folder, site_files(subject, console.language))
    except ValueError as error:
        raise FileError(N_("{path!r} is not the name of a file."), path=folder) from error
    start = os.path.join(folder, "index.html")
    if console.json:
        answer = SiteView(folder=folder, files=count, start=start)
        return console.write_view("site", answer)
    said = N_("One file written; begin at {start}", "{count} files written; begin at {start}")
    return console.write_lines([console.say(said, count=count, start=start)])


def manual(arguments: Arguments, console: Console) -> int:
    as_html = (arguments.get("--output") or "").lower().endswith((".html", ".htm"))
    make = manual_page if as_html else manual_text
    return console.write(make(console.language))
